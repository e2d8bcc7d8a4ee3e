"""MQTT: the bus, the outbox, the reading consumer. `table_publisher` publishes the state of a table,
`home_assistant` its discovery messages.
"""

from __future__ import annotations

from companion.messaging.bus import Bus, BusError, Handler, Listener, MemoryBus, Message, Subscriptions
from companion.messaging.mqtt_bus import BrokerCredentials, MqttBus
from companion.messaging.outbox import Outbox, OutboxError, OutboxSender
from companion.messaging.reading_consumer import ReadingConsumer, consume_readings

__all__ = [
    "BrokerCredentials",
    "Bus",
    "BusError",
    "Handler",
    "Listener",
    "MemoryBus",
    "Message",
    "MqttBus",
    "Outbox",
    "OutboxError",
    "OutboxSender",
    "ReadingConsumer",
    "Subscriptions",
    "consume_readings",
]
