"""The screens of Arkham Horror: the flooded archive, from the count of the bag to its resolution."""

from __future__ import annotations

from tests.screens.moment import golden
from tests.screens.screen import Screen
from tests.screens.trays import read, then, told

GAME, EVENING = "arkham", "evening"
FIRST, MISS, MOTHS, ENDS = "Round 1: Ann reads", "Round 2: Ben misses", "Round 2: moths", "Round 1 ends"
SKULL_OR_TABLET = {0: ("tablet", 0.41)}

SCREENS = (
    Screen(
        "arkham-bag-audit",
        "The chaos bag is counted in handfuls; what is still missing stands there.",
        golden(GAME, "bless", "the bag is counted|lay the next"),
    ),
    Screen(
        "arkham-bag-wrong",
        "The count is over, and one token is missing: what is to be done?",
        golden(GAME, "bless", "the bag is counted|1 × bless missing"),
    ),
    Screen(
        "arkham-opening",
        "The first page of an evening is read aloud, and what is to be laid ready.",
        golden(GAME, EVENING, f"{FIRST}|who takes the next turn"),
    ),
    Screen(
        "arkham-turn",
        "Somebody's turn: the actions that are left, the map, the bag.",
        golden(GAME, EVENING, f"{FIRST}|choose an action > Play"),
    ),
    Screen(
        "arkham-refused",
        "What cannot be done in this turn, and why.",
        golden(GAME, EVENING, f"{FIRST}|choose an action > Play"),
        taps=("#[data-testid=not-now] summary",),
        top="not-now",
    ),
    Screen(
        "arkham-commit",
        "Before the draw everybody at the place may commit cards; the odds are there.",
        golden(GAME, EVENING, f"{FIRST}|Ann: commit > Careful"),
    ),
    Screen(
        "arkham-draw",
        "A token is drawn: the difficulty, what counts, and the odds before it.",
        golden(GAME, EVENING, f"{FIRST}|Ann: reveal > -4"),
    ),
    Screen(
        "arkham-draw-by-hand",
        "The same draw, told by hand.",
        golden(GAME, EVENING, f"{FIRST}|Ann: reveal > -4"),
        taps=("by-hand",),
    ),
    Screen(
        "arkham-verdict",
        "The token lies there: the sum, and that the test is passed.",
        golden(GAME, EVENING, f"{FIRST}|Ann: reveal > -4"),
        happens=read("token", "m4"),
        shows="verdict",
    ),
    Screen(
        "arkham-failed",
        "The tentacles: a test that is failed by itself.",
        golden(GAME, EVENING, f"{MISS}|Ben: reveal > auto"),
        happens=read("token", "auto_fail"),
        shows="verdict",
    ),
    Screen(
        "arkham-doubt",
        "The camera is not sure which token it is: one tap settles it.",
        golden(GAME, EVENING, f"{FIRST}|Ann: reveal > -4"),
        happens=read("token", "skull", SKULL_OR_TABLET),
    ),
    Screen(
        "arkham-two-readers",
        "The camera and the tag reader tell different tokens: both are shown, with what each changes.",
        golden(GAME, EVENING, f"{FIRST}|Ann: reveal > -4"),
        happens=then(read("token", "m1"), told("token", "skull")),
    ),
    Screen(
        "arkham-evade",
        "An enemy is evaded: a test of agility, with what came of it at once.",
        golden(GAME, EVENING, "Round 3: the eel|Ben: reveal > -2"),
        happens=read("token", "m2"),
        shows="verdict",
    ),
    Screen("arkham-mythos", "The mythos phase: doom on the agenda.", golden(GAME, EVENING, f"{MOTHS}|1 doom")),
    Screen(
        "arkham-encounter",
        "A card of the encounter deck is drawn: which one was it?",
        golden(GAME, EVENING, f"{MOTHS}|Ann: draw the top"),
    ),
    Screen("arkham-enemy", "The enemy phase: who attacks whom.", golden(GAME, EVENING, f"{ENDS}|an enemy attacks")),
    Screen(
        "arkham-map",
        "Late in the evening: six places, enemies, clues, what everybody carries.",
        golden(GAME, EVENING, "Round 6: hot tea|choose an action > Move"),
    ),
    Screen("arkham-upkeep", "The upkeep phase, step by step.", golden(GAME, EVENING, f"{ENDS}|upkeep")),
    Screen(
        "arkham-story",
        "The agenda has advanced: what is read aloud stands before what is drawn.",
        golden(GAME, EVENING, "Round 4: the agenda turns|Ann: draw the top"),
    ),
    Screen(
        "arkham-written",
        "A table of its own: what is laid out is written.",
        golden(GAME, "own_table", "nothing lies there yet|what is the location called > The hall"),
    ),
    Screen("arkham-resolution", "How it ends, and what is written down.", golden(GAME, EVENING)),
    Screen(
        "arkham-seat",
        "Ann's phone in her turn.",
        golden(GAME, EVENING, "Round 3: Ann asks|choose an action > Activate"),
        device="phone",
        seat="1",
    ),
    Screen(
        "arkham-seat-draw",
        "Ann's phone at a draw.",
        golden(GAME, EVENING, f"{FIRST}|Ann: reveal > -4"),
        device="phone",
        seat="1",
    ),
    Screen(
        "arkham-seat-verdict",
        "Ann's phone after the draw.",
        golden(GAME, EVENING, f"{FIRST}|Ann: reveal > -4"),
        device="phone",
        seat="1",
        happens=read("token", "m4"),
        shows="verdict",
    ),
    Screen(
        "arkham-on-the-wall-story",
        "The wall when the agenda has advanced.",
        golden(GAME, EVENING, "Round 4: the agenda turns|Ann: draw the top"),
        device="wall",
        path="/wall",
        shows="wall",
    ),
    Screen(
        "arkham-on-the-wall-map",
        "The wall in a turn: the places, and who stands where.",
        golden(GAME, EVENING, "Round 6: hot tea|choose an action > Move"),
        device="wall",
        path="/wall",
        shows="wall",
    ),
    Screen(
        "arkham-on-the-wall-verdict",
        "The wall after a draw.",
        golden(GAME, EVENING, f"{FIRST}|Ann: reveal > -4"),
        device="wall",
        path="/wall",
        happens=read("token", "m4"),
        shows="wall",
    ),
)
