from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.errors import CodecError
from companion.messaging import MemoryBus, Outbox, OutboxError, OutboxSender
from companion.schema import Ack, Reading, SeenObject, codec, topics

RAW = Reading("", "t1", "bridge/bag", "", 0, objects=(SeenObject("tag", "62E3086CED", 1.0),))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deeper" / "outbox.db"


def test_outbox_survives_restarts_and_never_reuses_a_number(path: Path) -> None:
    before = Outbox(path)
    first, second = before.put(RAW, "e1:4"), before.put(RAW)
    assert (first.seq, second.seq) == (1, 2) and first.id != second.id
    before.acknowledge(Ack(before.epoch, 1))
    before.close()
    after = Outbox(path)
    assert (after.epoch, after.mark) == (before.epoch, "e1:4")
    assert [codec.decode(Reading, payload) for _, payload in after.oldest()] == [second]
    after.acknowledge(Ack(after.epoch, 2))
    after.close()
    assert Outbox(path).put(RAW).seq == 3


@pytest.mark.parametrize(("epoch", "deleted", "left"), [("", 3, [4]), ("another", 0, [1, 2, 3, 4])])
def test_ack_deletes_everything_up_to_it_in_its_epoch(path: Path, epoch: str, deleted: int, left: list[int]) -> None:
    outbox = Outbox(path)
    for _ in range(4):
        outbox.put(RAW)
    assert outbox.acknowledge(Ack(epoch or outbox.epoch, 3)) == deleted
    assert [seq for seq, _ in outbox.oldest(100)] == left
    assert outbox.waiting == len(left)


def test_oversized_reading_uses_no_number(path: Path) -> None:
    outbox = Outbox(path)
    crowd = Reading("", "t1", "bridge/bag", "", 0, objects=(SeenObject("tag", "x" * 100),) * 400)
    with pytest.raises(CodecError, match="at most"):
        outbox.put(crowd)
    assert outbox.put(RAW).seq == 1


def test_outbox_names_a_file_of_another_format(tmp_path: Path) -> None:
    wrong = tmp_path / "outbox.db"
    wrong.write_text("this is a letter, and long enough to be one" * 50)
    with pytest.raises(OutboxError, match=r"outbox\.db cannot be used"):
        Outbox(wrong)


def test_outbox_syncs_to_disk(path: Path) -> None:
    outbox = Outbox(path)
    assert outbox._db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_outbox_migrates_a_file_without_marks(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as old:
        old.execute(
            "CREATE TABLE book (one INTEGER PRIMARY KEY CHECK (one = 1), epoch TEXT NOT NULL, seq INTEGER NOT NULL)"
        )
        old.execute("INSERT INTO book VALUES (1, 'e0', 7)")
    old.close()
    outbox = Outbox(path)
    assert (outbox.epoch, outbox.mark, outbox.put(RAW, "e1:1").seq, outbox.mark) == ("e0", "", 8, "e1:1")


def test_outbox_stores_reading_and_mark_in_one_transaction(path: Path) -> None:
    outbox, said = Outbox(path), list[str]()
    outbox._db.set_trace_callback(said.append)
    outbox.put(RAW, "e1:4")
    assert [words.split()[0] for words in said] == ["BEGIN", "UPDATE", "INSERT", "UPDATE", "COMMIT"]


class Scene:
    """A sender, a fake clock, and a client that acknowledges on request."""

    def __init__(self, path: Path) -> None:
        self.now = 100.0
        self.bus = MemoryBus()
        self.rules = self.bus.peer()
        self.heard: list[int] = []
        self.rules.subscribe(
            topics.reading("t1", "+"), lambda message: self.heard.append(codec.decode(Reading, message.payload).seq)
        )
        self.rules.start()
        self.outbox = Outbox(path)
        self.sender = OutboxSender(self.bus, self.outbox, "t1", "bridge-bag", lambda: self.now)

    def acknowledge(self, seq: int) -> None:
        self.rules.publish(topics.ack("t1", "bridge-bag"), codec.encode(Ack(self.outbox.epoch, seq)), retain=True)

    def after(self, seconds: float) -> list[int]:
        """Return what is sent after that time."""
        self.now += seconds
        self.heard.clear()
        self.sender.tick()
        return self.heard


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path / "outbox.db")


def test_outbox_sender_resends_with_growing_delays(scene: Scene) -> None:
    scene.bus.start()
    scene.sender.put(RAW)
    sent = [0.25 * number for number in range(1, 13) if scene.after(0.25)]
    assert sent == [0.5, 1.25, 2.5], "after 0.3 s, 0.6 s and 1.2 s"
    assert scene.sender.resends == 3


def test_outbox_sender_sends_at_most_eight(scene: Scene) -> None:
    for _ in range(20):
        scene.sender.put(RAW)
    scene.bus.start()
    assert scene.after(0) == list(range(1, 9))
    scene.acknowledge(8)
    assert scene.after(0) == list(range(9, 17))


def test_outbox_sender_counts_unreadable_acks(scene: Scene) -> None:
    scene.bus.start()
    scene.sender.put(RAW)
    for junk in (b"", b"\xff\xfe", b"[]", b'{"v":1,"epoch":3,"seq":"x"}', b'{"v":2,"epoch":"a","seq":1}'):
        scene.rules.publish(topics.ack("t1", "bridge-bag"), junk)
    assert scene.sender.bad_acks == 5
    assert scene.outbox.waiting == 1
