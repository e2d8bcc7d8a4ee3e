"""What systemd is told of a house that it has started; where somebody else did, nothing."""

from __future__ import annotations

import os

import sdnotify

SOCKET = "NOTIFY_SOCKET"  # in the environment, where systemd listens
LONGEST_US = 120_000_000  # until it is told again that a start goes on; the longest evening is read in less


def notify(said: str) -> None:
    """Lines as sd_notify(3) has them."""
    if SOCKET in os.environ:
        notifier = sdnotify.SystemdNotifier()
        notifier.notify(said)
        if notifier.socket is not None:  # nobody listens there: who started this says so, and it plays all the same
            notifier.socket.close()


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
