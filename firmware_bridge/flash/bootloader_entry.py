"""Short session with a board while no bridge runs: identify it and start its bootloader."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Self

from firmware_bridge.drivers.boards import BAUD
from firmware_bridge.flash.boards import FlashError
from firmware_bridge.link.events import BoardConnected, CommandAnswered, LinkEvent
from firmware_bridge.link.link import BoardLink
from firmware_bridge.link.messages import Hello, Restart, Result
from firmware_bridge.serial.serial_port import SerialPort

PATIENCE = 5.0  # s. A board that was reset by opening the line runs its bootloader first
INTO_BOOTLOADER = 1


class BootloaderEntry:
    """One session on one line. Events are not acknowledged, so the bridge receives them later."""

    def __init__(self, where: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.where, self.clock = where, clock
        self.port, self.link = SerialPort(where, BAUD, clock), BoardLink(clock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.port.close()

    def hello(self) -> Hello:
        """Return the board's HELLO. Raises FlashError where no board answers in time."""
        return next(told.hello for told in self._until(BoardConnected) if isinstance(told, BoardConnected))

    def into_bootloader(self) -> None:
        """After `hello`. Raises FlashError where the board has no such way."""
        self.link.send_command(Restart(INTO_BOOTLOADER))
        result = None
        while result is None:
            told = (one for one in self._until(CommandAnswered) if isinstance(one, CommandAnswered))
            result = next((one.result for one in told if isinstance(one.ask, Restart)), None)
        if result != Result.DONE:
            raise FlashError(f"The board at {self.where} does not go into its bootloader by itself: hold BOOTSEL.")

    def _until(self, kind: type[LinkEvent]) -> list[LinkEvent]:
        """Run the link until an event of this kind; return all events."""
        end = self.clock() + PATIENCE
        while self.clock() < end:
            came = self.port.read(min(self.link.due, PATIENCE))
            if not self.port.is_open:
                reason = str(self.port.last_error)
                raise FlashError(f"{reason[0].upper()}{reason[1:]}.")
            if found := [told for told in self.link.feed(came) if isinstance(told, kind)]:
                return found
            self.port.write(self.link.to_send())
        why = self.link.trouble or "nothing there speaks as a board of ours"
        raise FlashError(
            f"{self.where}: {why!s}. A Pico can also be written while BOOTSEL is held: name its drive as PORT."
        )
