"""Small tables for tests: Ann and Bob in a row of three spaces, on two tiles, or in a scenario of a few components."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import MappingProxyType

from companion.engine import Run, with_addressee
from companion.games.mansions import GAME
from companion.games.mansions.content import Button, Component, Item, MonsterKind, Operation, Room, Scenario, TilePart
from companion.games.mansions.content import TokenPart as Part
from companion.games.mansions.content.scenario import Activation
from companion.games.mansions.facts import TestResolved as Resolved
from companion.games.mansions.rules.skill_test import skill_test
from companion.games.mansions.setup import queue_opening
from companion.games.mansions.state import Investigator, Monster, Space, State, Story, Task, Tokens
from companion.schema import HOUSE, Answer, Prompt
from companion.sessions import addressee, roll_virtually
from tests.games.course import alone, give

SKILLS = MappingProxyType({"strength": 4, "agility": 3, "observation": 3, "lore": 3, "influence": 2, "will": 3})
S, I, B = "success", "investigation", "blank"  # noqa: E741  the three faces of the die
START = "EventStart"
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
        "Compass": Item("Compass", rerolls=2, skills=("observation",)),
        "Lantern": Item("Lantern", light_source=True),
        "Wither": Item("Wither", spell=True),
        "Map": Item("Map"),
    }
)
TILES = ("TileFoyer", "TileAttic")
RAT = Monster(
    "Rat", "A1", brawn=2, awareness=3, horror_rating=2, health=4, kind="MonsterRat", spawn="SpawnRat", traits=("beast",)
)
OWN_RAT = replace(RAT, kind="CustomMonsterRat")
"""The rat of a scenario that has its own data of it, see `own_rat`."""


def seat(name: str, **changes) -> Investigator:
    return replace(Investigator(name, SKILLS, "A1", health=7, sanity=7, clues=2), **changes)


def situation(ann=None, bob=None, **changes) -> State:
    """Ann and Bob in the first of three spaces, without a scenario."""
    seats = {"1": ann or seat("Ann"), "2": bob or seat("Bob", clues=0)}
    return replace(State(seats=MappingProxyType(seats), items=ITEMS, spaces=SPACES, players=2), **changes)


def hall(*monsters: Monster, ann=None, bob=None, **changes) -> State:
    """The same in a scenario with spaces, during Ann's turn."""
    scenario = Scenario("A manor", **{"rooms": ROOMS, **changes.pop("scenario", {})})
    story = Story(scenario, **{"active": "1", "matched": True, **changes.pop("story", {})})
    there = MappingProxyType({monster.name: monster for monster in monsters})
    return replace(situation(ann, bob, monsters=there, story=story), **changes)


def tiles(*monsters: Monster, ann=None, bob=None, **changes) -> State:
    """The same on a community map of two tiles, without spaces."""
    laid = {name: Component(name, "tile", title=name.removeprefix("Tile"), part=TilePart()) for name in TILES}
    scenario = Scenario("A far house", components=MappingProxyType(laid))
    story = Story(scenario, **{"active": "1", "matched": True, "board": TILES, **changes.pop("story", {})})
    far = hall(*monsters, ann=ann or seat("Ann", space=""), bob=bob or seat("Bob", clues=0, space=""))
    return replace(far, spaces=MappingProxyType({}), story=story, **changes)


def own_rat(*events: Component, texts: Activation | None = None, **kind) -> dict:
    """Return the fields of a scenario with its own data of the rat, for `hall`. `texts`: of its activation."""
    named = {f"Activation{texts.name}": texts} if texts else {}
    return {
        "monsters": MappingProxyType({OWN_RAT.kind: MonsterKind(OWN_RAT.kind, **kind)}),
        "components": MappingProxyType({one.name: one for one in events}),
        "activations": MappingProxyType(named),
    }


def crowded(build):
    """A game that begins with four monsters, on a map with spaces (`hall`) or with tiles (`tiles`)."""
    spaces = ("TileFoyer", "", "TileAttic") if build is tiles else tuple(ROOMS)
    four = [
        replace(RAT, name=f"Foe {n}", space=spaces[n % 3], traits=(trait,), health=5 + n, awareness=2 + n % 3)
        for n, trait in enumerate(("humanoid", "beast", "spirit", "other"))
    ]
    tough = {"health": 12, "sanity": 12, "possessions": ("Knife", "Lantern")}
    state = build(*four)
    seats = {"1": replace(state.seats["1"], **tough), "2": replace(seat("Bob"), space=state.seats["2"].space, **tough)}
    state = replace(state, seats=MappingProxyType(seats))
    return replace(GAME, setup=lambda _: state, sample=replace(GAME.sample, seats=("1", "2")))


