"""A worker's connection to the broker: each reading goes to one worker, announcements of readers go to all."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection

from companion.errors import CodecError
from companion.hall.tables.table_cache import TableCache
from companion.hall.tables.table_queue import TableQueue
from companion.messaging import Message, MqttBus
from companion.messaging.broker.accounts import BrokerAccount, rights
from companion.presentation import ReaderStates
from companion.schema import TopicError, topics

logger = logging.getLogger(__name__)

SHARED_GROUP = "lamplight"
"""Group of the shared subscription, in which the broker gives each reading to one worker."""
SILENCE, LONGEST_SILENCE = 0.2, 3.0
"""Seconds without a retained reader state after which they are complete, and the longest wait for that."""
RETAINED_NAMES = frozenset({"status", "description"})
"""Announcements of a reader, which the broker retains."""


class MessageRouter:
    """Route messages to the tables of one worker. Thread-safe."""

    def __init__(
        self,
        bus: MqttBus,
        tables: TableCache,
        queue: TableQueue,
        own: Collection[str] = (),
        born: Callable[[], None] = lambda: None,
    ) -> None:
        """`own` is as in `ReaderStates`, for each table. `born` is called when a Home Assistant has started."""
        self._tables, self._queue, self._own, self._born = tables, queue, own, born
        self._announcements: dict[str, dict[str, Message]] = {}  # table -> topic -> the newest
        self._readers: dict[str, ReaderStates] = {}  # table -> its reader states, nothing else
        readings = topics.reading(topics.ANY, topics.ANY)
        for rule, pattern in rights(BrokerAccount("rules", topics.ANY, "")):
            if rule == "read" and pattern not in {readings, topics.birth()}:
                bus.subscribe(pattern, self._receive_announcement)
        bus.subscribe(topics.birth(), self._receive_birth)
        self._bus, self._readings_topic = bus, readings
        self._announced = time.monotonic()  # time of the last reader state

    def share_readings(self) -> None:
        """Subscribe to readings. Waits for the retained announcements first, which would delay a reading."""
        until = time.monotonic() + LONGEST_SILENCE
        while time.monotonic() < min(until, self._announced + SILENCE):
            time.sleep(SILENCE / 4)
        self._bus.subscribe(self._readings_topic, self._share, group=SHARED_GROUP)

    def announcements(self, table: str) -> tuple[Message, ...]:
        """Return the newest announcements of a table's readers."""
        return tuple(self._announcements.get(table, {}).values())

    def _share(self, message: Message) -> None:
        """Handle a reading, which only this worker has received. Raises TopicError."""
        try:
            table = topics.parse(message.topic).table
        except TopicError:
            message.ack()
            raise
        self._queue.put(table, message)

    def _receive_announcement(self, message: Message) -> None:
        """Queue a message for a cached table, and store announcements for later. Raises TopicError."""
        message.ack()
        about = topics.parse(message.topic)
        if about.name in RETAINED_NAMES:
            self._announced = time.monotonic()
            if self._is_kept(about.table, message):
                return  # readers repeat announcements after a restart of the broker
            self._keep(about.table, message)
        if self._tables.find(about.table) is not None:
            self._queue.put(about.table, Message(message.topic, message.payload, message.retain))

    def _is_kept(self, table: str, message: Message) -> bool:
        known = self._announcements.get(table, {}).get(message.topic)
        return known is not None and known.payload == message.payload

    def _keep(self, table: str, message: Message) -> None:
        known = self._readers.get(table)
        if known is None:
            known = self._readers[table] = ReaderStates(lambda: None, own=self._own)
        try:
            known.update(message.topic, message.payload)
        except CodecError as error:  # the table gets it anyway, and logs it
            logger.debug("what a reader says of itself is not kept: %s", error)
            return
        newest = self._announcements.get(table, {}) | {
            message.topic: Message(message.topic, message.payload, retain=True)
        }
        self._announcements[table] = {
            topic: announcement
            for topic, announcement in newest.items()
            if announcement.payload and known.has_heard(topics.parse(topic).reader)
        }

    def _receive_birth(self, message: Message) -> None:
        message.ack()
        if message.payload == b"online":
            self._born()
