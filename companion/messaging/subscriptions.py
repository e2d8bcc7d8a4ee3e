"""Who of one client hears what, and what becomes of what nobody can read."""

from __future__ import annotations

import logging
from collections import Counter

from companion.errors import CodecError
from companion.messaging.bus import BusError, Handler, Message
from companion.messaging.topic_patterns import check_pattern, matches, overlap
from companion.schema.topics import TopicError

logger = logging.getLogger(__name__)
MOST_SAID = 200  # letters of somebody else's, in a line of the log


class Subscriptions:
    """Who hears what: the patterns of one client, which do not overlap."""

    def __init__(self) -> None:
        self.faults: Counter[str] = Counter()  # exceptions of handlers, by pattern
        self.unread: Counter[str] = Counter()  # what could not be read, by pattern
        self._handlers: dict[str, Handler] = {}

    @property
    def patterns(self) -> tuple[str, ...]:
        return tuple(self._handlers)

    def add(self, pattern: str, handler: Handler) -> None:
        """Raises BusError where a message could match two patterns: it would be dealt with, and acknowledged, twice."""
        check_pattern(pattern)
        for other in self._handlers:
            if overlap(pattern, other):
                raise BusError(f'"{pattern}" and "{other}" overlap; one client hears each message once')
        self._handlers = {**self._handlers, pattern: handler}

    def deliver(self, message: Message) -> None:
        """Hand a message to its handler; one that nobody waits for any more is acknowledged and forgotten."""
        for pattern, handler in self._handlers.items():
            if matches(pattern, message.topic):
                self._hand(pattern, handler, message)
                return
        message.ack()

    def _hand(self, pattern: str, handler: Handler, message: Message) -> None:
        try:
            handler(message)
        except (CodecError, TopicError) as error:  # whoever sent it may send it for ever: it is said once
            self.unread[pattern] += 1
            if self.unread[pattern] == 1:
                said = "what came on %s cannot be read (%s); what comes after it like that is only counted"
                logger.warning(said, message.topic[:MOST_SAID], str(error)[:MOST_SAID])
        except Exception:  # the network thread must outlive a fault of any handler; it stays unacknowledged
            self.faults[pattern] += 1
            if self.faults[pattern] == 1:
                logger.exception("the handler of %s failed; its later faults are only counted", pattern)
