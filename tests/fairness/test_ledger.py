"""Ledgers of all tables, of one person, of one table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.fairness.ledger import FALSE_VERDICT_RATE, DieStatistics, Ledger, level, of_part, series_share
from companion.fairness.partial_counts import merge_counts
from companion.fairness.played_table import DieGroup
from companion.fairness.verdict_text import advice, verdict
from companion.sessions import VIRTUAL
from tests.fairness.logs import SIX, Book

KNOWN = (("toy", "d6"), ("toy", "token"))


def ledger(*books: Book) -> Ledger:
    return Ledger(tuple(book.evening(f"t{k}") for k, book in enumerate(books)), KNOWN)


def counts(die: DieStatistics) -> dict[str, int]:
    return {face.face: face.count for face in die.faces}


def loaded(throws: int = 60, **told: Any) -> Book:
    """Every other one is a six."""
    book = Book()
    for number in range(throws):
        book.dice("6" if number % 2 else SIX[number // 2 % 5], **told)
    return book


def test_token_expectation_follows_the_bag() -> None:
    book = Book()
    book.token("skull", "star")
    (bag,) = ledger(book).dice()
    assert [(face.face, face.count) for face in bag.faces] == [("-1", 0), ("skull", 1), ("star", 1)]
    assert (bag.rolls, bag.count, bag.faces[1].share) == (1, 2, 0.5)
    assert [face.expected for face in bag.faces[1:]] == pytest.approx([(2 / 4 + 1 / 3) / 2, (1 / 4 + 1 / 3) / 2])


def test_virtual_rolls_have_their_own_statistics() -> None:
    book = Book()
    book.dice("6")
    book.dice("1", source=VIRTUAL)
    thrown, by_app = ledger(book).dice()
    assert (thrown.group, by_app.group) == (DieGroup("d6"), DieGroup("d6", by_app=True))
    assert counts(thrown)["1"] == 0


def test_manual_and_amended_rolls_are_counted() -> None:
    book = Book()
    seq = book.dice("1", id="a", reading="r1")
    book.undo(seq - 1, amends=seq)
    book.dice("4", id="a+2", reading="r1")
    book.dice("2", reading="", source="")
    book.undo(book.dice("5") - 1)
    (die,) = ledger(book).dice()
    assert dict(die.sources) == {"camera": 2, "hand": 1}
    assert (die.amended, die.undone) == (1, 1)


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({}, "Or the camera takes another face for it: look at its pictures."),
        ({"reading": "", "source": ""}, "Or somebody taps another face: look at the log."),
    ],
)
def test_loaded_die_is_reported_with_its_band(told: dict[str, Any], expected: str) -> None:
    (die,) = ledger(loaded(**told), loaded(**told)).dice()
    assert str(verdict(die)) == "The 6 comes too often: 50% (32–70%) instead of 17%."
    assert str(advice(die)) == expected


def test_fair_die_is_reported_as_fair() -> None:
    book = Book()
    for _ in range(10):
        book.dice(*SIX)
    book.token("skull")
    die, bag = ledger(book).dice()
    assert (str(verdict(die)), str(advice(die))) == ("60 dice have been thrown, and nothing speaks against them.", "")
    assert str(verdict(bag)) == "One draw says nothing yet."


def test_person_has_wider_bands() -> None:
    book = Book()
    for _ in range(20):
        book.dice(*SIX)
        book.dice("6", seat="2")
    found = ledger(book)
    (ben,) = found.of_person("Ben")
    (all_of_it,) = found.dice()
    assert (ben.rolls, counts(ben)["6"], counts(ben)["1"]) == (20, 20, 0)
    assert ben.faces[5].high - ben.faces[5].low > 0.3
    assert all_of_it.rolls == 40
    assert found.people == ("Ann", "Ben")


def test_longest_streak_is_reported_with_its_chance() -> None:
    book = Book()
    for face in "15662345":
        book.dice(face)
    book.dice("6", "1")
    (die,) = ledger(book).dice()
    assert die.streak is None  # two equal rolls are too short
    for _ in range(3):
        book.dice("3")
    (die,) = ledger(book).dice()
    assert die.streak is not None
    assert (die.streak.face, die.streak.rolls) == ("3", 3)
    assert 0.03 < die.streak.chance < 0.06


def test_ledger_of_a_table_or_an_unknown_person() -> None:
    one, other = Book(), Book()
    one.dice("6")
    other.dice("1")
    (die,) = ledger(one, other).of_evening("t1")
    assert (counts(die)["1"], counts(die)["6"]) == (1, 0)
    assert ledger(one).of_person("Zoe") == ledger(one).of_evening("t9") == ledger().dice() == ()
    assert ledger(Book()).people == ()


def test_error_rates_sum_to_five_percent() -> None:
    known = 2 * level(2)
    late = sum(level(2, place) for place in range(50))
    parts = sum(of_part(place) for place in range(50))
    assert FALSE_VERDICT_RATE * 0.99 < known + late + parts <= FALSE_VERDICT_RATE
    assert series_share(0) > series_share(1) > 0


def test_unknown_kind_has_a_stricter_level() -> None:
    """The app's chance, and a kind that no game declares, have a smaller part of the five per cent: wider brackets."""
    known, by_app = loaded(), loaded(source=VIRTUAL)
    unknown = Ledger((known.evening(),), (("toy", "token"),))
    (sure,), (app,), (late,) = ledger(known).dice(), ledger(by_app).dice(), unknown.dice()
    assert app.faces[5].low < sure.faces[5].low
    assert late.faces[5].low < sure.faces[5].low
    named, unnamed = (Ledger((known.evening(),), kinds).dice()[0].faces for kinds in ((("toy", "d6"),), ()))
    assert named == unnamed  # without a list the first kind is known


def test_alternating_tables_are_merged_by_time() -> None:
    """Else a throw of the older one would come before those of the newer one that were looked at already."""
    books = Book(), Book()
    for number in range(4):
        books[number % 2].dice(*SIX[number : number + 2])
    times = ({1: 0.0, 2: 20.0}, {1: 10.0})  # what was not written yet is the newest
    old, new = (replace(book.evening(), times=at) for book, at in zip(books, times, strict=True))
    came = merge_counts([evening.counts_by_group[DieGroup("d6")] for evening in (old, new)])
    assert "".join(came.faces[place] for place in came.came) == "12233445"
    assert came.roll.tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    set_back = replace(books[0].evening(), times={1: 50.0, 2: 10.0})  # moves no throw
    came = merge_counts([set_back.counts_by_group[DieGroup("d6")]])
    assert "".join(came.faces[place] for place in came.came) == "1234"
