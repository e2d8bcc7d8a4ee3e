"""Dice in reach, as ports that a page may choose. A separate thread scans only while a page shows them."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from firmware_bridge.bluetooth.ble_line import BleDie, dice_in_reach
from firmware_bridge.bluetooth.bluez import BleError, BluetoothUnavailableError
from firmware_bridge.serial import SerialLine

logger = logging.getLogger(__name__)

SCAN_EVERY = 10.0  # s between the beginnings of two times of listening; a radio that listens has less time for its dice


class NearbyDice:
    """Call it for the dice found last. A call starts the next scan when it is due. `clock` is monotonic, in s.

    On a machine without Bluetooth it tries only once.
    """

    def __init__(self, clock: Callable[[], float], listen: Callable[[], tuple[BleDie, ...]] = dice_in_reach) -> None:
        self.clock, self.listen = clock, listen
        self._dice: tuple[BleDie, ...] = ()
        self._due: float | None = 0.0  # when it is time, monotonic s; None = never again
        self._listening: threading.Thread | None = None

    def __call__(self) -> tuple[SerialLine, ...]:
        dice = self._dice
        is_listening = self._listening is not None and self._listening.is_alive()
        if self._due is not None and self.clock() >= self._due and not is_listening:
            self._due = self.clock() + SCAN_EVERY
            self._listening = threading.Thread(target=self._listen, name="dice in reach", daemon=True)
            self._listening.start()
        return tuple(SerialLine(die.where, die.where, die.title, likely=die.driver) for die in dice)

    def wait(self) -> None:
        """Until the listening that is under way has ended."""
        if self._listening is not None:
            self._listening.join()

    def _listen(self) -> None:
        try:
            self._dice = self.listen()
        except BluetoothUnavailableError as error:
            self._due = None
            logger.debug("no dice over Bluetooth: %s", error)
        except BleError as error:  # the adapter may be back the next time
            logger.debug("dice over Bluetooth could not be listened for: %s", error)
