"""Bluetooth without a radio: dice in memory, and a fake of the used parts of bleak."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from firmware_bridge.bluetooth.bluez import Advertisement, BleError, no_die_text


@dataclass
class FakeDie:
    """A die; `written` collects the bytes sent to it."""

    written: list[bytes] = field(default_factory=list)
    heard: Callable[[bytes], None] = lambda _: None
    lost: Callable[[], None] = lambda: None
    closed: bool = False

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def close(self) -> None:
        self.closed = True


@dataclass
class FakeRadio:
    """Dice by address, and which of them advertise."""

    dice: dict[str, FakeDie] = field(default_factory=dict)
    around: list[Advertisement] = field(default_factory=list)

    def listen(self, seconds: float) -> list[Advertisement]:  # noqa: ARG002  # nothing takes time here
        return self.around

    def connect(self, address: str, heard: Callable[[bytes], None], lost: Callable[[], None]) -> FakeDie:
        if address not in self.dice:
            raise BleError(no_die_text(address, "not found"))
        die = self.dice[address]
        die.heard, die.lost, die.closed = heard, lost, False
        return die


class BleakError(Exception):
    pass


class BleakBluetoothNotAvailableError(BleakError):
    pass


class FakeBleak:
    """The fake module with one device, its `characteristics` and its errors."""

    def __init__(
        self, *characteristics: str, fails: Exception | None = None, found: Mapping[str, Any] | None = None
    ) -> None:
        self.exc = SimpleNamespace(
            BleakError=BleakError, BleakBluetoothNotAvailableError=BleakBluetoothNotAvailableError
        )
        self.characteristics, self.fails, self.found = characteristics, fails, found or {}
        self.clients: list[FakeClient] = []
        self.BleakScanner = self

    async def discover(self, **_kept: object) -> Mapping[str, Any]:
        if self.fails:
            raise self.fails
        return self.found

    def BleakClient(self, address: str, disconnected_callback: Callable[[Any], None], **_kept: object) -> FakeClient:  # noqa: N802
        client = FakeClient(self, address, disconnected_callback)
        self.clients.append(client)
        return client


class FakeClient:
    def __init__(self, bleak: FakeBleak, address: str, gone: Callable[[Any], None]) -> None:
        self.bleak, self.address, self.gone = bleak, address, gone
        self.services = self
        self.written: list[tuple[str, bytes]] = []
        self.notify: Callable[[Any, bytearray], None] = lambda *_: None
        self.connected = False
        self.wrote = asyncio.Event()

    def get_characteristic(self, uuid: str) -> str | None:
        return uuid if uuid in self.bleak.characteristics else None

    async def connect(self) -> None:
        if self.bleak.fails:
            raise self.bleak.fails
        self.connected = True

    async def start_notify(self, _uuid: str, callback: Callable[[Any, bytearray], None]) -> None:
        self.notify = callback

    async def write_gatt_char(self, uuid: str, data: bytes) -> None:
        self.written.append((uuid, data))
        self.wrote.set()

    async def disconnect(self) -> None:
        self.connected = False
        self.gone(self)
