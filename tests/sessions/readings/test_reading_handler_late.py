"""Late and refused readings, before and after a restart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.engine import Rule, show
from companion.presentation import may_see
from companion.presentation.snapshot import doubt_view
from companion.schema import Reading, SeenObject
from companion.sessions import SessionManager
from tests.fakes import TOY, G, Scored, Shown
from tests.new_log import new_log
from tests.sessions.hands import asked, tap

COINS = ("heads", "heads", "tails")
UNLUCKY = ("tails", "tails", "heads")
Begin = Callable[[], SessionManager]


@pytest.fixture
def begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Begin:
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    SessionManager(new_log(tmp_path), Random(7)).open("toy")
    return lambda: SessionManager(new_log(tmp_path), Random(7))


def laid(hall: SessionManager, seq: int, kind: str, *faces: str, expect: str = "") -> None:
    seen = tuple(SeenObject(kind, face, 0.99, (), (30.0 * k, 0.0, 20.0, 20.0)) for k, face in enumerate(faces))
    hall.readings.handle(Reading(f"r{seq}", "lamp", "vision/cam0", "e1", seq, expect or asked(hall), "tray", seen))


def test_card_of_an_undone_contest_is_hidden(begin: Begin) -> None:
    """It came after the undo, and was visible on all trays."""
    hall = begin()
    tap(hall, "cards")
    contest = asked(hall)
    hall.history.undo("t1", 1)
    laid(hall, 1, "card", "AS", expect=contest)
    picture = hall.snapshot("t1")
    assert picture.rest is not None
    assert not any(may_see(picture, picture.rest.reading, seat, frozenset(seat)) for seat in ("1", "2"))


def test_card_without_question_is_hidden_after_the_contest(begin: Begin) -> None:
    """Its reader had not received a question yet. After a restart it was visible to all seats."""
    hall = begin()
    tap(hall, "cards")
    hall.readings.handle(Reading("r1", "lamp", "vision/cam0", "e1", 1, "", "tray", (SeenObject("card", "KS", 0.99),)))
    tap(hall, "AS")
    tap(hall, "2S")
    for picture in (hall.snapshot("t1"), begin().snapshot("t1")):
        assert not any(prompt.of for prompt in picture.open), "the contest is over"
        assert picture.rest is not None and not picture.rest.taken
        assert not any(may_see(picture, picture.rest.reading, seat, frozenset(seat)) for seat in ("1", "2"))


def over_after_the_cards(g: G) -> Rule[None]:
    yield from hands(g)
    g.emit(Scored(100))


def test_card_without_question_is_hidden_after_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No question is open then; a reading without question does not belong to that."""
    toy = replace(TOY, play=over_after_the_cards, over=lambda state: "It is over." if state.points >= 100 else "")
    monkeypatch.setattr(games, "find", lambda _name: toy)
    hall = SessionManager(new_log(tmp_path), Random(7))
    hall.open("toy")
    hall.readings.handle(Reading("r1", "lamp", "vision/cam0", "e1", 1, "", "tray", (SeenObject("card", "KS", 0.99),)))
    tap(hall, "1S")
    tap(hall, "2S")
    for picture in (hall.snapshot("t1"), SessionManager(new_log(tmp_path), Random(7)).snapshot("t1")):
        assert picture.over and not picture.open
        assert picture.rest is not None
        assert not any(may_see(picture, picture.rest.reading, seat, frozenset(seat)) for seat in ("1", "2"))


def test_game_without_cards_hides_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, kinds=("coin",)))
    hall = SessionManager(new_log(tmp_path), Random(7))
    hall.open("toy")
    hall.readings.handle(Reading("r1", "lamp", "vision/cam0", "e1", 1, "", "tray", (SeenObject("unknown", None, 0.5),)))
    picture = hall.snapshot("t1")
    assert picture.rest is not None and may_see(picture, picture.rest.reading, "1", frozenset("1"))


def test_coins_that_come_late_are_shown(begin: Begin) -> None:
    hall = begin()
    tap(hall, "coins")
    roll = asked(hall)
    hall.history.undo("t1", 1)
    laid(hall, 1, "coin", *COINS, expect=roll)
    picture = hall.snapshot("t1")
    assert picture.rest is not None and may_see(picture, picture.rest.reading, "1", frozenset("1"))


def test_refused_reading_is_asked_about_after_a_restart(begin: Begin) -> None:
    hall = begin()
    tap(hall, "coins")
    laid(hall, 1, "coin", *UNLUCKY)
    before, after = hall.snapshot("t1"), begin().snapshot("t1")
    assert before.doubt is not None and after.doubt is not None
    assert after.doubt.why == before.doubt.why == "These three together are refused by the rule itself."
    assert before.rest == after.rest and before.rest is not None and not before.rest.taken


def test_doubt_about_owner_ends_with_an_answer(begin: Begin) -> None:
    """The other seat would see a card that may be from another hand."""
    hall = begin()
    tap(hall, "cards")
    laid(hall, 1, "card", "AS")
    doubt = hall.snapshot("t1").doubt
    assert doubt is not None and [prompt.seat for prompt in doubt.prompts] == ["1", "2"]
    tap(hall, "2S")
    assert hall.snapshot("t1").doubt is None and begin().snapshot("t1").doubt is None


def hands(g: G) -> Rule[None]:
    """A contest of two hands that share no card."""
    given = yield from g.ask(*(show(s, f"Seat {s}: a card", (f"{s}S", f"{s}H"), of=("card",)) for s in ("1", "2")))
    for seat, (card,) in zip(("1", "2"), given, strict=True):
        g.emit(Shown(seat, card))


def test_card_of_an_answered_seat_is_hidden_from_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was tapped, and then laid on the tray: the other seat saw its name."""
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, play=hands))
    hall = SessionManager(new_log(tmp_path), Random(7))
    hall.open("toy")
    tap(hall, "1S")
    laid(hall, 1, "card", "1S")
    picture = hall.snapshot("t1")
    assert picture.doubt is not None and "1S" in str(picture.doubt.why)
    shown = doubt_view(picture, "2", frozenset("12"))
    assert shown is not None and "1S" not in repr(shown)
    assert picture.rest is not None and not may_see(picture, picture.rest.reading, "2", frozenset("2"))
