"""One session in two languages. Text is rendered when it is sent."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest

from companion.engine import Run, with_addressee
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.facts import HandCounted, NoteWritten, TestCalled
from companion.games.draw_your_weapon.rules.actions.attacks import simple_strike
from companion.games.draw_your_weapon.state import Hand
from companion.i18n.languages import Languages
from companion.schema import DEALER, to_json
from companion.sessions import addressee
from tests.games.course import alone, play, tap
from tests.games.draw_your_weapon.table import ANN, BEN, GATEKEEPER, PLAIN, a_contest, a_skill_test, state


@cache
def german():
    return Languages().say("de", "draw_your_weapon")


def asked(run, seat, say):
    """Return the prompt of a seat with its addressee."""
    prompt = next(p for p in run.open if p.seat == seat)
    return say(with_addressee(prompt.title, addressee(GAME, PLAIN, run.state, prompt)))


def test_each_seat_reads_its_prompt_in_its_language():
    run = a_contest((ANN, BEN, GATEKEEPER))
    assert asked(run, ANN, str) == "Ann: play a card, Clubs add Might +2"
    assert asked(run, BEN, german()) == "Ben: Spiele eine Karte, bei Kreuz zählt Kraft +1 dazu"
    assert asked(run, DEALER, str) == "The gatekeeper: play a card, Clubs add Might +3"
    assert asked(run, DEALER, german()) == "Der Torwächter: Spiele eine Karte, bei Kreuz zählt Kraft +3 dazu"
    assert asked(a_skill_test(), DEALER, german()) == "Geber: Lege das nötige Ergebnis fest"


def test_german_name_takes_the_case_of_its_sentence():
    run = play(alone(GAME, state(), lambda g: simple_strike(g, ANN)), GATEKEEPER)
    assert asked(run, DEALER, german()) == "Geber: Ann schlägt nach dem Torwächter. Kommt der Schlag an?"


@pytest.mark.parametrize(
    ("fact", "line"),
    [
        (NoteWritten("It is getting late."), "Es wird spät."),
        (NoteWritten("The inn burns."), "The inn burns."),  # typed
        (HandCounted(DEALER, 3), "Von Hand: der Geber hat 3 Karten."),
        (
            TestCalled("skill_test", "swimming", "C", (ANN,), surprise=False),
            "Fertigkeitsprobe von Ann: swimming, Kreuz.",
        ),
    ],
)
def test_log_line_in_german_keeps_typed_words(fact, line):
    assert german()(GAME.tell(replace(state(), held=Hand(3)), fact, ANN)) == line


@pytest.mark.parametrize(
    ("taps", "words"),
    [
        (("correct", "condition", ANN), ["Gebrochen", "Am Boden", "Festgehalten"]),
        (("story", "note"), ["Es schlägt die volle Stunde.", "Es wird spät."]),
    ],
)
def test_the_dealer_is_offered_words_in_german(taps, words):
    run = Run(GAME, state())
    tap(run, *taps[:2])
    play(run, *taps[2:])
    assert [german()(option.text) for option in run.open[0].options][: len(words)] == words


def test_a_view_holds_no_language():
    run = a_contest((ANN, BEN))
    assert to_json(GAME.view(run.state, ANN)[0])["title"]["items"][0] == {"msgid": "Contest"}
    page = json.dumps([to_json(block, german()) for block in GAME.view(run.state, ANN)], ensure_ascii=False)
    assert "Wettstreit · Ann gegen Ben" in page
    assert "msgid" not in page
