"""A table's part in a shared event: its count is right at once, the others' as received."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.hall_link.shared_event import CountFile, SharedEventClient
from companion.ops.backup import BackupScheduler, restore
from companion.presentation.responses import SharedEvent
from companion.schema import EventCount, HallEvent, Refused, SharedEventState
from companion.settings import Settings
from tests.new_log import new_log

KRAKEN = HallEvent(7, "The Kraken", 500, 0, is_over=False)


def heard(total: int, own: EventCount = EventCount(), *, is_over: bool = False) -> HallEvent:  # noqa: B008 - it is frozen
    return HallEvent(7, "The Kraken", 500, total, is_over, own)


class Table:
    """A table at its own machine."""

    def __init__(self, folder: Path) -> None:
        self.file = CountFile(folder / "event.json")
        self.told = 0
        self.sharing = SharedEventClient(self._changed, self.file, self.file.part, self.file.note)

    def _changed(self) -> None:
        self.told += 1

    @property
    def now(self) -> SharedEvent:
        now = self.sharing.now()
        assert now is not None
        return now


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_event_client_without_hall_has_no_event(table: Table) -> None:
    assert table.sharing.now() is None
    with pytest.raises(Refused, match="not known here yet"):
        table.sharing.count(7, 1, 1)


def test_event_count_goes_on_offline(table: Table, tmp_path: Path) -> None:
    table.sharing.update_event(heard(100))
    for version, total in enumerate((1, 6, 11), 1):
        table.sharing.count(7, total, version)
    again = Table(tmp_path)  # also after a power cut
    assert (again.now.total, again.now.own) == (111, 11), "before the hall is heard again"
    again.sharing.count(7, 12, 4)
    again.sharing.count(7, 11, 5)
    again.sharing.update_event(heard(250, EventCount(1, 1)))
    assert (again.now.total, again.now.own) == (260, 11)
    assert again.sharing.own == (7, EventCount(11, 5)), "which the hall is told next"


def test_event_is_known_after_a_restart_offline(table: Table, tmp_path: Path) -> None:
    table.sharing.update_event(KRAKEN)
    assert Table(tmp_path).now.title == "The Kraken"
    table.sharing.update_event(heard(500, is_over=True))
    assert Table(tmp_path).now.is_over
    table.sharing.update_event(None)
    assert Table(tmp_path).sharing.now() is None


def test_count_of_others_is_not_written_each_time(table: Table, tmp_path: Path) -> None:
    table.sharing.update_event(KRAKEN)
    (tmp_path / "event.json").unlink()
    table.sharing.update_event(heard(100))
    assert not (tmp_path / "event.json").exists()


def test_unwritable_file_does_not_hide_the_event(tmp_path: Path) -> None:
    (tmp_path / "event.json").mkdir()
    table = Table(tmp_path)
    table.sharing.update_event(KRAKEN)
    assert table.now.title == "The Kraken"


def test_restored_backup_keeps_newer_counts(table: Table, tmp_path: Path) -> None:
    house = Settings(data=tmp_path)
    new_log(tmp_path).close()
    table.file(7, EventCount(3, 1))
    made = BackupScheduler(house).make_backup().path
    table.file(7, EventCount(9, 2))
    restore.restore_database(made, tmp_path / "log.db", house)
    assert Table(tmp_path).file.part.own == EventCount(9, 2)


def test_server_count_wins_under_the_same_version(table: Table) -> None:
    """The table was moved to another machine and back."""
    table.sharing.update_event(heard(100))
    table.sharing.count(7, 3, 1)
    table.sharing.update_event(heard(108, EventCount(8, 1)), table.sharing.own)
    assert (table.now.own, table.now.total) == (8, 108)


def test_unsent_count_is_sent_before_the_next_event(table: Table) -> None:
    mother = HallEvent(8, "Its mother", 900, 0, is_over=False)
    table.sharing.update_event(KRAKEN)
    table.sharing.count(7, 3, 1)
    sent = table.sharing.own
    table.sharing.count(7, 5, 2)
    table.sharing.update_event(mother, sent)
    assert table.sharing.own == (7, EventCount(5, 2)) and table.now.id == 7
    table.sharing.update_event(mother, table.sharing.own)
    assert table.now.id == 8 and table.sharing.own == (8, EventCount())


def test_second_phone_is_refused_with_the_current_count(table: Table) -> None:
    table.sharing.update_event(KRAKEN)
    table.sharing.count(7, 3, 1)
    table.sharing.count(7, 3, 1)  # sent again
    with pytest.raises(Refused, match="stands at 3"):
        table.sharing.count(7, 5, 1)
    assert table.now.own == 3


@pytest.mark.parametrize("total", [-1, 10**7])
def test_impossible_count_is_refused(table: Table, total: int) -> None:
    table.sharing.update_event(KRAKEN)
    with pytest.raises(Refused, match="from 0 to"):
        table.sharing.count(7, total, 1)


def test_ended_event_refuses_counts(table: Table) -> None:
    table.sharing.update_event(heard(500, is_over=True))
    assert table.now.is_over
    with pytest.raises(Refused, match="is over"):
        table.sharing.count(7, 1, 1)


@pytest.mark.parametrize("text", ["", "{", "[]", '["x", {}]', '{"own": {"total": "x"}}', "7"])
def test_unreadable_event_file_is_empty(table: Table, tmp_path: Path, text: str) -> None:
    (tmp_path / "event.json").write_text(text)
    assert CountFile(tmp_path / "event.json").part == SharedEventState()
