"""Convert flat form entries to the vocabulary of `effects.py`.

The fields `counts`, `effects` and `card` have no form. They stay as in the file, and typed entries are added to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine import require_list, require_number, require_record, short
from companion.errors import ContentError
from companion.i18n import Text, _, listed
from companion.schema import Words

SYMBOL_KEYS = {
    "modifier", "x", "of", "reveal", "auto", "fail_damage", "fail_horror", "fail_text", "if", "if_of", "if_modifier",
    "if_damage", "if_horror", "win_cards", "win_resources", "win_text", "text",
}  # fmt: skip
CARD_KEYS = {"name", "count", "type", "cost", "fast", "health", "sanity", "weapon_add", "weapon_damage", "weapon_uses"}
ICONS = ("willpower", "intellect", "combat", "agility", "wild")
RECORD_KEYS = {"counts", "effects"}
WEAPON_KEYS = ("add", "damage", "uses")
MOST_ICONS = 10  # icons of one kind on a card
MOST_OF_WEAPON = 20


def at(where: Words, place: str) -> Words:
    """Return a place in a file or in a form.

    >>> str(at(_("The investigator"), "deck"))
    'The investigator: deck'
    """
    return _("{where}: {place}", where=where, place=place)


def field_of(where: Words, place: str) -> Words:
    """Append a field to a place.

    >>> str(field_of("deck.0", "card"))
    'deck.0.card'
    """
    return _("{where}.{place}", where=where, place=place)


def no_such(where: Words, name: object, known: Iterable[str]) -> Text:
    """Return the fault of an unknown name."""
    names = listed(known, ", ")
    return _("{where}: there is no {name}; there are {names}.", where=where, name=short(name), names=names)


def symbol(value: Any, where: Words, each: int = -1) -> Mapping[str, Any]:
    """Return the record of a symbol. `each` is the worth of one of X. Raises ContentError naming an unknown value."""
    data = require_record(value, where)
    unknown = sorted(set(data) - SYMBOL_KEYS - RECORD_KEYS)
    if unknown:
        raise ContentError(no_such(where, unknown[0], sorted(SYMBOL_KEYS)))
    counted = {"what": data["x"], "of": data.get("of") or "", "each": each} if data.get("x") else None
    return {
        "modifier": data.get("modifier") or 0,
        "reveal": data.get("reveal") or 0,
        "auto": data.get("auto") or "",
        "counts": [*require_list(data.get("counts"), field_of(where, "counts")), *([counted] if counted else [])],
        "effects": [
            *require_list(data.get("effects"), field_of(where, "effects")),
            *(effect for effect in _effects(data) if len(effect) > 1),
        ],
    }


def _effects(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    condition = {"what": data["if"], "of": data.get("if_of") or ""} if data.get("if") else None
    names = {"modifier": "if_modifier", "damage": "if_damage", "horror": "if_horror"}
    conditional = {"condition": condition} | _pick_filled(data, names) if condition else {"condition": None}
    return [
        conditional,
        {"when": "failure"}
        | _pick_filled(data, {"damage": "fail_damage", "horror": "fail_horror", "text": "fail_text"}),
        {"when": "success"}
        | _pick_filled(data, {"cards": "win_cards", "resources": "win_resources", "text": "win_text"}),
        {"when": "now"} | _pick_filled(data, {"text": "text"}),
    ]


def _pick_filled(data: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {key: data[name] for key, name in names.items() if data.get(name)}


def is_empty(data: Mapping[str, Any]) -> bool:
    """Return whether no entry was filled in, so the symbol has no ability. AH-ST-4-4."""
    return not any(data.values())


def copies(value: Any, where: Words) -> Mapping[str, Any]:
    """Return the record of a card of a deck. Raises ContentError naming an unknown value."""
    data = require_record(value, where)
    unknown = sorted(set(data) - CARD_KEYS - set(ICONS) - {"card"})
    if unknown:
        raise ContentError(no_such(where, unknown[0], sorted(CARD_KEYS | set(ICONS))))
    card = dict(require_record(data.get("card"), field_of(where, "card")))
    card |= {key: data[key] for key in ("type", "cost", "fast", "health", "sanity") if data.get(key)}
    if set(ICONS) & set(data):
        numbers = {icon: require_number(data.get(icon), field_of(where, icon), MOST_ICONS) for icon in ICONS}
        card["icons"] = [icon for icon, number in numbers.items() for _ in range(number)]
    card["icons"] = sorted(require_list(card.get("icons"), field_of(where, "card.icons")), key=_icon_place)
    card |= _weapon(data, where)
    return {"name": data.get("name"), "count": 1 if data.get("count") is None else data["count"], "card": card}


def _icon_place(icon: Any) -> int:
    """Return the order of icons on a card. Unknown icons come last, to be reported."""
    return ICONS.index(icon) if icon in ICONS else len(ICONS)


def _weapon(data: Mapping[str, Any], where: Words) -> dict[str, Any]:
    weapon = {
        what: require_number(data.get(f"weapon_{what}"), field_of(where, f"weapon_{what}"), MOST_OF_WEAPON)
        for what in WEAPON_KEYS
    }
    if not any(weapon.values()):
        return {}
    strike = {"action": "fight", "add": weapon["add"], "damage": weapon["damage"], "uses": weapon["uses"] > 0}
    return {"uses": weapon["uses"], "strike": strike}
