"""A small ship for tests. Corridors join hall and lab, lab and nest, lab and engine."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.engine import Bag, GameSetup, Play, Rule, Run, choose
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Effect, Settings, Tile
from companion.games.nemesis.rules.effects import perform
from companion.games.nemesis.rules.rounds import take_action
from companion.games.nemesis.state import Character, Corridor, Intruder, Room, State, Weapon
from companion.schema import Refused
from tests.games.course import alone, give

ANN, BEN, HALL = "1", "2", "hall"
NAMES = {"1": "Ann", "2": "Ben", "3": "Cleo"}
WRITTEN_SHIP = tomllib.loads((Path(__file__).parent / "plain.toml").read_text(encoding="utf-8"))
PLAIN = GameSetup(("1", "2", "3"), NAMES, {"ship": WRITTEN_SHIP})
"""A map and five roles. Cards of a real box are entered by the players."""
CARDS = ("Search", "Rest", "Signal", "Contamination")
SHIP_FIELDS = {"settings", "costs", "items", "cards", "crafted", "attacks", "events", "explorations", "objectives",
               "planets", "home", "tiles"}  # fmt: skip
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


def state(**changes: Any) -> State:
    """Return a state without attack cards and exploration tokens, with changes."""
    base = _two_awake()
    plain = replace(
        base,
        characters={
            ANN: Character("Ann", HALL, CARDS, weapons=(Weapon("pistol", 2),)),
            BEN: Character("Ben", HALL, ("Search", "Rest"), weapons=(Weapon("rifle", 3),)),
        },
        rooms={name: Room(name) for name in (HALL, "lab", "nest", "engine")},
        corridors={
            "c1": Corridor((HALL, "lab"), {HALL: ("1",), "lab": ("1",)}),
            "c2": Corridor(("lab", "nest"), {"lab": ("2",), "nest": ("1",)}),
            "c3": Corridor(("lab", "engine"), {"lab": ("3", "4"), "engine": ("1",)}),
        },
        bag=Bag(("blank", "larva-1", "adult-4", "creeper-1")),
        ship=replace(base.ship, settings=Settings(decks="none")),
    )
    written = {key: changes.pop(key) for key in SHIP_FIELDS & changes.keys()}
    return replace(plain, ship=replace(plain.ship, **written), **changes)


def page(**changes: Any) -> State:
    """Return a state with virtual decks, empty unless changed."""
    return state(**{"settings": Settings(), **changes})


def boxed(**changes: Any) -> State:
    """Return a state with real decks."""
    return state(settings=Settings(decks="box"), **changes)


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


def in_room(s: State | None = None, *marks: str, items: int = 0, **tile: Any) -> State:
    """Return a state whose starting room has the given tile."""
    s = s or page()
    hall = Tile(HALL, tile.pop("title", "Hall"), **{"action": "Do it", **tile})
    s = replace(s, ship=replace(s.ship, tiles=(*s.ship.tiles, hall)))
    return with_room(s, HALL, tile=HALL, title=hall.title, marks=marks, items=items)


def story(s: State) -> tuple[str, str]:
    """Return title and text of the public card in English."""
    assert s.told is not None
    return str(s.told.title), str(s.told.text)


def log_text(s: State, fact: Any, seat: str) -> str:
    """Return the log line of a fact for a seat in English."""
    return str(GAME.tell(s, fact, seat))


def noise_in(s: State) -> set[str]:
    """Return the corridors with a Noise marker."""
    return {name for name, c in s.corridors.items() if c.noise}


def run_without_prompts(s: State, procedure: Callable[[Play[Any, Any]], Rule[Any]]) -> Play[Any, Any]:
    g = Play(s, GAME.apply)
    assert list(procedure(g)) == []
    return g


def answer(run: Run[Any, Any], *answers: str | tuple[str, ...]) -> Run[Any, Any]:
    """Answer prompts in order. A tuple is one answer with several values."""
    for values in answers:
        give(run, *([values] if isinstance(values, str) else values))
    return run


def run_rule(
    s: State, procedure: Callable[[Play[Any, Any]], Rule[Any]], *answers: str | tuple[str, ...]
) -> Run[Any, Any]:
    """Run one procedure with answers."""
    return answer(alone(GAME, s, procedure), *answers)


def act(s: State | None = None, *answers: str | tuple[str, ...]) -> Run[Any, Any]:
    """Start one action of Ann, with answers."""
    return run_rule(s or state(), lambda g: take_action(g, ANN), *answers)


def move_to_lab(s: State | None = None, *answers: str) -> Run[Any, Any]:
    """Move Ann to the lab, pay with Search, and give further answers."""
    return act(s, "move:lab", "Search", *answers)


def perform_effects(
    s: State, *effects: Effect | str, answers: tuple[str | tuple[str, ...], ...] = (), seat: str = ANN
) -> Run[Any, Any]:
    """Perform effects of a seat, in order. Ask first: a procedure has a prompt before its first fact."""
    chosen = tuple(Effect(effect) if isinstance(effect, str) else effect for effect in effects)  # type: ignore[arg-type]

    def procedure(g: Play[Any, Any]) -> Rule[None]:
        yield from g.one(choose(ANN, "Ann: begin", ("go",)))
        yield from perform(g, seat, chosen)

    return run_rule(s, procedure, "go", *answers)


def set_up(seats: int = 1, **choices: Any) -> State:
    """Return the initial state with these choices."""
    return GAME.setup(GameSetup(tuple(str(number + 1) for number in range(seats)), {}, choices))


def setup_refusal(seats: int = 1, **choices: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        set_up(seats, **choices)
    return caught.value
