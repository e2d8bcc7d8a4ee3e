"""Store readings before they are published, and publish them until they are acknowledged."""

from __future__ import annotations

import logging
import secrets
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.errors import CodecError, LamplightError
from companion.i18n import _
from companion.messaging.bus import Bus, Message
from companion.schema import Ack, Reading, codec, topics
from companion.system.atomic_write import make_folder

logger = logging.getLogger(__name__)

WINDOW = 8  # readings sent and not acknowledged; resending all of them would overload a service that is already late
WINDOW_BYTES = 64  # that `add_window` may add to a reading
FIRST_WAIT, LONGEST_WAIT = 0.3, 1.5  # seconds before unacknowledged readings are sent again
TABLES = """
CREATE TABLE IF NOT EXISTS book (
  one INTEGER PRIMARY KEY CHECK (one = 1), epoch TEXT NOT NULL, seq INTEGER NOT NULL, mark TEXT NOT NULL DEFAULT ''
);
CREATE TABLE IF NOT EXISTS waiting (seq INTEGER PRIMARY KEY, payload BLOB NOT NULL);
"""


class OutboxError(LamplightError):
    """The outbox's file cannot be used."""

    code = "OUTBOXERROR"


class Outbox:
    """The kept readings of one source, in one SQLite file; thread-safe. `new_epoch` gives the name of a new file.

    Raises OutboxError where the file cannot be opened or has another format.
    """

    def __init__(self, path: Path, new_epoch: Callable[[], str] = lambda: secrets.token_hex(8)) -> None:
        self._lock = threading.Lock()
        try:
            make_folder(path.parent)
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA page_size=1024")  # in a new file: a reading then writes half as much
            self._db.execute("PRAGMA journal_mode=WAL")
            # a reading that was sent must not come back under another number after a power cut
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.executescript(TABLES)
            self._add_mark_column()
            self._db.execute("INSERT OR IGNORE INTO book (one, epoch, seq) VALUES (1, ?, 0)", (new_epoch(),))
            self.epoch = str(self._db.execute("SELECT epoch FROM book").fetchone()[0])
        except (OSError, sqlite3.Error) as error:
            raise OutboxError(f"the outbox {path} cannot be used ({error}); move it away, a new one is made") from error

    def _add_mark_column(self) -> None:
        """Upgrade a file of an earlier version."""
        columns = {row[1] for row in self._db.execute("PRAGMA table_info(book)")}
        if "mark" not in columns:
            self._db.execute("ALTER TABLE book ADD COLUMN mark TEXT NOT NULL DEFAULT ''")

    def put(self, reading: Reading, mark: str = "") -> Reading:
        """Store a reading with the next number, and return it as sent, with epoch, seq and id of this outbox.

        `mark` is where the reader resumes after a restart, stored in the same transaction. "" keeps the previous one.

        Raises CodecError for a reading that is too large to send, and OutboxError when the disk fails. Then nothing is
        stored and no number is used.
        """
        with self._lock:
            try:
                numbered = self._store(reading, mark)
            except sqlite3.Error as error:
                sentence = _("a reading cannot be kept ({why}): look whether the disk is full", why=str(error))
                raise OutboxError(sentence) from error
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
        return numbered

    def _store(self, reading: Reading, mark: str) -> Reading:
        """Commit a reading under the next number. The caller rolls back after an exception."""
        self._db.execute("BEGIN IMMEDIATE")
        seq = int(self._db.execute("UPDATE book SET seq = seq + 1 RETURNING seq").fetchone()[0])
        numbered = replace(reading, id=f"{self.epoch}.{seq}", epoch=self.epoch, seq=seq)
        payload = codec.encode(numbered)
        if len(payload) > codec.MOST_BYTES - WINDOW_BYTES:
            raise CodecError(f"Reading: {len(payload)} bytes, at most {codec.MOST_BYTES - WINDOW_BYTES} travel")
        self._db.execute("INSERT INTO waiting VALUES (?, ?)", (seq, payload))
        if mark:
            self._db.execute("UPDATE book SET mark = ?", (mark,))
        self._db.execute("COMMIT")
        return numbered

    @property
    def mark(self) -> str:
        """The newest stored mark, "" for none."""
        with self._lock:
            return str(self._db.execute("SELECT mark FROM book").fetchone()[0])

    def remember(self, mark: str) -> None:
        """Store a mark without a reading. Raises OutboxError when the disk fails."""
        with self._lock:
            try:
                self._db.execute("UPDATE book SET mark = ?", (mark,))
            except sqlite3.Error as error:
                sentence = _("a mark cannot be kept ({why}): look whether the disk is full", why=str(error))
                raise OutboxError(sentence) from error

    def oldest(self, most: int = WINDOW) -> tuple[tuple[int, bytes], ...]:
        """Return seq and payload of the oldest readings, in order of seq."""
        with self._lock:
            rows = self._db.execute("SELECT seq, payload FROM waiting ORDER BY seq LIMIT ?", (most,)).fetchall()
        return tuple((int(seq), bytes(payload)) for seq, payload in rows)

    def acknowledge(self, ack: Ack) -> int:
        """Delete the acknowledged readings and return their number. Ignores an ack for another epoch."""
        if ack.epoch != self.epoch:
            return 0
        with self._lock:
            return self._db.execute("DELETE FROM waiting WHERE seq <= ?", (ack.seq,)).rowcount

    @property
    def waiting(self) -> int:
        """Number of readings that are not acknowledged."""
        with self._lock:
            return int(self._db.execute("SELECT count(*) FROM waiting").fetchone()[0])

    def close(self) -> None:
        with self._lock:
            self._db.close()


