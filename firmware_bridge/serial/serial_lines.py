"""List the serial ports of this machine by stable names, and find our boards. Opens nothing."""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serial.tools import list_ports

from companion.i18n import _
from companion.schema import Words

logger = logging.getLogger(__name__)

SERIAL = Path("/dev/serial")
LISTING_TRIES = 3  # attempts to list lines while one is being removed
OUR_USB_IDS = frozenset(
    {(0x1209, 0x0001)}
)  # USB vendor and product of our boards; for tests alone they are shared by others ...
OUR_NAME = "Lamplight"  # ... so the product's name has to begin like this as well
BOARD = "board"  # driver of our boards


@dataclass(frozen=True, slots=True)
class SerialLine:
    """One line that is plugged in."""

    where: str  # the name to open it by that stays
    device: str  # "/dev/ttyUSB0", its present name
    title: Words  # for people
    serial: str = ""  # serial number of the USB device, "" = none. Identical devices then differ by their socket only
    is_ours: bool = False  # our firmware by its USB id: opened automatically
    likely: str = ""  # the driver it wants, where that can be known unasked


def list_serial_lines(ports: Callable[[], Iterable[Any]] = list_ports.comports) -> tuple[SerialLine, ...]:
    """All lines of this machine, in the order of their names. Raises OSError where they cannot be looked at now."""
    return tuple(sorted(map(describe_line, _list_ports(ports)), key=lambda line: line.device))


def _list_ports(ports: Callable[[], Iterable[Any]]) -> list[Any]:
    """List ports. pyserial misreads device files, and an unplugged one has no file."""
    for _try in range(LISTING_TRIES):
        try:
            return list(ports())
        except (OSError, TypeError, ValueError) as error:
            logger.debug("a line vanished while it was looked at: %s", error)
    raise OSError(errno.EAGAIN, "lines come and go")


def describe_line(port: Any, folder: Path = SERIAL) -> SerialLine:
    """Return a port of pyserial's list. Without a serial number a by-id name may be another's tomorrow: the socket
    names it then.
    """
    number = port.serial_number or ""
    kinds = ("by-id", "by-path") if number else ("by-path",)
    names = (name for kind in kinds for name in _names(folder / kind, port.device))
    product = port.product or ""
    words = " ".join(dict.fromkeys(word for word in (port.manufacturer, product) if word))
    title = words or (
        port.description if port.description not in {None, "", "n/a"} else _("serial port of this machine")
    )
    is_ours = (port.vid, port.pid) in OUR_USB_IDS and product.startswith(OUR_NAME)
    return SerialLine(next(names, port.device), port.device, title, number, is_ours)


def _names(folder: Path, device: str) -> list[str]:
    """Links of a folder to the device."""
    try:
        links = sorted(folder.iterdir())
    except OSError:  # no such folder: no device is plugged in, or the system is not Linux
        return []
    return [str(link) for link in links if os.path.realpath(link) == device]


def is_same_line(one: str, other: str) -> bool:
    """Return whether two names refer to one line now."""
    return one == other or ("://" not in one and os.path.realpath(one) == os.path.realpath(other))


def line_of(where: str, lines: Iterable[SerialLine]) -> SerialLine | None:
    """Return the line of that name, by whatever name it is called."""
    return next((line for line in lines if is_same_line(where, line.where) or is_same_line(where, line.device)), None)


def line_change_times() -> tuple[int, ...]:
    """Another value after anything was plugged in or pulled: far cheaper than a look at all of it."""
    stamps = []
    for folder in (Path("/dev"), SERIAL / "by-id", SERIAL / "by-path"):
        try:
            stamps.append(folder.stat().st_mtime_ns)
        except OSError:
            stamps.append(0)
    return tuple(stamps)
