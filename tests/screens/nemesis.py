"""The screens of Nemesis: the ship, noise, encounters, and endings."""

from __future__ import annotations

from tests.screens.moment import golden
from tests.screens.screen import Screen
from tests.screens.trays import by, read

GAME = "nemesis"

SCREENS = (
    Screen(
        "nemesis-ship",
        "The first turn: the ship, most of it unexplored, and the crew.",
        golden(GAME, "noise", "Ann walks|choose an action"),
    ),
    Screen("nemesis-turn", "A turn later on: noise, rooms, an Intruder killed.", golden(GAME, "noise")),
    Screen(
        "nemesis-refused",
        "What cannot be done now, and why.",
        golden(GAME, "noise"),
        taps=("#[data-testid=not-now] summary",),
        top="not-now",
    ),
    Screen(
        "nemesis-pay",
        "An action is paid with cards of the hand.",
        golden(GAME, "noise", "Ann walks|discard 1 Action card for Movement > Hush"),
    ),
    Screen(
        "nemesis-noise",
        "A noise roll: what each result would mean.",
        golden(GAME, "noise", "the same corridor|roll the noise"),
    ),
    Screen(
        "nemesis-noise-by-hand",
        "The same roll, told by hand.",
        golden(GAME, "noise", "the same corridor|roll the noise"),
        happens=by("hand"),
    ),
    Screen(
        "nemesis-sources",
        "Real dice, and tokens by the app: each kind of things for itself.",
        golden(GAME, "noise", "the same corridor|roll the noise"),
        happens=by("virtual", kind="token"),
        taps=("menu",),
        top="seat-sources",
    ),
    Screen(
        "nemesis-encounter",
        "Something comes: a token is drawn from the bag.",
        golden(GAME, "noise", "an adult, and Ann|draw an Intruder token > adult-4"),
    ),
    Screen(
        "nemesis-encounter-virtual",
        "The app draws the token: nothing is laid into the tray.",
        golden(GAME, "noise", "an adult, and Ann|draw an Intruder token > adult-4"),
        happens=by("virtual", kind="token"),
    ),
    Screen("nemesis-shot", "A shot: what the die may show.", golden(GAME, "noise", "Ann shoots|roll > hit2")),
    Screen(
        "nemesis-hit",
        "The die lies there, and the Intruder is dead.",
        golden(GAME, "noise", "Ann shoots|roll > hit2"),
        happens=read("nemesis_combat", "hit2"),
    ),
    Screen(
        "nemesis-event-phase",
        "The event phase, step by step.",
        golden(GAME, "event", "time, attack, fire|the creeper attacks"),
    ),
    Screen("nemesis-event", "An event is read.", golden(GAME, "event", "time, attack, fire|read the event")),
    Screen("nemesis-bag", "The bag develops.", golden(GAME, "event", "the bag develops|the bag develops")),
    Screen("nemesis-end", "How it ended, and who has won.", golden(GAME, "pod")),
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
        "nemesis-seat-keep",
        "Ann's phone: which objective does she keep?",
        golden(GAME, "noise", "each keeps one|Ann: keep one"),
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
    Screen(
        "nemesis-on-the-wall-verdict",
        "The wall after a shot.",
        golden(GAME, "noise", "Ann shoots|roll > hit2"),
        happens=read("nemesis_combat", "hit2"),
        device="wall",
        path="/wall",
        shows="wall",
    ),
)
