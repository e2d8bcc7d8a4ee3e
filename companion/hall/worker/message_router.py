"""A worker's one connection to the hall's broker: it hears every table, and hands on what is for a lamp that is served here.

So a lamp that is taken over is heard at once, without a word to the broker, and what its readers have said of themselves is known.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Mapping
from functools import partial

from companion.errors import CodecError
from companion.hall.tables.table_slot import TableSlot
from companion.messaging import Message, RepublishingBus
from companion.messaging.broker.accounts import BrokerAccount, rights
from companion.presentation import ReaderStates
from companion.schema import TopicError, topics

logger = logging.getLogger(__name__)

RETAINED = frozenset({"status", "description"})
"""What a reader says of itself, and what the broker keeps of it."""
FRESH_S = 2.0
"""s for which a reading of another worker's lamp may turn out to be ours to answer: its reader sends it again anyway."""


class MessageRouter:
    """Safe for threads."""

    def __init__(
        self,
        bus: RepublishingBus,
        slots: Mapping[str, TableSlot],
        is_ours: Callable[[str], bool],
        own: Collection[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`is_ours`: whether a name is a lamp's of this hall; `own`: as of `ReaderStates`, at each lamp; `clock`: s."""
        self._own, self._clock = own, clock
        self._late: dict[str, tuple[float, Message]] = {}  # lamps of others -> their newest reading
        self._bus, self._berths, self._is_ours = bus, slots, is_ours
        self._said: dict[str, dict[str, Message]] = {}  # lamp -> topic -> the newest
        self._readers: dict[str, ReaderStates] = {}  # lamp -> what a table would know of them: no more is kept
        bus.on_connection(self._tell_connection)
        for rule, pattern in rights(BrokerAccount("rules", topics.ANY, "")):
            if rule == "read":
                bus.subscribe(pattern, self._hear if pattern != topics.birth() else self._hear_birth)

    def announcements(self, lamp: str) -> tuple[Message, ...]:
        """What the readers of a lamp have said of themselves."""
        return tuple(self._said.get(lamp, {}).values())

    def _hear(self, message: Message) -> None:
        try:
            about = topics.parse(message.topic)
        except (
            TopicError
        ):  # by whoever may name a reader as they like; the broker must not wait for us to have dealt with it
            message.ack()
            raise
        if about.name in RETAINED and self._is_ours(about.table):
            self._keep(about.table, message)
        slot = self._berths.get(about.table)
        if about.name == "description" and not message.retain and slot is not None and slot.is_loaded:
            self._bus.republish(partial(is_for_new_reader, about.table))
        if slot is not None and (slot.is_loaded or about.name not in RETAINED):
            slot.enqueue(message)
            return
        message.ack()
        if about.name == "reading" and self._is_ours(about.table):
            self._late[about.table] = (self._clock(), message)

    def pop_late(self, lamp: str) -> tuple[Message, ...]:
        """What was laid down for a lamp in the moment in which nobody served it: its reader need not send it again."""
        at, message = self._late.pop(lamp, (float("-inf"), None))
        return (message,) if message is not None and self._clock() - at < FRESH_S else ()

    def _keep(self, lamp: str, message: Message) -> None:
        if lamp not in self._readers:
            self._readers[lamp] = ReaderStates(lambda: None, own=self._own)
        known = self._readers[lamp]
        try:
            known.update(message.topic, message.payload)
        except CodecError as error:  # the lamp hears it all the same where it is read, and says so
            logger.debug("what a reader says of itself is not kept: %s", error)
            return
        said = self._said.get(lamp, {}) | {message.topic: Message(message.topic, message.payload, retain=True)}
        self._said[lamp] = {
            topic: one for topic, one in said.items() if one.payload and known.has_heard(topics.parse(topic).reader)
        }

    def _tell_connection(self, is_there: bool) -> None:
        for slot in tuple(self._berths.values()):
            slot.tell_connection(is_there)

    def _hear_birth(self, message: Message) -> None:
        """A Home Assistant has started: each table tells it of itself anew."""
        message.ack()
        for slot in tuple(self._berths.values()):
            if slot.is_loaded:
                slot.enqueue(Message(message.topic, message.payload, message.retain))


def is_for_new_reader(lamp: str, topic: str) -> bool:
    """Whether it is what a reader that has just come, and says what it is, must know: what is asked, and what it shows.

    Some brokers hand out what is retained only where it was said: a reader at another node would hear nothing until it changes.

    >>> is_for_new_reader("lamp-1", topics.expect("lamp-1")), is_for_new_reader("lamp-1", topics.public_light("lamp-1", "a"))
    (True, True)
    """
    return topic == topics.expect(lamp) or topic.startswith(
        topics.public_light(lamp, topics.ANY).removesuffix(topics.ANY)
    )
