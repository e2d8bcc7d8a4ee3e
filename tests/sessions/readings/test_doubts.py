"""Doubts about readings of several seats: whose it is, what it shows, and the same question after a restart."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.engine import Rule, show
from companion.presentation import may_see
from companion.presentation.snapshot import doubt_view
from companion.schema import Answer, Faces, Reading, Refused, SeenObject
from companion.sessions import SessionManager, TableSnapshot, givens
from companion.sessions.readings import PendingDecisions, ReadingHandler
from companion.sessions.session import HEARD
from tests.fakes import TOY, G, Scored, Shown
from tests.sessions.conftest import Again
from tests.sessions.hands import asked, tap

TRAY = ((0.0, 0.0), (300.0, 0.0), (300.0, 100.0), (0.0, 100.0))
CARDS = ("AS", "2S", "3S")
COINS = ("heads", "heads", "tails")


def contest(g: G, seats: Faces = ("1", "2"), together: tuple[str, ...] = ()) -> Rule[None]:
    """Each seat shows a card in its zone. The rule refuses the cards `together`, else the same card twice."""
    given = yield from g.ask(*(show(s, f"{s}: a card", CARDS, of=("card",), zone=f"seat-{s}") for s in seats))
    laid = tuple(card for (card,) in given)
    if len(seats) == 2 and (set(laid) == set(together) if together else laid[0] == laid[1]):
        raise Refused("TWICE", "These two do not go together.")
    for seat, card in zip(seats, laid, strict=True):
        g.emit(Shown(seat, card))


CONTEST = replace(TOY, play=contest, over=lambda s: "Over." * (len(s.cards) > 3))
SEATS = ("1", "2", "3", "4")
FOUR = replace(TOY, play=lambda g: contest(g, SEATS), over=lambda _: "")


@pytest.fixture
def pair(again: Again) -> SessionManager:
    """Zones meet at 150."""
    again.play(CONTEST)
    hall = again()
    hall.open("toy")
    return hall


@pytest.fixture
def four(again: Again) -> SessionManager:
    """Zones meet at 75, 150 and 225."""
    again.play(FOUR)
    hall = again()
    hall.open("toy")
    return hall


def at(value: str | None, x: float, conf: float = 0.97) -> SeenObject:
    return SeenObject("card", value, conf, (("3S", 0.4),) if value is None else (), (x - 15, 30.0, 30.0, 40.0))


def lay(hall: SessionManager, *objects: SeenObject, seq: int = 1) -> None:
    hall.readings.handle(
        Reading(
            f"r{seq}", "lamp", "vision/cam0", "e", seq, asked(hall), "tray", objects, picture=f"{seq}.jpg", tray=TRAY
        )
    )


def cards(hall: SessionManager) -> dict[str, str]:
    return dict(hall.snapshot("t1").state.cards)


def tell(hall: SessionManager, *values: str, id: str = "told") -> None:
    """Settle the doubt for its first seat."""
    doubt = hall.snapshot("t1").doubt
    assert doubt is not None
    hall.decisions.settle("t1", doubt.reading.id, Answer(id, doubt.prompts[0].id, values, doubt.prompts[0].seat))


def owe(hall: SessionManager) -> list[str]:
    return [prompt.seat for prompt in hall.snapshot("t1").open]


def question(hall: SessionManager) -> tuple[object, ...]:
    """Return the doubt, its seats, and the tray."""
    picture = hall.snapshot("t1")
    assert picture.doubt is not None and picture.rest is not None
    doubt = picture.doubt
    return doubt.reading.id, [p.seat for p in doubt.prompts], doubt.objects, doubt.why, picture.rest.reading


def test_the_zones_stay_where_they_are_once_one_has_laid(pair: SessionManager) -> None:
    lay(pair, at("2S", 220))
    assert pair.snapshot("t1").zones.in_sight() == ("1", "2")


def test_after_a_refusal_the_table_goes_on_and_lasts(pair: SessionManager, again: Again) -> None:
    lay(pair, at("AS", 60), at("AS", 220))
    lay(pair, at("AS", 60), at("3S", 220), seq=2)
    assert cards(pair) == cards(again()) == {"1": "AS", "2": "3S"}


def test_unsure_card_beside_a_sure_one_is_asked(pair: SessionManager, again: Again) -> None:
    lay(pair, at("AS", 60), at(None, 220))
    assert owe(pair) == ["2"]
    for one in (pair, again()):
        doubt = one.snapshot("t1").doubt
        assert doubt is not None and [p.seat for p in doubt.prompts] == ["2"] and doubt.reading.id == "r1"
    pair.decisions.settle("t1", "r1", Answer("tap", pair.snapshot("t1").open[0].id, ("2S",), "2"))
    assert cards(pair) == {"1": "AS", "2": "2S"}


def test_answers_name_their_whole_reading(pair: SessionManager) -> None:
    lay(pair, at("AS", 149), at("2S", 151))
    pair.decisions.settle("t1", "r1", Answer("whose", pair.snapshot("t1").open[1].id, (), "2"))
    told, rest = (given.answer for given in givens(m.entry for m in pair.snapshot("t1").moments))
    assert (told.whole_reading, told.part_of, told.decided) == ("r1", "", True)
    assert (rest.whole_reading, rest.part_of, rest.decided) == ("r1", "r1", False)


def test_refused_leftover_is_asked_about(pair: SessionManager, again: Again) -> None:
    again.play(replace(TOY, play=lambda g: contest(g, together=("AS", "2S"))))
    pair = again()
    lay(pair, at("AS", 149), at("2S", 151))
    pair.decisions.settle("t1", "r1", Answer("whose", pair.snapshot("t1").open[1].id, (), "2"))
    for one in (pair, again()):
        doubt = one.snapshot("t1").doubt
        assert owe(one) == ["1"]
        assert doubt is not None and (doubt.reading.id, doubt.why) == ("r1+", "These two do not go together.")
    pair.decisions.settle("t1", "r1+", Answer("tap", pair.snapshot("t1").open[0].id, ("3S",), "1"))
    assert cards(pair) == {"1": "3S", "2": "AS"}


def test_card_belongs_to_the_seat_that_scans(pair: SessionManager, again: Again) -> None:
    lay(pair, at("AS", 150))
    assert pair.snapshot("t1").doubt is not None
    pair.readings.choose_source("t1", ("1",), "hand", "card")
    assert owe(pair) == ["1"] and pair.snapshot("t1").doubt is None
    assert again().snapshot("t1").doubt is None
    pair.answer("t1", Answer("tap", pair.snapshot("t1").open[0].id, ("2S",), "1"))
    assert cards(pair) == {"1": "2S", "2": "AS"}


def test_answered_card_is_not_reused_when_interpreted_again(four: SessionManager) -> None:
    lay(four, at("AS", 37), at("2S", 150))
    assert owe(four) == ["2", "3", "4"]
    four.readings.choose_source("t1", ("2",), "hand")
    assert owe(four) == ["2", "4"] and four.snapshot("t1").doubt is None


@pytest.mark.parametrize(
    ("before", "laid", "told", "left"),
    [
        ((), (at(None, 37, 0.5), at(None, 112, 0.3)), ("AS",), ("234", "r1+", ["2"], (at(None, 112, 0.3),))),
        ((), (at("AS", 75), at(None, 187)), ("3S",), ("234", "r1+", ["3"], (at(None, 187),))),  # read wrong
        ((), (at("AS", 37), at("2S", 150), at("3S", 225)), ("2S",), ("34", "r1+", ["3", "4"], (at("3S", 225),))),
        (
            (at("AS", 37), at("2S", 112), at("3S", 187), at("2S", 262)),
            (at("AS", 37), at("3S", 75), at("2S", 150), at(None, 225)),
            ("3S",), ("234", "r2+", ["2", "3"], (at("2S", 150),)),
        ),
        ((), (at("3S", 112), at("3S", 225)), None, ("134", "r1", ["3", "4"], (at("3S", 225),))),
        ((), (at(None, 75),), (), ("1234", "r1", ["1"], (at(None, 75),))),
    ],
    ids=["two unread", "read wrong", "beside a sure one", "lay there before", "second of a face", "owner first"],
)  # fmt: skip
def test_leftovers_are_asked_about_alike_after_a_restart(
    four: SessionManager, again: Again, before: Any, laid: Any, told: Any, left: Any
) -> None:
    if before:
        lay(four, *before)
    lay(four, *laid, seq=2 if before else 1)
    if told is not None:
        tell(four, *told)
    assert ("".join(owe(four)), *question(four)[:3]) == left
    assert question(four) == question(again())


@pytest.mark.slow
def test_a_doubt_waits_however_much_is_laid_afterwards(four: SessionManager, again: Again) -> None:
    lay(four, at("AS", 75))
    for seq in range(2, HEARD + 4):
        die = (SeenObject("die", "3", 0.99, (), (250.0, 0.0, 9.0, 9.0)),)
        four.readings.handle(Reading(f"d{seq}", "lamp", "bridge/tower", "d", seq, "", "tower", die))
    before, after = four.snapshot("t1").doubt, again().snapshot("t1").doubt
    assert before is not None and before == after


def test_two_answers_without_an_id_of_their_own_both_count(four: SessionManager, again: Again) -> None:
    """A settled answer has another id than a sure one."""
    lay(four, at("AS", 75), at("2S", 150), at(None, 225))
    tell(four, "AS", id="told r1")
    tell(again_ := again(), "2S", id="told r1+")
    assert owe(again_) == ["3", "4"]


def test_crash_before_leftovers_loses_nothing(
    four: SessionManager, again: Again, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(four, at("AS", 74), at("2S", 76))
    with monkeypatch.context() as crash:
        crash.setattr(ReadingHandler, "handle_leftovers", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            tell(four, "AS")
    for restarted in (again(), again()):
        assert owe(restarted) == ["1", "2", "3", "4"], "nothing of it has happened"
    tell(restarted, "AS", id="told again")
    assert owe(restarted) == ["3", "4"]


def test_crash_before_a_doubt_ended_asks_no_seat(
    four: SessionManager, again: Again, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The card may be out of the hand of who has answered."""
    lay(four, at("AS", 75))
    with monkeypatch.context() as crash:
        crash.setattr(PendingDecisions, "drop_closed_prompts", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            four.answer("t1", Answer("tap", four.snapshot("t1").open[0].id, ("2S",), "1"))
    for restarted in (again(), again()):
        assert owe(restarted) == ["1", "2", "3", "4"], "nothing of it has happened"
    restarted.answer("t1", Answer("tap", restarted.snapshot("t1").open[0].id, ("2S",), "1"))
    assert restarted.snapshot("t1").doubt is None
    assert [received.settled for received in again.log.inbox.of("t1", HEARD)] == [True]


def lay_flat(hall: SessionManager, seq: int, kind: str, *faces: str, expect: str | None = "now") -> None:
    """`expect`: None = its reader knew no question yet."""
    question = asked(hall) if expect == "now" else expect or ""
    seen = tuple(SeenObject(kind, face, 0.99, (), (30.0 * k, 0.0, 20.0, 20.0)) for k, face in enumerate(faces))
    hall.readings.handle(Reading(f"r{seq}", "lamp", "vision/cam0", "e1", seq, question, "tray", seen))


def is_seen(picture: TableSnapshot) -> bool:
    """Return whether a seat sees the tray."""
    assert picture.rest is not None
    return any(may_see(picture, picture.rest.reading, seat, frozenset(seat)) for seat in ("1", "2"))


def test_card_of_an_undone_contest_is_hidden(hall: SessionManager, again: Again) -> None:
    """It came after the undo, and was visible on all trays."""
    tap(hall, "cards")
    contest = asked(hall)
    hall.history.undo("t1", 1)
    lay_flat(hall, 1, "card", "AS", expect=contest)
    assert not is_seen(hall.snapshot("t1"))


def test_card_without_question_is_hidden_after_the_contest(hall: SessionManager, again: Again) -> None:
    """Its reader had not received a question yet. After a restart it was visible to all seats."""
    tap(hall, "cards")
    lay_flat(hall, 1, "card", "KS", expect=None)
    tap(hall, "AS")
    tap(hall, "2S")
    for picture in (hall.snapshot("t1"), again().snapshot("t1")):
        assert not any(prompt.of for prompt in picture.open), "the contest is over"
        assert not is_seen(picture) and not picture.rest.taken


def over_after_the_cards(g: G) -> Rule[None]:
    yield from hands(g)
    g.emit(Scored(100))


def test_card_without_question_is_hidden_after_the_game(again: Again) -> None:
    """No question is open then; a reading without question does not belong to that."""
    toy = replace(TOY, play=over_after_the_cards, over=lambda state: "It is over." if state.points >= 100 else "")
    again.play(toy)
    hall = again()
    hall.open("toy")
    lay_flat(hall, 1, "card", "KS", expect=None)
    tap(hall, "1S")
    tap(hall, "2S")
    for picture in (hall.snapshot("t1"), again().snapshot("t1")):
        assert picture.over and not picture.open
        assert not is_seen(picture)


def test_coins_that_come_late_are_shown(hall: SessionManager) -> None:
    tap(hall, "coins")
    roll = asked(hall)
    hall.history.undo("t1", 1)
    lay_flat(hall, 1, "coin", *COINS, expect=roll)
    assert is_seen(hall.snapshot("t1"))


def test_refused_reading_is_asked_about_after_a_restart(hall: SessionManager, again: Again) -> None:
    tap(hall, "coins")
    lay_flat(hall, 1, "coin", "tails", "tails", "heads")
    before, after = hall.snapshot("t1"), again().snapshot("t1")
    assert before.doubt is not None and after.doubt is not None
    assert after.doubt.why == before.doubt.why == "These three together are refused by the rule itself."
    assert before.rest == after.rest and before.rest is not None and not before.rest.taken


def test_doubt_about_owner_ends_with_an_answer(hall: SessionManager, again: Again) -> None:
    """The other seat would see a card that may be from another hand."""
    tap(hall, "cards")
    lay_flat(hall, 1, "card", "AS")
    doubt = hall.snapshot("t1").doubt
    assert doubt is not None and [prompt.seat for prompt in doubt.prompts] == ["1", "2"]
    tap(hall, "2S")
    assert hall.snapshot("t1").doubt is None and again().snapshot("t1").doubt is None


def hands(g: G) -> Rule[None]:
    """A contest of two hands that share no card."""
    given = yield from g.ask(*(show(s, f"Seat {s}: a card", (f"{s}S", f"{s}H"), of=("card",)) for s in ("1", "2")))
    for seat, (card,) in zip(("1", "2"), given, strict=True):
        g.emit(Shown(seat, card))


def test_card_of_an_answered_seat_is_hidden_from_others(again: Again) -> None:
    """It was tapped, and then laid on the tray: the other seat saw its name."""
    again.play(replace(TOY, play=hands))
    hall = again()
    hall.open("toy")
    tap(hall, "1S")
    lay_flat(hall, 1, "card", "1S")
    picture = hall.snapshot("t1")
    assert picture.doubt is not None and "1S" in str(picture.doubt.why)
    shown = doubt_view(picture, "2", frozenset("12"))
    assert shown is not None and "1S" not in repr(shown)
    assert picture.rest is not None and not may_see(picture, picture.rest.reading, "2", frozenset("2"))
