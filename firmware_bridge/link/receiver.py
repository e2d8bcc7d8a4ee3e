"""Receive events exactly once and in order (go-back-N over absolute numbers), and keep the mark to resume from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.i18n import Text, _, listed, ngettext
from firmware_bridge.link.framing import LinkFrame
from firmware_bridge.link.messages import RESEND_MS, Ack, Event, FrameType, Hello, Nack, Reset

NACK_AGAIN_AFTER = RESEND_MS / 1000  # s before reporting the same gap again. By then the board has resent by itself
RESET_CAUSES: Mapping[int, Text] = MappingProxyType(
    {
        Reset.POWER_ON: _("the board was switched on"),
        Reset.PIN: _("the board was reset by its button or by opening its line"),
        Reset.BROWN_OUT: _("the board had too little power for a moment (try another cable or supply)"),
        Reset.WATCHDOG: _("the board was reset by its watchdog"),
        Reset.SOFTWARE: _("the board restarted itself"),
    }
)
DAMAGED_EVENT = _("an event was damaged in the board's memory when it was reset, and is lost")
UNKNOWN_EVENT = _("the board tells of things that this bridge does not know: update Lamplight")
ANOTHER_BOARD = _("another board is on this line now")


@dataclass(frozen=True, slots=True)
class ResumeMark:
    """The last stored event of an epoch, and the number of dropped events known then."""

    epoch: int
    number: int
    dropped: int = 0

    def __str__(self) -> str:
        return f"{self.epoch}:{self.number}:{self.dropped}"


def parse_mark(text: str) -> ResumeMark | None:
    """Parse a mark. Return None for other text, as of a new outbox or of another reader.

    >>> parse_mark("7:41:0")
    ResumeMark(epoch=7, number=41, dropped=0)
    """
    numbers = text.split(":")
    if not 2 <= len(numbers) <= 3 or not all(number.isascii() and number.isdecimal() for number in numbers):
        return None
    return ResumeMark(*map(int, numbers))


@dataclass(frozen=True, slots=True)
class EventLoss:
    """Loss reported by a HELLO."""

    missing: int = 0  # had a number, and the board has them no more
    dropped: int = 0  # found the board's queue full
    forgot: bool = False  # the board has lost its memory with an unknown number of events

    @property
    def events(self) -> int:
        return self.missing + self.dropped


def restart_news(reset: int, loss: EventLoss) -> Text:
    """Return the reason of a restart, and its losses. `reset` as in HELLO.

    >>> str(restart_news(Reset.WATCHDOG, EventLoss()))
    'the board was reset by its watchdog; nothing was lost'
    """
    lost = _("what it had not sent is lost") if loss.forgot else lost_events(loss) or _("nothing was lost")
    return listed((RESET_CAUSES.get(reset, _("the board was reset")), lost), "; ")


def lost_events(loss: EventLoss) -> Text:
    """Empty if no events were lost.

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


@dataclass(slots=True)
class EventEpoch:
    """Progress in one epoch of a board. Events between `acknowledged` and `expected` are delivered and not
    acknowledged.
    """

    number: int
    acknowledged: int  # this event and all before it are processed
    expected: int  # next to deliver
    dropped: int = 0  # as the board last reported
    met: bool = False  # the board answered this process; otherwise it is known from a mark only
    done: dict[int, int] = field(default_factory=dict)  # from -> up to: processed after a gap

    def acknowledge(self, event: int) -> bool:
        """Mark the event as processed; return whether more can be acknowledged now."""
        if not self.acknowledged < event < self.expected:
            return False
        self.done.setdefault(event, event)
        return self._advance()

    def skip_to(self, oldest: int) -> int:
        """Skip events that the board no longer has; return how many never arrived."""
        missing = max(0, oldest - self.expected)
        if missing:
            self.done[self.expected] = oldest - 1
            self.expected = oldest
            self._advance()
        return missing

    def _advance(self) -> bool:
        before = self.acknowledged
        while self.acknowledged + 1 in self.done:
            self.acknowledged = self.done.pop(self.acknowledged + 1)
        return self.acknowledged > before

    def drop(self, dropped: int) -> int:
        """Store the board's count of dropped events; return how many are new."""
        new = max(0, dropped - self.dropped)
        self.dropped = max(dropped, self.dropped)
        return new


