"""The reader alone: each kind of recorded throw read as it lies still, beside decoding and halving the same picture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.bench import floors
from companion.bench.line import Line, measured, p95
from vision.commands import picture
from vision.demo import Throw, load_throws
from vision.kit import Kit, kit_names, load_kits
from vision.read import read_tray

EACH = 3
"""Looks at a picture, as the live path takes them."""


def lines() -> Iterator[Line]:
    """Every kind of throw, then all of them. All kits are on the table, which is the slowest that can be."""
    kits = load_kits(kit_names())
    everything: list[float] = []
    floor: list[float] = []
    for kind, pictures in still().items():
        samples = [ms for path in pictures for ms in looks(path, kits)]
        bare = [ms for path in pictures for ms in floors.decode(path, EACH)]
        yield measured(f"vision.{kind}.read", "ms", samples, bare)
        everything += samples
        floor += bare
    yield measured("vision.read", "ms", everything, floor)
    yield measured("vision.read_p95", "ms", everything, floor, p95)


def still() -> dict[str, list[Path]]:
    """A picture of every recorded throw at rest, by the kind of its throw."""
    found: dict[str, list[Path]] = {}
    for throw in load_throws():
        found.setdefault(throw.kind, []).append(at_rest(throw))
    return found


def at_rest(throw: Throw) -> Path:
    return throw.frames[throw.rests[0].first]


def looks(path: Path, kits: tuple[Kit, ...]) -> list[float]:
    """Milliseconds of each look, after one that fetches nets and shots into memory."""
    image = picture(path)
    read_tray(image, kits)
    return floors.timed(lambda: read_tray(image, kits), EACH)
