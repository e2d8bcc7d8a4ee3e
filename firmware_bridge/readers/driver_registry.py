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


Making = Callable[[Clock, ReaderSettings, str], Driver]
"""`clock` is monotonic, in s. Gets the reader's settings and the mark stored with its last reading."""


DriverFactory = Callable[[ReaderSettings, Clock, str], Driver]
"""Makes a driver: settings, monotonic clock in s, the mark stored with the last reading."""


def board(clock: Clock, _settings: ReaderSettings, mark: str) -> Driver:
    """Make the driver of a board."""
    return BoardDriver(clock, mark)


def rdm6300(clock: Clock, _settings: ReaderSettings, _mark: str) -> Driver:
    """Make the driver of an RDM6300."""
    return Rdm6300(clock)


def scanner(clock: Clock, config: ReaderSettings, _mark: str) -> Driver:
    """Make the driver of a code scanner."""
    return Scanner(clock, config.prefix)


def pn532(clock: Clock, _settings: ReaderSettings, _mark: str) -> Driver:
    """Make the driver of a PN532."""
    return Pn532(clock)


def lines(clock: Clock, config: ReaderSettings, _mark: str) -> Driver:
    """Its prefix is the pattern."""
    return TextLineDriver(clock, config.prefix)


def pixels(clock: Clock, _settings: ReaderSettings, _mark: str) -> Driver:
    """Make the driver of Pixels dice."""
    return Pixels(clock)


def godice(_clock: Clock, config: ReaderSettings, _mark: str) -> Driver:
    """Its prefix is the shell that is on the die. Raises BridgeSettingsError."""
    try:
        return GoDice(config.prefix or "d6")
    except ValueError as error:
        raise BridgeSettingsError(str(error)) from error


KINDS: dict[str, tuple[Text, Making]] = {
    "board": (_("Lamplight board: NFC readers, buttons, lamps"), board),
    "rdm6300": (_("RDM6300: round 125 kHz tags"), rdm6300),
    "pn532": (_("PN532: NFC tags and stickers, on a serial line"), pn532),
    "scanner": (_("Code scanner as a serial port"), scanner),
    "lines": (_("A sketch of your own that prints ids"), lines),
    "pixels": (_("Pixels die, over Bluetooth"), pixels),
    "godice": (_("GoDice die, over Bluetooth"), godice),
}
"""By name: the title for people, and how a driver is made."""


def driver_of(config: ReaderSettings, clock: Clock, mark: str = "") -> Driver:
    """Create a driver. Raises BridgeSettingsError for an unknown name."""
    if config.driver not in KINDS:
        raise BridgeSettingsError(
            _('there is no driver "{name}"; there are {drivers}', name=config.driver, drivers=listed(KINDS, ", "))
        )
    return KINDS[config.driver][1](clock, config, mark)
