"""The question about a reading is the same after a restart, whatever happened before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.engine import Rule, show
from companion.schema import Answer, Reading, SeenObject
from companion.sessions import SessionManager, SqlEventLog, question_of
from companion.sessions.readings import PendingDecisions, ReadingHandler
from companion.sessions.session import HEARD
from tests.fakes import TOY, G, Shown
from tests.new_log import new_log

TRAY = ((0.0, 0.0), (300.0, 0.0), (300.0, 100.0), (0.0, 100.0))
SEATS = ("1", "2", "3", "4")
Again = Callable[[], SessionManager]


def any_card(g: G) -> Rule[None]:
    """Four at once, each in the own zone: they meet at 75, 150 and 225."""
    asked = (show(s, f"{s}: a card", ("AS", "2S", "3S"), of=("card",), zone=f"seat-{s}") for s in SEATS)
    for seat, (card,) in zip(SEATS, (yield from g.ask(*asked)), strict=True):
        g.emit(Shown(seat, card))


@pytest.fixture
def again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Again]:
    """Restart the process."""
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, play=any_card, over=lambda _: ""))
    logs: list[SqlEventLog] = []

    def begin() -> SessionManager:
        logs.append(new_log(tmp_path))
        return SessionManager(logs[-1], Random(7))

    yield begin
    for log in logs:
        log.close()


@pytest.fixture
def hall(again: Again) -> SessionManager:
    hall = again()
    hall.open("toy")
    return hall


def at(value: str | None, x: float, conf: float = 0.97) -> SeenObject:
    return SeenObject("card", value, conf, (("3S", 0.4),) if value is None else (), (x - 15, 30.0, 30.0, 40.0))


def lay(hall: SessionManager, *objects: SeenObject, seq: int = 1) -> None:
    expect = f"t1.{question_of(hall.snapshot('t1').open)}"
    hall.readings.handle(Reading(f"r{seq}", "lamp", "vision/cam0", "e", seq, expect, "tray", objects, tray=TRAY))


def tell(hall: SessionManager, *values: str, id: str = "told") -> None:
    """Settle the doubt for its first seat."""
    doubt = hall.snapshot("t1").doubt
    assert doubt is not None
    hall.decisions.settle("t1", doubt.reading.id, Answer(id, doubt.prompts[0].id, values, doubt.prompts[0].seat))


def owe(hall: SessionManager) -> list[str]:
    return [prompt.seat for prompt in hall.snapshot("t1").open]


def asked(hall: SessionManager) -> tuple[object, ...]:
    """Return the doubt, its seats, and the tray."""
    picture = hall.snapshot("t1")
    assert picture.doubt is not None and picture.rest is not None
    doubt = picture.doubt
    return doubt.reading.id, [p.seat for p in doubt.prompts], doubt.objects, doubt.why, picture.rest.reading


def test_rest_of_two_unread_cards_is_asked_about(hall: SessionManager, again: Again) -> None:
    lay(hall, at(None, 37, 0.5), at(None, 112, 0.3))
    tell(hall, "AS")
    assert asked(hall)[:2] == ("r1+", ["2"])
    assert asked(hall) == asked(again())


def test_a_card_that_was_read_wrong_answers_once(hall: SessionManager, again: Again) -> None:
    """The other card is unread; it was taken for the settled one."""
    lay(hall, at("AS", 75), at(None, 187))
    tell(hall, "3S")
    assert owe(hall) == ["2", "3", "4"]
    assert asked(hall)[1:3] == (["3"], (at(None, 187),))
    assert asked(hall) == asked(again())


def test_two_unsure_cards_beside_a_sure_one_are_asked(hall: SessionManager, again: Again) -> None:
    lay(hall, at("AS", 37), at("2S", 150), at("3S", 225))
    tell(hall, "2S")
    assert asked(hall)[:2] == ("r1+", ["3", "4"])
    assert asked(hall) == asked(again())


def test_cards_that_lay_there_before_are_not_asked_about_again(hall: SessionManager, again: Again) -> None:
    lay(hall, at("AS", 37), at("2S", 112), at("3S", 187), at("2S", 262))
    lay(hall, at("AS", 37), at("3S", 75), at("2S", 150), at(None, 225), seq=2)
    tell(hall, "3S")
    assert asked(hall)[:3] == ("r2+", ["2", "3"], (at("2S", 150),))
    assert asked(hall) == asked(again())


def test_second_card_of_a_face_is_asked_about(hall: SessionManager, again: Again) -> None:
    lay(hall, at("3S", 112), at("3S", 225))
    assert owe(hall) == ["1", "3", "4"]
    assert asked(hall) == asked(again())


def test_doubt_drops_a_seat_that_tapped(hall: SessionManager, again: Again) -> None:
    lay(hall, at(None, 37), at(None, 112))
    hall.answer("t1", Answer("tap", hall.snapshot("t1").open[1].id, ("AS",), "2"))
    assert asked(hall) == asked(again())


def test_doubt_drops_a_seat_without_reader(hall: SessionManager, again: Again) -> None:
    lay(hall, at(None, 37), at(None, 112))
    hall.readings.choose_source("t1", ("2",), "hand", "card")
    assert asked(hall) == asked(again())


def test_face_is_asked_after_the_owner(hall: SessionManager, again: Again) -> None:
    lay(hall, at(None, 75))
    tell(hall)
    assert asked(hall)[1] == ["1"]
    assert asked(hall) == asked(again())


def test_a_doubt_waits_however_much_is_laid_afterwards(hall: SessionManager, again: Again) -> None:
    lay(hall, at("AS", 75))
    for seq in range(2, HEARD + 4):
        die = (SeenObject("die", "3", 0.99, (), (250.0, 0.0, 9.0, 9.0)),)
        hall.readings.handle(Reading(f"d{seq}", "lamp", "bridge/tower", "d", seq, "", "tower", die))
    before, after = hall.snapshot("t1").doubt, again().snapshot("t1").doubt
    assert before is not None and before == after


def test_two_answers_without_an_id_of_their_own_both_count(hall: SessionManager, again: Again) -> None:
    """A settled answer has another id than a sure one."""
    lay(hall, at("AS", 75), at("2S", 150), at(None, 225))
    tell(hall, "AS", id="told r1")
    tell(again_ := again(), "2S", id="told r1+")
    assert owe(again_) == ["3", "4"]


def test_crash_before_leftovers_loses_nothing(
    hall: SessionManager, again: Again, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(hall, at("AS", 74), at("2S", 76))
    with monkeypatch.context() as crash:
        crash.setattr(ReadingHandler, "handle_leftovers", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            tell(hall, "AS")
    for restarted in (again(), again()):
        assert owe(restarted) == ["1", "2", "3", "4"], "nothing of it has happened"
    tell(restarted, "AS", id="told again")
    assert owe(restarted) == ["3", "4"]


def test_crash_before_a_doubt_ended_asks_no_seat(
    hall: SessionManager, again: Again, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The card may be out of the hand of who has answered."""
    lay(hall, at("AS", 75))
    with monkeypatch.context() as crash:
        crash.setattr(PendingDecisions, "drop_closed_prompts", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            hall.answer("t1", Answer("tap", hall.snapshot("t1").open[0].id, ("2S",), "1"))
    for restarted in (again(), again()):
        assert owe(restarted) == ["1", "2", "3", "4"], "nothing of it has happened"
    restarted.answer("t1", Answer("tap", restarted.snapshot("t1").open[0].id, ("2S",), "1"))
    assert restarted.snapshot("t1").doubt is None
    assert [received.settled for received in new_log(tmp_path).inbox.of("t1", HEARD)] == [True]
