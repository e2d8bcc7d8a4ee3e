"""What systemd is told of a house that it has started; where somebody else did, nothing."""

from __future__ import annotations

import os
import socket
from contextlib import suppress

SOCKET = "NOTIFY_SOCKET"  # in the environment, where systemd listens
LONGEST_US = 120_000_000  # until it is told again that a start goes on; the longest evening is read in less


def notify(said: str) -> None:
    """Send lines as sd_notify(3) has them: one datagram. Without a listener the table plays all the same."""
    if name := os.environ.get(SOCKET):
        place = (
            f"\0{name[1:]}" if name.startswith("@") else name
        )  # "@": a name of Linux's abstract sockets, without a file
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line, suppress(OSError):
            line.sendto(said.encode(), place)


def reading(table: str) -> None:
    """A start goes on, and reads this table: it must not be taken for one that hangs, however many evenings there are."""
    notify(patient(f"Table {table} is read."))


def damaged(url: str) -> str:
    """What is told where a start waits for a person, who may take hours; `url`: of the page that asks."""
    return patient(f"The database is damaged: {url}")


def patient(doing: str) -> str:
    r"""What is told where a start takes its time.

    >>> patient("Table t1 is read.")
    'EXTEND_TIMEOUT_USEC=120000000\nSTATUS=Table t1 is read.'
    """
    return f"EXTEND_TIMEOUT_USEC={LONGEST_US}\nSTATUS={doing}"
