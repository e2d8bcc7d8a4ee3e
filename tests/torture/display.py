"""A display as documented: it subscribes to all public topics and keeps the highest revision."""

from __future__ import annotations

import json
from typing import Any

from companion.messaging import Message
from companion.schema import topics
from tests.torture.broker import Client
from tests.torture.rules import PLACE

PUBLIC = f"{topics.ROOT}/{PLACE}/public/#"


class Display:
    """Shows the state of the highest revision it ever heard of, through every loss, and the newest light of each seat."""

    def __init__(self, bus: Client) -> None:
        self.bus = bus
        self.rev = -1
        self.state: dict[str, Any] = {}
        self.lights: dict[str, bytes] = {}
        self.heard: list[bytes] = []  # since anybody looked last
        bus.subscribe(PUBLIC, self._hear)
        bus.on_connection(lambda is_there: self.lights.clear() if is_there else None)

    def _hear(self, message: Message) -> None:
        message.ack()
        self.heard.append(message.payload)
        topic = topics.parse(message.topic)
        if topic.name == "public/light":
            self.lights[topic.seat] = message.payload
        elif topic.name == "public/state":
            state = json.loads(message.payload)
            if state["rev"] > self.rev:
                self.rev, self.state = state["rev"], state
