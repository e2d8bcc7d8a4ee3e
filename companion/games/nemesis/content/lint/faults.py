"""All faults of a ship, each a sentence that begins with its place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from companion.errors import ContentError
from companion.games.nemesis.content.lint.box import box
from companion.games.nemesis.content.lint.crew import crew
from companion.games.nemesis.content.lint.decks import decks
from companion.games.nemesis.content.lint.effects import effects
from companion.games.nemesis.content.lint.plan import plan
from companion.games.nemesis.content.lint.sizes import sizes
from companion.games.nemesis.content.lint.tiles import tiles
from companion.games.nemesis.content.ship import Ship

MOST_FAULTS = 40  # that are told at once


def faults(ship: Ship) -> Iterator[str]:
    """None of a ship that can be played. Of one that is too large nothing else is looked through."""
    large = tuple(sizes(ship))
    if large:
        yield from large
        return
    for part in (plan, tiles, crew, decks, box, effects):
        yield from part(ship)


def checked(ship: Ship, where: str = "") -> Ship:
    """The ship itself. Raises ContentError with its faults, a line each."""
    found = tuple(islice(faults(ship), MOST_FAULTS))
    if found:
        raise ContentError("\n".join(f"{where}: {fault}" if where else fault for fault in found))
    return ship
