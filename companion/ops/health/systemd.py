"""Notify systemd, where it started this process."""

from __future__ import annotations

import os
import socket
from contextlib import suppress

SOCKET = "NOTIFY_SOCKET"  # in the environment, where systemd listens
LONGEST_US = 120_000_000  # s until the next extension of a start; even the longest game loads in less


def notify(message: str) -> None:
    """Send one datagram as sd_notify(3) does. Without a listener do nothing."""
    if name := os.environ.get(SOCKET):
        place = (
            f"\0{name[1:]}" if name.startswith("@") else name
        )  # "@": a name of Linux's abstract sockets, without a file
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line, suppress(OSError):
            line.sendto(message.encode(), place)


def notify_of_table(table: str) -> None:
    """Notify systemd that the start proceeds with this table, so that a long one does not count as hanging."""
    notify(start_message(f"Table {table} is read."))


def damage_message(url: str) -> str:
    """Return the message of a start that waits for a person, maybe for hours. `url`: of the recovery page."""
    return start_message(f"The database is damaged: {url}")


def start_message(doing: str) -> str:
    r"""Return the message of a start that takes long.

    >>> start_message("Table t1 is read.")
    'EXTEND_TIMEOUT_USEC=120000000\nSTATUS=Table t1 is read.'
    """
    return f"EXTEND_TIMEOUT_USEC={LONGEST_US}\nSTATUS={doing}"
