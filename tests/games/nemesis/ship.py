"""A small ship for tests. Corridors join hall and lab, lab and nest, lab and engine."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.engine import Bag, GameSetup, Play, Rule, Run
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Settings
from companion.games.nemesis.rules.rounds import take_action
from companion.games.nemesis.state import Character, Corridor, Intruder, Room, State, Weapon
from companion.schema import Refused
from tests.games.course import alone, give

ANN, BEN = "1", "2"
NAMES = {"1": "Ann", "2": "Ben", "3": "Cleo"}
WRITTEN_SHIP = tomllib.loads((Path(__file__).parent / "plain.toml").read_text(encoding="utf-8"))
PLAIN = GameSetup(("1", "2", "3"), NAMES, {"ship": WRITTEN_SHIP})
"""A map and five roles. Cards of a real box are entered by the players."""
CARDS = ("Search", "Rest", "Signal", "Contamination")


WRITTEN = (
    "settings", "costs", "items", "cards", "crafted", "attacks", "events", "explorations", "objectives", "planets",
    "home", "tiles",
)  # fmt: skip
"""Keywords of `state` that change the ship."""


def awake(setup: GameSetup = PLAIN) -> State:
    """Return the state of the first turn, each hand with the first five cards of its deck."""
    s = GAME.setup(setup)
    hands = {seat: replace(c, hand=c.deck[:5], deck=c.deck[5:]) for seat, c in s.characters.items()}
    return replace(s, characters=hands, phase="players")


@cache
def _two_awake() -> State:
    """Two characters on the written ship. Cached: hundreds of tests change a copy."""
    return awake(GameSetup((ANN, BEN), NAMES, {"ship": WRITTEN_SHIP}))


def aboard(setup: GameSetup = PLAIN) -> Run[Any, Any]:
    """Start a game on the plain ship."""
    return Run(GAME, awake(setup))


def state(**changes: Any) -> State:
    """Return a state without attack cards and exploration tokens, with changes."""
    base = _two_awake()
    ship = replace(
        base,
        characters={
            ANN: Character("Ann", "hall", CARDS, weapons=(Weapon("pistol", 2),)),
            BEN: Character("Ben", "hall", ("Search", "Rest"), weapons=(Weapon("rifle", 3),)),
        },
        rooms={name: Room(name) for name in ("hall", "lab", "nest", "engine")},
        corridors={
            "c1": Corridor(("hall", "lab"), {"hall": ("1",), "lab": ("1",)}),
            "c2": Corridor(("lab", "nest"), {"lab": ("2",), "nest": ("1",)}),
            "c3": Corridor(("lab", "engine"), {"lab": ("3", "4"), "engine": ("1",)}),
        },
        bag=Bag(("blank", "larva-1", "adult-4", "creeper-1")),
        ship=replace(base.ship, settings=Settings(decks="none")),
    )
    written = {key: changes.pop(key) for key in WRITTEN if key in changes}
    return replace(ship, ship=replace(ship.ship, **written), **changes)


def page(**changes: Any) -> State:
    """Return a state with virtual decks, empty unless changed."""
    return state(**{"settings": Settings(), **changes})


def with_character(s: State, seat: str, **changes: Any) -> State:
    return replace(s, characters={**s.characters, seat: replace(s.characters[seat], **changes)})


def with_room(s: State, name: str, **changes: Any) -> State:
    return replace(s, rooms={**s.rooms, name: replace(s.rooms[name], **changes)})


def with_corridor(s: State, name: str, **changes: Any) -> State:
    return replace(s, corridors={**s.corridors, name: replace(s.corridors[name], **changes)})


def with_noise(s: State, *corridors: str) -> State:
    for name in corridors:
        s = with_corridor(s, name, noise=True)
    return s


def with_intruder(s: State, room: str, kind: str = "adult", **changes: Any) -> State:
    """Add an Intruder, whose name is its kind."""
    return replace(s, intruders={**s.intruders, kind: Intruder(kind, room, **changes)})


def told(s: State) -> tuple[str, str]:
    """Return title and text of the public card in English."""
    assert s.told is not None
    return str(s.told.title), str(s.told.text)


def heard(s: State, fact: Any, seat: str) -> str:
    """Return the log line of a fact for a seat in English."""
    return str(GAME.tell(s, fact, seat))


def unasked(s: State, procedure: Callable[[Play[Any, Any]], Rule[Any]]) -> Play[Any, Any]:
    """Run a procedure that needs no prompt."""
    g = Play(s, GAME.apply)
    assert list(procedure(g)) == []
    return g


def acting(s: State | None = None, *, seat: str = ANN) -> Run[Any, Any]:
    """Start one action of a character."""
    return alone(GAME, s or state(), lambda g: take_action(g, seat))


def moved(s: State | None = None, *answers: str) -> Run[Any, Any]:
    """Move Ann to the lab, pay with Search, and give further answers."""
    run = acting(s)
    for answer in ("move:lab", "Search", *answers):
        give(run, answer)
    return run


def noisy(run: Run[Any, Any]) -> set[str]:
    return {name for name, c in run.state.corridors.items() if c.noise}


def begun(seats: int = 1, **choices: Any) -> State:
    """Return the initial state with these choices."""
    return GAME.setup(GameSetup(tuple(str(number + 1) for number in range(seats)), {}, choices))


def refused(**choices: Any) -> Refused:
    """Return the refusal of these choices."""
    with pytest.raises(Refused) as caught:
        begun(**choices)
    return caught.value
