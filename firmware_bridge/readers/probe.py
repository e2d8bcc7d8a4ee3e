"""Identifies the board at one line, for a doctor: opens it, listens for as long as a board may take to start, and
closes it.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.i18n import _
from companion.schema import Words
from firmware_bridge.readers.driver_registry import driver_of
from firmware_bridge.serial.serial_port import Opener, SerialPort, open_line
from firmware_bridge.settings import ReaderSettings

ANSWER_WITHIN = 4.5  # s. A bootloader takes up to two after the line was opened


def identify_board(
    config: ReaderSettings, clock: Callable[[], float] = time.monotonic, opener: Opener = open_line
) -> tuple[Words, Words]:
    """Return the model of the board that answers and its problems; "" and the reason if none answers."""
    driver = driver_of(config, clock)
    port = SerialPort(config.port, driver.baud, clock, opener)
    end = clock() + ANSWER_WITHIN
    try:
        port.read(0)
        driver.on_opened()
        while port.is_open and not driver.uid and clock() < end:
            port.write(driver.to_send())
            driver.feed(port.read(driver.wait()))
        if driver.uid:
            return driver.model, driver.trouble
        return "", port.last_error or driver.trouble or _("nobody answers on {port}", port=config.port)
    finally:
        port.close()
