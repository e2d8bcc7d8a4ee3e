"""The kinds of readers: their names, and how a driver of each is made."""

from __future__ import annotations

from collections.abc import Callable

from companion.i18n import Text, _, listed
from firmware_bridge.drivers.boards import BoardDriver
from firmware_bridge.drivers.dice import GoDice, Pixels
from firmware_bridge.drivers.driver import Driver
from firmware_bridge.drivers.nfc import Pn532
from firmware_bridge.drivers.rdm6300 import Rdm6300
from firmware_bridge.drivers.scanner import Scanner
from firmware_bridge.drivers.text_lines import TextLineDriver
from firmware_bridge.settings import BridgeSettingsError, ReaderSettings

Clock = Callable[[], float]


DriverFactory = Callable[[ReaderSettings, Clock, str], Driver]
"""Makes a driver: settings, monotonic clock in s, the mark stored with the last reading."""


KINDS: dict[str, Text] = {
    "board": _("Lamplight board: NFC readers, buttons, lamps"),
    "rdm6300": _("RDM6300: round 125 kHz tags"),
    "pn532": _("PN532: NFC tags and stickers, on a serial line"),
    "scanner": _("Code scanner as a serial port"),
    "lines": _("A sketch of your own that prints ids"),
    "pixels": _("Pixels die, over Bluetooth"),
    "godice": _("GoDice die, over Bluetooth"),
}
"""Title for people, by name."""


def driver_of(config: ReaderSettings, clock: Clock, mark: str = "") -> Driver:
    """Create a driver. Raises BridgeSettingsError for an unknown name or an invalid prefix."""
    match config.driver:
        case "board":
            return BoardDriver(clock, mark)
        case "rdm6300":
            return Rdm6300(clock)
        case "pn532":
            return Pn532(clock)
        case "scanner":
            return Scanner(clock, config.prefix)
        case "lines":
            return TextLineDriver(clock, config.prefix)
        case "pixels":
            return Pixels(clock)
        case "godice":
            return _godice(config.prefix)
    raise BridgeSettingsError(
        _('there is no driver "{name}"; there are {drivers}', name=config.driver, drivers=listed(KINDS, ", "))
    )


def _godice(shell: str) -> GoDice:
    try:
        return GoDice(shell or "d6")
    except ValueError as error:
        raise BridgeSettingsError(str(error)) from error
