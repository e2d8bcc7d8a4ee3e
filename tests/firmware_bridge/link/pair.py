"""A link and a board at a lossless line; `pair` and `up` are fixtures."""

from __future__ import annotations

import pytest

from firmware_bridge.link.events import BoardConnected, BoardEvent, LinkEvent
from firmware_bridge.link.framing import LinkFrame, LinkFramer
from firmware_bridge.link.link import BoardLink
from tests.firmware_bridge.link.fake_board import Clock, FakeBoard


class Pair:
    """A link and a board at a lossless line."""

    def __init__(self, mark: str = "", clock: Clock | None = None, board: FakeBoard | None = None) -> None:
        self.clock = clock or Clock()
        self.board = board or FakeBoard(self.clock)
        self.link = BoardLink(self.clock, mark, choose=iter(range(100, 60000)).__next__)

    def talk(self, rounds: int = 6) -> list[LinkEvent]:
        """Exchange bytes without advancing the clock."""
        told: list[LinkEvent] = []
        for _ in range(rounds):
            self.board.feed(self.link.to_send())
            told += self.link.feed(self.board.take())
        return told

    def wait(self, seconds: float, step: float = 0.05) -> list[LinkEvent]:
        told = []
        for _ in range(round(seconds / step)):
            self.clock.now += step
            told += self.talk(2)
        return told


def events(told: list[LinkEvent]) -> list[int]:
    return [one.number for one in told if isinstance(one, BoardEvent)]


def frames(data: bytes) -> list[LinkFrame]:
    return LinkFramer().feed(data)


@pytest.fixture
def pair() -> Pair:
    return Pair()


@pytest.fixture
def up(pair: Pair) -> Pair:
    told = pair.talk()
    assert [type(one) for one in told] == [BoardConnected]
    return pair
