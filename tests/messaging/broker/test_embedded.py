from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.messaging import BrokerCredentials, BusError, MqttBus
from companion.messaging.broker import embedded, mosquitto_config
from companion.messaging.broker.embedded import EmbeddedBroker, choose_kind
from companion.schema import topics
from tests.messaging.heard import Connection, Heard, wait_for

pytestmark = pytest.mark.broker


def alive(pid: int) -> bool:
    try:
        told = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):  # the process ended while its files were read
        return False
    return "Z" not in told.rsplit(")", 1)[1].split()[0]


def test_embedded_without_mosquitto_serves_a_demo_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mosquitto_config, "program", str)
    assert choose_kind(demo=True) == "amqtt"
    with pytest.raises(
        BusError, match=r"sudo apt-get install mosquitto\. Or name a broker of your own in the settings"
    ):
        choose_kind(demo=False)


def test_amqtt_hands_readings_and_retained_messages_on(amqtt: EmbeddedBroker, join: Callable[..., MqttBus]) -> None:
    readings, asked, late = Heard(), Heard(), Heard()
    rules = join(amqtt, "rules", prepare=lambda bus: bus.subscribe(topics.reading("t1", "+"), readings), lasting=True)
    reader = join(amqtt, "reader", prepare=lambda bus: bus.subscribe(topics.expect("t1"), asked))
    rules.publish(topics.expect("t1"), b"asked", retain=True)
    assert asked.next().payload == b"asked"
    reader.publish(topics.reading("t1", "cam0"), b"read")
    assert readings.next().payload == b"read"
    join(amqtt, "reader", prepare=lambda bus: bus.subscribe(topics.expect("t1"), late))
    assert late.next().payload == b"asked"


def test_killed_broker_gets_retained_messages_again(tmp_path: Path, join: Callable[..., MqttBus]) -> None:
    broker = EmbeddedBroker(tmp_path)
    (tmp_path / "mosquitto.db").write_bytes(b"saved by an earlier version")
    broker.start()
    table, heard, states = uuid.uuid4().hex[:12], Heard(), Connection()
    rules = join(broker, "rules", prepare=lambda bus: bus.on_connection(states))
    assert states.next()
    rules.publish(topics.expect(table), b"kept", retain=True)
    rules.wait_published()
    assert broker.pid
    os.kill(broker.pid, signal.SIGKILL)
    assert (states.next(), states.next()) == (False, True)
    join(broker, "reader", prepare=lambda bus: bus.subscribe(topics.expect(table), heard))
    assert heard.next().payload == b"kept"
    broker.stop()
    assert broker.restarts == 1
    assert not (tmp_path / "mosquitto.db").exists()


@pytest.mark.parametrize(
    ("user", "password"),
    [("", ""), ("rules", "guessed"), ("nobody", "x")],
    ids=["nobody", "wrong password", "unknown user"],
)
def test_broker_refuses_strangers(mosquitto: EmbeddedBroker, user: str, password: str) -> None:
    stranger = MqttBus(BrokerCredentials(mosquitto.bind, mosquitto.port, user, password), f"{user}.x")
    stranger.start()
    wait_for(lambda: bool(stranger.refusal))
    assert stranger.is_refused
    with pytest.raises(BusError, match="is the account right"):
        stranger.wait_connected(0)
    stranger.stop()


@pytest.mark.parametrize("kind", ["mosquitto", "amqtt"])
def test_embedded_broker_listens_on_loopback(request: pytest.FixtureRequest, kind: str) -> None:
    broker = request.getfixturevalue(kind)
    hexed = f":{broker.port:04X} "
    rows = [
        line.split()[1]
        for name in ("tcp", "tcp6")
        for line in Path(f"/proc/net/{name}").read_text().splitlines()[1:]
        if line.split()[3] == "0A"
    ]
    assert [row for row in rows if hexed.strip() in row] == [f"0100007F:{broker.port:04X}"]


