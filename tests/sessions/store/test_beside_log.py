"""Answer sources of seats are stored apart from the log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from companion.i18n import Text, _
from companion.presentation import expect_of
from companion.schema import SeenObject, Words
from companion.sessions import AnswerGiven, SessionManager, SqlEventLog, source_of
from companion.sessions.store.beside_log import LONGEST_NOTE, MOST_NOTES, TableNotes
from companion.sessions.store.schema import notes
from tests.new_log import new_log
from tests.sessions.hands import tap, threw
from tests.sessions.test_manager import opened, store

__all__ = ["store"]  # a fixture


def test_virtual_source_ignores_tokens(store: Callable[[], SqlEventLog]) -> None:
    hall = opened(store)
    hall.readings.choose_source("t1", ("1",), "virtual", "token")
    tap(hall, "bag")
    assert expect_of(hall.snapshot("t1")).wants == ()
    hall.readings.handle(threw(hall, 1, SeenObject("token", "star", 0.99)))
    picture = hall.snapshot("t1")
    assert picture.state.bag == ("skull", "skull", "-1", "star")
    assert picture.rest is not None
    assert not picture.rest.taken  # a free roll
    hall.roll_virtually("t1", picture.open[0].id, "1", "tap")
    given = [m.entry.what for m in hall.snapshot("t1").moments if isinstance(m.entry.what, AnswerGiven)]
    assert given[-1].answer.source == "virtual"  # permanently


def test_source_of_dice_keeps_a_token_doubt(store: Callable[[], SqlEventLog]) -> None:
    hall = opened(store)
    tap(hall, "bag")
    hall.readings.handle(threw(hall, 1, SeenObject("token", None, 0.4)))
    hall.readings.choose_source("t1", ("1",), "hand", "coin")
    assert hall.snapshot("t1").doubt is not None
    hall.readings.choose_source("t1", ("1",), "hand", "token")
    assert hall.snapshot("t1").doubt is None


def test_source_by_kind_survives_a_restart(store: Callable[[], SqlEventLog]) -> None:
    hall = opened(store)
    other, before = hall.open("toy"), len(hall.snapshot("t1").moments)
    hall.readings.choose_source("t1", ("1",), "hand")
    hall.readings.choose_source("t1", ("1",), "virtual", "token")
    again = SessionManager(store(), hall._random)
    assert again.snapshot("t1").sources == {("1", ""): "hand", ("1", "token"): "virtual"}
    assert len(again.snapshot("t1").moments) == before, "the log has no line of it"
    assert again.snapshot(other).sources == {}


def test_source_for_all_kinds_replaces_single_kinds(store: Callable[[], SqlEventLog]) -> None:
    hall = opened(store)
    for seat in ("1", "2"):
        hall.readings.choose_source("t1", (seat,), "virtual", "token")
    hall.readings.choose_source("t1", ("1",), "scan")
    here = hall.snapshot("t1").sources
    assert (source_of(here, "1", "token"), source_of(here, "2", "token")) == ("scan", "virtual")
    assert SessionManager(store(), hall._random).snapshot("t1").sources == here


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