class OutboxSender:
    """Publishes the outbox of one reader. Call `tick` a few times a second; `clock` is monotonic, in s. Thread-safe.

    Always sends the oldest readings in order, never a later one alone: a consumer may take the first reading of an
    unknown epoch for the oldest.
    """

    def __init__(self, bus: Bus, outbox: Outbox, table: str, reader: str, clock: Callable[[], float]) -> None:
        self.bus, self.outbox, self.clock = bus, outbox, clock
        self.topic = topics.reading(table, reader)
        self.resends = 0
        self.bad_acks = 0
        self._lock = threading.RLock()  # a bus in memory delivers the ack while the reading is being sent
        self._wait = FIRST_WAIT
        self._due = 0.0  # monotonic s
        self._sent = 0  # highest seq that was sent once
        bus.subscribe(topics.ack(table, reader), self._on_ack)
        bus.on_connection(self._on_connection)

    def put(self, reading: Reading, mark: str = "") -> Reading:
        """Store a reading and its mark, and send it at once if connected. Returns and raises as `Outbox.put`."""
        numbered = self.outbox.put(reading, mark)
        with self._lock:
            if self.bus.connected and self._has_unsent():
                self._send()
        return numbered

    def tick(self) -> None:
        """Send the oldest readings again if they are due."""
        with self._lock:
            if self.bus.connected and self.clock() >= self._due:
                self._send()

    def _send(self) -> None:
        window = self.outbox.oldest()
        for seq, payload in window:
            self.resends += seq <= self._sent
            self._sent = max(self._sent, seq)
            self.bus.publish(self.topic, add_window(payload, window[0][0]))
        self._due = self.clock() + self._wait
        self._wait = min(2 * self._wait, LONGEST_WAIT) if window else FIRST_WAIT

    def _has_unsent(self) -> bool:
        """Return whether the window has a reading that was never sent."""
        window = self.outbox.oldest()
        return bool(window) and window[-1][0] > self._sent

    def _on_ack(self, message: Message) -> None:
        message.ack()
        try:
            ack = codec.decode(Ack, message.payload)
        except CodecError as error:
            self.bad_acks += 1
            if self.bad_acks == 1:
                logger.warning("an ack on %s cannot be read: %s", message.topic, error)
            return
        if self.outbox.acknowledge(ack):
            with self._lock:
                self._wait = FIRST_WAIT
                self._due = 0.0 if self._has_unsent() else self.clock() + FIRST_WAIT

    def _on_connection(self, connected: bool) -> None:
        if connected:
            with self._lock:
                self._wait, self._due = FIRST_WAIT, 0.0


def add_window(payload: bytes, oldest: int) -> bytes:
    """Add the fields of `OutboxWindow` to an encoded reading. The consumer learns from them that no older one follows.

    >>> add_window(b'{"v":1,"seq":7}', 5)
    b'{"v":1,"seq":7,"oldest":5}'
    """
    return payload[:-1] + b',"oldest":%d}' % oldest
