"""What the people tell the page of their own, so that it can always be put right; all of it stands in the menu."""

from __future__ import annotations

from companion.games.nemesis import crew_corrections, pods, ship_corrections
from companion.games.nemesis.state import State
from companion.games.nemesis.ways import Way


def ways(s: State) -> tuple[Way, ...]:
    """What is open beside every question of the course: a pod that waits, a list for each character, one for the ship."""
    return (*pods.ways(s), *crew_corrections.ways(s), *ship_corrections.ways(s))
