"""Check that a port may be written: it must be a board without other users, because opening resets the device."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Callable, Iterable
from pathlib import Path

from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from firmware_bridge.flash.boards import FlashableBoard, FlashError
from firmware_bridge.serial import PortUser, describe_line, find_port_users, names_of

MEMORY_DEVICES = 1  # the major number of /dev/null and its kin
BRIDGE_PROGRAM = "firmware_bridge"  # the program of our own bridge

Ports = Callable[[], Iterable[ListPortInfo]]


def check_port(
    board: FlashableBoard,
    where: str,
    *,
    anyway: bool = False,
    dry_run: bool = False,
    ports: Ports = list_ports.comports,
) -> None:
    """Check the port. Raises FlashError, with the remedy, if it must not be written. A dry run opens nothing."""
    known = list(ports())
    _require_port(board, where, known)
    if users := find_port_users(where):
        raise FlashError(f"{where} is held by {names_of(users)!s}: {_remedy(users)}")
    port = next((other for other in known if os.path.realpath(other.device) == os.path.realpath(where)), None)
    if not anyway and not is_board(board, port):
        raise FlashError(
            f"{where} is {describe_port(port)}, and need not be {board.a_title}. To write it all the same, add --anyway."
        )
    if not dry_run:
        _require_free(where)


def is_board(board: FlashableBoard, port: ListPortInfo | None) -> bool:
    """Return whether the port identifies as this board, or as one with our firmware."""
    if port is None or port.vid is None:
        return False
    return usb_id(port) in board.usb if board.way == "bootloader" else describe_line(port).is_ours


def usb_id(port: ListPortInfo) -> str:
    """Return the USB id, as "2341:0043"; "" without one."""
    return "" if port.vid is None or port.pid is None else f"{port.vid:04x}:{port.pid:04x}"


def describe_port(port: ListPortInfo | None) -> str:
    """Describe a port for people."""
    if port is None or port.vid is None:
        return "no USB device"
    return f"{port.product or port.description or 'a USB device'} ({usb_id(port)})"


def _require_port(board: FlashableBoard, where: str, known: list[ListPortInfo]) -> None:
    if "://" in where:
        raise FlashError(f"{where} is a line in the network; a board is written at a port of this machine.")
    if not os.path.lexists(where) or not Path(where).exists():
        others = ", ".join(f"{port.device} ({describe_port(port)})" for port in known) or "none"
        held = ", or hold BOOTSEL as you do and write to bootsel" if board.way == "drive" else ""
        raise FlashError(f"There is no port {where}: plug the board in{held}. Ports of this machine: {others}.")
    status = Path(where).stat()
    if not stat.S_ISCHR(status.st_mode) or os.major(status.st_rdev) == MEMORY_DEVICES:
        raise FlashError(f"{where} is no serial port.")
    if not os.access(where, os.R_OK | os.W_OK):
        raise FlashError(f"{where} may not be opened: sudo usermod -aG dialout $USER, and log in again.")


def _remedy(users: Iterable[PortUser]) -> str:
    names = {user.name for user in users}
    if "ModemManager" in names:
        return "it takes ports for modems; sudo systemctl stop ModemManager, or install the rules of the folder deploy."
    if BRIDGE_PROGRAM in names:
        return (
            "that is Lamplight: let go of this reader under Menu → Readers and tags, or stop Lamplight, and try again."
        )
    return "close it and try again."


def _require_free(where: str) -> None:
    """Programs of other users are not seen, their locks are."""
    try:
        opened = os.open(where, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError as error:
        raise FlashError(
            f"{where} cannot be opened ({error.strerror}); sudo fuser -v {where} says who has it."
        ) from error
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise FlashError(f"Another program holds {where}; sudo fuser -v {where} says which.") from error
    finally:
        os.close(opened)
