"""Convert ships and roles between their files and their forms. Unknown keys are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine import require_list, require_record
from companion.games.nemesis.content.parsing import records, words
from companion.games.nemesis.content.ship import Crew, Ship
from companion.schema import to_json

DUCT = "duct"  # the technical corridor that the form has
ENDS = ("a", "b", "at_a", "at_b")


def ship(file: Mapping[str, Any]) -> Mapping[str, Any]:
    """Convert a ship from its file to its form."""
    ways = file["corridors"]
    ducts = [way for way in ways if way.get("technical")]
    kept = {key: value for key, value in file.items() if key != "pods"}
    return {
        **kept,
        "corridors": [_way(way) for way in ways if not way.get("technical")] + ducts[1:],
        DUCT: [{"place": end, "numbers": _numbers(ducts[0], end)} for end in (ducts[0]["ends"] if ducts else ())],
        "pods_at": ", ".join(file.get("pods", ())),
    }


def _way(way: Mapping[str, Any]) -> Mapping[str, Any]:
    a, b = way["ends"]
    return {"id": way["id"], "a": a, "at_a": _numbers(way, a), "b": b, "at_b": _numbers(way, b)}


def _numbers(way: Mapping[str, Any], end: str) -> str:
    return " ".join(way.get("numbers", {}).get(end, ()))


def file(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Convert a ship from a form, or a file, to its file. Raises ContentError naming the place."""
    kept = {key: value for key, value in data.items() if key not in (DUCT, "pods_at")}
    if data.get("corridors") or data.get(DUCT):
        ways = [_with_ends(way, place) for place, way in enumerate(require_list(data.get("corridors"), "corridors"))]
        kept["corridors"] = [*ways, *_duct(records(data.get(DUCT), DUCT))]
    if names := words(data.get("pods_at"), "pods_at"):
        kept["pods"] = [name.strip() for name in names.split(",") if name.strip()]
    return kept


def _with_ends(data: Any, place: int) -> Mapping[str, Any]:
    """Return a corridor with `ends`. One that has them is unchanged."""
    where = f"corridors.{place}"
    way = require_record(data, where)
    if "a" not in way:
        return way
    a, b, at_a, at_b = (words(way.get(key), f"{where}.{key}") for key in ENDS)
    rest = {key: value for key, value in way.items() if key not in ENDS}
    return {**rest, "ends": [a, b], "numbers": {a: at_a.split(), b: at_b.split()}}


def _duct(entrances: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    if not entrances:
        return []
    numbers = {
        words(entrance.get("place"), f"{DUCT}.{place}"): words(entrance.get("numbers"), f"{DUCT}.{place}").split()
        for place, entrance in enumerate(entrances)
    }
    return [{"id": DUCT, "ends": [*numbers], "numbers": numbers, "technical": True}]


def role(of: Ship, who: Crew) -> Mapping[str, Any]:
    """Convert a role to its form, with whole cards. Sections of a card are unchanged."""
    deck = [{"title": title, **(to_json(of.cards[title]) if title in of.cards else {})} for title in who.deck]
    plain = {key: getattr(who, key) for key in ("title", "text", "weapon", "ammo")}
    return {**plain, "items": [{"name": item} for item in who.items], "deck": deck}
