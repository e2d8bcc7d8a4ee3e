"""A broker of several nodes may let a client in and then drop it, while what it keeps under its name lies at one that is down."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from companion.messaging import BrokerCredentials, MqttBus

CONNACK, SUBACK = b"\x20\x02\x00\x00", 0x90
CONNECT, SUBSCRIBE = 0x10, 0x82
CLIENT_AT = 12  # of a CONNECT: behind its head, "MQTT", level, flags and keepalive


class Cluster:
    """It lets everybody in, and drops who subscribes under a name that it cannot find."""

    def __init__(self) -> None:
        self.lost: set[str] = set()
        self.names: list[str] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self._listener.accept()
            except OSError:
                return
            with line:
                self._talk(line)

    def _talk(self, line: socket.socket) -> None:
        hello = line.recv(1000)
        assert hello[0] == CONNECT
        length = int.from_bytes(hello[CLIENT_AT : CLIENT_AT + 2], "big")
        name = hello[CLIENT_AT + 2 : CLIENT_AT + 2 + length].decode()
        self.names.append(name)
        line.sendall(CONNACK)
        wish = line.recv(1000)
        if wish and wish[0] == SUBSCRIBE and name not in self.lost:
            line.sendall(bytes((SUBACK, 3, wish[2], wish[3], 1)))
            while line.recv(1000):
                pass

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    made = Cluster()
    yield made
    made.close()


def connect(cluster: Cluster, *, lasting: bool = False) -> MqttBus:
    bus = MqttBus(BrokerCredentials(port=cluster.port), "reader.cam0", lasting=lasting)
    bus.subscribe("lamplight/v1/t1/expect", lambda message: message.ack())
    bus.start()
    return bus


@pytest.mark.slow
def test_who_is_turned_away_comes_under_another_name(cluster: Cluster) -> None:
    cluster.lost = {"reader.cam0"}
    bus = connect(cluster)
    bus.wait_connected(30)
    bus.stop()
    assert cluster.names == ["reader.cam0", "reader.cam0", "reader.cam0.1"]


@pytest.mark.slow
def test_a_name_that_holds_a_session_is_kept(cluster: Cluster) -> None:
    """Under another one it would miss what waits for it."""
    cluster.lost = {"reader.cam0"}
    bus = connect(cluster, lasting=True)
    while len(cluster.names) < 4:
        threading.Event().wait(0.01)
    bus.stop()
    assert {*cluster.names} == {"reader.cam0"}


def test_who_is_heard_keeps_its_name(cluster: Cluster) -> None:
    bus = connect(cluster)
    bus.wait_connected(30)
    bus.stop()
    assert cluster.names == ["reader.cam0"]
