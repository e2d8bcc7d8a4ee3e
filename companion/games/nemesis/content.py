"""The ships that are written down."""

from __future__ import annotations

from pathlib import Path

from companion.games.nemesis.ship import Ship
from companion.rules.content import load, record


def ship() -> Ship:
    """The sample ship. Raises ContentError naming the file and the place."""
    path = Path(__file__).parent / "content" / "ship.toml"
    return record(Ship, dict(load(path)), str(path))