@pytest.mark.parametrize("kind", ["mosquitto", "amqtt"])
def test_embedded_broker_dies_with_its_parent(tmp_path: Path, kind: str) -> None:
    program = (
        "import sys, pathlib, time\n"
        "from companion.messaging.broker.embedded import EmbeddedBroker\n"
        "broker = EmbeddedBroker(pathlib.Path(sys.argv[1]), kind=sys.argv[2]); broker.start(); print(broker.pid, flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", program, str(tmp_path), kind], stdout=subprocess.PIPE)
    assert parent.stdout
    pid = int(parent.stdout.readline())
    assert alive(pid)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    wait_for(lambda: not alive(pid))


@pytest.mark.parametrize(
    ("theirs", "ours"), [("127.0.0.1", "127.0.0.1"), ("127.0.0.1", "0.0.0.0"), ("0.0.0.0", "127.0.0.1")]
)
def test_broker_refuses_a_port_of_a_stranger(
    theirs: str, ours: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system's Mosquitto accepts all clients, so our parts would send it their passwords and readings."""
    monkeypatch.setattr(embedded, "HANDOVER", 0.1)
    with socket.socket() as taken:
        taken.bind((theirs, 0))
        taken.listen()
        broker = EmbeddedBroker(tmp_path, bind=ours, port=taken.getsockname()[1])
        with pytest.raises(BusError, match=r"is taken by another program.* another port in the settings"):
            broker.start()
        assert broker.pid is None


def test_broker_log_never_fills_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / embedded.LOG_FILE
    monkeypatch.setattr(embedded, "MOST_LOG", 1000)
    monkeypatch.setattr(embedded, "ACCOUNTS_CHECK_EVERY", 0.02)
    says = "import time, sys\nwhile True: sys.stderr.write('Error: hammered\\n' * 20); sys.stderr.flush(); time.sleep(0.005)"
    broker = EmbeddedBroker(tmp_path, kind="amqtt")
    monkeypatch.setattr(broker, "_command", lambda: [sys.executable, "-c", says])
    broker._keeper.start()
    broker._watcher.start()
    wait_for(lambda: caplog.text.count("the broker says very much") > 2)
    broker.stop()
    assert path.stat().st_size < 100_000
    assert path.stat().st_mode & 0o777 == 0o600
    assert b"\0" not in path.read_bytes(), "it goes on where the file ends, not where it once did"


def test_broker_does_not_notify_systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        broker = EmbeddedBroker(tmp_path / "bus", kind="mosquitto")
        broker.start()
        broker.stop()
        with pytest.raises(BlockingIOError):
            systemd.recv(100)


def test_hanging_broker_is_renewed(mosquitto: EmbeddedBroker, join: Callable[..., MqttBus]) -> None:
    before = mosquitto.pid
    assert before
    os.kill(before, signal.SIGSTOP)
    mosquitto.renew()
    wait_for(lambda: mosquitto.pid not in {None, before})
    assert join(mosquitto, "rules").connected


def test_embedded_broker_waits_for_a_port_and_reports_addresses(tmp_path: Path) -> None:
    with pytest.raises(BusError, match=r"cannot listen on 192\.0\.2\.1 at port 1883: "):
        EmbeddedBroker(tmp_path, bind="192.0.2.1", port=1883).start()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        broker = EmbeddedBroker(tmp_path, port=taken.getsockname()[1])
        leaving = threading.Timer(0.2, taken.close)
        leaving.start()
        broker.start()
    leaving.join()
    assert broker.pid and broker.restarts == 0 and "Mosquitto" in str(broker.description)
    broker.stop()


def test_broker_that_ends_at_once_is_retried_and_quoted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    program = tmp_path / "mosquitto"
    program.write_text("#!/bin/sh\necho out of luck >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(BusError, match=r"does not start .* out of luck"):
        EmbeddedBroker(tmp_path / "bus", kind="mosquitto").start()
    broker = EmbeddedBroker(tmp_path, kind="amqtt")
    (tmp_path / embedded.LOG_FILE).mkdir()  # its log cannot be opened
    broker._keeper.start()
    wait_for(lambda: broker.restarts > 1)
    broker.stop()
    assert "the broker cannot be started: " in caplog.text
