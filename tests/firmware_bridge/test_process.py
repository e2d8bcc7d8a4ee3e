from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.messaging import MqttBus, consume_readings
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.messaging.reading_consumer import Outcome
from companion.schema import DemoCommand, Expectation, ReaderStatus, Reading, codec, topics
from firmware_bridge.process import main, run, turn
from firmware_bridge.settings import BridgeProcessSettings, ReaderSettings
from tests.messaging.heard import Heard, wait_for

SKULL = "62E3086CED"
READER = "bridge-bag"


class Rules:
    """A fake rules service that commits each reading once."""

    def __init__(self) -> None:
        self.taken: list[Reading] = []
        self.status = Heard()

    def join(self, bus: object) -> None:
        consume_readings(bus, "+", self.take)  # type: ignore[arg-type]
        bus.subscribe(topics.reader_status("t1", READER), self.status)  # type: ignore[attr-defined]

    def take(self, reading: Reading) -> Outcome:
        if reading.id in {kept.id for kept in self.taken}:
            return "duplicate"
        self.taken.append(reading)
        return "committed"

    def wait_for_status(self, state: str) -> ReaderStatus:
        while (status := codec.decode(ReaderStatus, self.status.next().payload)).state != state or (
            state == "online" and not status.attached
        ):
            pass
        return status


@pytest.fixture
def rules() -> Rules:
    return Rules()


@pytest.fixture
def settings(mosquitto: EmbeddedBroker, tmp_path: Path) -> BridgeProcessSettings:
    return BridgeProcessSettings("t1", str(tmp_path), mosquitto.account("reader", "t1"), (ReaderSettings(),))


@pytest.fixture
def running(settings: BridgeProcessSettings) -> Iterator[BridgeProcessSettings]:
    stop = threading.Event()
    thread = threading.Thread(target=run, args=(settings, stop))
    thread.start()
    yield settings
    stop.set()
    thread.join(10)
    assert not thread.is_alive()


@pytest.mark.broker
def test_demo_tag_is_committed_and_acknowledged(
    mosquitto: EmbeddedBroker, join: Callable[..., MqttBus], rules: Rules, running: BridgeProcessSettings
) -> None:
    bus = join(mosquitto, "rules", prepare=rules.join)
    bus.publish(topics.expect("t1"), codec.encode(Expectation("t1.p41")), retain=True)
    rules.wait_for_status("online")
    bus.publish(topics.demo("t1", READER), codec.encode(DemoCommand(tag="no tag")))
    bus.publish(topics.demo("t1", READER), codec.encode(DemoCommand(tag=SKULL, sender="1")))
    wait_for(lambda: bool(rules.taken))
    (reading,) = rules.taken
    assert (reading.source, reading.zone, reading.objects[0].kind, reading.objects[0].value) == (
        "bridge/bag",
        "bag",
        "tag",
        SKULL,
    )
    assert (reading.expect, reading.sender) == ("t1.p41", "1")
    while rules.wait_for_status("online").waiting or not rules.taken:
        pass


@pytest.mark.broker
def test_process_starts_from_a_file_and_ends_visibly(
    mosquitto: EmbeddedBroker,
    join: Callable[..., MqttBus],
    rules: Rules,
    settings: BridgeProcessSettings,
    tmp_path: Path,
) -> None:
    file = tmp_path / "bridge.json"
    file.write_text(json.dumps(codec.to_json(settings)))
    join(mosquitto, "rules", prepare=rules.join)
    process = subprocess.Popen([sys.executable, "-m", "firmware_bridge", str(file)])
    try:
        rules.wait_for_status("online")
        process.kill()  # the broker publishes the will
        rules.wait_for_status("offline")
    finally:
        process.kill()
        process.wait(10)


@pytest.mark.broker
def test_sigterm_ends_the_process_with_a_good_bye(
    mosquitto: EmbeddedBroker, join: Callable[..., MqttBus], rules: Rules, settings: BridgeProcessSettings
) -> None:
    join(mosquitto, "rules", prepare=rules.join)
    process = subprocess.Popen([sys.executable, "-m", "firmware_bridge", "-"], stdin=subprocess.PIPE)
    assert process.stdin
    process.stdin.write(json.dumps(codec.to_json(settings)).encode())
    process.stdin.close()
    rules.wait_for_status("online")
    process.terminate()
    assert process.wait(10) == 0
    rules.wait_for_status("offline")


@pytest.mark.broker
def test_process_without_parent_ends(settings: BridgeProcessSettings) -> None:
    house = subprocess.Popen([sys.executable, "-c", ""])
    house.wait()
    told = codec.to_json(replace(settings, parent=house.pid))
    process = subprocess.Popen([sys.executable, "-m", "firmware_bridge", "-"], stdin=subprocess.PIPE)
    process.communicate(json.dumps(told).encode(), timeout=30)
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "Expecting"),
        ("{}", "table: Field required"),
        ('{"table":"t1","folder":".","readers":[{"driver":"x"}]}', "no driver"),
        ('{"table":"t1","folder":".","readers":[{"name":"A b"}]}', "cannot be the name of a reader"),
        ('{"table":"t1","folder":".","readers":[{"zone":"Über"}]}', "is no place"),
        ('{"table":"t1","folder":".","readers":[{},{}]}', "two readers are named"),
        (
            '{"table":"t1","folder":".","readers":[{"port":"/dev/x"},{"name":"b","port":"/dev/../dev/x"}]}',
            "two readers are at",
        ),
    ],
)
def test_settings_that_do_not_do_are_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    (tmp_path / "s.json").write_text(text)
    assert main([str(tmp_path / "s.json")]) == 1
    assert words in capsys.readouterr().err


def test_process_without_settings_names_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 1
    assert "a file with the settings is needed" in capsys.readouterr().err


class Stumbling:
    """A bridge with a bug."""

    def __init__(self) -> None:
        self.turns = 0

    def turn(self, _wait: float) -> None:
        self.turns += 1
        raise ZeroDivisionError("a mistake of ours")


def test_unexpected_error_in_a_turn_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    bridge, ended = Stumbling(), threading.Event()
    ended.set()  # otherwise it would pause
    turn(bridge, ended)  # type: ignore[arg-type]
    turn(bridge, ended)  # type: ignore[arg-type]
    assert bridge.turns == 2
    assert [record.getMessage() for record in caplog.records if record.exc_info] == [
        "a request or a port failed; the bridge continues"
    ] * 2
