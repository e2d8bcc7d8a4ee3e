"""Send commands to a board, one at a time, until it answers, and the events of a link. The board runs a repeated command
once.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias

from companion.errors import CodecError
from firmware_bridge.link.framing import LinkFrame
from firmware_bridge.link.messages import (
    CMD_MS,
    REPLIES,
    AnyAsk,
    AnyEvent,
    AnyReply,
    Cmd,
    FrameType,
    Hello,
    Result,
    Rsp,
)

RESEND_AFTER = CMD_MS / 1000  # s
MOST_TRIES = 12  # unanswered attempts: the board is absent, or was reset and its HELLO was damaged


@dataclass(frozen=True, slots=True)
class BoardConnected:
    """A session has begun. Earlier commands are lost."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class BoardEvent:
    """One event, exactly once and in order. `BoardLink.acknowledge(mark)` acknowledges it to the board."""

    number: int  # of the board's epoch, from 1
    question: int  # token that was in force on the board, 0 = none
    event: AnyEvent | None  # None: a kind or a shape that this bridge does not know
    mark: str  # where to continue once it is processed


@dataclass(frozen=True, slots=True)
class CommandAnswered:
    """The result of one command. `reply` is None unless the result is `Result.DONE`."""

    ask: AnyAsk
    result: int
    reply: AnyReply | None


LinkEvent: TypeAlias = BoardConnected | BoardEvent | CommandAnswered


class CommandQueue:
    """Commands of one session. `resends` is never reset."""

    def __init__(self) -> None:
        self.resends = 0
        self._once = count()
        self.begin(0)

    def begin(self, session: int) -> None:
        """Forget everything; the first command of the session has the sequence byte 1."""
        self.session = session
        self._seq = self._tries = 0
        self._due = 0.0  # monotonic s
        self._asked: AnyAsk | None = None  # sent, not answered
        self._waiting: dict[Hashable, AnyAsk] = {}

    def is_exhausted(self, now: float) -> bool:
        """Return whether the last attempt has timed out. `now` is in monotonic s."""
        return self._asked is not None and self._tries >= MOST_TRIES and now >= self._due

    @property
    def due(self) -> float | None:
        """When something is to be sent, monotonic s."""
        return self._due if self._asked else 0.0 if self._waiting else None

    def put(self, ask: AnyAsk, once: Hashable = None) -> None:
        """Queue a command. It replaces a waiting one with the same `once`."""
        key = next(self._once) if once is None else once
        self._waiting.pop(key, None)
        self._waiting[key] = ask

    def to_send(self, now: float) -> LinkFrame | None:
        """Return the command whose turn it is, where it was not sent yet or is not answered in time."""
        if self._asked is None and self._waiting:
            self._asked = self._waiting.pop(next(iter(self._waiting)))
            self._seq, self._tries, self._due = (self._seq + 1) & 0xFF, 0, now
        if self._asked is None or now < self._due:
            return None
        self._tries += 1
        self.resends += self._tries > 1
        self._due = now + RESEND_AFTER
        return self._frame(self._asked)

    def _frame(self, ask: AnyAsk) -> LinkFrame:
        return LinkFrame(FrameType.CMD, self._seq, Cmd(self.session, ask.code, ask.pack()).pack())

    def receive(self, seq: int, rsp: Rsp) -> CommandAnswered | None:
        """Return the answer, where it is that to the command that waits for one. Raises CodecError where its shape is
        wrong.
        """
        ask = self._asked
        if ask is None or (seq, rsp.session, rsp.command) != (self._seq, self.session, ask.code):
            return None
        self._asked = None
        if rsp.result != Result.DONE:
            return CommandAnswered(ask, rsp.result, None)
        try:
            return CommandAnswered(ask, rsp.result, REPLIES[ask.code].unpack(rsp.body))
        except CodecError:
            return CommandAnswered(ask, Result.BAD_ARGUMENTS, None)  # a shape of another firmware: as good as no answer
