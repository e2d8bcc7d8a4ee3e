"""What is said of a board that was reset, for people."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from firmware_bridge.link.messages import Reset
from firmware_bridge.link.receiver import EventLoss

CAUSES: Mapping[int, str] = MappingProxyType(
    {
        Reset.POWER_ON: "was switched on",
        Reset.PIN: "was reset by its button or by opening its line",
        Reset.BROWN_OUT: "had too little power for a moment (try another cable or supply)",
        Reset.WATCHDOG: "was reset by its watchdog",
        Reset.SOFTWARE: "restarted itself",
    }
)
FULL = "the board's memory was full"
DAMAGED = "an event was damaged in the board's memory when it was reset, and is lost"
UNKNOWN_EVENT = "the board tells of things that this bridge does not know: update Lamplight"
ANOTHER = "another board is on this line now"


def restarted(reset: int, loss: EventLoss) -> str:
    """Why the board began anew, and what was lost by it. `reset`: as in HELLO.

    >>> restarted(Reset.WATCHDOG, EventLoss())
    'the board was reset by its watchdog; nothing was lost'
    """
    lost = "what it had not sent is lost" if loss.forgot else lost_events(loss) or "nothing was lost"
    return f"the board {CAUSES.get(reset, 'was reset')}; {lost}"


def lost_events(loss: EventLoss) -> str:
    """Nothing where none was.

    >>> lost_events(EventLoss(missing=1, dropped=2))
    "1 event was lost, 2 events were lost because the board's memory was full"
    """
    parts = [counted(loss.missing)] if loss.missing else []
    return ", ".join(parts + ([f"{counted(loss.dropped)} because {FULL}"] if loss.dropped else []))


def counted(events: int) -> str:
    return "1 event was lost" if events == 1 else f"{events} events were lost"
