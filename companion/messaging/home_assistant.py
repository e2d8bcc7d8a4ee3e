"""Publishes Home Assistant's discovery messages for the entities of a table.

The templates are rendered by Home Assistant, from `public/state` and `public/event` (`schema/public_state.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any, Literal, TypeAlias, get_args

from companion.i18n import Say, _
from companion.messaging.bus import Bus, Message
from companion.messaging.table_publisher import ALL_SEATS
from companion.schema import DEALER, Air, EventKind, Mood, Outcome, Words, topics

MOST_LETTERS = 255  # Home Assistant's limit for a state
CONNECTIVITY: Mapping[str, Any] = {"device_class": "connectivity", "payload_on": "online", "payload_off": "offline"}
PROBLEM: Mapping[str, Any] = {"device_class": "problem"}
EVENT_TYPES: Mapping[str, Any] = {"event_types": list(get_args(EventKind))}
ROUND_TEMPLATE = "{{ value_json.round }}"
ROLL_TEMPLATE = f"{{{{ value_json.roll.words[:{MOST_LETTERS}] if value_json.roll else None }}}}"
ROLL_ATTRIBUTES = "{{ (value_json.roll or {}) | tojson }}"
VERDICT_TEMPLATE = "{{ value_json.verdict.outcome or 'none' }}"
VERDICT_ATTRIBUTES = "{{ value_json.verdict | tojson }}"
AIR_TEMPLATE = "{{ value_json.air }}"
ALARM_TEMPLATE = "{{ 'ON' if value_json.alarms else 'OFF' }}"
ALARM_ATTRIBUTES = (
    "{% set said = namespace(all=[]) %}{% for one in value_json.alarms %}"
    "{% set said.all = said.all + [(one.about ~ ': ' if one.about else '') ~ one.text] %}{% endfor %}"
    "{{ {'alarms': said.all, 'kinds': value_json.alarms | map(attribute='kind') | list} | tojson }}"
)
EVENT_TEMPLATE = (
    "{{ {'event_type': value_json.kind, 'text': value_json.text, 'seat': value_json.seat, 'object': value_json.object, "
    "'faces': value_json.faces, 'cue': value_json.cue, 'tone': value_json.tone} | tojson }}"
)
ASKED_NAMES = "value_json.seats | selectattr('asked') | map(attribute='name') | list"
EMPTY_SEAT = "{'mood': 'empty', 'name': '', 'colour': '#000000', 'asked': false}"  # an empty seat


def text_template(field: str) -> str:
    """Return a text, as much of it as fits; one that is empty is unknown.

    >>> text_template("now")
    '{{ value_json.now[:255] or None }}'
    """
    return f"{{{{ value_json.{field}[:{MOST_LETTERS}] or None }}}}"


def attributes_template(**values: str) -> str:
    """Return a template of attributes from names and expressions.

    >>> attributes_template(rev="value_json.rev")
    "{{ {'rev': value_json.rev} | tojson }}"
    """
    pairs = ", ".join(f"'{name}': {value}" for name, value in values.items())
    return f"{{{{ {{{pairs}}} | tojson }}}}"


def seat_templates(of: str) -> tuple[str, str]:
    """Return the templates of a seat's mood and of its attributes, with the colour as lights take it."""
    set_one = f"{{% set one = value_json.seats | selectattr('seat', 'eq', '{of}') | first | default({EMPTY_SEAT}) %}}"
    rgb = ", ".join(f"one.colour[{k}:{k + 2}] | int(0, 16)" for k in (1, 3, 5))
    light = attributes_template(person="one.name", asked="one.asked", colour="one.colour", rgb_color=f"[{rgb}]")
    return f"{set_one}{{{{ one.mood }}}}", f"{set_one}{light}"


Platform: TypeAlias = Literal["sensor", "binary_sensor", "event"]
SourceTopic: TypeAlias = Literal["status", "state", "event"]


@dataclass(frozen=True, slots=True)
class HomeAssistantEntity:
    """One entity. `key` is its machine name. `template` and `attributes` render its state and attributes."""

    key: str
    name: Words
    icon: str
    template: str = ""
    attributes: str = ""
    platform: Platform = "sensor"
    source: SourceTopic = "state"  # the topic with its state
    options: tuple[str, ...] = ()  # all that the state of an enumeration can be
    more: Mapping[str, Any] = field(default_factory=dict)  # options of this platform only


def of_seat(seat: str) -> HomeAssistantEntity:
    """Return the light of one seat."""
    name = _("Seat of the Dealer") if seat == DEALER else _("Seat {number}", number=seat)
    return HomeAssistantEntity(
        f"seat_{seat}", name, "mdi:seat", *seat_templates(seat), options=("empty", *get_args(Mood))
    )


