"""What Home Assistant shows of a table: an entity for each thing that people at home make something of.

A name is in the displays' language; what an automation compares with, an option or the type of an event, is the same in each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from companion.messaging.displays import templates
from companion.messaging.displays.seat_lights import ANY_SEAT
from companion.messaging.displays.templates import beside, text
from companion.schema.cue import Air
from companion.schema.prompt import DEALER
from companion.schema.public_state import Mood, Outcome
from companion.schema.translatable import Words

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
    name = "Seat of the Dealer" if seat == DEALER else f"Seat {seat}"
    return HomeAssistantEntity(
        f"seat_{seat}", name, "mdi:seat", *templates.seat(seat), options=("empty", *get_args(Mood))
    )


GAME = beside(game="value_json.game", table="value_json.table", over="value_json.over", rev="value_json.rev")
TURN = beside(seats="value_json.waits", names=templates.ASKED_NAMES)
OUTCOMES = tuple(outcome or "none" for outcome in get_args(Outcome))
OPEN = HomeAssistantEntity(
    "open", "Open", "mdi:lamp", platform="binary_sensor", told="status", more=templates.CONNECTIVITY
)
ALARM = HomeAssistantEntity(
    "alarm",
    "Alarm",
    "mdi:alert",
    templates.ALARM,
    templates.ALARMS,
    platform="binary_sensor",
    more=templates.PROBLEM,
)
EVENT = HomeAssistantEntity(
    "event",
    "What happens",
    "mdi:script-text",
    templates.HEARD,
    platform="event",
    told="event",
    more=templates.EVENTS,
)
ENTITIES = (
    OPEN,
    HomeAssistantEntity("game", "Game", "mdi:book-open-page-variant", text("title"), GAME),
    HomeAssistantEntity("turn", "Whose turn", "mdi:account-clock", text("whom"), TURN),
    HomeAssistantEntity("phase", "Phase", "mdi:timeline-clock", text("where")),
    HomeAssistantEntity("round", "Round", "mdi:counter", templates.ROUND),
    HomeAssistantEntity("now", "Now", "mdi:message-text", text("now"), beside(sentence="value_json.now")),
    HomeAssistantEntity("roll", "Last roll", "mdi:dice-multiple", templates.ROLL, templates.ROLLED),
    HomeAssistantEntity(
        "verdict", "Verdict", "mdi:scale-balance", templates.VERDICT, templates.JUDGED, options=OUTCOMES
    ),
    HomeAssistantEntity("verdict_words", "Verdict in words", "mdi:scale-balance", text("verdict.sentence")),
    HomeAssistantEntity("air", "Mood of the place", "mdi:weather-night", templates.AIR, options=get_args(Air)),
    ALARM,
    EVENT,
    *(of_seat(seat) for seat in ANY_SEAT),
)
