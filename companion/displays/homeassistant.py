"""Home Assistant finds the table by itself: one discovery message per table, sent again whenever Home Assistant starts."""

from __future__ import annotations

import json

from companion.bus.bus import Bus, Message
from companion.wire import topics


def config(table: str, title: str) -> bytes:
    """A device with two sensors: whether the table is open, and its rev with the public view as attributes."""
    state = topics.public_state(table)
    return json.dumps(
        {
            "device": {"identifiers": [f"lamplight_{table}"], "name": f"Lamplight {title}"},
            "origin": {"name": "lamplight"},
            "components": {
                "open": {
                    "platform": "binary_sensor",
                    "name": "Open",
                    "unique_id": f"lamplight_{table}_open",
                    "state_topic": topics.table_status(table),
                    "payload_on": "online",
                    "payload_off": "offline",
                },
                "rev": {
                    "platform": "sensor",
                    "name": "State",
                    "unique_id": f"lamplight_{table}_rev",
                    "state_topic": state,
                    "value_template": "{{ value_json.rev }}",
                    "json_attributes_topic": state,
                },
            },
        },
        separators=(",", ":"),
    ).encode()


def announce(bus: Bus, table: str, title: str) -> None:
    """Announce a table now and at every start of Home Assistant; one table for each bus client (the birth is heard once)."""

    def say() -> None:
        bus.publish(topics.discovery(table), config(table, title), retain=True)

    def on_birth(message: Message) -> None:
        message.ack()
        if message.payload == b"online":
            say()

    bus.subscribe(topics.birth(), on_birth)
    say()
