"""Process broker messages: in order for each table, in parallel for several tables."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor

from companion.errors import LamplightError
from companion.messaging import Message

logger = logging.getLogger(__name__)


class TableQueue:
    """Queue of all tables of a worker. Thread-safe."""

    def __init__(self, pool: Executor, deal: Callable[[str, Message], None]) -> None:
        """`deal` processes a message for a table. After a LamplightError the sender sends it again."""
        self._pool, self._deal = pool, deal
        self._lock = threading.Condition()
        self._waiting: dict[str, deque[Message]] = {}  # messages of tables that are being processed

    @property
    def length(self) -> int:
        """Number of unprocessed messages."""
        with self._lock:
            return sum(map(len, self._waiting.values()))

    def wait_empty(self, seconds: float) -> bool:
        """Wait at most `seconds` until all messages are processed; return whether they are."""
        with self._lock:
            return self._lock.wait_for(lambda: not self._waiting, seconds)

    def put(self, table: str, message: Message) -> None:
        """Queue a message. A duplicate of a waiting one is dropped, else resends would swamp a busy worker."""
        with self._lock:
            waiting = self._waiting.get(table)
            if waiting is None:
                self._waiting[table] = deque((message,))
            elif any((other.topic, other.payload) == (message.topic, message.payload) for other in waiting):
                message.ack()
                return
            else:
                waiting.append(message)
                return
        self._pool.submit(self._work, table)

    def _work(self, table: str) -> None:
        while (message := self._next(table)) is not None:
            try:
                self._deal(table, message)
            except LamplightError as error:
                message.ack()  # only to the broker, which stops sending after a few unacknowledged messages
                logger.debug("table=%s: what came is to be sent again: %s", table, error)
            except Exception:  # other tables must go on
                message.ack()
                logger.exception("table=%s: what came on %s failed", table, message.topic)

    def _next(self, table: str) -> Message | None:
        with self._lock:
            waiting = self._waiting[table]
            if waiting:
                return waiting.popleft()
            del self._waiting[table]
            self._lock.notify_all()
            return None


class PendingTables:
    """Run an action for each added table once, in a pool. Thread-safe."""

    def __init__(self, pool: Executor, do: Callable[[str], object]) -> None:
        self._pool, self._do = pool, do
        self._due: set[str] = set()
        self._lock = threading.Lock()

    def add(self, name: str) -> None:
        """Queue the table's work."""
        with self._lock:
            if name in self._due:
                return
            self._due.add(name)
        self._pool.submit(self.work, name)

    def work(self, name: str) -> None:
        """Run the action now. Errors are logged, because other tables must go on."""
        with self._lock:
            self._due.discard(name)
        try:
            self._do(name)
        except LamplightError as error:
            logger.debug("table=%s: %s", name, error)
        except Exception:
            logger.exception("table=%s: the queued action failed", name)
