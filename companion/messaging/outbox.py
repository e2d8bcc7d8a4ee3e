"""What a reader has perceived and the rules service has not yet committed: kept on disk, sent until it is acknowledged.

A reading gets its epoch, seq and id here, before it is sent for the first time, and never again. The epoch is that of the
file: where the file is lost, a new one begins. Nothing here knows a bus; `companion.messaging.outbox_sender` sends what is due.
"""

from __future__ import annotations

import secrets
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.errors import CodecError, LamplightError
from companion.schema import codec
from companion.schema.reader_status import Ack
from companion.schema.reading import Reading
from companion.system.atomic_write import make_folder

WINDOW = 8  # readings sent and not acknowledged; an unbounded resend melts the service it waits for
ROOM = 64  # bytes of a payload that the sender needs for what it says beside the reading
TABLES = """
CREATE TABLE IF NOT EXISTS book (
  one INTEGER PRIMARY KEY CHECK (one = 1), epoch TEXT NOT NULL, seq INTEGER NOT NULL, mark TEXT NOT NULL DEFAULT ''
);
CREATE TABLE IF NOT EXISTS waiting (seq INTEGER PRIMARY KEY, payload BLOB NOT NULL);
"""


def new_epoch() -> str:
    """Of a file that was made now: none other is called so."""
    return secrets.token_hex(8)


class OutboxError(LamplightError):
    """The outbox's file cannot be used."""

    code = "OUTBOXERROR"


class Outbox:
    """The kept readings of one source, in one SQLite file; may be used from several threads. `epoch` names that of a new file.

    Raises OutboxError where the file cannot be opened or is none.
    """

    def __init__(self, path: Path, epoch: Callable[[], str] = new_epoch) -> None:
        self._lock = threading.Lock()
        try:
            make_folder(path.parent)
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute(
                "PRAGMA synchronous=FULL"
            )  # a reading that was sent must not come back under another number
            self._db.executescript(TABLES)
            self._add_mark()
            self._db.execute("INSERT OR IGNORE INTO book (one, epoch, seq) VALUES (1, ?, 0)", (epoch(),))
            self.epoch = str(self._db.execute("SELECT epoch FROM book").fetchone()[0])
        except (OSError, sqlite3.Error) as error:
            raise OutboxError(f"the outbox {path} cannot be used ({error}); move it away, a new one is made") from error

    def _add_mark(self) -> None:
        """Files of an earlier version have no mark."""
        columns = {row[1] for row in self._db.execute("PRAGMA table_info(book)")}
        if "mark" not in columns:
            self._db.execute("ALTER TABLE book ADD COLUMN mark TEXT NOT NULL DEFAULT ''")

    def put(self, reading: Reading, mark: str = "") -> Reading:
        """Number a reading and keep it: the reading as it will be sent, with epoch, seq and id of this outbox's own.

        `mark` says where whoever perceives goes on after a restart; it is kept in the same transaction, "" leaves the one before.

        Raises CodecError for one that is too large to travel and OutboxError where the disk fails; nothing is kept then and no
        number is used.
        """
        with self._lock:
            try:
                numbered = self._number(reading, mark)
            except sqlite3.Error as error:
                raise OutboxError(f"a reading cannot be kept ({error}); is the disk full?") from error
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
        return numbered

    def _number(self, reading: Reading, mark: str) -> Reading:
        self._db.execute("BEGIN IMMEDIATE")
        seq = int(self._db.execute("UPDATE book SET seq = seq + 1 RETURNING seq").fetchone()[0])
        numbered = replace(reading, id=f"{self.epoch}.{seq}", epoch=self.epoch, seq=seq)
        payload = codec.encode(numbered)
        if len(payload) > codec.MOST_BYTES - ROOM:
            raise CodecError(f"Reading: {len(payload)} bytes, at most {codec.MOST_BYTES - ROOM} travel")
        self._db.execute("INSERT INTO waiting VALUES (?, ?)", (seq, payload))
        if mark:
            self._db.execute("UPDATE book SET mark = ?", (mark,))
        self._db.execute("COMMIT")
        return numbered

    @property
    def mark(self) -> str:
        """What was kept with the newest reading that had one; "" = none had."""
        with self._lock:
            return str(self._db.execute("SELECT mark FROM book").fetchone()[0])

    def remember(self, mark: str) -> None:
        """Keep a mark without a reading. Raises OutboxError where the disk fails."""
        with self._lock:
            try:
                self._db.execute("UPDATE book SET mark = ?", (mark,))
            except sqlite3.Error as error:
                raise OutboxError(f"a mark cannot be kept ({error}); is the disk full?") from error

    def oldest(self, most: int = WINDOW) -> tuple[tuple[int, bytes], ...]:
        """The seq and the payload of what has waited longest, in their order."""
        with self._lock:
            rows = self._db.execute("SELECT seq, payload FROM waiting ORDER BY seq LIMIT ?", (most,)).fetchall()
        return tuple((int(seq), bytes(payload)) for seq, payload in rows)

    def acknowledge(self, ack: Ack) -> int:
        """Forget what is committed, and say how many that were; an ack of another epoch is nobody's."""
        if ack.epoch != self.epoch:
            return 0
        with self._lock:
            return self._db.execute("DELETE FROM waiting WHERE seq <= ?", (ack.seq,)).rowcount

    @property
    def waiting(self) -> int:
        """How many are kept."""
        with self._lock:
            return int(self._db.execute("SELECT count(*) FROM waiting").fetchone()[0])

    def close(self) -> None:
        with self._lock:
            self._db.close()
