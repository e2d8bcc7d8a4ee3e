"""Dice over Bluetooth as lines: what a die notifies comes as packets with their length in front (drivers/packets.py), what is written goes
to it. BlueZ and bleak do the radio; without bleak this says how to get it, and everything else of the bridge works as ever.

`ble:AA:BB:CC:DD:EE:FF` names a die. A die talks to one program alone: its maker's app has to be closed.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import errno
import logging
import os
import re
import threading
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol, TypeVar

from firmware_bridge.drivers import godice, pixels
from firmware_bridge.drivers.packets import MOST, Unpacker, packed

logger = logging.getLogger(__name__)

SCHEME = "ble:"
ADDRESS = re.compile(r"[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}")
CONNECT_WITHIN = 8.0  # s
SCAN = 4.0  # s; a die that lies still advertises about once a second
MOST_BYTES = 4096  # at once

PROFILES = (  # characteristics that notify and are written; the first that a die has
    (pixels.NOTIFY, pixels.WRITE),
    (godice.NOTIFY, godice.WRITE),
    (pixels.LEGACY_NOTIFY, pixels.LEGACY_WRITE),
)

NO_BLEAK = 'dice over Bluetooth need one more package, bleak: .venv/bin/pip install "bleak>=1,<4" beside ./table, then start again'
NO_BLUETOOTH = "this machine has no Bluetooth that works: is the adapter in, is bluez installed, is bluetooth.service running? ({why})"
NO_DIE = (
    "no die answers at {address}: wake it by rolling it, and close its maker's app, which keeps it for itself ({why})"
)
NOT_A_DIE = "what answers at {address} is no Pixels and no GoDice"
NO_ADDRESS = "{where} names no die: an address like ble:AA:BB:CC:DD:EE:FF is needed"
GONE = "the die at {address} is out of reach or asleep: roll it"

T = TypeVar("T")


class BleError(OSError):
    """A die cannot be reached, or not any more; the text is a sentence with the remedy."""

    def __init__(self, sentence: str) -> None:
        super().__init__(errno.EIO, sentence)
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence


class NoRadio(BleError):
    """No die can be reached at all: the machine lacks what it takes."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a device says to everybody."""

    address: str
    name: str = ""
    services: tuple[str, ...] = ()
    makers: Mapping[int, bytes] = field(default_factory=dict)  # company -> its data


@dataclass(frozen=True, slots=True)
class Die:
    """A die in reach."""

    where: str  # what is to be opened
    title: str  # for people
    driver: str


class Link(Protocol):
    """A die that is connected."""

    def write(self, data: bytes) -> None:
        """Send one packet; one that cannot be sent is lost, and the loss of the die is told soon."""

    def close(self) -> None:
        """Let the die go."""


class Radio(Protocol):
    """What reaches dice: BlueZ, or something of the tests."""

    def listen(self, seconds: float) -> list[Heard]:
        """Who is there; raises BleError."""

    def connect(self, address: str, heard: Callable[[bytes], None], lost: Callable[[], None]) -> Link:
        """`heard` is called with each packet, `lost` once, both from any thread; raises BleError."""


class BleLine:
    """A connected die as a line; `read` raises BleError once it is lost. Raises BleError where it cannot be reached."""

    def __init__(self, address: str, radio: Radio) -> None:
        self.address = address
        self._guard = threading.Lock()  # of the pipe's end that the radio writes to
        self._ours, self._theirs = os.pipe()
        os.set_blocking(self._ours, False)
        os.set_blocking(self._theirs, False)
        self._out = Unpacker()
        try:
            self._link = radio.connect(address, self._heard, self._lost)
        except BaseException:
            self._lost()
            os.close(self._ours)
            raise

    def fileno(self) -> int:
        """What the system waits for."""
        return self._ours

    @property
    def in_waiting(self) -> int:
        """A pipe does not say how much it holds: as much as may be asked for."""
        return MOST_BYTES

    def read(self, size: int = 1) -> bytes:
        """What has come, b"" where nothing has."""
        try:
            data = os.read(self._ours, size)
        except BlockingIOError:
            return b""
        if not data:
            raise BleError(GONE.format(address=self.address))
        return data

    def write(self, data: bytes) -> int:
        """Send whole packets, each with its length in front."""
        for packet in self._out.feed(data):
            self._link.write(packet)
        return len(data)

    def close(self) -> None:
        self._lost()
        self._link.close()
        os.close(self._ours)

    def _heard(self, packet: bytes) -> None:
        if len(packet) > MOST:
            logger.debug("%s sends a packet of %s bytes, which no die does", self.address, len(packet))
            return
        with self._guard, contextlib.suppress(BlockingIOError):  # nobody has read for long: it is lost, as on any line
            if self._theirs >= 0:
                os.write(self._theirs, packed(packet))

    def _lost(self) -> None:
        with self._guard:
            if self._theirs >= 0:
                os.close(self._theirs)
            self._theirs = -1


