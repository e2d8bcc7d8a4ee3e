"""Notes of a table are stored as data and rendered in any language; those of earlier versions are sentences."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import insert, select

from companion.i18n import Text, _
from companion.schema import Words
from companion.sessions import SqlEventLog
from companion.sessions.store.beside_log import LONGEST_NOTE, MOST_NOTES, TableNotes
from companion.sessions.store.schema import notes
from tests.new_log import new_log

LONGEST_MOMENT, LONGEST_NAME = "m" * 60, "n" * 24


@pytest.fixture
def log(tmp_path: Path) -> SqlEventLog:
    return new_log(tmp_path)


def forgotten(moment: str, who: Words = "Ann") -> Text:
    return _("The moment “{moment}” was forgotten by {who}.", moment=moment, who=who)


def texts(kept: TableNotes) -> list[Words]:
    return [note.text for note in kept.of("t1")]


@pytest.mark.parametrize(
    "text",
    [
        forgotten("the door"),
        forgotten(LONGEST_MOMENT, _("Seat {number}", number="4")),
        forgotten("“{who}”\n'\"", LONGEST_NAME),
        "Ann plays on another phone.",
    ],
)
def test_note_is_read_as_it_was_written(log: SqlEventLog, text: Words) -> None:
    kept = TableNotes(log.database)
    kept.add("t1", 3, text)
    (found,) = texts(kept)
    assert (type(found), found) == (type(text), text)


def test_note_of_an_earlier_version_is_a_sentence(log: SqlEventLog) -> None:
    with log.database.begin() as connection:
        connection.execute(insert(notes), {"table_id": "t1", "id": 1, "seq": 3, "text": "Ann left."})
    assert [type(text) for text in texts(TableNotes(log.database))] == [str]


def test_note_too_long_for_a_record_is_kept_in_english(log: SqlEventLog) -> None:
    kept, text = TableNotes(log.database), forgotten("m" * LONGEST_NOTE)
    kept.add("t1", 3, text)
    assert texts(kept) == [str(text)[:LONGEST_NOTE]]
    with log.database.connect() as connection:
        assert max(map(len, connection.scalars(select(notes.c.text)))) == LONGEST_NOTE


def test_many_notes_of_a_kind_leave_those_of_others(log: SqlEventLog) -> None:
    kept = TableNotes(log.database)
    other = _("{who} plays on another phone.", who="Ann")
    kept.add("t1", 1, other)
    for seq in range(MOST_NOTES + 5):
        kept.add("t1", seq, forgotten(f"m{seq}"))
    assert texts(kept) == [other, *(forgotten(f"m{seq}") for seq in range(5, MOST_NOTES + 5))]
