"""Filled slots of a throw: value, origin, alternatives, and the pause before the next prompt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.i18n import _
from companion.presentation.responses import AnswerPause, LastThrow
from companion.presentation.tray import answer_pause, last_throw
from companion.schema import TABLE, Answer, SeenObject
from companion.sessions import AnswerGiven, LateSequence, SessionManager, SqlEventLog
from tests.sessions.conftest import database
from tests.sessions.hands import COINS, tap, threw
from tests.sessions.test_manager import opened, store

__all__ = ["database", "store"]  # fixtures
DOUBTFUL = SeenObject("coin", "tails", 0.5, (("heads", 0.45),))


@pytest.fixture
def hall(store: Callable[[], SqlEventLog]) -> SessionManager:
    hall = opened(store)
    tap(hall, "coins")
    return hall


def shown(hall: SessionManager, mine: frozenset[str] = frozenset({"1", "2", TABLE})) -> LastThrow:
    found = last_throw(hall.snapshot("t1"), TABLE, mine)
    assert found is not None
    return found


def settle(hall: SessionManager, *values: str) -> None:
    picture = hall.snapshot("t1")
    assert picture.doubt is not None
    hall.decisions.settle(
        "t1", picture.doubt.reading.id, Answer("s1", picture.open[0].id, values, picture.open[0].seat)
    )


def test_certain_throw_fills_slots_in_tray_order(hall: SessionManager) -> None:
    hall.readings.handle(threw(hall, 1, *COINS))
    found = shown(hall)
    assert [(slot.value, slot.conf, slot.said) for slot in found.slots] == [
        ("heads", 0.99, False),
        ("heads", 0.99, False),
        ("tails", 0.99, False),
    ]
    assert (found.source, found.later, found.faces) == ("camera", 0, ("heads", "tails"))
    assert answer_pause(hall.snapshot("t1"), TABLE) is None


def test_manual_answer_is_marked_and_pauses_the_next_prompt(hall: SessionManager) -> None:
    hall.readings.handle(threw(hall, 1, *COINS[:2], DOUBTFUL))
    settle(hall, "heads", "heads", "heads")
    slot = shown(hall).slots[2]
    assert (slot.value, slot.said, slot.likely) == ("heads", True, (("tails", 0.5),))
    assert answer_pause(hall.snapshot("t1"), TABLE) == AnswerPause(
        shown(hall).seq, _("Somebody said what it shows: is it right?")
    )


def test_a_wrong_face_that_was_mended_waits_again(hall: SessionManager) -> None:
    hall.readings.handle(threw(hall, 1, *COINS))
    first = shown(hall).seq
    hall.history.amend("t1", first, ("tails", "heads", "tails"))
    later = answer_pause(hall.snapshot("t1"), TABLE)
    assert later is not None
    assert later.seq > first  # a page that has waited for the first waits for this one


def test_other_device_can_view_but_not_correct_a_throw(hall: SessionManager) -> None:
    hall.readings.handle(threw(hall, 1, *COINS))
    found = shown(hall, frozenset({"9"}))
    assert (found.mine, found.faces) == (False, ())


@pytest.mark.slow
def test_a_secret_throw_is_its_seats_alone(hall: SessionManager) -> None:
    hall.readings.handle(threw(hall, 1, *COINS))
    picture = hall.snapshot("t1")
    moments = LateSequence(
        replace(m, entry=replace(m.entry, what=replace(m.entry.what, prompt=replace(m.entry.what.prompt, secret=True))))
        if isinstance(m.entry.what, AnswerGiven) and m.entry.what.prompt.of
        else m
        for m in picture.moments
    )
    hidden = replace(picture, moments=moments)
    seat = shown(hall).seat
    assert last_throw(hidden, TABLE, frozenset({TABLE, seat})) is None
    assert last_throw(hidden, seat, frozenset({seat})) is not None


def test_elimination_pauses_the_next_prompt(hall: SessionManager) -> None:
    hall.readings.handle(threw(hall, 1, *COINS))
    picture = hall.snapshot("t1")
    out = replace(picture.game, lost=lambda state: frozenset({"1"}) if state == picture.state else frozenset())
    assert answer_pause(replace(picture, game=out), TABLE) is not None
    always = replace(picture.game, lost=lambda _state: frozenset({"1"}))
    assert answer_pause(replace(picture, game=always), TABLE) is None
