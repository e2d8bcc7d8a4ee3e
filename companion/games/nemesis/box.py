"""What lies in the box on the table: faces of the dice, tokens of the bag, numbers on the icons. All of it may differ from ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from companion.errors import ContentError
from companion.games.nemesis.ship import Dice, Ship, Tokens
from companion.wire.prompt import Faces

NOISE = ("1", "2", "3", "4", "silence", "danger")  # NEM-X-NOISEDIE-1
COMBAT = ("miss", "creeper", "adult", "hit1", "hit2")  # NEM-X-COMBATDIE-1
COSTS = ("move", "careful_move", "shoot", "melee", "pick_up_heavy", "trade", "craft", "room_action")
WHEN: Mapping[str, str] = MappingProxyType({"start": "tokens", "player": "per_player", "later": "spare"})
MOST_TOKENS = 60


def boxed(ship: Ship, told: Mapping[str, Any]) -> Ship:
    """The ship with what was filled in; what was left open is as it was. Raises ContentError naming the place."""
    noise = _faces(told.get("noise"), NOISE, ship.dice.noise, "noise")
    combat = _faces(told.get("combat"), COMBAT, ship.dice.combat, "combat")
    costs = {**ship.costs, **{name: told["costs"][name] for name in COSTS if name in (told.get("costs") or {})}}
    return replace(ship, dice=Dice(noise, combat), bag=_bag(told.get("bag"), ship.bag), costs=MappingProxyType(costs))


def _faces(told: Mapping[str, int] | None, known: Faces, ours: Faces, place: str) -> Faces:
    """Each face as often as the die shows it."""
    if not told:
        return ours
    faces = tuple(face for face in known for _ in range(told.get(face, 0)))
    if not faces:
        raise ContentError(f"{place}: a die needs at least one face.")
    return faces


def _bag(told: list[Mapping[str, Any]] | None, ours: Tokens) -> Tokens:
    if not told:
        return ours
    found: dict[str, list[str]] = {name: [] for name in WHEN.values()}
    for one in told:
        found[WHEN[one.get("when") or "start"]] += [token_of(one)] * one.get("count", 1)
    if len(found["tokens"]) > MOST_TOKENS or not found["tokens"]:
        raise ContentError(f"bag: {len(found['tokens'])} tokens are in it, 1 to {MOST_TOKENS} are needed.")
    return Tokens(*(tuple(found[name]) for name in ("tokens", "per_player", "spare")))


def token_of(told: Mapping[str, Any]) -> str:
    """As it is written in a bag.

    >>> token_of({"kind": "adult", "number": 3}), token_of({"kind": "blank"})
    ('adult-3', 'blank')
    """
    kind = told.get("kind", "blank")
    return "blank" if kind == "blank" else f"{kind}-{told.get('number', 1)}"


def record_of(ship: Ship) -> Mapping[str, Any]:
    """What is filled in already: the box as the ship has it."""
    noise, combat = Counter(ship.dice.noise), Counter(ship.dice.combat)
    bag = [
        {"kind": token.partition("-")[0], "number": int(token.partition("-")[2] or 0), "count": count, "when": when}
        for when, name in WHEN.items()
        for token, count in Counter(getattr(ship.bag, name)).items()
    ]
    return {
        "title": "Our defaults",
        "noise": {face: noise[face] for face in NOISE},
        "combat": {face: combat[face] for face in COMBAT},
        "bag": bag,
        "costs": {name: ship.costs[name] for name in COSTS},
    }
