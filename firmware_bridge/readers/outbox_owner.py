"""The mark in the outbox of a reader: whose board it is, and where that goes on."""

from __future__ import annotations


def marked(uid: str, mark: str) -> str:
    """A driver's mark with the uid of its board.

    >>> marked("0A1B", "7:41"), owner_of("0A1B/7:41"), mark_of("0A1B/7:41")
    ('0A1B/7:41', '0A1B', '7:41')
    """
    return f"{uid}/{mark}"


def owner_of(mark: str) -> str:
    return mark.partition("/")[0]


def mark_of(mark: str) -> str:
    return mark.partition("/")[2]
