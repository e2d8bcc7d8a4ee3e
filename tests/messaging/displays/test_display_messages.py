from __future__ import annotations

import logging

import pytest

from companion.i18n import _
from companion.messaging import MemoryBus, table_publisher
from companion.messaging.table_publisher import SeatLightPublisher, all_plain, plain
from companion.schema import Alarm, Heading, Light, Paragraph, PublicSeat, PublicState, codec, topics

STATE = PublicState(7, "t1", "toy", "A toy", now="Ann: roll", seats=(PublicSeat("1", "Ann", "#56b4e9"),))


@pytest.fixture
def bus() -> MemoryBus:
    bus = MemoryBus()
    bus.start()
    return bus


def shown(bus: MemoryBus) -> PublicState:
    """Return the state that a new display receives."""
    return codec.decode(PublicState, bus.broker.retained[topics.public_state("lamp")])


def test_large_view_leaves_the_fields(bus: MemoryBus, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        table_publisher.publish_state(bus, "lamp", STATE, (Paragraph("x" * 20_000),))
    state = shown(bus)
    assert (state.cut, state.view, state.now, state.seats) == (True, (), STATE.now, STATE.seats)
    assert "sent less" in caplog.text


def test_state_is_translated(bus: MemoryBus) -> None:
    said = {"Round 1": "Runde 1", "Ann: roll": "Ann: wirf", "It is dark.": "Es ist dunkel."}
    state = PublicState(7, now=_("Ann: roll"), alarms=(Alarm("sight", _("It is dark.")),))
    table_publisher.publish_state(bus, "lamp", state, (Heading(_("Round 1")),), lambda text: said.get(str(text), ""))
    made = shown(bus)
    assert (made.view[0]["title"], made.now, made.alarms[0].text) == ("Runde 1", "Ann: wirf", "Es ist dunkel.")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("[i]Slowly[/i] it <color=red>turns</color>.", "Slowly it turns."),
        ("{success} Successes: 2", "Successes: 2"),
        ("Lay {elder_sign} aside", "Lay elder sign aside"),
        ("3 < 5 and 5 > 3", "3 < 5 and 5 > 3"),
    ],
)
def test_plain_text_has_no_marks(text: str, read: str) -> None:
    assert plain(text) == read
    assert all_plain({"a": [text, 1, None]}) == {"a": [read, 1, None]}


def burning(bus: MemoryBus) -> dict[str, Light]:
    """Return the lights that a new client receives."""
    seats = ("1", "2", "3", "4", "5", "6", "dealer")
    kept = {seat: bus.broker.retained.get(topics.public_light("t1", seat)) for seat in seats}
    return {seat: codec.decode(Light, payload) for seat, payload in kept.items() if payload}


ANN, BEN = Light("#56b4e9", "asked"), Light("#f0e442")


def test_lights_of_an_earlier_game_are_put_out(bus: MemoryBus) -> None:
    SeatLightPublisher(bus, "t1").show({"dealer": BEN})
    SeatLightPublisher(bus, "t1").show({"1": ANN})
    assert burning(bus) == {"1": ANN}
