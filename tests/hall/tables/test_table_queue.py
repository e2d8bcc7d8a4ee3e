"""Messages of the tables are processed in order, in parallel, and once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.errors import StoreError
from companion.hall.tables.table_queue import PendingTables, TableQueue
from companion.messaging import Message

LONG = 20.0  # s


class Dealing:
    """Records processed messages, and waits at a marked one."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self.done: list[tuple[str, bytes]] = []
        self.acked: list[bytes] = []
        self.go_on, self.inside = threading.Event(), threading.Barrier(3)
        self.queue = TableQueue(pool, self.deal)

    def deal(self, table: str, message: Message) -> None:
        if message.payload == b"meet":
            self.inside.wait(LONG)
        if message.payload == b"wait":
            assert self.go_on.wait(LONG)
        if message.payload == b"fails":
            raise StoreError("The database does not answer.")
        if message.payload == b"breaks":
            raise ValueError("a mistake")
        self.done.append((table, message.payload))

    def put(self, table: str, *payloads: bytes) -> None:
        for payload in payloads:
            self.queue.put(table, Message(table, payload, ack=lambda payload=payload: self.acked.append(payload)))  # type: ignore[misc]


@pytest.fixture
def dealing() -> Iterator[Dealing]:
    with ThreadPoolExecutor(4) as pool:
        yield Dealing(pool)


def test_queue_keeps_the_order_of_each_table(dealing: Dealing) -> None:
    for number in range(100):
        dealing.put(f"lamp-{number % 3}", b"%d" % number)
    assert dealing.queue.wait_empty(LONG)
    for table in range(3):
        found = [int(payload) for name, payload in dealing.done if name == f"lamp-{table}"]
        assert found == list(range(table, 100, 3))
    assert not dealing.acked, "who deals with it acknowledges it"


def test_several_tables_at_once(dealing: Dealing) -> None:
    dealing.put("lamp-1", b"meet")
    dealing.put("lamp-2", b"meet")
    dealing.inside.wait(LONG)
    assert dealing.queue.wait_empty(LONG) and len(dealing.done) == 2


def test_queue_drops_duplicates_of_waiting_messages(dealing: Dealing) -> None:
    dealing.put("lamp-1", b"wait", b"one", b"two", b"one")
    dealing.put("lamp-2", b"one")
    assert dealing.acked == [b"one"]
    dealing.go_on.set()
    assert dealing.queue.wait_empty(LONG)
    assert [payload for table, payload in dealing.done if table == "lamp-1"] == [b"wait", b"one", b"two"]
    dealing.put("lamp-1", b"one")
    assert dealing.queue.wait_empty(LONG) and len(dealing.done) == 5, "what is dealt with is no more in the queue"


def test_queue_acknowledges_a_failed_message_and_goes_on(dealing: Dealing, caplog: pytest.LogCaptureFixture) -> None:
    dealing.put("lamp-1", b"wait", b"fails", b"breaks", b"well")
    dealing.go_on.set()
    assert dealing.queue.wait_empty(LONG)
    assert dealing.acked == [b"fails", b"breaks"] and dealing.done[-1] == ("lamp-1", b"well")
    assert [record.levelname for record in caplog.records if record.levelname != "DEBUG"] == ["ERROR"]


def test_pending_tables_run_once_and_survive_errors(caplog: pytest.LogCaptureFixture) -> None:
    done: list[str] = []

    def act(name: str) -> None:
        done.append(name)
        raise StoreError("away") if name == "dark" else ValueError("a mistake")

    with ThreadPoolExecutor(1) as pool:
        hold = threading.Event()
        pool.submit(hold.wait, LONG)
        pending = PendingTables(pool, act)
        for name in ("dark", "lamp-1", "lamp-1"):
            pending.add(name)
        hold.set()
    assert done == ["dark", "lamp-1"]
    assert [record.levelname for record in caplog.records if record.levelname != "DEBUG"] == ["ERROR"]