def open_ble(where: str, radio: Radio | None = None) -> BleLine:
    """Connect the die of that name; raises BleError."""
    address = where.removeprefix(SCHEME)
    if not ADDRESS.fullmatch(address):
        raise BleError(NO_ADDRESS.format(where=where))
    return BleLine(address.upper(), radio or bluez())


def dice_in_reach(radio: Radio | None = None, seconds: float = SCAN) -> tuple[Die, ...]:
    """The dice that are awake; raises BleError."""
    found = [die_of(heard) for heard in (radio or bluez()).listen(seconds)]
    return tuple(sorted((die for die in found if die), key=lambda die: die.title))


def die_of(heard: Heard) -> Die | None:
    """The die that says this, None where it is another device. Pixels tell what they are and how full."""
    where = SCHEME + heard.address
    if heard.name.startswith(godice.NAME):
        return Die(where, heard.name, "godice")
    told = pixels.decode_advertisement(heard.makers.get(pixels.COMPANY, b""))
    if "error" not in told:
        return Die(where, f"{heard.name or 'Pixels'}, {told['die_type']}, {told['battery']} %", "pixels")
    if {pixels.SERVICE} & {service.lower() for service in heard.services}:
        return Die(where, heard.name or "Pixels", "pixels")
    return None


@cache
def bluez() -> Bluez:
    """The radio of this machine; raises BleError where bleak is not installed."""
    try:
        import bleak  # optional: nobody without such dice needs it
    except ImportError as error:
        raise NoRadio(NO_BLEAK) from error
    return Bluez(bleak)


class Bluez:
    """Bluetooth through bleak, whose event loop runs in a thread of its own."""

    def __init__(self, bleak: Any) -> None:
        self.bleak = bleak
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, name="bluetooth", daemon=True).start()

    def listen(self, seconds: float) -> list[Heard]:
        found = self._wait_for(self.bleak.BleakScanner.discover(timeout=seconds, return_adv=True), seconds + 2)
        return [
            Heard(device.address, told.local_name or "", tuple(told.service_uuids), dict(told.manufacturer_data))
            for device, told in found.values()
        ]

    def connect(self, address: str, heard: Callable[[bytes], None], lost: Callable[[], None]) -> Link:
        client = self.bleak.BleakClient(address, disconnected_callback=lambda _: lost(), timeout=CONNECT_WITHIN)
        try:
            self._wait_for(client.connect(), CONNECT_WITHIN + 2)
        except NoRadio:
            raise
        except BleError as error:
            raise BleError(NO_DIE.format(address=address, why=error.sentence)) from error
        link = BluezLink(self, client)
        try:
            link.write_to = self._wait_for(self._notified(client, heard), CONNECT_WITHIN)
        except BleError:
            link.close()
            raise
        return link

    async def _notified(self, client: Any, heard: Callable[[bytes], None]) -> str:
        """Have the die notify us; what it is written to. Raises BleError where it is no die that we know."""
        for notify, write in PROFILES:
            if client.services.get_characteristic(notify) is not None:
                await client.start_notify(notify, lambda _, data: heard(bytes(data)))
                return write
        raise BleError(NOT_A_DIE.format(address=client.address))

    def start(self, work: Coroutine[Any, Any, Any]) -> concurrent.futures.Future[Any]:
        """Have it done; nobody waits for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def _wait_for(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """Wait for it; raises BleError, whatever bleak, D-Bus or the clock say."""
        doing = asyncio.run_coroutine_threadsafe(work, self.loop)
        try:
            return doing.result(seconds)
        except BleError:
            raise
        except TimeoutError as error:
            doing.cancel()
            raise BleError(f"nothing came for {seconds:.0f} s") from error
        except (OSError, self.bleak.exc.BleakBluetoothNotAvailableError) as error:  # no D-Bus, no adapter
            raise NoRadio(NO_BLUETOOTH.format(why=error)) from error
        except (self.bleak.exc.BleakError, EOFError) as error:
            raise BleError(f"{error or type(error).__name__}") from error


class BluezLink:
    """A connection of bleak's."""

    def __init__(self, radio: Bluez, client: Any) -> None:
        self.radio, self.client, self.write_to = radio, client, ""

    def write(self, data: bytes) -> None:
        self.radio.start(self.client.write_gatt_char(self.write_to, data)).add_done_callback(note)

    def close(self) -> None:
        self.radio.start(self.client.disconnect()).add_done_callback(note)


def note(done: concurrent.futures.Future[Any]) -> None:
    """A packet that could not be sent is no news: that the die is lost is told on its own."""
    if not done.cancelled() and (error := done.exception()) is not None:
        logger.debug("Bluetooth: %s", error)
