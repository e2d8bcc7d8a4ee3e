"""Chooses what is measured and words the lines."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from typing import TypeAlias

from companion.errors import LamplightError

PARTS = ("path", "vision", "rules", "history", "opening", "page", "optics", "advice", "fairness", "boot", "idle")
Tell: TypeAlias = Callable[[str], None]


class UnknownBenchError(LamplightError):
    """A bench of that name does not exist."""


def run(what: str, as_json: bool = False, tell: Tell = print, minutes: float | None = None) -> None:
    """Measure one part and tell its lines; `minutes`: of idle, how long the table is watched. Raises UnknownBenchError."""
    if what not in PARTS:
        raise UnknownBenchError(f"There is no bench {what!r}; there are {', '.join(PARTS)}.")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the camera's process has it, before numpy is loaded
    module = importlib.import_module(f"tests.bench.{what}")  # each needs other heavy parts
    for line in module.lines(minutes) if minutes else module.lines():
        tell(line.to_json() if as_json else str(line))
