"""What counts as thrown: each throw once, whatever became of it, and nothing that is not for every eye."""

from __future__ import annotations

from companion.engine import draw, roll, show
from companion.fairness.throws import throws
from companion.schema import HOUSE
from companion.sessions import VIRTUAL, entries_in_force
from tests.fairness.logs import BAG, SIX, Book, secretly, values


def test_a_roll_is_told_with_its_faces_who_threw_it_and_who_read_it() -> None:
    book = Book()
    book.dice("6", "2", seat="2")
    (throw,) = book.throws()
    assert (throw.seat, throw.kind, throw.values, throw.urn, throw.source) == ("2", "d6", ("6", "2"), SIX, "camera")


def test_dice_that_lay_there_already_were_not_thrown_again() -> None:
    book = Book()
    book.dice("6", "2", "6", locked=("6",))
    assert values(book.throws()) == [("2", "6")]


def test_a_die_that_nobody_was_sure_of_is_left_out_and_counted_as_such() -> None:
    book = Book()
    book.dice("6", "2", "1", unsure=(1,))
    (throw,) = book.throws()
    assert (throw.values, throw.unsure) == (("6", "1"), 1)


def test_an_undone_throw_lay_on_the_table_all_the_same() -> None:
    book = Book()
    book.undo(book.dice("1") - 1)
    book.dice("6")
    first, second = book.throws()
    assert (first.values, first.undone) == (("1",), True)
    assert (second.values, second.undone) == (("6",), False)


def test_what_is_brought_back_is_one_throw() -> None:
    book = Book()
    book.redo(book.undo(book.dice("1") - 1))
    (throw,) = book.throws()
    assert not throw.undone


def test_dice_that_are_kept_after_an_undo_are_one_throw() -> None:
    book = Book()
    book.undo(book.dice("4", reading="r1") - 1)
    book.dice("4", reading="r1", id="kept")
    (throw,) = book.throws()
    assert (throw.values, throw.undone, throw.amended) == (("4",), False, False)


def test_dice_that_another_seat_keeps_after_an_undo_are_one_throw_and_theirs() -> None:
    book = Book()
    for seat in ("1", "2"):
        book.undo(book.dice("4", seat=seat, reading="r1") - 1)
    book.dice("4", seat="3", reading="r1")
    (throw,) = book.throws()
    assert (throw.seat, throw.values, throw.undone) == ("3", ("4",), False)


def test_one_reading_that_answers_two_seats_counts_for_both_after_an_undo_too() -> None:
    book = Book()
    for _ in range(2):
        first = book.dice("4", seat="1", reading="r1")
        book.dice("5", seat="2", reading="r1")
        book.undo(first - 1)
    assert [(throw.seat, throw.values) for throw in book.throws()] == [("1", ("4",)), ("2", ("5",))]


def test_an_amended_throw_counts_with_what_was_said_last_and_as_amended() -> None:
    book = Book()
    seq = book.dice("1", "1", id="a", reading="r1")
    book.undo(seq - 1, amends=seq)
    book.dice("1", "4", id="a+2", reading="r1")
    (throw,) = book.throws()
    assert (throw.values, throw.amended, throw.undone, throw.seq) == (("1", "4"), True, False, seq)


def test_what_somebody_said_was_no_answer_was_no_throw() -> None:
    book = Book()
    seq = book.dice("1")
    back = book.undo(seq - 1, amends=seq)
    assert book.throws() == ()
    book.redo(back)
    assert values(book.throws()) == [("1",)]


def test_an_answer_that_was_amended_twice_is_one_throw() -> None:
    book = Book()
    first = book.dice("1", id="a", reading="r1")
    book.undo(first - 1, amends=first)
    second = book.dice("2", id="a+2", reading="r1")
    book.undo(first - 1, amends=second)
    book.dice("3", id="a+4", reading="r1")
    (throw,) = book.throws()
    assert (throw.values, throw.amended, throw.undone, throw.seq) == (("3",), True, False, first)


def test_answers_that_the_table_gives_again_are_no_new_throws() -> None:
    book = Book()
    first = book.dice("1", id="a", reading="r1")
    book.dice("5", id="b", reading="r2")
    book.undo(first - 1, amends=first)
    book.dice("2", id="a+3", reading="r1")
    book.dice("5", id="b+4", reading="r2")
    assert [(throw.values, throw.amended) for throw in book.throws()] == [(("2",), True), (("5",), False)]


def test_one_reading_that_answers_two_prompts_is_two_throws() -> None:
    book = Book()
    book.dice("1", reading="r1")
    book.dice("1", reading="r1")
    assert values(book.throws()) == [("1",), ("1",)]


def test_a_throw_that_was_taken_back_and_then_said_by_hand_counts_as_the_hand_says() -> None:
    book = Book()
    book.undo(book.dice("1") - 1)
    book.dice("6", reading="", source="")
    (throw,) = book.throws()
    assert (throw.values, throw.source, throw.amended, throw.undone) == (("6",), "hand", True, False)


def test_another_question_by_hand_does_not_take_its_place() -> None:
    book = Book()
    book.undo(book.dice("1") - 1)
    book.dice("6", seat="2", reading="", source="")
    assert len(book.throws()) == 2


def test_the_app_s_own_chance_did_not_lie_on_the_table() -> None:
    book = Book()
    book.dice("3", source=VIRTUAL)
    (throw,) = book.throws()
    assert (throw.source, throw.is_physical) == ("virtual", False)


def test_a_reader_of_tags_is_told_apart_from_the_camera() -> None:
    book = Book()
    book.token("skull", source="bridge/bag")
    (throw,) = book.throws()
    assert (throw.source, throw.urn, throw.is_rolled) == ("serial", BAG, False)


def test_a_secret_a_hand_and_what_the_house_draws_are_never_counted() -> None:
    book = Book()
    book.give(secretly(roll("1", "Ann: in secret", SIX, 1, of=("d6",))), "6")
    book.give(show("1", "Ann: lay a card", ("AS", "KH"), of=("card",)), "AS")
    book.give(draw(HOUSE, "The house draws", BAG, of=("token",)), "skull")
    book.give(roll("1", "Ann: a roll of taps", SIX, 1), "6")
    assert book.throws() == ()


def test_what_is_owed_to_a_question_that_is_not_closed_is_not_told_yet() -> None:
    book = Book()
    book.dice("6", closes=False)
    assert book.throws() == ()
    book.dice("2", seat="2")
    assert values(book.throws()) == [("6",), ("2",)]


def test_nor_when_it_was_taken_back_before_the_question_was_closed() -> None:
    """Nobody else has ever seen it; what closes later is another question."""
    book = Book()
    book.undo(book.dice("6", closes=False) - 1)
    book.dice("2", seat="2")
    assert values(book.throws()) == [("2",)]


def test_cards_are_counted_by_their_suits_and_numbered_tokens_by_who_comes() -> None:
    book = Book()
    book.give(draw("1", "Ann: top card", ("QH", "2S"), of=("card",)), "QH")
    book.give(draw("1", "Ann: a token", ("adult-2", "blank"), of=("token",)), "adult-2")
    first, second = book.throws()
    assert (first.values, first.urn) == (("Hearts",), ("Hearts", "Spades"))
    assert (second.values, second.urn) == (("adult",), ("adult", "blank"))


def test_without_a_log_nothing_was_thrown() -> None:
    assert throws([], entries_in_force([])) == ()
