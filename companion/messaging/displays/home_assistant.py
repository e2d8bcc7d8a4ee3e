"""Home Assistant finds the table by itself: one discovery message per table, sent again whenever Home Assistant starts."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from companion.i18n.record_translation import Say
from companion.messaging.bus import Bus, Message
from companion.messaging.displays.entities import ENTITIES, HomeAssistantEntity
from companion.schema import topics

OURS = "Lamplight"
NONE = b""  # a retained message without content is none: Home Assistant forgets the device


def config(place: str, say: Say = str, url: str = "") -> bytes:
    """The device of a table and its entities, the same for every game and each number of seats. `url`: of its page, "" = none."""
    device = {
        "identifiers": [f"lamplight_{place}"],
        "name": f"{OURS} {place}",
        "manufacturer": OURS,
        "model": say("Game table"),
        "sw_version": version("lamplight"),
        **({"configuration_url": url} if url else {}),
    }
    made = {
        "device": device,
        "origin": {"name": OURS, "sw_version": version("lamplight")},
        "qos": 1,
        "components": {entity.key: component(place, entity, say) for entity in ENTITIES},
    }
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode()


def component(place: str, entity: HomeAssistantEntity, say: Say) -> dict[str, Any]:
    """One entity. Its id has no words in it: an automation goes on where the language changes."""
    told = {"status": topics.table_status, "state": topics.public_state, "event": topics.public_event}
    made: dict[str, Any] = {
        "platform": entity.platform,
        "name": say(entity.name),
        "unique_id": f"lamplight_{place}_{entity.key}",
        "default_entity_id": f"{entity.platform}.lamplight_{place.replace('-', '_')}_{entity.key}",
        "icon": entity.icon,
        "state_topic": told[entity.told](place),
        **entity.more,
    }
    if entity.told != "status":
        made["availability"] = [{"topic": topics.table_status(place)}]
    if entity.template:
        made["value_template"] = entity.template
    if entity.beside:
        made |= {"json_attributes_topic": topics.public_state(place), "json_attributes_template": entity.beside}
    if entity.options:
        made |= {"device_class": "enum", "options": list(entity.options)}
    return made


class DiscoveryPublisher:
    """Of one table, at the start and at every start of Home Assistant; one for each bus client (the birth is heard once)."""

    def __init__(self, bus: Bus, place: str, say: Say = str, url: Callable[[], str] = str) -> None:
        self._bus, self._place, self._say, self._url = bus, place, say, url
        bus.subscribe(topics.birth(), self._hear)

    def announce(self) -> None:
        """Say it now: what is at the address may be another one than before."""
        self._bus.publish(topics.discovery(self._place), config(self._place, self._say, self._url()), retain=True)

    def _hear(self, message: Message) -> None:
        message.ack()
        if message.payload == b"online":
            self.announce()


def remove_discovery(bus: Bus, place: str) -> None:
    """Nobody wishes Home Assistant to know of the table: it forgets what it was told before."""
    bus.publish(topics.discovery(place), NONE, retain=True)
