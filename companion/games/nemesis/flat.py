"""Ships and roles as their forms have them, and back: what a form does not know goes along as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.nemesis.ship import Crew, Ship
from companion.wire.codec import to_json

DUCT = "duct"  # the technical corridor that the form has


def ship(written: Mapping[str, Any]) -> Mapping[str, Any]:
    """A ship as its form has it."""
    ways = written["corridors"]
    ducts = [way for way in ways if way.get("technical")]
    kept = {key: value for key, value in written.items() if key != "pods"}
    return {
        **kept,
        "corridors": [_way(way) for way in ways if not way.get("technical")] + ducts[1:],
        DUCT: [{"place": end, "numbers": _numbers(ducts[0], end)} for end in (ducts[0]["ends"] if ducts else ())],
        "pods_at": ", ".join(written.get("pods", ())),
    }


def _way(way: Mapping[str, Any]) -> Mapping[str, Any]:
    a, b = way["ends"]
    return {"id": way["id"], "a": a, "at_a": _numbers(way, a), "b": b, "at_b": _numbers(way, b)}


def _numbers(way: Mapping[str, Any], end: str) -> str:
    return " ".join(way.get("numbers", {}).get(end, ()))


def written(told: Mapping[str, Any]) -> Mapping[str, Any]:
    """A ship as its file has it, out of a form or a file."""
    kept = {key: value for key, value in told.items() if key not in (DUCT, "pods_at")}
    if "corridors" in told or told.get(DUCT):
        kept["corridors"] = [*map(_unfolded, told.get("corridors") or ()), *_duct(told.get(DUCT) or ())]
    if told.get("pods_at"):
        kept["pods"] = [name.strip() for name in str(told["pods_at"]).split(",") if name.strip()]
    return kept


def _unfolded(way: Any) -> Any:
    """A corridor with its ends; one that has them already, or that is no record, stays as it is."""
    if not isinstance(way, Mapping) or "a" not in way:
        return way
    a, b = str(way["a"]), str(way.get("b", ""))
    numbers = {a: str(way.get("at_a", "")).split(), b: str(way.get("at_b", "")).split()}
    rest = {key: value for key, value in way.items() if key not in ("a", "b", "at_a", "at_b")}
    return {**rest, "ends": [a, b], "numbers": numbers}


def _duct(entrances: Any) -> list[Mapping[str, Any]]:
    if not entrances:
        return []
    numbers = {str(one.get("place", "")): str(one.get("numbers", "")).split() for one in entrances}
    return [{"id": DUCT, "ends": [*numbers], "numbers": numbers, "technical": True}]


def role(of: Ship, who: Crew) -> Mapping[str, Any]:
    """A role as its form has it, its cards in full; what a card has in sections stays so."""
    deck = [{"title": title, **(to_json(of.cards[title]) if title in of.cards else {})} for title in who.deck]
    plain = {key: getattr(who, key) for key in ("title", "text", "weapon", "ammo")}
    return {**plain, "items": [{"name": item} for item in who.items], "deck": deck}
