"""The process of one serial reader: `python -m firmware_bridge SETTINGS.json`, or with "-" the settings on standard input."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from companion.bus.bus import Bus, Message
from companion.bus.mqtt import Account, MqttBus
from companion.bus.outbox import Outbox
from companion.errors import CodecError, LamplightError
from companion.wire import codec, topics
from companion.wire.demo import Demo
from firmware_bridge.bridge import Bridge, Clocks
from firmware_bridge.drivers.driver import Driver
from firmware_bridge.drivers.rdm6300 import Rdm6300
from firmware_bridge.drivers.scanner import Scanner
from firmware_bridge.port import READ_WAIT, Port
from firmware_bridge.pretend import Pretend

logger = logging.getLogger(__name__)

DRIVERS = ("rdm6300", "scanner")


class SettingsError(LamplightError):
    """The bridge is told something it cannot do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the bridge of one reader is told."""

    table: str
    folder: str  # where its outbox lies
    account: Account = field(default_factory=Account)
    name: str = "bag"  # its source is "bridge/<name>"
    driver: str = "rdm6300"
    port: str = ""  # a path, /dev/serial/by-id/..., socket://host:port; "" in a demo: a reader that only pretends
    zone: str = "bag"
    prefix: str = ""  # of a scanner's codes
    with_parent: bool = False  # end when the process that started it is gone

    @property
    def source(self) -> str:
        return f"bridge/{self.name}"


def driver_of(settings: Settings) -> Driver:
    """Raises SettingsError for a driver nobody wrote."""
    if settings.driver == "rdm6300":
        return Rdm6300(time.monotonic)
    if settings.driver == "scanner":
        return Scanner(time.monotonic, settings.prefix)
    raise SettingsError(f'there is no driver "{settings.driver}"; there are {", ".join(DRIVERS)}')


def run(settings: Settings, stop: threading.Event | None = None) -> None:
    """Bridge until SIGTERM, SIGINT or `stop`. Raises LamplightError where it cannot begin; nothing later ends it."""
    ended = stop or threading.Event()
    if threading.current_thread() is threading.main_thread():
        stop_on_signals(ended)
    pretend = Pretend() if not settings.port else None
    driver = driver_of(settings)
    port = Port(pretend.path if pretend else settings.port, driver.baud, time.monotonic)
    bus = MqttBus(settings.account, f"{settings.account.user}.{topics.reader_of(settings.source)}")
    outbox = Outbox(Path(settings.folder) / f"{settings.table}-{topics.reader_of(settings.source)}.outbox.db")
    clocks = Clocks(time.monotonic, time.time)
    bridge = Bridge(
        bus, outbox, port, driver, table=settings.table, source=settings.source, zone=settings.zone, clocks=clocks
    )
    if pretend:
        listen_to_demo(bus, settings, pretend)
    bus.start()
    try:
        go_on(bridge, ended, parent=os.getppid() if settings.with_parent else None)
    finally:
        bus.stop()
        port.close()
        outbox.close()
        if pretend:
            pretend.close()


def go_on(bridge: Bridge, ended: threading.Event, parent: int | None) -> None:
    """Turn until it is ended; a port that is not there is not asked in a circle."""
    while not ended.is_set() and parent in {None, os.getppid()}:
        bridge.turn()
        if not bridge.port.is_open:
            ended.wait(READ_WAIT)


def listen_to_demo(bus: Bus, settings: Settings, pretend: Pretend) -> None:
    """Let the page lay tags on the reader that only pretends."""

    def lay(message: Message) -> None:
        message.ack()
        try:
            pretend.lay(codec.decode(Demo, message.payload).tag)
        except (CodecError, ValueError) as error:
            logger.warning("the demo's reader is asked for a tag that is none: %s", error)

    bus.subscribe(topics.demo(settings.table, topics.reader_of(settings.source)), lay)


def stop_on_signals(ended: threading.Event) -> None:
    def stop(_number: int, _frame: FrameType | None) -> None:
        ended.set()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)


def main(arguments: list[str]) -> int:
    """Read the settings and run; 1 and a sentence where they do not do."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    try:
        text = sys.stdin.read() if arguments == ["-"] else Path(arguments[0]).read_text(encoding="utf-8")
        run(codec.from_json(Settings, json.loads(text)))
    except IndexError:
        return complain("a file with the settings is needed, or - to read them from standard input")
    except (OSError, ValueError, LamplightError) as error:
        return complain(str(error))
    return 0


def complain(sentence: str) -> int:
    sys.stderr.write(f"firmware_bridge: {sentence}\n")
    return 1
