"""The screens of Nemesis: the ship, noise, encounters, and endings."""

from __future__ import annotations

from tests.screens.moment import golden
from tests.screens.screen import Screen
from tests.screens.trays import by

GAME = "nemesis"

SCREENS = (
    Screen(
        "nemesis-ship",
        "The first turn: the ship, most of it unexplored, and the crew.",
        golden(GAME, "noise", "Ann walks|choose an action"),
    ),
    Screen("nemesis-turn", "A turn later on: noise, rooms, an Intruder killed.", golden(GAME, "noise")),
    Screen(
        "nemesis-sources",
        "Real dice, and tokens by the app: each kind of things for itself.",
        golden(GAME, "noise", "the same corridor|roll the noise"),
        happens=by("virtual", kind="token"),
        taps=("menu",),
        top="seat-sources",
    ),
    Screen(
        "nemesis-secret", "A secret choice waits for its owner.", golden(GAME, "noise", "each keeps one|Ann: keep one")
    ),
    Screen(
        "nemesis-seat",
        "Ann's phone: her hand, her objectives.",
        golden(GAME, "noise", "each keeps one|Ben: choose"),
        device="phone",
        seat="1",
    ),
    Screen(
        "nemesis-on-the-wall",
        "The wall: the ship for the whole room.",
        golden(GAME, "fight", "in the event phase it attacks|an event > go"),
        device="wall",
        path="/wall",
        shows="wall",
    ),
)
