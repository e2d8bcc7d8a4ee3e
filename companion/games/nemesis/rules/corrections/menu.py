"""What the people tell the page of their own, so that it can always be put right; all of it stands in the menu."""

from __future__ import annotations

from companion.games.nemesis.facts.events import Way
from companion.games.nemesis.rules.corrections import crew, ship
from companion.games.nemesis.rules.effects import escape_pods
from companion.games.nemesis.state import State


def ways(s: State) -> tuple[Way, ...]:
    """What is open beside every question of the course: a pod that waits, a list for each character, one for the ship."""
    return (*escape_pods.pod_ways(s), *crew.ways(s), *ship.ways(s))
