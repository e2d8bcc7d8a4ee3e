"""`./table torture --seed N --steps M`: see `course.py`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from tests.torture.course import Course, the_shelf


def main(
    seed: Annotated[int, typer.Option(help="The same seed goes the very same way.")] = 1,
    steps: Annotated[int, typer.Option(min=1, help="How long.")] = 5000,
    trace: Annotated[Path | None, typer.Option(help="Write the whole story into this file.")] = None,
) -> None:
    """The whole pipeline in one process, where everything that may fail does, by chance."""
    lines: list[str] = []
    course = Course(seed, trace=lines.append if trace is not None else None)
    with the_shelf():
        course.run(steps)
    if trace is not None:
        trace.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for found in course.found[:1]:
        typer.echo("\n".join(found.story))
    for found in course.found[1:20]:
        typer.echo(f"{found.step} {found.broken.invariant}: {found.broken.sentence}")
    typer.echo(f"trace {course.digest}")
    typer.echo(f"{steps} steps, {len(course.found)} violations, seed {seed}")
    if course.found:
        sys.exit(1)


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # sets are gone through in the same order in each process
        os.execve(
            sys.executable,
            [sys.executable, "-m", "tests.torture", *sys.argv[1:]],
            {**os.environ, "PYTHONHASHSEED": "0"},
        )
    typer.run(main)
