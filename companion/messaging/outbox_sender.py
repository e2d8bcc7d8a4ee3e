"""Sends what an outbox keeps, oldest first, until the rules service acknowledges it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from companion.errors import CodecError
from companion.messaging.bus import Bus, Message
from companion.messaging.outbox import Outbox
from companion.schema import codec, topics
from companion.schema.reader_status import Ack
from companion.schema.reading import Reading

logger = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 0.3, 1.5  # s until what is not acknowledged is sent again


class OutboxSender:
    """The outbox of one reader on the bus. Call `tick` a few times a second; `clock` is monotonic, in s.

    Each turn sends the oldest readings in their order, never a later one alone: whoever hears of an epoch for the first time
    may take the first one that comes for the oldest there is.
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
        """Keep a reading, and its mark, and send it at once; returns it numbered. Raises CodecError for one too large to travel."""
        kept = self.outbox.put(reading, mark)
        with self._lock:
            if self.bus.connected and self._unsent():
                self._send()
        return kept

    def tick(self) -> None:
        """Send again what is due."""
        with self._lock:
            if self.bus.connected and self.clock() >= self._due:
                self._send()

    def _send(self) -> None:
        window = self.outbox.oldest()
        for seq, payload in window:
            self.resends += seq <= self._sent
            self._sent = max(self._sent, seq)
            self.bus.publish(self.topic, beside(payload, window[0][0]))
        self._due = self.clock() + self._wait
        self._wait = min(2 * self._wait, LONGEST_WAIT) if window else FIRST_WAIT

    def _unsent(self) -> bool:
        """Whether the window holds a reading that was never sent."""
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
                self._due = 0.0 if self._unsent() else self.clock() + FIRST_WAIT

    def _on_connection(self, connected: bool) -> None:
        if connected:
            with self._lock:
                self._wait, self._due = FIRST_WAIT, 0.0


def beside(payload: bytes, oldest: int) -> bytes:
    """The payload of a reading with the record `Kept` beside it, so that whoever hears it knows where the gaps are none.

    >>> beside(b'{"v":1,"seq":7}', 5)
    b'{"v":1,"seq":7,"oldest":5}'
    """
    return payload[:-1] + b',"oldest":%d}' % oldest
