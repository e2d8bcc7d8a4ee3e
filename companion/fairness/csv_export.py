"""Export the ledger as CSV (RFC 4180, UTF-8), one row per face."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from companion.fairness.played_table import FaceResult, PlayedTable, face_results
from companion.fairness.verdict_text import kind_words
from companion.i18n import Say

HEAD = ("evening", "game", "time", "seat", "kind", "kind_name", "face", "expected", "told", "amended", "undone")
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
DOES = ("=", "+", "-", "@", "\t", "\r", "\n")  # starts of a formula in a spreadsheet
Times = Callable[[str, int], float]
"""Table and seq -> time of the entry in s, Unix."""


def spreadsheet(evenings: Iterable[PlayedTable], at: Times, say: Say = str) -> str:
    """Return all results by table, the oldest first, in the reader's language."""
    text = io.StringIO()
    writer = csv.writer(text)  # commas, quotes where needed, CR LF
    writer.writerow(HEAD)
    for evening in evenings:
        writer.writerows(tuple(map(harmless, _row(result, at, say))) for result in face_results(evening))
    return text.getvalue()


def harmless(cell: str) -> str:
    """Quote a cell that a spreadsheet would read as a formula. Numbers stay unchanged.

    >>> harmless("=1+1"), harmless("-3"), harmless("-A1")
    ("'=1+1", '-3', "'-A1")
    """
    return f"'{cell}" if cell.startswith(DOES) and not NUMBER.fullmatch(cell) else cell


def _row(result: FaceResult, at: Times, say: Say) -> tuple[str, ...]:
    evening, throw = result.table, result.throw
    when = datetime.fromtimestamp(at(evening.id, throw.seq), UTC).isoformat(timespec="seconds")
    marks = ("yes" if throw.amended else "", "yes" if throw.undone else "")
    share = f"{result.expected:.4f}"
    return (
        evening.id,
        say(evening.title),
        when,
        say(evening.name(throw.seat)),
        throw.kind,
        say(kind_words(throw.kind)),
        result.face,
        share,
        throw.source,
        *marks,
    )
