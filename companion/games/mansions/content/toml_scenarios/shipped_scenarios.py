"""The scenarios that ship with the game, by the names of their folders."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from companion.errors import ContentError
from companion.games.mansions.content.scenario import Scenario
from companion.games.mansions.content.toml_scenarios.reader import read

SCENARIOS = Path(__file__).parents[2] / "content" / "scenarios"


@cache
def names() -> tuple[str, ...]:
    """What ships, in the order of the alphabet."""
    return tuple(sorted(path.name for path in SCENARIOS.iterdir() if path.is_dir()))


@cache
def shipped(name: str) -> Scenario:
    """One of them. Raises ContentError for a name that is none."""
    if name not in names():
        raise ContentError(f"No scenario called {name} ships; there are {', '.join(names())}.")
    return read(SCENARIOS / name)
