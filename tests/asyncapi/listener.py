"""A broker without accounts, and a client that records all messages."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import pytest

from companion.messaging import BrokerCredentials, Message, MqttBus
from companion.messaging.broker.embedded import free_port
from companion.schema import topics
from tests.messaging.heard import wait_for

EVERYTHING = (f"{topics.ROOT.partition('/')[0]}/#", f"{topics.HOME_ASSISTANT}/#")
CONFIG = """listener {port} 127.0.0.1
allow_anonymous true
max_queued_messages 0
max_inflight_messages 0
set_tcp_nodelay true
"""


@contextmanager
def open_broker(folder: Path) -> Iterator[BrokerCredentials]:
    """A Mosquitto without accounts."""
    program = shutil.which("mosquitto")
    if program is None:
        pytest.fail("Mosquitto is needed for the tests of the bus; install it with: sudo apt-get install mosquitto")
    port, config = free_port("127.0.0.1"), folder / "open.conf"
    config.write_text(CONFIG.format(port=port))
    with subprocess.Popen([program, "-c", str(config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as broker:
        try:
            wait_for(lambda: answers(port))  # who comes too early waits a second before coming again
            yield BrokerCredentials(port=port)
        finally:
            broker.terminate()


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Listener:
    """Keeps what it hears, in its order."""

    def __init__(
        self, account: BrokerCredentials, patterns: tuple[str, ...] = EVERYTHING, name: str = "listener"
    ) -> None:
        self.heard: list[Message] = []
        self._more = threading.Condition()
        self._bus = MqttBus(account, f"{account.user or 'all'}.{name}")
        for pattern in patterns:
            self._bus.subscribe(pattern, self._keep)

    def _keep(self, message: Message) -> None:
        message.ack()
        with self._more:
            self.heard.append(message)
            self._more.notify_all()

    def until(self, topic: str, payload: bytes) -> None:
        """Wait for this one."""
        with self._more:
            came = self._more.wait_for(lambda: any((m.topic, m.payload) == (topic, payload) for m in self.heard), 30)
        assert came, f"nobody said {payload!r} on {topic}"

    def catch_up(self) -> None:
        """Wait until all earlier messages have arrived, retained ones included. Needs a broker without accounts."""
        topic = f"{EVERYTHING[0].rpartition('/')[0]}/heard"
        self._bus.publish(topic, b"all")
        self.until(topic, b"all")
        self.heard = [message for message in self.heard if message.topic != topic]

    def __enter__(self) -> Self:
        self._bus.start()
        self._bus.wait_connected(30)
        return self

    def __exit__(self, *_: object) -> None:
        self._bus.stop()
