"""Interface of a Bluetooth adapter for dice: connections, advertisements, errors."""

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
    """Bluetooth cannot be used on this machine."""

    code = "NORADIO"


@dataclass(frozen=True, slots=True)
class Advertisement:
    """A broadcast of a device."""

    address: str
    name: str = ""
    services: tuple[str, ...] = ()
    makers: Mapping[int, bytes] = field(default_factory=dict)  # company -> its data


class BleConnection(Protocol):
    """A die that is connected."""

    def write(self, data: bytes) -> None:
        """Send one packet. On an error the packet is dropped, and the connection is reported lost soon after."""

    def close(self) -> None:
        """Let the die go."""


class BleAdapter(Protocol):
    """BlueZ, or a fake for tests."""

    def listen(self, seconds: float) -> list[Advertisement]:
        """Return the advertisements in reach. Raises BleError."""

    def connect(self, address: str, on_packet: Callable[[bytes], None], on_lost: Callable[[], None]) -> BleConnection:
        """`on_packet` is called with each packet, `on_lost` once, both from any thread; raises BleError."""
