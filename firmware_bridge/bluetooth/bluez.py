"""Bluetooth for dice through BlueZ and bleak, an optional package: connections, advertisements, errors."""

from __future__ import annotations

import asyncio
import concurrent.futures
import errno
import logging
import threading
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol, TypeVar

from companion.i18n import Text, _
from companion.schema import Words
from firmware_bridge.drivers.dice import godice, pixels

logger = logging.getLogger(__name__)

CONNECT_WITHIN = 8.0  # s

PROFILES = (  # characteristics that notify and are written; the first that a die has
    (pixels.NOTIFY, pixels.WRITE),
    (godice.NOTIFY, godice.WRITE),
    (pixels.LEGACY_NOTIFY, pixels.LEGACY_WRITE),
)

NO_BLEAK = _(
    'dice over Bluetooth need one more package, bleak: .venv/bin/pip install "bleak>=1,<4" beside ./table, then start again'
)


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


def no_die_text(address: str, why: Words) -> Text:
    """Return the message for a die that cannot be connected."""
    return _(
        "no die answers at {address}: wake it by rolling it, and close its maker's app, which keeps it for itself ({why})",
        address=address,
        why=why,
    )


T = TypeVar("T")


@cache
def bluez() -> BluezAdapter:
    """Return the radio of this machine; raises BleError where bleak is not installed."""
    try:
        import bleak  # optional, see above
    except ImportError as error:
        raise BluetoothUnavailableError(NO_BLEAK) from error
    return BluezAdapter(bleak)


class BluezAdapter:
    """Bluetooth with bleak, whose event loop runs in a separate thread."""

    def __init__(self, bleak: Any) -> None:
        self.bleak = bleak
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, name="bluetooth", daemon=True).start()

    def listen(self, seconds: float) -> list[Advertisement]:
        devices = self._wait_for(self.bleak.BleakScanner.discover(timeout=seconds, return_adv=True), seconds + 2)
        return [
            Advertisement(
                device.address,
                advertisement.local_name or "",
                tuple(advertisement.service_uuids),
                dict(advertisement.manufacturer_data),
            )
            for device, advertisement in devices.values()
        ]

    def connect(self, address: str, on_packet: Callable[[bytes], None], on_lost: Callable[[], None]) -> BleConnection:
        client = self.bleak.BleakClient(
            address, disconnected_callback=lambda _client: on_lost(), timeout=CONNECT_WITHIN
        )
        try:
            self._wait_for(client.connect(), CONNECT_WITHIN + 2)
        except BluetoothUnavailableError:
            raise
        except BleError as error:
            raise BleError(no_die_text(address, error.sentence)) from error
        link = BluezConnection(self, client)
        try:
            link.write_to = self._wait_for(self._subscribe(client, on_packet), CONNECT_WITHIN)
        except BleError:
            link.close()
            raise
        return link

    async def _subscribe(self, client: Any, on_packet: Callable[[bytes], None]) -> str:
        """Subscribe to the die's notifications; return its write characteristic. Raises BleError for an unknown
        device.
        """
        for notify, write in PROFILES:
            if client.services.get_characteristic(notify) is not None:
                await client.start_notify(notify, lambda _sender, data: on_packet(bytes(data)))
                return write
        raise BleError(_("what answers at {address} is no Pixels and no GoDice", address=str(client.address)))

    def start(self, work: Coroutine[Any, Any, Any]) -> concurrent.futures.Future[Any]:
        """Run a coroutine in the loop without waiting."""
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def _wait_for(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """Wait for the result. Raises BleError for errors of bleak, of D-Bus and the time limit."""
        doing = asyncio.run_coroutine_threadsafe(work, self.loop)
        try:
            return doing.result(seconds)
        except BleError:
            raise
        except TimeoutError as error:
            doing.cancel()
            raise BleError(_("nothing came for {n} s", n=round(seconds))) from error
        except (OSError, self.bleak.exc.BleakBluetoothNotAvailableError) as error:  # no D-Bus, no adapter
            raise BluetoothUnavailableError(
                _(
                    "this machine has no Bluetooth that works ({why}): look whether the adapter is in, bluez is installed and bluetooth.service runs",
                    why=str(error),
                )
            ) from error
        except (self.bleak.exc.BleakError, EOFError) as error:
            raise BleError(f"{error or type(error).__name__}") from error


class BluezConnection:
    """A connection of bleak's."""

    def __init__(self, radio: BluezAdapter, client: Any) -> None:
        self.radio, self.client, self.write_to = radio, client, ""

    def write(self, data: bytes) -> None:
        self.radio.start(self.client.write_gatt_char(self.write_to, data)).add_done_callback(log_failed_send)

    def close(self) -> None:
        self.radio.start(self.client.disconnect()).add_done_callback(log_failed_send)


def log_failed_send(done: concurrent.futures.Future[Any]) -> None:
    """Ignore a failed send: the loss of the die is reported separately."""
    if not done.cancelled() and (error := done.exception()) is not None:
        logger.debug("Bluetooth: %s", error)
