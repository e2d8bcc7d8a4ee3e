"""A ship for tests: hall - lab, lab - nest, lab - engine; Ann in the hall with three cards, Ben beside her with two."""

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
"""A map, five roles and nothing else: the cards of the box say what happens."""
CARDS = ("Search", "Rest", "Signal", "Contamination")


WRITTEN = (
    "settings", "costs", "items", "cards", "crafted", "attacks", "events", "explorations", "objectives", "planets",
    "home", "tiles",
)  # fmt: skip
"""Changes of the ship as it is written down; the others are of the state."""


def awake(setup: GameSetup = PLAIN) -> State:
    """In the first turn, with the first five cards in every hand: nothing was left to chance."""
    s = GAME.setup(setup)
    hands = {seat: replace(c, hand=c.deck[:5], deck=c.deck[5:]) for seat, c in s.characters.items()}
    return replace(s, characters=hands, phase="players")


@cache
def _two_awake() -> State:
    """On the ship as it is written: hundreds of tests begin with it, each changes a copy."""
    return awake(GameSetup((ANN, BEN), NAMES, {"ship": WRITTEN_SHIP}))


def aboard(setup: GameSetup = PLAIN) -> Run[Any, Any]:
    """An evening on the plain ship."""
    return Run(GAME, awake(setup))


def state(**changes: Any) -> State:
    """Without attack cards and exploration tokens, unless told otherwise."""
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
    """With the decks of the page: as the changes say, else empty."""
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
    """An Intruder that is called by its kind."""
    return replace(s, intruders={**s.intruders, kind: Intruder(kind, room, **changes)})


def told(s: State) -> tuple[str, str]:
    """The card that was turned for all, title and text, in English."""
    assert s.told is not None
    return str(s.told.title), str(s.told.text)


def heard(s: State, fact: Any, seat: str) -> str:
    """What a seat hears of a fact, in English."""
    return str(GAME.tell(s, fact, seat))


def unasked(s: State, procedure: Callable[[Play[Any, Any]], Rule[Any]]) -> Play[Any, Any]:
    """What came of a procedure that asks nobody."""
    g = Play(s, GAME.apply)
    assert list(procedure(g)) == []
    return g


def acting(s: State | None = None, *, seat: str = ANN) -> Run[Any, Any]:
    """One action of a character."""
    return alone(GAME, s or state(), lambda g: take_action(g, seat))


def moved(s: State | None = None, *answers: str) -> Run[Any, Any]:
    """Ann goes to the lab, pays with Search, and gives further answers."""
    run = acting(s)
    for answer in ("move:lab", "Search", *answers):
        give(run, answer)
    return run


def noisy(run: Run[Any, Any]) -> set[str]:
    return {name for name, c in run.state.corridors.items() if c.noise}


def begun(seats: int = 1, **choices: Any) -> State:
    """Before the first action, with these choices."""
    return GAME.setup(GameSetup(tuple(str(number + 1) for number in range(seats)), {}, choices))


def refused(**choices: Any) -> Refused:
    """What such choices are refused with."""
    with pytest.raises(Refused) as caught:
        begun(**choices)
    return caught.value
