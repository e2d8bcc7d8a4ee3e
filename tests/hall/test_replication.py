"""A table plays at its own machine, and the hall keeps a copy: whatever the network does, nothing of it is missing in the end."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Engine

from companion.hall.database.event_repository import begin_event, change_count, load_standing
from companion.hall.database.row_security import engine_for_table
from companion.hall.database.schema import HERE, THERE
from companion.hall.database.table_registry import add_tables, list_tables
from companion.hall.replication import ChecksumError, ReplicationError, apply_sync, create_key
from companion.hall.settings import HallSettings
from companion.hall.staff_service import HallStaff
from companion.hall_link import SharedEventClient, StaffCall, SyncRequest
from companion.hall_link.log_sync import HallSyncClient, HallUnreachableError
from companion.schema import Answer, EventCount, Reading, from_json, to_json
from companion.sessions import (
    DeviceRepository,
    Devices,
    LogRow,
    ReceivedReading,
    ReplicationMark,
    ReplicationSource,
    SessionManager,
    ShippedTable,
    SqlEventLog,
)
from companion.sessions.store.replication import LETTERS
from tests.hall.database.test_row_security import ROW
from tests.new_log import new_log

pytestmark = pytest.mark.postgres

LAMP = "lamp-7"


class Network:
    """Between the table and the hall; it may lose what is sent, or the answer."""

    def __init__(self, hall: Engine, key: str) -> None:
        self.hall, self.key = hall, key
        self.is_cut = self.loses_answers = False
        self.sent: list[SyncRequest] = []
        self.under_way: Callable[[], None] = lambda: None  # called once, while an answer is on its way

    def __call__(self, message: bytes) -> bytes:
        if self.is_cut:
            raise HallUnreachableError("There is no network.")
        self.sent.append(from_json(SyncRequest, json.loads(message)))
        kept = apply_sync(self.hall, LAMP, self.key, self.sent[-1])
        if self.loses_answers:
            raise HallUnreachableError("It broke off.")
        meanwhile, self.under_way = self.under_way, lambda: None
        meanwhile()
        return json.dumps(to_json(kept)).encode()


class There:
    """A table at its own machine."""

    def __init__(self, folder: Path, hall: Engine) -> None:
        self.log = new_log(folder)
        self.hall = SessionManager(self.log, Random(1))
        self.network = Network(hall, create_key(hall, LAMP))
        self.copy = SqlEventLog(engine_for_table(hall, LAMP), time.time)
        self.follower = self.again()

    def again(self, most: int = 500) -> HallSyncClient:
        """As after a restart."""
        return HallSyncClient(self.log.database, self.network, most=most)

    def play(self, answers: int = 1) -> None:
        if not self.hall.ids():
            self.hall.open("mansions")
        for number in range(answers):
            prompt = next(p for p in self.hall.snapshot("t1").open if p.at != "menu" and p.options)
            value = next(option.id for option in prompt.options if option.refused is None)
            name = f"a{prompt.id}-{number}-{len(self.rows)}"
            self.hall.answer("t1", Answer(name, prompt.id, (value,) * prompt.least, prompt.seat))

    @property
    def rows(self) -> list[LogRow]:
        return list(self.log.read("t1"))

    @property
    def copied(self) -> list[LogRow]:
        return list(self.copy.read("t1"))

    def tell(self) -> None:
        while self.follower.send_update():
            pass


@pytest.fixture
def there(tmp_path: Path, hall: Engine) -> There:
    return There(tmp_path, hall)


def test_the_hall_has_what_was_played(there: There) -> None:
    there.play(3)
    there.tell()
    assert there.copied == there.rows and len(there.rows) > 3
    assert [board.game for board in there.copy.open_tables()] == [board.game for board in there.log.open_tables()]


def test_only_what_is_new_is_sent(there: There) -> None:
    there.play(3)
    there.tell()
    before = len(there.rows)
    there.play()
    there.tell()
    assert [len(part.lines) for part in there.network.sent[-1].parts] == [len(there.rows) - before]


def test_without_a_network_play_goes_on_and_then_nothing_is_missing(there: There) -> None:
    there.play()
    there.tell()
    there.network.is_cut = True
    there.play(5)
    with pytest.raises(HallUnreachableError):
        there.tell()
    there.network.is_cut = False
    there.tell()
    assert there.copied == there.rows


def test_an_answer_that_is_lost_doubles_nothing(there: There) -> None:
    there.play()
    there.tell()
    there.network.loses_answers = True
    there.play(2)
    for _ in range(3):
        with pytest.raises(HallUnreachableError):
            there.tell()
        there.play()
    there.network.loses_answers = False
    there.tell()
    assert there.copied == there.rows


def test_a_machine_that_was_started_again_knows_from_the_hall_where_it_was(there: There) -> None:
    there.play(3)
    there.tell()
    there.follower = there.again()
    there.play()
    there.tell()
    assert there.copied == there.rows


def test_a_long_evening_goes_in_several_messages(there: There) -> None:
    there.play(10)
    there.follower = there.again(most=4)
    there.tell()
    assert there.copied == there.rows and len(there.network.sent) > len(there.rows) / 4


def with_a_past(there: There, tables: int) -> None:
    for number in range(tables):
        there.log.open(f"t{number}", "arkham", [ROW])


def test_a_house_with_a_long_past_is_followed_in_messages_of_one_size(there: There) -> None:
    with_a_past(there, 300)
    there.follower = there.again(most=40)
    there.follower.send_update()
    there.follower.send_update()
    assert there.network.sent[-1].parts[0].table == "t299", "what lies under the lamp goes first"
    there.tell()
    assert len(there.copy.open_tables()) == 300 and list(there.copy.read("t7")) == list(there.log.read("t7"))
    assert max(len(told.parts) + sum(len(part.lines) for part in told.parts) for told in there.network.sent) <= 41


def test_a_large_entry_goes_alone_and_holds_up_nothing(there: There) -> None:
    there.log.open("t1", "arkham", [replace(ROW, data={"text": "x" * 5 * LETTERS})])
    there.log.append("t1", [replace(ROW, seq=seq, data={"text": "x" * 5 * LETTERS}) for seq in (2, 3)])
    there.follower = there.again(most=4)
    there.tell()
    assert there.copied == there.rows
    assert [len(part.lines) for told in there.network.sent for part in told.parts] == [1, 1, 1]


def test_of_a_house_that_was_told_of_nothing_is_sent_again_but_how_its_tables_are(there: There) -> None:
    with_a_past(there, 30)
    there.tell()
    there.follower.send_update()
    assert not there.network.sent[-1].parts
    there.follower = there.again()
    there.tell()
    assert len(there.network.sent[-1].parts) == 30 and not any(part.lines for part in there.network.sent[-1].parts)


def test_in_the_copy_one_table_lies_under_the_lamp_as_at_the_house(there: There) -> None:
    with_a_past(there, 3)
    there.follower = there.again(most=1)
    there.tell()
    for table in ("t0", "t1"):
        there.log.light(table)
        assert there.follower.send_update(), "more is to be said of the others"
        assert lit(there.copy) == [table]


def lit(log: SqlEventLog) -> list[str]:
    return [board.table for board in log.open_tables() if board.lit]


@pytest.mark.parametrize("most", [500, 3])
def test_a_house_that_begins_anew_leaves_nothing_of_older_people(
    there: There, hall: Engine, tmp_path: Path, most: int
) -> None:
    with_a_past(there, 9)
    there.copy.open("t99", "nemesis")  # of before the hall was followed: all that it holds of a table goes
    there.copy.append("t99", (), ReceivedReading(Reading("r1", LAMP, "vision/cam0", "e", 1)))
    there.tell()
    new = There(tmp_path / "new", hall)
    new.follower = new.again(most)
    new.play(3)
    new.tell()
    assert [board.table for board in new.copy.open_tables()] == ["t1"] == lit(new.copy)
    assert new.copied == new.rows and new.copy.reading("r1", "t99") is None


def test_another_past_takes_the_place_of_the_copys(there: There, hall: Engine, tmp_path: Path) -> None:
    """A backup was put back at the table: what came after it is played anew, and differently."""
    there.play(6)
    there.tell()
    other = There(tmp_path / "restored", hall)
    other.play(2)
    other.hall.undo("t1", 1)
    other.play(4)
    other.tell()
    assert other.copied == other.rows


def test_what_is_taken_back_at_the_table_is_so_in_the_copy(there: There) -> None:
    there.play(3)
    there.tell()
    there.hall.undo("t1", 1)
    there.tell()
    assert there.copied == there.rows


def test_a_stranger_tells_the_hall_nothing(there: There, hall: Engine) -> None:
    there.play()
    for key in ("", "guessed"):
        there.network.key = key
        with pytest.raises(ReplicationError, match=r"\./table hall invite"):
            there.tell()
    with pytest.raises(ReplicationError):
        apply_sync(hall, "lamp-8", there.network.key, SyncRequest())
    assert not there.copied


def test_a_new_key_ends_the_old_one(there: There, hall: Engine) -> None:
    create_key(hall, LAMP)
    with pytest.raises(ReplicationError):
        there.tell()


def test_what_the_hall_plays_itself_nobody_else_tells_it(hall: Engine) -> None:
    add_tables(hall, [LAMP], HERE)
    log = SqlEventLog(engine_for_table(hall, LAMP), time.time)
    log.open("t1", "arkham", [ROW])
    with pytest.raises(ReplicationError, match="plays lamp-7 itself"):
        create_key(hall, LAMP)


def test_where_somebody_sits_nobody_else_tells_the_hall(hall: Engine) -> None:
    """Its tablet was let in, and no game begun yet."""
    add_tables(hall, [LAMP], HERE)
    Devices(DeviceRepository(SqlEventLog(engine_for_table(hall, LAMP), time.time).database), time.time).claim()
    with pytest.raises(ReplicationError, match="plays lamp-7 itself"):
        create_key(hall, LAMP)


def test_a_table_that_was_only_added_may_play_at_its_own_machine(hall: Engine) -> None:
    add_tables(hall, [LAMP], HERE)
    key = create_key(hall, LAMP)
    assert [plays for _, plays in list_tables(hall)] == [THERE]
    apply_sync(hall, LAMP, key, SyncRequest())


def damaged(part: ShippedTable) -> ShippedTable:
    line = part.lines[1]
    return replace(part, lines=(part.lines[0], replace(line, by="somebody"), *part.lines[2:]))


def torn(part: ShippedTable) -> ShippedTable:
    return replace(part, lines=(part.lines[0], *part.lines[2:]))


@pytest.mark.parametrize("spoil", [damaged, torn])
def test_what_was_damaged_on_its_way_is_refused_whole(
    there: There, hall: Engine, spoil: Callable[[ShippedTable], ShippedTable]
) -> None:
    there.play(3)
    (part,) = ReplicationSource(there.log.database).shipment({}, {}).parts
    with pytest.raises(ChecksumError, match="of t1"):
        apply_sync(hall, LAMP, there.network.key, SyncRequest((spoil(part),)))
    assert not there.copied and not there.copy.open_tables()


def test_lines_of_a_past_that_the_copy_does_not_have_are_left_out(there: There, hall: Engine) -> None:
    """Else a gap would come of it; the answer says where to begin."""
    there.play(3)
    (part,) = ReplicationSource(there.log.database).shipment({}, {}).parts
    later = replace(part, after=ReplicationMark(2, "another"), lines=part.lines[2:])
    kept = apply_sync(hall, LAMP, there.network.key, SyncRequest((later,)))
    assert kept.marks == {"t1": ReplicationMark()} and not there.copied


def test_how_the_table_is_the_staff_is_told(there: There, hall: Engine) -> None:
    there.follower = HallSyncClient(there.log.database, there.network, lambda: {"game": "Pips"})
    there.tell()
    with hall.connect() as connection:
        report: Any = connection.exec_driver_sql("SELECT report FROM hall_lamps").scalar()
    assert report["game"] == "Pips" and "key" not in report


def test_what_is_no_hall_is_said_so(there: There) -> None:
    with pytest.raises(HallUnreachableError, match="no hall of ours"):
        HallSyncClient(there.log.database, lambda _message: b"<html>").send_update()


def test_a_count_of_many_tables_is_right_after_a_night_without_a_network(there: There, hall: Engine) -> None:
    number = begin_event(hall, "The Kraken", 500)
    sharing = SharedEventClient(lambda: None, lambda _event, count: count)
    there.follower = HallSyncClient(there.log.database, there.network, sharing=sharing)
    there.tell()
    there.network.is_cut = True
    for version in range(1, 6):
        sharing.count(number, 2 * version, version)
    change_count(hall, "lamp-1", number, EventCount(30, 1))
    with pytest.raises(HallUnreachableError):
        there.tell()
    shown = sharing.now()
    assert shown is not None and (shown.own, shown.total) == (10, 10), "of the others it knows nothing yet"
    there.network.is_cut = False
    for _ in range(2):  # told twice, it counts once
        there.tell()
    found, shown = load_standing(hall), sharing.now()
    assert found is not None and found.event.total == 40
    assert shown is not None and (shown.own, shown.total) == (10, 40)


def test_what_is_counted_while_a_newer_event_comes_is_told_at_once(there: There, hall: Engine) -> None:
    kraken = begin_event(hall, "The Kraken", 500)
    sharing = SharedEventClient(lambda: None, lambda _event, count: count)
    there.follower = HallSyncClient(there.log.database, there.network, sharing=sharing)
    there.tell()
    mother = begin_event(hall, "Its mother", 900)
    there.network.under_way = lambda: sharing.count(kraken, 3, 1)
    there.tell()
    shown = sharing.now()
    assert shown is not None and shown.id == mother
    with hall.connect() as connection:
        assert connection.exec_driver_sql(f"SELECT total FROM hall_hits WHERE event = {kraken}").scalar() == 3


class Caller:
    """A table whose people call for somebody."""

    def __init__(self, there: There) -> None:
        self.staff = HallStaff(there.network.hall, HallSettings())
        self.now = 100.0
        self.calling = StaffCall(lambda: None, lambda: self.now)
        there.follower = HallSyncClient(
            there.log.database,
            there.network,
            lambda: {"help": self.calling.since},
            self.calling.answer,
        )
        self.tell = there.tell

    def call(self) -> None:
        self.now += 1
        self.calling.call(on=False)
        self.calling.call(on=True)

    @property
    def state(self) -> str:
        return self.staff.page("").tables[0].state


@pytest.fixture
def caller(there: There) -> Caller:
    caller = Caller(there)
    caller.call()
    caller.tell()
    assert caller.state == "help"
    return caller


def test_who_has_called_hears_that_somebody_has_come(caller: Caller, there: There) -> None:
    caller.staff.helped(LAMP)
    there.network.loses_answers = True
    with pytest.raises(HallUnreachableError):
        caller.tell()
    there.network.loses_answers = False
    caller.tell()
    assert not caller.calling.since
    caller.tell()
    assert caller.state == "free"


def test_a_second_call_is_not_answered_by_who_came_for_the_first(caller: Caller) -> None:
    caller.staff.helped(LAMP)
    caller.call()
    caller.tell()
    assert caller.calling.since and caller.state == "help"


def test_nor_is_one_that_comes_while_that_is_told(caller: Caller, there: There) -> None:
    caller.staff.helped(LAMP)
    there.network.under_way = caller.call
    caller.tell()
    caller.tell()
    assert caller.calling.since and caller.state == "help"
