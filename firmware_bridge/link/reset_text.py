"""Sentences about a board that was reset."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.i18n import Text, _, listed, ngettext
from firmware_bridge.link.messages import Reset
from firmware_bridge.link.receiver import EventLoss

CAUSES: Mapping[int, Text] = MappingProxyType(
    {
        Reset.POWER_ON: _("the board was switched on"),
        Reset.PIN: _("the board was reset by its button or by opening its line"),
        Reset.BROWN_OUT: _("the board had too little power for a moment (try another cable or supply)"),
        Reset.WATCHDOG: _("the board was reset by its watchdog"),
        Reset.SOFTWARE: _("the board restarted itself"),
    }
)
DAMAGED = _("an event was damaged in the board's memory when it was reset, and is lost")
UNKNOWN_EVENT = _("the board tells of things that this bridge does not know: update Lamplight")
ANOTHER = _("another board is on this line now")


def restarted(reset: int, loss: EventLoss) -> Text:
    """Return the reason of a restart, and its losses. `reset` as in HELLO.

    >>> str(restarted(Reset.WATCHDOG, EventLoss()))
    'the board was reset by its watchdog; nothing was lost'
    """
    lost = _("what it had not sent is lost") if loss.forgot else lost_events(loss) or _("nothing was lost")
    return listed((CAUSES.get(reset, _("the board was reset")), lost), "; ")


def lost_events(loss: EventLoss) -> Text:
    """Nothing where none was.

    >>> str(lost_events(EventLoss(missing=1, dropped=2)))
    "1 event was lost, 2 events were lost because the board's memory was full"
    """
    missing = ngettext("{n} event was lost", "{n} events were lost", loss.missing)
    dropped = ngettext(
        "{n} event was lost because the board's memory was full",
        "{n} events were lost because the board's memory was full",
        loss.dropped,
    )
    return listed([text for text, n in ((missing, loss.missing), (dropped, loss.dropped)) if n], ", ")
