"""The ledger as a table: what a spreadsheet reads, and what it must not run."""

from __future__ import annotations

import csv
import io

import pytest

from companion.fairness.csv_export import COLUMNS, quote_formula, spreadsheet
from companion.fairness.played_table import PlayedTable
from tests.fairness.logs import Book


def at(_evening: str, seq: int) -> float:
    return 1_700_000_000.0 + seq


def rows(*evenings: PlayedTable) -> list[list[str]]:
    return list(csv.reader(io.StringIO(spreadsheet(evenings, at), newline="")))


def test_csv_has_one_row_per_face() -> None:
    book = Book()
    book.dice("6", "2", seat="2")
    head, first, second = rows(book.evening())
    assert tuple(head) == COLUMNS
    when = "2023-11-14T22:13:21+00:00"
    assert first == ["t1", "Toy", when, "Ben", "d6", "six-sided dice", "6", "0.1667", "camera", "", ""]
    assert second[6] == "2"
    book = Book()
    book.token("skull", "star")
    assert [row[6:8] for row in rows(book.evening())[1:]] == [["skull", "0.5000"], ["star", "0.3333"]]


def test_csv_follows_rfc_4180() -> None:
    book = Book()
    book.token("skull")
    evening = PlayedTable("t1", "toy", "A game, with a comma", {"1": 'Ann "the Ace"\nof dice'}, book.throws())
    text = spreadsheet([evening], at)
    assert text.count("\r\n") == 2
    assert '"A game, with a comma"' in text
    assert '"Ann ""the Ace""\nof dice"' in text


def test_csv_marks_amended_and_undone_throws() -> None:
    book = Book()
    seq = book.dice("1", id="a", reading="r1")
    book.undo(seq - 1, amends=seq)
    book.undo(book.dice("4", id="a+2", reading="r1") - 1)
    assert rows(book.evening())[1][-2:] == ["yes", "yes"]


@pytest.mark.parametrize("cell", ["=1+1", "+SUM(A1)", "-2+3", "@cmd", "\t=1", "\r=1", '=HYPERLINK("x")'])
def test_formula_is_quoted(cell: str) -> None:
    assert quote_formula(cell) == f"'{cell}"
    book = Book()
    book.dice("1")
    (_, row) = rows(PlayedTable("t1", "toy", "Toy", {"1": cell}, book.throws()))
    assert row[3] == f"'{cell}"


@pytest.mark.parametrize("face", ["-3", "+1", "0", "12"])
def test_number_is_not_quoted(face: str) -> None:
    assert quote_formula(face) == face
