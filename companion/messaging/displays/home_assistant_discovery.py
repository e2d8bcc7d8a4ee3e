"""Publish Home Assistant's discovery messages for the entities of a table."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any, Literal, TypeAlias, get_args

from companion.i18n import Say, _
from companion.messaging.bus import Bus, Message
from companion.messaging.displays import templates
from companion.messaging.displays.display_messages import ANY_SEAT
from companion.messaging.displays.templates import beside, text
from companion.schema import DEALER, Air, Mood, Outcome, Words, topics

Platform: TypeAlias = Literal["sensor", "binary_sensor", "event"]
Told: TypeAlias = Literal["status", "state", "event"]


@dataclass(frozen=True, slots=True)
class HomeAssistantEntity:
    """One of them. `key` is its name for machines, `template` its state, `beside` what stands beside that, as JSON."""

    key: str
    name: Words
    icon: str
    template: str = ""
    beside: str = ""
    platform: Platform = "sensor"
    told: Told = "state"  # the topic that tells it
    options: tuple[str, ...] = ()  # all that the state of an enumeration can be
    more: Mapping[str, Any] = field(default_factory=dict)  # what Home Assistant knows of this platform alone


def of_seat(seat: str) -> HomeAssistantEntity:
    """The light of one seat."""
    name = _("Seat of the Dealer") if seat == DEALER else _("Seat {number}", number=seat)
    return HomeAssistantEntity(
        f"seat_{seat}", name, "mdi:seat", *templates.seat(seat), options=("empty", *get_args(Mood))
    )


GAME = beside(game="value_json.game", table="value_json.table", over="value_json.over", rev="value_json.rev")
TURN = beside(seats="value_json.waits", names=templates.ASKED_NAMES)
OUTCOMES = tuple(outcome or "none" for outcome in get_args(Outcome))
OPEN = HomeAssistantEntity(
    "open", _("Open"), "mdi:lamp", platform="binary_sensor", told="status", more=templates.CONNECTIVITY
)
ALARM = HomeAssistantEntity(
    "alarm",
    _("Alarm"),
    "mdi:alert",
    templates.ALARM,
    templates.ALARMS,
    platform="binary_sensor",
    more=templates.PROBLEM,
)
EVENT = HomeAssistantEntity(
    "event",
    _("What happens"),
    "mdi:script-text",
    templates.HEARD,
    platform="event",
    told="event",
    more=templates.EVENTS,
)
ENTITIES = (
    OPEN,
    HomeAssistantEntity("game", _("Game"), "mdi:book-open-page-variant", text("title"), GAME),
    HomeAssistantEntity("turn", _("Whose turn"), "mdi:account-clock", text("whom"), TURN),
    HomeAssistantEntity("phase", _("Phase"), "mdi:timeline-clock", text("where")),
    HomeAssistantEntity("round", _("Round"), "mdi:counter", templates.ROUND),
    HomeAssistantEntity("now", _("Now"), "mdi:message-text", text("now"), beside(sentence="value_json.now")),
    HomeAssistantEntity("roll", _("Last roll"), "mdi:dice-multiple", templates.ROLL, templates.ROLLED),
    HomeAssistantEntity(
        "verdict", _("Verdict"), "mdi:scale-balance", templates.VERDICT, templates.JUDGED, options=OUTCOMES
    ),
    HomeAssistantEntity("verdict_words", _("Verdict in words"), "mdi:scale-balance", text("verdict.sentence")),
    HomeAssistantEntity("air", _("Mood of the place"), "mdi:weather-night", templates.AIR, options=get_args(Air)),
    ALARM,
    EVENT,
    *(of_seat(seat) for seat in ANY_SEAT),
)


OURS = "Lamplight"
NONE = b""  # a retained message without content is none: Home Assistant forgets the device


def config(place: str, say: Say = str, url: str = "") -> bytes:
    """The device of a table and its entities, the same for every game and each number of seats. `url`: of its page, "" = none."""
    device = {
        "identifiers": [f"lamplight_{place}"],
        "name": f"{OURS} {place}",
        "manufacturer": OURS,
        "model": say(_("Game table")),
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
