"""Convert records of files to form entries, for a changed copy. The reverse of `games/arkham/content/parsing.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.games.arkham.content import ICONS, Card, Copies, Figure, Reference, Strike, SymbolEffect
from companion.schema import to_json


def figure(investigator: Figure) -> Mapping[str, Any]:
    """Return an investigator as form entries."""
    plain = {key: getattr(investigator, key) for key in ("name", *investigator.skills, "health", "sanity", "text")}
    return plain | {
        "elder_sign": symbol(investigator.elder_sign, each=1),
        "deck": [copies(card) for card in investigator.deck],
    }


def reference(card: Reference) -> Mapping[str, Any]:
    """Return a reference card as form entries."""
    sides = {"easy": card.easy, "hard": card.hard}
    return {"title": card.title} | {
        side: {name: symbol(effect) for name, effect in symbols.items()} for side, symbols in sides.items()
    }


def symbol(effect: SymbolEffect, each: int = -1) -> Mapping[str, Any]:
    """Return a symbol as form entries. One X worth `each` is a field; other counts and all effects stay records."""
    plain: dict[str, Any] = {"modifier": effect.modifier, "reveal": effect.reveal, "auto": effect.auto}
    if len(effect.counts) == 1 and effect.counts[0].each == each and effect.counts[0].most is None:
        plain |= {"x": effect.counts[0].what, "of": effect.counts[0].of}
    elif effect.counts:
        plain["counts"] = [to_json(counted) for counted in effect.counts]
    if effect.effects:
        plain["effects"] = [to_json(sentence) for sentence in effect.effects]
    return plain


def copies(entry: Copies) -> Mapping[str, Any]:
    """Return a card as form entries. Fields without a form stay in `card`."""
    card, icons = entry.card, Counter(entry.card.icons)
    plain = {"name": entry.name, "count": entry.count, **{key: getattr(card, key) for key in PLAIN_FIELDS}}
    weapon = card.strike is not None and card.strike == _weapon(card.strike)
    if weapon and card.strike is not None:
        plain |= {"weapon_add": card.strike.add, "weapon_damage": card.strike.damage, "weapon_uses": card.uses}
    known = {*PLAIN_FIELDS, "icons", *(("uses", "strike") if weapon else ())}
    rest = {key: value for key, value in to_json(card).items() if key not in known and value != _DEFAULT_CARD[key]}
    return plain | {icon: icons[icon] for icon in ICONS} | ({"card": rest} if rest else {})


PLAIN_FIELDS = ("type", "cost", "fast", "health", "sanity")
_DEFAULT_CARD: Mapping[str, Any] = to_json(Card())


def _weapon(strike: Strike) -> Strike:
    """Return the fields that the form has."""
    return Strike("fight", add=strike.add, damage=strike.damage, uses=strike.uses)