GAME_ATTRIBUTES = attributes_template(
    game="value_json.game", table="value_json.table", over="value_json.over", rev="value_json.rev"
)
TURN_ATTRIBUTES = attributes_template(seats="value_json.waits", names=ASKED_NAMES)
OUTCOMES = tuple(outcome or "none" for outcome in get_args(Outcome))
OPEN_ENTITY = HomeAssistantEntity(
    "open", _("Open"), "mdi:lamp", platform="binary_sensor", source="status", more=CONNECTIVITY
)
ALARM_ENTITY = HomeAssistantEntity(
    "alarm",
    _("Alarm"),
    "mdi:alert",
    ALARM_TEMPLATE,
    ALARM_ATTRIBUTES,
    platform="binary_sensor",
    more=PROBLEM,
)
EVENT_ENTITY = HomeAssistantEntity(
    "event",
    _("What happens"),
    "mdi:script-text",
    EVENT_TEMPLATE,
    platform="event",
    source="event",
    more=EVENT_TYPES,
)
ENTITIES = (
    OPEN_ENTITY,
    HomeAssistantEntity("game", _("Game"), "mdi:book-open-page-variant", text_template("title"), GAME_ATTRIBUTES),
    HomeAssistantEntity("turn", _("Whose turn"), "mdi:account-clock", text_template("whom"), TURN_ATTRIBUTES),
    HomeAssistantEntity("phase", _("Phase"), "mdi:timeline-clock", text_template("where")),
    HomeAssistantEntity("round", _("Round"), "mdi:counter", ROUND_TEMPLATE),
    HomeAssistantEntity(
        "now", _("Now"), "mdi:message-text", text_template("now"), attributes_template(sentence="value_json.now")
    ),
    HomeAssistantEntity("roll", _("Last roll"), "mdi:dice-multiple", ROLL_TEMPLATE, ROLL_ATTRIBUTES),
    HomeAssistantEntity(
        "verdict", _("Verdict"), "mdi:scale-balance", VERDICT_TEMPLATE, VERDICT_ATTRIBUTES, options=OUTCOMES
    ),
    HomeAssistantEntity("verdict_words", _("Verdict in words"), "mdi:scale-balance", text_template("verdict.sentence")),
    HomeAssistantEntity("air", _("Mood of the place"), "mdi:weather-night", AIR_TEMPLATE, options=get_args(Air)),
    ALARM_ENTITY,
    EVENT_ENTITY,
    *(of_seat(seat) for seat in ALL_SEATS),
)


MANUFACTURER = "Lamplight"
NO_PAYLOAD = b""  # an empty retained payload: Home Assistant deletes the device


def config(place: str, say: Say = str, url: str = "") -> bytes:
    """Return the device of a table and its entities, equal for all games and numbers of seats. `url`: address of its
    page, "" = none.
    """
    device = {
        "identifiers": [f"lamplight_{place}"],
        "name": f"{MANUFACTURER} {place}",
        "manufacturer": MANUFACTURER,
        "model": say(_("Game table")),
        "sw_version": version("lamplight"),
        **({"configuration_url": url} if url else {}),
    }
    message = {
        "device": device,
        "origin": {"name": MANUFACTURER, "sw_version": version("lamplight")},
        "qos": 1,
        "components": {entity.key: component(place, entity, say) for entity in ENTITIES},
    }
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def component(place: str, entity: HomeAssistantEntity, say: Say) -> dict[str, Any]:
    """One entity. Its id is independent of the language: automations survive a change."""
    state_topics = {"status": topics.table_status, "state": topics.public_state, "event": topics.public_event}
    fields: dict[str, Any] = {
        "platform": entity.platform,
        "name": say(entity.name),
        "unique_id": f"lamplight_{place}_{entity.key}",
        "default_entity_id": f"{entity.platform}.lamplight_{place.replace('-', '_')}_{entity.key}",
        "icon": entity.icon,
        "state_topic": state_topics[entity.source](place),
        **entity.more,
    }
    if entity.source != "status":
        fields["availability"] = [{"topic": topics.table_status(place)}]
    if entity.template:
        fields["value_template"] = entity.template
    if entity.attributes:
        fields |= {"json_attributes_topic": topics.public_state(place), "json_attributes_template": entity.attributes}
    if entity.options:
        fields |= {"device_class": "enum", "options": list(entity.options)}
    return fields


class DiscoveryPublisher:
    """Publish discovery of one table at the start and whenever Home Assistant starts. One per bus client."""

    def __init__(self, bus: Bus, place: str, say: Say = str, url: Callable[[], str] = str) -> None:
        self._bus, self._place, self._say, self._url = bus, place, say, url
        bus.subscribe(topics.birth(), self._receive_birth)

    def announce(self) -> None:
        """Publish now, with the current address."""
        self._bus.publish(topics.discovery(self._place), config(self._place, self._say, self._url()), retain=True)

    def _receive_birth(self, message: Message) -> None:
        message.ack()
        if message.payload == b"online":
            self.announce()


def remove_discovery(bus: Bus, place: str) -> None:
    """Delete the discovery message, so that Home Assistant forgets the table."""
    bus.publish(topics.discovery(place), NO_PAYLOAD, retain=True)
