from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.messaging import MqttBus
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.schema import DemoCommand, Expectation, codec, topics
from firmware_bridge.process import main, run, turn
from firmware_bridge.settings import ReaderSettings
from tests.firmware_bridge.process import Process, Rules
from tests.messaging.heard import wait_for

SKULL = "62E3086CED"


@pytest.fixture
def bridge(tmp_path: Path, mosquitto: EmbeddedBroker) -> Iterator[Process]:
    """A bridge with a fake reader, not started yet."""
    process = Process(tmp_path, mosquitto, "t1", ReaderSettings())
    yield process
    process.kill()


@pytest.fixture
def rules(mosquitto: EmbeddedBroker, join: Callable[..., MqttBus]) -> Rules:
    made: list[Rules] = []
    join(mosquitto, "rules", table="t1", prepare=lambda bus: made.append(Rules(bus, "t1")))
    return made[0]


@pytest.mark.broker
def test_demo_tag_is_committed_and_acknowledged(
    mosquitto: EmbeddedBroker, join: Callable[..., MqttBus], rules: Rules, bridge: Process
) -> None:
    stop = threading.Event()
    thread = threading.Thread(target=run, args=(bridge.settings, stop))
    thread.start()
    bus = join(mosquitto, "rules")
    bus.publish(topics.expect("t1"), codec.encode(Expectation("t1.p41")), retain=True)
    wait_for(lambda: rules.of("bag").attached)
    for command in (DemoCommand(tag="no tag"), DemoCommand(tag=SKULL, sender="1")):
        bus.publish(topics.demo("t1", "bridge-bag"), codec.encode(command))
    wait_for(lambda: bool(rules.readings) and not rules.of("bag").waiting)
    (reading,) = rules.readings
    assert (reading.source, reading.zone, reading.expect, reading.sender) == ("bridge/bag", "bag", "t1.p41", "1")
    assert (reading.objects[0].kind, reading.objects[0].value) == ("tag", SKULL)
    stop.set()
    thread.join(10)
    assert not thread.is_alive()


@pytest.mark.broker
@pytest.mark.parametrize("how", ["killed", "terminated"])
def test_ended_process_is_reported_offline(bridge: Process, rules: Rules, how: str) -> None:
    bridge.start()
    wait_for(lambda: rules.of("bag").attached)
    if how == "killed":
        bridge.kill()  # the broker publishes the will
    else:
        assert bridge.terminate() == 0
    wait_for(lambda: rules.of("bag").state == "offline")


@pytest.mark.broker
def test_process_without_parent_ends(bridge: Process, tmp_path: Path) -> None:
    parent = subprocess.Popen([sys.executable, "-c", ""])
    parent.wait()
    file = tmp_path / "bridge.json"
    file.write_text(json.dumps(codec.to_json(replace(bridge.settings, parent=parent.pid))))
    assert subprocess.run([sys.executable, "-m", "firmware_bridge", str(file)], timeout=30, check=False).returncode == 0


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
def test_invalid_settings_are_refused_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    assert main([]) == 1
    assert "a file with the settings is needed" in capsys.readouterr().err
    (tmp_path / "s.json").write_text(text)
    assert main([str(tmp_path / "s.json")]) == 1
    assert words in capsys.readouterr().err


class FailingBridge:
    """A bridge with a bug."""

    def turn(self, _wait: float) -> None:
        raise ZeroDivisionError("a mistake of ours")


def test_unexpected_error_in_a_turn_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    ended = threading.Event()
    ended.set()  # otherwise it would pause
    turn(FailingBridge(), ended)  # type: ignore[arg-type]
    assert [record.getMessage() for record in caplog.records if record.exc_info] == [
        "a request or a port failed; the bridge continues"
    ]
