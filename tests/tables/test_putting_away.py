"""An evening that is put away lies on no shelf, costs nothing at the start, and is as it was when it is taken out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.tables.hall import Hall
from companion.tables.log import SqlLog
from companion.tables.shelf import UnknownTable
from companion.wire.prompt import Answer
from tests.fakes import TOY
from tests.new_log import new_log


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqlLog]:
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    store = new_log(tmp_path)
    yield store
    store.close()


@pytest.fixture
def hall(log: SqlLog) -> Hall:
    """One table at which somebody has chosen to show cards."""
    hall = Hall(log, Random(7))
    hall.open("toy")
    prompt = hall.picture("t1").open[0]
    hall.answer("t1", Answer("a", prompt.id, ("cards",), prompt.seat))
    return hall


def test_it_is_open_no_more_and_nothing_lies_under_the_lamp(hall: Hall) -> None:
    heard: list[str] = []
    hall.listen(heard.append)
    hall.put_away("t1")
    assert (hall.ids(), hall.lit, heard) == ((), "", ["t1"])
    assert [(board.table, board.game) for board in hall.away] == [("t1", "toy")]
    with pytest.raises(UnknownTable):
        hall.picture("t1")


def test_its_name_is_no_other_tables(hall: Hall) -> None:
    hall.put_away("t1")
    assert hall.open("toy") == "t2"


def test_taken_out_it_asks_what_it_asked(hall: Hall) -> None:
    asked = [prompt.title for prompt in hall.picture("t1").open]
    hall.put_away("t1")
    hall.take_out("t1")
    assert [prompt.title for prompt in hall.picture("t1").open] == asked
    assert (hall.lit, hall.away) == ("t1", ())


def test_taken_out_it_waits_beside_what_lies_under_the_lamp(hall: Hall) -> None:
    hall.put_away("t1")
    hall.open("toy")
    hall.take_out("t1")
    assert (hall.lit, sorted(hall.ids())) == ("t2", ["t1", "t2"])


def test_the_next_start_leaves_it_where_it_is(hall: Hall, log: SqlLog) -> None:
    hall.put_away("t1")
    again = Hall(log, Random(7))
    assert again.ids() == ()
    assert again.open("toy") == "t2"
    again.take_out("t1")
    assert sorted(again.ids()) == ["t1", "t2"]


def test_one_that_cannot_be_opened_can_be_put_away_too(
    hall: Hall, log: SqlLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_name: str) -> None:
        raise games.UnknownGame("There is no such game.")

    monkeypatch.setattr(games, "find", gone)
    again = Hall(log, Random(7))
    again.put_away("t1")
    assert (dict(again.broken), [board.table for board in again.away]) == ({}, ["t1"])


def test_what_was_never_put_away_cannot_be_taken_out(hall: Hall) -> None:
    with pytest.raises(UnknownTable, match="No table 't1' was put away"):
        hall.take_out("t1")
    with pytest.raises(UnknownTable, match="'t9'"):
        hall.put_away("t9")
