"""`./table torture --seed N --steps M`: see `simulation.py`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from companion.command_helpers import print_line
from tests.torture.simulation import Simulation, own_games


def main(seed: int, steps: int, trace: Path | None) -> None:
    """Run the simulation in a process that goes through sets in the same order each time."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, sys.orig_argv, {**os.environ, "PYTHONHASHSEED": "0"})
    run(seed, steps, trace)


def run(seed: int, steps: int, trace: Path | None) -> None:
    """Run the simulation and print its violations. Exits with 1 if there are some."""
    simulation = Simulation(seed)
    with own_games():
        simulation.run(steps)
    if trace is not None:
        trace.write_text("\n".join(simulation.trace) + "\n", encoding="utf-8")
    for found in simulation.found[:1]:
        print_line("\n".join(found.story))
    for found in simulation.found[1:20]:
        print_line(f"{found.step} {found.broken.invariant}: {found.broken.sentence}")
    print_line(f"trace {simulation.digest}")
    print_line(f"{steps} steps, {len(simulation.found)} violations, seed {seed}")
    if simulation.found:
        sys.exit(1)
