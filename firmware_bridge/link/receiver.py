"""The receiving end of the events: go-back-N over absolute numbers, so that each is told once and in order; and the mark of where to go on after a restart."""

from __future__ import annotations

from dataclasses import dataclass, field

from firmware_bridge.link.framing import LinkFrame
from firmware_bridge.link.messages import RESEND_MS, Ack, Event, FrameType, Hello, Nack

AGAIN = RESEND_MS / 1000  # s, until the same gap is told again: by then the board has sent again by itself


@dataclass(frozen=True, slots=True)
class ResumeMark:
    """The last event of an epoch that is on disk, and how many the board had dropped by then, as far as the bridge knew."""

    epoch: int
    number: int
    dropped: int = 0

    def __str__(self) -> str:
        return f"{self.epoch}:{self.number}:{self.dropped}"


def parse_mark(text: str) -> ResumeMark | None:
    """None where it is no mark, as with an outbox that has none yet or belonged to another kind of reader.

    >>> parse_mark("7:41:0")
    ResumeMark(epoch=7, number=41, dropped=0)
    """
    numbers = text.split(":")
    if not 2 <= len(numbers) <= 3 or not all(number.isascii() and number.isdecimal() for number in numbers):
        return None
    return ResumeMark(*map(int, numbers))


@dataclass(frozen=True, slots=True)
class EventLoss:
    """What a HELLO says of the events before it."""

    missing: int = 0  # had a number, and the board has them no more
    dropped: int = 0  # found the board's queue full
    forgot: bool = False  # the board has lost its memory: how many it had not sent nobody knows

    @property
    def events(self) -> int:
        return self.missing + self.dropped


@dataclass(slots=True)
class EventEpoch:
    """How far one epoch of a board has come. What lies between `acknowledged` and `expected` is told and not yet dealt with."""

    number: int
    acknowledged: int  # of this event and all before nothing more is to be done
    expected: int  # the next to be told
    dropped: int = 0  # as the board last said
    met: bool = False  # the board was there since this process began; else it is known from a mark alone
    done: dict[int, int] = field(default_factory=dict)  # from -> up to: dealt with, while something before is not

    def acknowledge(self, event: int) -> bool:
        """The event is dealt with; whether more may be acknowledged by it."""
        if not self.acknowledged < event < self.expected:
            return False
        self.done.setdefault(event, event)
        return self._advance()

    def skip_to(self, oldest: int) -> int:
        """The board has nothing older than this; how many were never told."""
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
        """The board says that so many found no room; how many of them are new."""
        new = max(0, dropped - self.dropped)
        self.dropped = max(dropped, self.dropped)
        return new


class EventReceiver:
    """The epoch that is told of now, and those of before: the same board may come back to its line after another.

    `now` is monotonic, in s.
    """

    def __init__(self, mark: ResumeMark | None) -> None:
        self.duplicates = 0
        self._epoch: EventEpoch | None = None
        self._known: dict[int, EventEpoch] = {}
        self._ack_due = self._nack_due = False
        self._gap = 0  # the number that was last asked for, 0 = none
        self._gap_until = 0.0  # when it may be asked for again
        if mark:
            self._epoch = self._known[mark.epoch] = EventEpoch(mark.epoch, mark.number, mark.number + 1, mark.dropped)

    @property
    def epoch(self) -> int | None:
        return self._epoch.number if self._epoch else None

    def begin_session(self, hello: Hello) -> EventLoss:
        """A session begins: find out where to go on."""
        self._ack_due = self._nack_due = False
        self._gap = 0
        known = self._known.get(hello.epoch)
        if known is None or hello.next < known.expected:
            return self._begin(hello)
        self._epoch = known
        return self._go_on(known, hello)

    def _go_on(self, epoch: EventEpoch, hello: Hello) -> EventLoss:
        """What lies between a mark and the oldest was acknowledged by the process before, which made no reading of it;
        only what is missing while this process knows each number is lost.
        """
        missing = epoch.skip_to(hello.oldest)
        loss = EventLoss(missing if epoch.met else 0, epoch.drop(hello.dropped))
        epoch.met = True
        return loss

    def _begin(self, hello: Hello) -> EventLoss:
        """An epoch that nobody has told us of: what is acknowledged in it another bridge has had."""
        forgot = self._epoch is not None
        self._epoch = self._known[hello.epoch] = EventEpoch(hello.epoch, hello.oldest - 1, hello.oldest, met=True)
        return EventLoss(dropped=self._epoch.drop(hello.dropped), forgot=forgot)

    def drop(self, dropped: int) -> int:
        """As `EventEpoch.drop`, of the current epoch."""
        return self._epoch.drop(dropped) if self._epoch else 0

    def receive(self, event: Event, now: float) -> ResumeMark | None:
        """Its mark where it is the next; else it is dropped, and the board is told what is needed."""
        epoch = self._epoch
        if epoch is None:
            return None
        if event.number == epoch.expected:
            epoch.expected += 1
            return ResumeMark(epoch.number, event.number, epoch.dropped)
        if event.number < epoch.expected:
            self.duplicates += 1
            self._ack_due = True  # it is sent again because the board did not hear of it
        else:
            self.request_missing(now)
        return None

    def request_missing(self, now: float) -> None:
        """The next event does not come, or came damaged: ask for it, unless that was just done."""
        if self._epoch and (self._gap != self._epoch.expected or now >= self._gap_until):
            self._gap, self._gap_until, self._nack_due = self._epoch.expected, now + AGAIN, True

    def acknowledge(self, mark: ResumeMark) -> None:
        """The event is dealt with; it is acknowledged when all before it are."""
        epoch = self._known.get(mark.epoch)
        if epoch and epoch.acknowledge(mark.number) and epoch is self._epoch:
            self._ack_due = True

    def to_send(self) -> LinkFrame | None:
        """One ACK or NACK, where one is due. A NACK acknowledges as well, so it waits for what is told and not dealt with."""
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
