"""Where a bridge goes on after its own restart: kept on disk together with the reading of an event."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ResumeMark:
    """The last event of an epoch that is on disk, and how many the board had dropped by then, as far as the bridge knew."""

    epoch: int
    number: int
    dropped: int = 0

    def __str__(self) -> str:
        return f"{self.epoch}:{self.number}:{self.dropped}"


def parse(text: str) -> ResumeMark | None:
    """None where it is no mark, as with an outbox that has none yet or belonged to another kind of reader.

    >>> parse("7:41:0")
    Mark(epoch=7, number=41, dropped=0)
    """
    numbers = text.split(":")
    if not 2 <= len(numbers) <= 3 or not all(number.isascii() and number.isdecimal() for number in numbers):
        return None
    return ResumeMark(*map(int, numbers))
