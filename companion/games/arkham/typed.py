"""What was typed into a form, flat as a form is, in the words of `effects.py`.

What a form cannot say stays as the file has it (`counts`, `effects`, `card`), and what is typed comes on top of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import ContentError

SYMBOL = {
    "modifier", "x", "of", "reveal", "auto", "fail_damage", "fail_horror", "fail_text", "if", "if_of", "if_modifier",
    "if_damage", "if_horror", "win_cards", "win_resources", "win_text", "text",
}  # fmt: skip
CARD = {"name", "count", "type", "cost", "fast", "health", "sanity", "weapon_add", "weapon_damage", "weapon_uses"}
ICONS = ("willpower", "intellect", "combat", "agility", "wild")
RECORD = {"counts", "effects"}


def symbol(data: Mapping[str, Any], where: str, each: int = -1) -> Mapping[str, Any]:
    """The record of a symbol; `each`: what one of X is worth. Raises ContentError naming a key that is none."""
    unknown = sorted(set(data) - SYMBOL - RECORD)
    if unknown:
        raise ContentError(f"{where}: there is no {unknown[0]!r}; there are {', '.join(sorted(SYMBOL))}.")
    counted = {"what": data["x"], "of": data.get("of") or "", "each": each} if data.get("x") else None
    return {
        "modifier": data.get("modifier") or 0,
        "reveal": data.get("reveal") or 0,
        "auto": data.get("auto") or "",
        "counts": [*(data.get("counts") or ()), *([counted] if counted else [])],
        "effects": [*(data.get("effects") or ()), *(effect for effect in _effects(data) if len(effect) > 1)],
    }


def _effects(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    condition = {"what": data["if"], "of": data.get("if_of") or ""} if data.get("if") else None
    told = {"modifier": "if_modifier", "damage": "if_damage", "horror": "if_horror"}
    conditional = {"condition": condition} | _filled(data, told) if condition else {"condition": None}
    return [
        conditional,
        {"when": "failure"} | _filled(data, {"damage": "fail_damage", "horror": "fail_horror", "text": "fail_text"}),
        {"when": "success"} | _filled(data, {"cards": "win_cards", "resources": "win_resources", "text": "win_text"}),
        {"when": "now"} | _filled(data, {"text": "text"}),
    ]


def _filled(data: Mapping[str, Any], told: Mapping[str, str]) -> dict[str, Any]:
    return {key: data[name] for key, name in told.items() if data.get(name)}


def is_empty(data: Mapping[str, Any]) -> bool:
    """Whether nothing was filled in: then the symbol has no ability. AH-ST-4-4."""
    return not any(data.values())


def copies(data: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    """The record of a card of a deck. Raises ContentError naming a key that is none."""
    unknown = sorted(set(data) - CARD - set(ICONS) - {"card"})
    if unknown:
        raise ContentError(f"{where}: there is no {unknown[0]!r}; there are {', '.join(sorted(CARD | set(ICONS)))}.")
    card = dict(data.get("card") or {})
    card |= {key: data[key] for key in ("type", "cost", "fast", "health", "sanity") if data.get(key)}
    if set(ICONS) & set(data):
        card["icons"] = [icon for icon in ICONS for _ in range(data.get(icon) or 0)]
    card["icons"] = sorted(card.get("icons") or (), key=_printed)
    card |= _weapon(data)
    return {"name": data.get("name"), "count": data.get("count") or 1, "card": card}


def _printed(icon: str) -> int:
    """The order of icons on a card; one that is none comes last, to be named."""
    return ICONS.index(icon) if icon in ICONS else len(ICONS)


def _weapon(data: Mapping[str, Any]) -> dict[str, Any]:
    add, damage, uses = (data.get(f"weapon_{what}") or 0 for what in ("add", "damage", "uses"))
    if not (add or damage or uses):
        return {}
    return {"uses": uses, "strike": {"action": "fight", "add": add, "damage": damage, "uses": uses > 0}}
