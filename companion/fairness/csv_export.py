"""Export the ledger as CSV (RFC 4180, UTF-8), one row per face."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime

from companion.fairness.played_table import PlayedTable
from companion.fairness.verdict_text import kind_words
from companion.i18n import Say

COLUMNS = ("evening", "game", "time", "seat", "kind", "kind_name", "face", "expected", "told", "amended", "undone")
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")  # starts of a formula in a spreadsheet
Times = Callable[[str, int], float]
"""Table and seq -> time of the entry in s, Unix."""


def spreadsheet(evenings: Iterable[PlayedTable], at: Times, say: Say = str) -> str:
    """Return all results by table, the oldest first, in the reader's language."""
    text = io.StringIO()
    writer = csv.writer(text)  # commas, quotes where needed, CR LF
    writer.writerow(COLUMNS)
    for evening in evenings:
        writer.writerows(tuple(map(quote_formula, row)) for row in _rows(evening, at, say))
    return text.getvalue()


def quote_formula(cell: str) -> str:
    """Quote a cell that a spreadsheet would read as a formula. Numbers stay unchanged.

    >>> quote_formula("=1+1"), quote_formula("-3"), quote_formula("-A1")
    ("'=1+1", '-3', "'-A1")
    """
    return f"'{cell}" if cell.startswith(FORMULA_STARTS) and not NUMBER.fullmatch(cell) else cell


def _rows(evening: PlayedTable, at: Times, say: Say) -> Iterator[tuple[str, ...]]:
    """Yield a row for every face of every throw, with its share among the faces that were possible."""
    for throw in evening.throws:
        when = datetime.fromtimestamp(at(evening.id, throw.seq), UTC).isoformat(timespec="seconds")
        throw_cells = evening.id, say(evening.title), when, say(evening.name(throw.seat)), throw.kind
        marks = "yes" if throw.amended else "", "yes" if throw.undone else ""
        possible = list(throw.urn)
        for face in throw.values:
            share = possible.count(face) / len(possible) if possible else 0.0
            yield *throw_cells, say(kind_words(throw.kind)), face, f"{share:.4f}", throw.source, *marks
            if not throw.is_rolled and face in possible:
                possible.remove(face)  # drawn without replacement
