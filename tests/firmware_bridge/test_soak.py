"""The whole path with the board's real program: simulator, noisy line, the bridge's process, a real broker."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion.messaging import MqttBus
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.schema import Light, PortRequestMessage, ReaderStatus, codec, topics
from firmware_bridge.link import messages
from firmware_bridge.settings import ReaderSettings
from tests.firmware_bridge.listening import Listening
from tests.firmware_bridge.process import Process, Rules, through
from tests.firmware_bridge.simulated import Simulated, board
from tests.firmware_bridge.test_process import rules
from tests.messaging.heard import wait_for

__all__ = ["board", "rules"]

pytestmark = [pytest.mark.firmware, pytest.mark.broker, pytest.mark.slow]

EVENTS = int(os.environ.get("LAMPLIGHT_EVENTS", "300"))
NOISE = 0.005  # of all bytes, both ways


@pytest.fixture
def bridge(tmp_path: Path, mosquitto: EmbeddedBroker, board: Simulated) -> Iterator[Process]:
    process = Process(tmp_path, mosquitto, "t1", ReaderSettings("bag", "board", board.port))
    yield process
    process.kill()


def flood(board: Simulated, count: int) -> None:
    """Request so many events from the board before the bridge starts."""
    with Listening(board.port, acknowledges=False) as listening:
        listening.ask(messages.Flood(count))


def test_events_survive_faults_of_line_board_and_bridge(
    board: Simulated, bridge: Process, rules: Rules, mosquitto: EmbeddedBroker
) -> None:
    flood(board, EVENTS)
    board.noise(NOISE, 7)

    def unplug() -> None:
        wait_for(lambda: rules.of("bag").attached)  # the status may precede the last kill
        board.unplug()
        wait_for(lambda: not rules.of("bag").attached)
        board.plug()

    def kill() -> None:
        bridge.kill()
        bridge.start()

    after = Random(7).randrange(1, 16_000)
    acts = [
        lambda: board.reset("pin"),
        unplug,
        lambda: board.reset("watchdog", after),
        kill,
        mosquitto._child.kill,  # the broker too; it restarts
        unplug,
        board.reset,
    ]
    bridge.start()
    through({EVENTS * (n + 1) // 9: act for n, act in enumerate(acts)}, lambda: len(rules.readings), EVENTS)
    assert rules.values == [str(number) for number in range(EVENTS)]
    assert [reading.seq for reading in rules.readings] == list(range(1, EVENTS + 1))
    wait_for(lambda: is_well(rules.of("bag")))
    status = rules.of("bag")
    assert status.lost == 0
    assert status.bad_frames > 0
    assert board.stat()["resets"] == 4  # including its power-on reset


def is_well(status: ReaderStatus) -> bool:
    """Return whether no reading waits and no error is set. Counters are half a second late."""
    return status.attached and status.waiting == 0 and not status.last_error


def test_ring_shows_seats_and_page_finds_the_board(
    board: Simulated, bridge: Process, rules: Rules, mosquitto: EmbeddedBroker, join: Callable[..., MqttBus]
) -> None:
    asking = join(mosquitto, "rules", table="t1")
    asking.publish(topics.public_light("t1", "1"), codec.encode(Light("#ff0000")), retain=True)
    bridge.start()
    wait_for(lambda: lamps(board) == 16 * ["800000"])  # calm is half as bright
    asking.publish(topics.public_light("t1", "2"), codec.encode(Light("#0000ff")), retain=True)
    wait_for(lambda: lamps(board) == 8 * ["800000"] + 8 * ["000080"])
    asking.publish(topics.ports("t1", "bridge"), codec.encode(PortRequestMessage("w", "blink", board.port)))
    wait_for(lambda: lamps(board) == 16 * ["FFFFFF"])
    wait_for(lambda: lamps(board) == 8 * ["800000"] + 8 * ["000080"])
    for seat in ("1", "2"):
        asking.publish(topics.public_light("t1", seat), b"", retain=True)
    wait_for(lambda: lamps(board) == 16 * ["000000"])


def lamps(board: Simulated) -> list[str]:
    colours = board.tell("lamps").split()[0].upper()
    return [colours[at : at + 6] for at in range(0, len(colours), 6)]