class EventReceiver:
    """The current epoch and earlier ones: a board may return to its line after another board.

    `now` is monotonic, in s.
    """

    def __init__(self, mark: ResumeMark | None) -> None:
        self.duplicates = 0
        self._epoch: EventEpoch | None = None
        self._known: dict[int, EventEpoch] = {}
        self._ack_due = self._nack_due = False
        self._gap = 0  # the number last requested, 0 = none
        self._gap_until = 0.0  # earliest time of the next NACK
        if mark:
            self._epoch = self._known[mark.epoch] = EventEpoch(mark.epoch, mark.number, mark.number + 1, mark.dropped)

    @property
    def epoch(self) -> int | None:
        return self._epoch.number if self._epoch else None

    def begin_session(self, hello: Hello) -> EventLoss:
        """Begin a session: find out where to continue."""
        self._ack_due = self._nack_due = False
        self._gap = 0
        known = self._known.get(hello.epoch)
        if known is None or hello.next < known.expected:
            return self._begin(hello)
        self._epoch = known
        return self._go_on(known, hello)

    def _go_on(self, epoch: EventEpoch, hello: Hello) -> EventLoss:
        """Resume an epoch. Events between the mark and the oldest were acknowledged by an earlier process without a
        reading. Only numbers that this process has seen count as lost.
        """
        missing = epoch.skip_to(hello.oldest)
        loss = EventLoss(missing if epoch.met else 0, epoch.drop(hello.dropped))
        epoch.met = True
        return loss

    def _begin(self, hello: Hello) -> EventLoss:
        """Begin an unknown epoch. Another bridge has received the events acknowledged in it."""
        forgot = self._epoch is not None
        self._epoch = self._known[hello.epoch] = EventEpoch(hello.epoch, hello.oldest - 1, hello.oldest, met=True)
        return EventLoss(dropped=self._epoch.drop(hello.dropped), forgot=forgot)

    def drop(self, dropped: int) -> int:
        """As `EventEpoch.drop`, of the current epoch."""
        return self._epoch.drop(dropped) if self._epoch else 0

    def receive(self, event: Event, now: float) -> ResumeMark | None:
        """Return the mark of the next event. Drop another one and request what is missing."""
        epoch = self._epoch
        if epoch is None:
            return None
        if event.number == epoch.expected:
            epoch.expected += 1
            return ResumeMark(epoch.number, event.number, epoch.dropped)
        if event.number < epoch.expected:
            self.duplicates += 1
            self._ack_due = True  # sent again because the board missed it
        else:
            self.request_missing(now)
        return None

    def request_missing(self, now: float) -> None:
        """Request the next event, which is missing or came damaged, unless that was just done."""
        if self._epoch and (self._gap != self._epoch.expected or now >= self._gap_until):
            self._gap, self._gap_until, self._nack_due = self._epoch.expected, now + NACK_AGAIN_AFTER, True

    def acknowledge(self, mark: ResumeMark) -> None:
        """Note a processed event, which is acknowledged when all earlier ones are."""
        epoch = self._known.get(mark.epoch)
        if epoch and epoch.acknowledge(mark.number) and epoch is self._epoch:
            self._ack_due = True

    def to_send(self) -> LinkFrame | None:
        """Return a due ACK or NACK. A NACK acknowledges too, so it waits for delivered events."""
        epoch = self._epoch
        if epoch is None:
            return None
        following = epoch.acknowledged + 1
        if self._nack_due and following == epoch.expected == self._gap:
            self._nack_due = self._ack_due = False
            return LinkFrame(FrameType.NACK, following & 0xFF, Nack(epoch.number, following).pack())
        if self._ack_due:
            self._ack_due = False
            return LinkFrame(FrameType.ACK, following & 0xFF, Ack(epoch.number, following).pack())
        return None
