"""What each seat sees: built up from nothing. A hand is its owner's; unexplored rooms and the deck are nobody's."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.nemesis.state import State
from companion.games.nemesis.views.crew import crew
from companion.games.nemesis.views.evening import ending, heading, owes, steps, told, track
from companion.games.nemesis.views.odds import bag, odds, ways
from companion.games.nemesis.views.secrets import secrets
from companion.games.nemesis.views.ship_map import ship
from companion.games.nemesis.views.test_result import verdict
from companion.schema.prompt import Seat
from companion.schema.view import Block, View


def view(s: State, seat: Seat) -> View:
    """The blocks for one seat: where the evening stands, what goes on, the ship, what is its own, the crew, the bag."""
    return tuple(_blocks(s, seat))


def own_blocks(s: State, seat: Seat) -> tuple[Block, ...]:
    """What is for this seat alone."""
    return tuple(secrets(s, seat))


def _blocks(s: State, seat: Seat) -> Iterator[Block]:
    yield heading(s)
    yield from ending(s)
    yield from steps(s)
    if s.last is not None and s.phase != "over":
        yield verdict(s, s.last)
    yield from told(s)
    yield from odds(s)
    yield ship(s, seat)
    yield from track(s)
    yield from owes(s)
    yield from own_blocks(s, seat)
    yield crew(s)
    yield from ways(s)
    yield from bag(s, seat)
