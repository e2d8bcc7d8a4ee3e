"""Serial-like lines over Bluetooth: notifications of a die come as packets with a length in front
(drivers/length_packets.py), and written bytes go to the die. The radio is in bluez.py. Without bleak its error says
how to install it, and other readers work.

`ble:AA:BB:CC:DD:EE:FF` names a die. A die talks to one program alone: its maker's app has to be closed.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import threading
from dataclasses import dataclass

from companion.i18n import _
from firmware_bridge.bluetooth.bluez import Advertisement, BleAdapter, BleError, bluez
from firmware_bridge.drivers.dice import godice, pixels, pixels_advertisement
from firmware_bridge.drivers.dice.length_packets import LONGEST_PACKET, PacketReader, pack_packet

logger = logging.getLogger(__name__)

SCHEME = "ble:"
ADDRESS = re.compile(r"[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}")
SCAN_SECONDS = 4.0  # s. A resting die advertises about once a second
MOST_BYTES = 4096  # at once


@dataclass(frozen=True, slots=True)
class BleDie:
    """A die in reach."""

    where: str  # what to open
    title: str  # for people
    driver: str


class BleLine:
    """A connected die as a line; `read` raises BleError once it is lost. Raises BleError where it cannot be reached."""

    def __init__(self, address: str, radio: BleAdapter) -> None:
        self.address = address
        self._guard = threading.Lock()  # of the pipe's end that the radio writes to
        self._ours, self._theirs = os.pipe()
        os.set_blocking(self._ours, False)
        os.set_blocking(self._theirs, False)
        self._out = PacketReader()
        try:
            self._link = radio.connect(address, self._receive, self._lost)
        except BaseException:
            self._lost()
            os.close(self._ours)
            raise

    def fileno(self) -> int:
        """Descriptor to wait for."""
        return self._ours

    @property
    def in_waiting(self) -> int:
        """A pipe does not report its size, so this is the largest read."""
        return MOST_BYTES

    def read(self, size: int = 1) -> bytes:
        """Return received bytes, b"" where there are none."""
        try:
            data = os.read(self._ours, size)
        except BlockingIOError:
            return b""
        if not data:
            raise BleError(_("the die at {address} is out of reach or asleep: roll it", address=self.address))
        return data

    def write(self, data: bytes) -> int:
        """Send whole packets, each after its length."""
        for packet in self._out.feed(data):
            self._link.write(packet)
        return len(data)

    def close(self) -> None:
        self._lost()
        self._link.close()
        os.close(self._ours)

    def _receive(self, packet: bytes) -> None:
        if len(packet) > LONGEST_PACKET:
            logger.debug("%s sends a packet of %s bytes, which no die does", self.address, len(packet))
            return
        with (
            self._guard,
            contextlib.suppress(BlockingIOError),
        ):  # the pipe is full, so bytes are lost as on a serial line
            if self._theirs >= 0:
                os.write(self._theirs, pack_packet(packet))

    def _lost(self) -> None:
        with self._guard:
            if self._theirs >= 0:
                os.close(self._theirs)
            self._theirs = -1


def open_ble(where: str, radio: BleAdapter | None = None) -> BleLine:
    """Connect the die of that name; raises BleError."""
    address = where.removeprefix(SCHEME)
    if not ADDRESS.fullmatch(address):
        raise BleError(_("the address {where} names no die: one like ble:AA:BB:CC:DD:EE:FF is needed", where=where))
    return BleLine(address.upper(), radio or bluez())


def dice_in_reach(radio: BleAdapter | None = None, seconds: float = SCAN_SECONDS) -> tuple[BleDie, ...]:
    """Return the dice that are awake; raises BleError."""
    dice = [die_of(advertisement) for advertisement in (radio or bluez()).listen(seconds)]
    return tuple(sorted((die for die in dice if die), key=lambda die: die.title))


def die_of(advertisement: Advertisement) -> BleDie | None:
    """Return the die that sent this advertisement, None for another device. Pixels advertise their state and battery."""
    where = SCHEME + advertisement.address
    if advertisement.name.startswith(godice.NAME):
        return BleDie(where, advertisement.name, "godice")
    fields = pixels_advertisement.decode(advertisement.makers.get(pixels_advertisement.COMPANY, b""))
    if "error" not in fields:
        return BleDie(where, f"{advertisement.name or 'Pixels'}, {fields['die_type']}, {fields['battery']} %", "pixels")
    if {pixels.SERVICE} & {service.lower() for service in advertisement.services}:
        return BleDie(where, advertisement.name or "Pixels", "pixels")
    return None
