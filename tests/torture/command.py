"""`./table torture --seed N --steps M`: see `simulation.py`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from companion.command_helpers import print_line
from tests.torture.simulation import Simulation, the_shelf


def main(seed: int, steps: int, trace: Path | None) -> None:
    """Run the course in a process that goes through sets in the same order each time."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, sys.orig_argv, {**os.environ, "PYTHONHASHSEED": "0"})
    run(seed, steps, trace)


def run(seed: int, steps: int, trace: Path | None) -> None:
    """Run the course and print its violations; exits with 1 where there are some."""
    lines: list[str] = []
    course = Simulation(seed, trace=lines.append if trace is not None else None)
    with the_shelf():
        course.run(steps)
    if trace is not None:
        trace.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for found in course.found[:1]:
        print_line("\n".join(found.story))
    for found in course.found[1:20]:
        print_line(f"{found.step} {found.broken.invariant}: {found.broken.sentence}")
    print_line(f"trace {course.digest}")
    print_line(f"{steps} steps, {len(course.found)} violations, seed {seed}")
    if course.found:
        sys.exit(1)
