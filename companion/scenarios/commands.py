"""The `scenario` commands, as in `companion.cli`. Heavy imports are inside the functions."""

from __future__ import annotations

import sys
from pathlib import Path

from companion.command_helpers import print_line


def check(what: str, as_json: bool, boxes: list[str] | None) -> None:
    """Check a scenario."""
    from companion.scenarios.check import check as check_scenario

    sys.exit(check_scenario(what, as_json=as_json, tell=print_line, owned=tuple(boxes) if boxes else None))


def play(what: str, runs: int, seed: int, as_json: bool, seats: int) -> None:
    """Simulate games of a scenario."""
    from companion.scenarios.simulate import play as simulate

    sys.exit(simulate(what, runs, seed, seats, as_json=as_json, tell=print_line))


def add(what: Path, config: Path | None, demo: bool) -> None:
    """Add a scenario to the installation."""
    from companion.scenarios.add import add as add_scenario

    add_scenario(what, config, demo=demo, tell=print_line)
