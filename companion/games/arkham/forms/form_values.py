"""The records of files as a form shows them: `games/arkham/content/parsing.py` the other way round, for whoever changes a copy of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.games.arkham.content import ICONS, Card, Copies, Figure, Reference, Strike, SymbolEffect
from companion.schema import to_json


def figure(told: Figure) -> Mapping[str, Any]:
    """An investigator as its form has it."""
    plain = {key: getattr(told, key) for key in ("name", *told.skills, "health", "sanity", "text")}
    return plain | {"elder_sign": symbol(told.elder_sign, each=1), "deck": [copies(card) for card in told.deck]}


def reference(told: Reference) -> Mapping[str, Any]:
    """A reference card as its form has it."""
    sides = {"easy": told.easy, "hard": told.hard}
    return {"title": told.title} | {
        side: {name: symbol(effect) for name, effect in symbols.items()} for side, symbols in sides.items()
    }


def symbol(told: SymbolEffect, each: int = -1) -> Mapping[str, Any]:
    """One X that is worth `each` is a field; other counts, and all effects, stay records."""
    plain: dict[str, Any] = {"modifier": told.modifier, "reveal": told.reveal, "auto": told.auto}
    if len(told.counts) == 1 and told.counts[0].each == each and told.counts[0].most is None:
        plain |= {"x": told.counts[0].what, "of": told.counts[0].of}
    elif told.counts:
        plain["counts"] = [to_json(counted) for counted in told.counts]
    if told.effects:
        plain["effects"] = [to_json(effect) for effect in told.effects]
    return plain


def copies(told: Copies) -> Mapping[str, Any]:
    """A card as its form has it; what the form does not know stays in `card`."""
    card, icons = told.card, Counter(told.card.icons)
    plain = {"name": told.name, "count": told.count, **{key: getattr(card, key) for key in PLAIN}}
    weapon = card.strike is not None and card.strike == _weapon(card.strike)
    if weapon and card.strike is not None:
        plain |= {"weapon_add": card.strike.add, "weapon_damage": card.strike.damage, "weapon_uses": card.uses}
    known = {*PLAIN, "icons", *(("uses", "strike") if weapon else ())}
    rest = {key: value for key, value in to_json(card).items() if key not in known and value != _PRINTED[key]}
    return plain | {icon: icons[icon] for icon in ICONS} | ({"card": rest} if rest else {})


PLAIN = ("type", "cost", "fast", "health", "sanity")
_PRINTED: Mapping[str, Any] = to_json(Card())


def _weapon(strike: Strike) -> Strike:
    """What the form can say of it."""
    return Strike("fight", add=strike.add, damage=strike.damage, uses=strike.uses)
