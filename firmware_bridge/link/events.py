"""What a link tells: that a board is there, what happened on it, and what it answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from firmware_bridge.link.messages import AnyAsk, AnyEvent, AnyReply, Hello


@dataclass(frozen=True, slots=True)
class BoardConnected:
    """A session has begun: what was asked before is forgotten and has to be asked again."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class BoardEvent:
    """One event, once, in the order of its number. It is told to the board as dealt with after `BoardLink.acknowledge(mark)`."""

    number: int  # of the board's epoch, from 1
    question: int  # token that was in force on the board, 0 = none
    event: AnyEvent | None  # None: of a kind, or a shape, that this bridge does not know
    mark: str  # where to go on once it is dealt with


@dataclass(frozen=True, slots=True)
class CommandAnswered:
    """The board's answer to one command. `reply` is None where the result is not `Result.DONE`."""

    ask: AnyAsk
    result: int
    reply: AnyReply | None


LinkEvent: TypeAlias = BoardConnected | BoardEvent | CommandAnswered
