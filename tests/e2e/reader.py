"""A reader of the tests that publishes on the real broker."""

from __future__ import annotations

from pathlib import Path

from companion.messaging import BrokerCredentials, MqttBus
from companion.messaging.broker.accounts import Accounts
from companion.schema import Over, Reading, SeenObject, TrayActivity, codec, topics

SOURCE = "vision/test"


class TestReader:
    """Connects with the reader's account of a running demo."""

    __test__ = False  # not a test itself

    def __init__(self, data: Path, name: str = "test") -> None:
        """`name`: no two may be connected under the same."""
        access = Accounts(data / "broker").of("reader", "lamp")
        port = int(
            next(
                w
                for line in (data / "broker" / "mosquitto.conf").read_text().splitlines()
                if line.startswith("listener")
                for w in line.split()
                if w.isdigit()
            )
        )
        self.bus = MqttBus(BrokerCredentials("127.0.0.1", port, access.user, access.password), f"{access.user}.{name}")
        self.bus.start()
        self.bus.wait_connected(10)
        self.seq = 0

    def say(self, expect: str, *objects: SeenObject, epoch: str = "test", seq: int = 0) -> Reading:
        """One settled arrangement."""
        self.seq = seq or self.seq + 1
        reading = Reading(f"test-{epoch}-{self.seq}", "lamp", SOURCE, epoch, self.seq, expect, "tray", objects)
        self.bus.publish(topics.reading("lamp", topics.reader_of(SOURCE)), codec.encode(reading))
        return reading

    def stir(self, tray: Over) -> None:
        """Publish a change over the tray."""
        self.bus.publish(topics.live("lamp", topics.reader_of(SOURCE)), codec.encode(TrayActivity(tray)))

    def stop(self) -> None:
        self.bus.stop()
