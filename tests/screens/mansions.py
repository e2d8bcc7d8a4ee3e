"""The screens of Mansions: an evening with the bees and one in the sand, as chance plays them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.mansions.content import scenario_sheets
from tests.screens.moment import SEEDS, AnyTable, Begun, asks, by_chance
from tests.screens.screen import Screen
from tests.screens.trays import by, read

BEES: dict[str, Any] = {"scenario": "tell_the_bees", "investigators": {"1": "joseph_adeyemi"}}
SAND: dict[str, Any] = {"scenario": "six_hours_of_sand", "investigators": {"1": "joseph_adeyemi"}}
LATE = 3  # the first round with a full map
FOUR_DICE = "roll 4 dice, observation, 1 success"
DOUBT = {2: ("success", 0.42)}

TURN = "actions left"


def bees(*holds: Callable[[AnyTable], bool]) -> Begun:
    return by_chance(lambda table: all(one(table) for one in holds), **BEES)


def sand(*holds: Callable[[AnyTable], bool], seeds: range = SEEDS, **choices: Any) -> Begun:
    """`seeds`: the evenings in which it is looked for, where it comes in few of them."""
    return by_chance(lambda table: all(one(table) for one in holds), seeds=seeds, **{**SAND, **choices})


def with_a_picture() -> dict[str, Any]:
    """The sand scenario with its timbers as a picture puzzle, which only community scenarios have."""
    record = scenario_sheets.shipped()["six_hours_of_sand"]
    timbers = {**record["puzzle"]["timbers"], "title": "", "text": "", "shape": "image", "other_level": 3}
    return {**record, "puzzle": {**record["puzzle"], "timbers": timbers}}


def is_late(table: AnyTable) -> bool:
    return bool(table.run.state.story.round >= LATE)


def is_over(table: AnyTable) -> bool:
    return bool(table.run.over)


def tries(puzzle: str) -> Callable[[AnyTable], bool]:
    """Return whether this puzzle is open."""
    return lambda table: table.run.state.story.open_puzzle == puzzle and asks("", at="puzzle")(table)


SCREENS = (
    Screen("mansions-story", "The first page of a story, to be read aloud.", bees(asks("read, then go on"))),
    Screen("mansions-map", "The house between two turns: whose turn is it?", bees(asks("whose turn is it"), is_late)),
    Screen("mansions-turn", "Somebody's turn, with the tokens that can be gone to.", bees(asks(TURN), is_late)),
    Screen("mansions-roll", "A test: as many slots as dice, the odds, the tray.", bees(asks(FOUR_DICE))),
    Screen("mansions-roll-by-hand", "The same test, told by hand.", bees(asks(FOUR_DICE)), happens=by("hand", "2")),
    Screen(
        "mansions-passed",
        "The dice lie there: passed.",
        bees(asks(FOUR_DICE)),
        happens=read("mom_d8", "4_1"),
        shows="thrown",
    ),
    Screen(
        "mansions-doubt",
        "One die of four is not sure: one tap settles it.",
        bees(asks(FOUR_DICE)),
        happens=read("mom_d8", "4_1", DOUBT),
    ),
    Screen(
        "mansions-too-few",
        "Four dice are asked for, three lie there.",
        bees(asks(FOUR_DICE)),
        happens=read("mom_d8", "3_0"),
    ),
    Screen("mansions-clues", "Clues turn investigations into successes.", bees(asks("into successes", "count"))),
    Screen("mansions-puzzle-code", "A puzzle: symbols in their order.", bees(tries("wheels"))),
    Screen("mansions-puzzle-slide", "A puzzle: pieces that slide.", sand(tries("timbers"), seeds=range(9, 10))),
    Screen(
        "mansions-puzzle-picture",
        "A puzzle: a picture in pieces.",
        sand(tries("timbers"), seeds=range(9, 10), scenario=with_a_picture()),
    ),
    Screen(
        "mansions-puzzle-tower",
        "A puzzle: weights on three pins.",
        sand(tries("weights_puzzle"), seeds=range(48, 49)),
    ),
    Screen("mansions-end", "How the evening ended.", bees(is_over)),
    Screen(
        "mansions-seat",
        "Ann's phone in her turn.",
        bees(asks("Ann: 2 actions left"), is_late),
        device="phone",
        seat="1",
    ),
    Screen(
        "mansions-on-the-wall-story",
        "The wall while a story is read.",
        bees(asks("read, then go on")),
        device="wall",
        path="/wall",
        shows="wall",
    ),
    Screen(
        "mansions-on-the-wall-map",
        "The wall between two turns.",
        bees(asks("whose turn is it"), is_late),
        device="wall",
        path="/wall",
        shows="wall",
    ),
    Screen(
        "mansions-on-the-wall-verdict",
        "The wall after a throw.",
        bees(asks(FOUR_DICE)),
        happens=read("mom_d8", "4_1"),
        device="wall",
        path="/wall",
        shows="wall",
    ),
    Screen(
        "tray",
        "What the camera sees, and what would let it see better.",
        bees(asks(FOUR_DICE)),
        path="/tray",
        happens=read("mom_d8", "4_1", DOUBT),
        shows="expected",
    ),
    Screen(
        "ring",
        "Somebody said what a die shows: the next thing waits a moment.",
        bees(asks(FOUR_DICE)),
        happens=read("mom_d8", "4_1", DOUBT),
        taps=("guess",),
        shows="ring",
        settings={"wait": 60},
    ),
)
