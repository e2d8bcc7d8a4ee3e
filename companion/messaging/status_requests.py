"""A reader answers when a rules service begins: it says again what it is and how it is.

A broker that hands out what is retained to whoever subscribes makes that needless. RabbitMQ does so for whole topics alone, not for
patterns, and each of its nodes only what was said there; a worker of a hall that comes later would know of no reader.
"""

from __future__ import annotations

from companion.messaging.bus import Message, RepublishingBus
from companion.schema import topics

BEGINS = b"online"


def answer_status_requests(bus: RepublishingBus, table: str) -> None:
    """From now on. What was retained is no call: who is told of it has only just come itself."""

    def answer(message: Message) -> None:
        message.ack()
        if message.payload == BEGINS and not message.retain:
            bus.republish(lambda _topic: True)

    bus.subscribe(topics.table_status(table), answer)
