"""Rows of 0.1.0, which spelled in ids what is a field now."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.schema import Answer, DrawPrompt, EncodedObject, Reading, SeenObject, to_json
from companion.sessions import AnswerGiven, LogEntry, LogRow, to_entry, to_row
from companion.sessions.matching.outcome import StoredDoubt, reading_left
from companion.sessions.store.inbox import ReceivedReading
from companion.sessions.store.repair import find_faults
from companion.sessions.table.entry import repeat_answer, reuse_answer
from tests.fakes import TOY
from tests.new_log import new_log

NEW = ("repeats", "part_of", "decided")
ASKED = DrawPrompt("1", "Ann: a token", of=("token",), id="p41.0")


def row_of(id: str, reading: str = "", **new: Any) -> LogRow:
    """The row of an answer; without `new` as 0.1.0 wrote it."""
    data = to_json(AnswerGiven(Answer(id, "p41.0", ("skull",), "1", reading), ASKED, closes=True))
    for name in NEW:
        del data["answer"][name]
    return LogRow(
        42, "answer", "draw", EncodedObject(json.dumps(data | {"answer": data["answer"] | new})), "1", rest=False
    )


def answer_in(row: LogRow) -> Answer:
    what = to_entry(TOY, row).what
    assert isinstance(what, AnswerGiven)
    return what.answer


@pytest.mark.parametrize(
    ("id", "reading", "repeats", "part_of", "decided"),
    [
        ("w1", "", "", "", False),
        ("w1+17", "", "w1", "", False),
        ("w1+17+20", "", "w1", "", False),
        ("r7", "r7", "", "", False),
        ("r7:p41.0", "r7", "", "", False),
        ("t:r7", "r7", "", "", True),
        ("r7+17", "r7", "r7", "", False),
        ("r7+", "r7+", "", "r7", False),
        ("r7++:p41.0+17", "r7++", "r7++:p41.0", "r7", False),
        ("w2", "r7+", "", "r7", True),
    ],
)
def test_old_answer_is_read_with_its_fields(
    id: str, reading: str, repeats: str, part_of: str, *, decided: bool
) -> None:
    answer = answer_in(row_of(id, reading))
    assert (answer.id, answer.reading) == (id, reading)
    assert (answer.repeats, answer.part_of, answer.decided) == (repeats, part_of, decided)


def test_new_answer_is_not_read_by_its_id() -> None:
    answer = answer_in(row_of("board+5", "cup+", repeats="", part_of="", decided=False))
    assert (answer.repeats, answer.whole_reading, answer.decided) == ("", "cup+", False)


@pytest.mark.parametrize(
    "answer",
    [
        repeat_answer(Answer("board+5", "p41.0", ("skull",), "1", "board+5"), 17),
        reuse_answer(repeat_answer(Answer("r7", "p3.0", ("skull",), "1", "r7"), 17), "p41.0", "w1"),
        Answer("w1", "p41.0", ("skull",), "1", "r7+", part_of="r7", decided=True),
    ],
)
def test_new_answer_is_read_as_it_was_written(answer: Answer) -> None:
    entry: LogEntry[Any] = LogEntry(42, AnswerGiven(answer, ASKED, closes=True))
    assert to_entry(TOY, to_row(entry)) == entry


def test_answer_given_once_more_names_the_first_one() -> None:
    twice = repeat_answer(repeat_answer(Answer("w1", "p3.0", ("yes",)), 17), 20)
    assert (twice.id, twice.repeats) == ("w1+20", "w1")


def test_kept_answer_repeats_none() -> None:
    answer = reuse_answer(repeat_answer(Answer("r7", "p3.0", ("skull",), reading="r7"), 17), "p41.0", "w1")
    assert (answer.id, answer.prompt, answer.repeats, answer.decided) == ("w1", "p41.0", "", True)


def test_rest_of_a_rest_is_part_of_the_whole_reading() -> None:
    cards = tuple(SeenObject("card", value, 0.5) for value in ("AS", "2S", "3S"))
    doubt = StoredDoubt(Reading("r7", "t1", "vision/cam0", "e", 7, objects=cards), ("p41.0",), cards[:1], "", 0.9)
    once = reading_left(doubt, ("AS",))
    twice = reading_left(StoredDoubt(once, ("p41.0",), cards[1:2], "", 0.9), ("2S",))
    assert [one.whole for one in (doubt.reading, once, twice)] == ["r7"] * 3
    assert len({doubt.reading.id, once.id, twice.id}) == 3


def test_old_doubt_is_read_with_the_whole_of_its_reading(tmp_path: Path) -> None:
    reading = Reading("r7", "t1", "vision/cam0", "e", 7)
    log = new_log(tmp_path)
    log.append("t1", [], ReceivedReading(reading, settled=False))
    log.inbox.save_doubt(
        "r7", StoredDoubt(Reading("r7+", "t1", "vision/cam0", "e", 7), ("p41.0",), (), "Which?", 0.9), "t1"
    )
    log.close()
    with sqlite3.connect(tmp_path / "log.db") as database:
        database.execute("update inbox set data = json_remove(data, '$.part_of', '$.doubt.reading.part_of')")
    (received,) = new_log(tmp_path).inbox.of("t1", 9)
    assert received.doubt is not None
    assert (received.reading.part_of, received.doubt.reading.id, received.doubt.reading.part_of) == ("", "r7+", "r7")


def test_old_row_keeps_its_checksum(tmp_path: Path) -> None:
    log = new_log(tmp_path)
    log.open("t1", "toy", [replace(row_of("w1+17"), seq=1)])
    assert answer_in(next(log.read("t1"))).repeats == "w1"
    log.close()
    assert find_faults(tmp_path / "log.db") == ()
