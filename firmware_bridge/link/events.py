"""Events of a link: connection, board events and command results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from firmware_bridge.link.messages import AnyAsk, AnyEvent, AnyReply, Hello


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
