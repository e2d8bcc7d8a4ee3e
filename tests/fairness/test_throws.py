"""Throws of a log: each once, without secret ones."""

from __future__ import annotations

import pytest

from companion.engine import draw, roll, show
from companion.schema import HOUSE
from companion.sessions import VIRTUAL
from tests.fairness.logs import BAG, SIX, Book, secretly, values


def test_locked_dice_are_not_thrown_again() -> None:
    book = Book()
    book.dice("6", "2", "6", locked=("6",))
    assert values(book.throws()) == [("2", "6")]


def test_uncertain_die_is_left_out_and_counted() -> None:
    book = Book()
    book.dice("6", "2", "1", unsure=(1,))
    (throw,) = book.throws()
    assert (throw.values, throw.unsure) == (("6", "1"), 1)


def test_undone_throw_is_counted_and_redone_throw_only_once() -> None:
    book = Book()
    undone = book.undo(book.dice("1") - 1)
    assert [(throw.values, throw.undone) for throw in book.throws()] == [(("1",), True)]
    book.redo(undone)
    assert [(throw.values, throw.undone) for throw in book.throws()] == [(("1",), False)]


def test_throw_kept_after_undo_belongs_to_the_new_seat() -> None:
    book = Book()
    for seat in ("1", "2"):
        book.undo(book.dice("4", seat=seat, reading="r1") - 1)
    book.dice("4", seat="3", reading="r1")
    (throw,) = book.throws()
    assert (throw.seat, throw.values, throw.undone) == ("3", ("4",), False)


def test_shared_reading_counts_for_both_seats_after_undo() -> None:
    book = Book()
    for _ in range(2):
        first = book.dice("4", seat="1", reading="r1")
        book.dice("5", seat="2", reading="r1")
        book.undo(first - 1)
    assert [(throw.seat, throw.values) for throw in book.throws()] == [("1", ("4",)), ("2", ("5",))]


def test_withdrawn_answer_is_not_a_throw() -> None:
    book = Book()
    seq = book.dice("1")
    back = book.undo(seq - 1, amends=seq)
    assert book.throws() == ()
    book.redo(back)
    assert values(book.throws()) == [("1",)]


def test_answer_amended_twice_is_one_throw() -> None:
    book = Book()
    first = book.dice("1", id="a", reading="r1")
    book.undo(first - 1, amends=first)
    second = book.dice("2", id="a+2", reading="r1")
    book.undo(first - 1, amends=second)
    book.dice("3", id="a+4", reading="r1")
    (throw,) = book.throws()
    assert (throw.values, throw.amended, throw.undone, throw.seq) == (("3",), True, False, first)


def test_repeated_answers_are_not_new_throws() -> None:
    book = Book()
    first = book.dice("1", id="a", reading="r1")
    book.dice("5", id="b", reading="r2")
    book.undo(first - 1, amends=first)
    book.dice("2", id="a+3", reading="r1")
    book.dice("5", id="b+4", reading="r2")
    assert [(throw.values, throw.amended) for throw in book.throws()] == [(("2",), True), (("5",), False)]


def test_reading_of_two_prompts_is_two_throws() -> None:
    book = Book()
    book.dice("1", reading="r1")
    book.dice("1", reading="r1")
    assert values(book.throws()) == [("1",), ("1",)]


@pytest.mark.parametrize(
    ("seat", "expected"), [("1", [("hand", True, False)]), ("2", [("camera", False, True), ("hand", False, False)])]
)
def test_manual_answer_replaces_an_undone_throw_of_its_seat(seat: str, expected: list[tuple[str, bool, bool]]) -> None:
    book = Book()
    book.undo(book.dice("1") - 1)
    book.dice("6", seat=seat, reading="", source="")
    assert [(throw.source, throw.amended, throw.undone) for throw in book.throws()] == expected


@pytest.mark.parametrize(
    ("told", "source"), [("vision/cam0", "camera"), ("bridge/bag", "serial"), (VIRTUAL, "virtual"), ("", "hand")]
)
def test_throw_has_faces_seat_and_source(told: str, source: str) -> None:
    book = Book()
    book.dice("6", "2", seat="2", source=told, reading="r1" if told else "")
    book.token("skull", source=told, reading="r2" if told else "")
    roll, token = book.throws()
    assert (roll.seat, roll.kind, roll.values, roll.urn, roll.is_rolled) == ("2", "d6", ("6", "2"), SIX, True)
    assert (token.values, token.urn, token.is_rolled) == (("skull",), BAG, False)
    assert roll.source == token.source == source
    assert roll.is_physical == (source != "virtual")


def test_secret_hand_and_house_draws_are_not_throws() -> None:
    book = Book()
    book.give(secretly(roll("1", "Ann: in secret", SIX, 1, of=("d6",))), "6")
    book.give(show("1", "Ann: lay a card", ("AS", "KH"), of=("card",)), "AS")
    book.give(draw(HOUSE, "The house draws", BAG, of=("token",)), "skull")
    book.give(roll("1", "Ann: a roll of taps", SIX, 1), "6")
    assert book.throws() == ()


def test_answer_to_an_open_prompt_is_not_a_throw() -> None:
    """No other seat has seen it until the prompt closes."""
    book = Book()
    book.undo(book.dice("6", closes=False) - 1)
    book.dice("5", closes=False)
    assert book.throws() == ()
    book.dice("2", seat="2")
    assert values(book.throws()) == [("5",), ("2",)]


def test_face_of_card_is_suit_and_of_token_kind() -> None:
    book = Book()
    book.give(draw("1", "Ann: top card", ("QH", "2S"), of=("card",)), "QH")
    book.give(draw("1", "Ann: a token", ("adult-2", "blank"), of=("token",)), "adult-2")
    first, second = book.throws()
    assert (first.values, first.urn) == (("Hearts",), ("Hearts", "Spades"))
    assert (second.values, second.urn) == (("adult",), ("adult", "blank"))
