"""Two tables in the middle of Ann's turn: a map of three spaces (hall, kitchen, cellar) and a map of tiles."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.engine import Run
from companion.games.mansions import GAME
from companion.games.mansions.content import Component, Item, Room, Scenario, TilePart
from companion.games.mansions.state import Monster, Space, State, Story
from companion.schema import Answer
from tests.games.mansions.evening import house
from tests.games.mansions.table import seat, whole

ROOMS = MappingProxyType(
    {
        "A1": Room("Hall", "", 0, 0, 1, 1, adjacent=("A2",)),
        "A2": Room("Kitchen", "", 1, 0, 1, 1, adjacent=("A3",)),
        "A3": Room("Cellar", "", 2, 0, 1, 1),
    }
)
SPACES = MappingProxyType({name: Space(room.adjacent) for name, room in ROOMS.items()})
ITEMS = MappingProxyType(
    {
        "Knife": Item("Knife", attack="melee", weapon="bladed", damage=2),
        "Rifle": Item("Rifle", attack="ranged", weapon="firearm", damage=3),
        "Lantern": Item("Lantern", light_source=True),
        "Map": Item("Map"),
    }
)
RAT = Monster(
    "Rat", "A1", brawn=2, awareness=3, horror_rating=2, health=4, kind="MonsterRat", spawn="SpawnRat", traits=("beast",)
)


def hall(*monsters: Monster, ann=None, bob=None, **changes) -> State:
    """Ann and Bob in the hall of a map with spaces, during Ann's turn."""
    told = {"rooms": ROOMS, **changes.pop("scenario", {})}
    story = Story(Scenario("A manor", **told), **{"active": "1", "matched": True, **changes.pop("story", {})})
    return replace(
        State(
            seats=MappingProxyType({"1": ann or seat("Ann"), "2": bob or seat("Bob", clues=0)}),
            items=ITEMS,
            spaces=SPACES,
            monsters=MappingProxyType({one.name: one for one in monsters}),
            players=2,
            story=story,
        ),
        **changes,
    )


def tiles(*monsters: Monster, ann=None, bob=None, **changes) -> State:
    """The same on a community map of two tiles, without spaces."""
    laid = {name: Component(name, "tile", title=name.removeprefix("Tile"), part=TilePart()) for name in TILES}
    story = Story(Scenario("A far house", components=MappingProxyType(laid)), active="1", matched=True, board=TILES)
    far = hall(*monsters, ann=ann or seat("Ann", space=""), bob=bob or seat("Bob", clues=0, space=""), story={})
    return replace(far, spaces=MappingProxyType({}), story=story, **changes)


TILES = ("TileFoyer", "TileAttic")


def begun(state: State, random=None) -> Run:
    """Return a run of the whole game from a state."""
    run = Run(GAME, state)
    house(run, random)
    return run


def dice(run: Run, *faces: str) -> None:
    """Answer the open roll."""
    prompt = next(p for p in run.open if p.kind == "roll")
    say(run, prompt, *faces)


def successes(run: Run, number: int) -> None:
    """Answer the open roll with so many successes, as far as it has dice."""
    most = next(p for p in run.open if p.kind == "roll").most
    dice(run, *["success"] * min(number, most), *["blank"] * (most - number))


def say(run: Run, prompt, *values: str) -> None:
    run.answer(Answer(f"s-{prompt.id}", prompt.id, values, prompt.seat))
    house(run)


def card(run: Run):
    """Return the open prompt on the turn card."""
    return next(p for p in run.open if not p.at)


def ids(run: Run) -> set[str]:
    """Return the possible options of that card."""
    return {option.id for option in card(run).options if option.refused is None}


def asked(run: Run, title: str):
    """Return the open prompt with this title."""
    return next(p for p in run.open if title in whole(run.state, p))
