"""A link and a board at a lossless line; `pair` and `up` are fixtures."""

from __future__ import annotations

import pytest

from firmware_bridge.link.commands import BoardConnected, BoardEvent, LinkEvent
from firmware_bridge.link.framing import LinkFrame, LinkFramer
from firmware_bridge.link.link import BoardLink
from firmware_bridge.link.messages import TowerEvent
from tests.firmware_bridge.link.fake_board import Clock, FakeBoard


class Pair:
    """A link and a board at a lossless line."""

    def __init__(self, mark: str = "", clock: Clock | None = None, board: FakeBoard | None = None) -> None:
        self.clock = clock or Clock()
        self.board = board or FakeBoard(self.clock)
        self.link = BoardLink(self.clock, mark, choose=iter(range(100, 60000)).__next__)

    def talk(self, rounds: int = 6) -> list[LinkEvent]:
        """Exchange bytes without advancing the clock."""
        received: list[LinkEvent] = []
        for _ in range(rounds):
            self.board.feed(self.link.to_send())
            received += self.link.feed(self.board.take())
        return received

    def fall(self, times: int = 1) -> None:
        """Let the board queue so many events."""
        for count in range(times):
            self.board.event(TowerEvent(count))

    def receive(self, times: int = 0) -> list[BoardEvent]:
        """Let the board queue so many events; return what the link delivers."""
        self.fall(times)
        return [event for event in self.talk() if isinstance(event, BoardEvent)]

    def restart(self, mark: str) -> Pair:
        """Return the same board with a new bridge that has only this mark."""
        again = Pair(mark, self.clock, self.board)
        again.talk()
        return again

    def wait(self, seconds: float, step: float = 0.05) -> list[LinkEvent]:
        received: list[LinkEvent] = []
        for _ in range(round(seconds / step)):
            self.clock.now += step
            received += self.talk(2)
        return received


def numbers(events: list[LinkEvent]) -> list[int]:
    return [event.number for event in events if isinstance(event, BoardEvent)]


def frames(data: bytes) -> list[LinkFrame]:
    return LinkFramer().feed(data)


@pytest.fixture
def pair() -> Pair:
    return Pair()


@pytest.fixture
def up(pair: Pair) -> Pair:
    assert [type(event) for event in pair.talk()] == [BoardConnected]
    return pair
