"""Serial lines: listing them, locking them, reopening them after a loss, and a fake reader."""

from __future__ import annotations

from firmware_bridge.serial.port_users import PortUser, find_port_users, names_of
from firmware_bridge.serial.serial_lines import (
    BOARD,
    SerialLine,
    describe_line,
    is_same_line,
    line_change_times,
    line_of,
    list_serial_lines,
)

__all__ = [
    "BOARD",
    "PortUser",
    "SerialLine",
    "describe_line",
    "find_port_users",
    "is_same_line",
    "line_change_times",
    "line_of",
    "list_serial_lines",
    "names_of",
]
