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
        "arkham-draw",
        "A token is drawn: the difficulty, what counts, and the odds before it.",
        golden(GAME, EVENING, f"{FIRST}|Ann: reveal > -4"),
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
        "arkham-map",
        "Late in the evening: six places, enemies, clues, what everybody carries.",
        golden(GAME, EVENING, "Round 6: hot tea|choose an action > Move"),
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
        "arkham-on-the-wall-map",
        "The wall in a turn: the places, and who stands where.",
        golden(GAME, EVENING, "Round 6: hot tea|choose an action > Move"),
        device="wall",
        path="/wall",
        shows="wall",
    ),
)