def dark(*spaces: str, **tokens) -> Tokens:
    return Tokens(darkness=spaces, **tokens)


# --- one test ---------------------------------------------------------------------------------------------------------


def observation(needed: int | None = 2, **changes) -> Task:
    return replace(Task("1", "observation", "A test", needed), **changes)


def announce(task: Task | None = None, state: State | None = None) -> Run:
    """Return a run of one test by Ann, before the roll."""
    return alone(GAME, state or situation(), lambda g: skill_test(g, task or observation()))


def rolled(*faces: str, task: Task | None = None, state: State | None = None) -> Run:
    """Return the same run after a roll."""
    run = announce(task, state)
    give(run, *faces)
    return run


def verdict(run: Run):
    return next(fact.verdict for fact in run.facts if isinstance(fact, Resolved))


# --- a scenario -------------------------------------------------------------------------------------------------------


def event(name: str, *buttons: Button | str, **changes) -> Component:
    """An event with these buttons. A string is a button without successors."""
    pressed = tuple(one if isinstance(one, Button) else Button(one) for one in buttons)
    return Component(name, "event", changes.pop("text", f"{name} is read."), buttons=pressed, **changes)


def token(name: str, *buttons: Button | str, type: str = "TokenSearch", **changes) -> Component:
    return replace(event(name, *buttons, **changes), kind="token", part=Part(type))


def sets(name: str, value: str, op: str = "=") -> Operation:
    return Operation(name, op, value)


def table(*components: Component, random=None, counted: bool = False, state: State | None = None, **changes) -> Run:
    """Build a run of these components, with EventStart triggers queued. Draws follow `random`."""
    scenario = Scenario("A test", components=MappingProxyType({one.name: one for one in components}), **changes)
    base = state or State(seats=MappingProxyType({"1": seat("Ann", space=""), "2": seat("Bob", space="")}), players=2)
    return start(queue_opening(replace(base, story=Story(scenario, counted_actions=counted))), random)


def start(state: State, random=None) -> Run:
    """Return a run of the whole game from a state."""
    run = Run(GAME, state)
    house(run, random)
    return run


def house(run: Run, random=None) -> None:
    """Answer the draws of the page."""
    while any(prompt.seat == HOUSE for prompt in run.open):
        prompt = next(prompt for prompt in run.open if prompt.seat == HOUSE)
        run.answer(Answer(f"h-{prompt.id}", prompt.id, roll_virtually(prompt, random or Random(1)), HOUSE))


def say(run: Run, prompt: Prompt, *values: str) -> None:
    run.answer(Answer(f"s-{prompt.id}", prompt.id, values, prompt.seat))
    house(run)


def tap(run: Run, *words: str, random=None) -> tuple:
    """Tap options by text or id. Return the facts of the last tap."""
    facts = ()
    for word in words:
        before = len(run.facts)
        prompt, option = next(
            (p, o) for p in run.open for o in p.options if word in (str(o.text), o.id) and o.refused is None
        )
        run.answer(Answer(f"t-{prompt.id}", prompt.id, (option.id,), prompt.seat))
        house(run, random)
        facts = run.facts[before:]
    return facts


def dice(run: Run, *faces: str) -> None:
    """Answer the open roll."""
    say(run, next(p for p in run.open if p.kind == "roll"), *faces)


def successes(run: Run, number: int) -> None:
    """Answer the open roll with so many successes, as far as it has dice."""
    most = next(p for p in run.open if p.kind == "roll").most
    dice(run, *[S] * min(number, most), *[B] * (most - number))


def options(run: Run) -> dict[str, str]:
    """Return text -> id of all possible options."""
    return {
        str(option.text) or option.id: option.id for p in run.open for option in p.options if option.refused is None
    }


def card(run: Run) -> Prompt:
    """Return the open prompt on the turn card."""
    return next(p for p in run.open if not p.at)


def ids(run: Run) -> set[str]:
    """Return the possible options of that card."""
    return {option.id for option in card(run).options if option.refused is None}


def prompt_of(run: Run, title: str) -> Prompt:
    """Return the open prompt with this title."""
    return next(p for p in run.open if title in whole(run.state, p))


def request(run: Run, place: int = 0) -> str:
    """Return the title of an open prompt, with its addressee."""
    return whole(run.state, run.open[place])


def whole(state: State, prompt: Prompt) -> str:
    return str(with_addressee(prompt.title, addressee(GAME, GAME.sample, state, prompt)))


def says(run: Run) -> str:
    """Return the event on the screen."""
    return run.state.story.shown.event if run.state.story.shown else ""
