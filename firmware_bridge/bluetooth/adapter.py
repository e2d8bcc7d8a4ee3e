"""What reaches dice over Bluetooth: the adapter, its connections, what devices advertise, and what goes wrong."""

from __future__ import annotations

import errno
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from companion.schema import Words


class BleError(OSError):
    """A die cannot be reached, or not any more; the text is a sentence with the remedy."""

    def __init__(self, sentence: Words) -> None:
        super().__init__(errno.EIO, sentence)
        self.sentence = sentence

    def __str__(self) -> str:
        return str(self.sentence)


class BluetoothUnavailableError(BleError):
    """No die can be reached at all: the machine lacks what it takes."""

    code = "NORADIO"


@dataclass(frozen=True, slots=True)
class Advertisement:
    """What a device says to everybody."""

    address: str
    name: str = ""
    services: tuple[str, ...] = ()
    makers: Mapping[int, bytes] = field(default_factory=dict)  # company -> its data


class BleConnection(Protocol):
    """A die that is connected."""

    def write(self, data: bytes) -> None:
        """Send one packet; one that cannot be sent is lost, and the loss of the die is told soon."""

    def close(self) -> None:
        """Let the die go."""


class BleAdapter(Protocol):
    """What reaches dice: BlueZ, or something of the tests."""

    def listen(self, seconds: float) -> list[Advertisement]:
        """Who is there; raises BleError."""

    def connect(self, address: str, heard: Callable[[bytes], None], lost: Callable[[], None]) -> BleConnection:
        """`heard` is called with each packet, `lost` once, both from any thread; raises BleError."""
