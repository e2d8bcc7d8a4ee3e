"""Pictures of trays that were good, spoilt in every way a beginner spoils one; the truth is what was done to them.

The spoilers do not use the measured code: they know the places of the markers and their own changes. `amount` is 0 for as
little as a person would notice, 1 for as much as happens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from companion.schema import Fault
from tests.bench.bad_markers import (
    markers_covered,
    markers_doubled,
    markers_foreign,
    markers_mirrored,
    markers_reversed,
    markers_swapped,
    markers_turned,
)
from tests.bench.bad_views import (
    capped,
    cut_off,
    dark,
    defocused,
    enlarged,
    far,
    flickering,
    glaring,
    gleaming,
    grainy,
    mirrored,
    moved,
    negative,
    oblique,
    overexposed,
    smeared,
    squeezed,
    tiny,
    tray_turned,
)
from tests.bench.image_damage import Base, Spoiler
from vision.image.decoder import Image


@dataclass(frozen=True, slots=True, eq=False)
class Spoilt:
    """The pictures of a camera, and the expected findings."""

    way: str
    name: str
    film: tuple[Image, ...]
    """The last one is judged."""
    right: frozenset[Fault]
    """Possible first findings. None: nothing is wrong."""
    markers: tuple[int, ...] = ()
    """The ids that are to be named; (): that is not looked at."""
    was: Image | None = None
    """The picture at the time when the tray's corners were tapped. None: they were not."""


WAYS: Mapping[str, tuple[Spoiler, tuple[Fault, ...]]] = MappingProxyType(
    {
        "dark": (dark, ("dark",)),
        "overexposed": (overexposed, ("glare",)),
        "glaring": (glaring, ("glare",)),
        "defocused": (defocused, ("blurred",)),
        "smeared": (smeared, ("blurred",)),
        "squeezed": (squeezed, ("coarse",)),
        "grainy": (grainy, ("coarse",)),
        "enlarged": (enlarged, ("blurred",)),
        "tiny": (tiny, ("too_small",)),
        "far": (far, ("too_small",)),
        "cut off": (cut_off, ("cut_off",)),
        "oblique": (oblique, ("too_oblique",)),
        "moved": (moved, ("moved",)),
        "flickering": (flickering, ("flicker",)),
        "capped": (capped, ("nothing",)),
        "negative": (negative, ("markers_reversed",)),
        "mirrored": (mirrored, ("mirrored",)),
        "tray turned": (tray_turned, ("tray_turned",)),
        "markers turned": (markers_turned, ("markers_turned",)),
        "markers swapped": (markers_swapped, ("markers_swapped",)),
        "markers mirrored": (markers_mirrored, ("markers_mirrored",)),
        "markers reversed": (markers_reversed, ("markers_reversed",)),
        "markers foreign": (markers_foreign, ("markers_foreign",)),
        "markers doubled": (markers_doubled, ("markers_doubled",)),
        "markers covered": (markers_covered, ("markers_missing",)),
        "gleaming": (gleaming, ("glare",)),
    }
)
"""Each way of spoiling a picture, and what is right to say of it."""


def spoilt(bases: Sequence[Base], each: int, seed: int) -> list[Spoilt]:
    """`each` pictures of every way, of bases in turn, the amounts spread evenly and shaken."""
    rng, made = np.random.default_rng(seed), list[Spoilt]()
    for name, (spoil, right) in WAYS.items():
        for k in range(each):
            base = bases[(len(made) + int(rng.integers(len(bases)))) % len(bases)]
            amount = float((k + rng.uniform()) / each)
            done = spoil(base, amount, rng)
            made.append(
                Spoilt(name, f"{name} {amount:.2f} {base.name}", done.film, frozenset(right), done.markers, done.was)
            )
    return made


def good(bases: Sequence[Base]) -> list[Spoilt]:
    """The same pictures as they were."""
    return [Spoilt("good", f"good {base.name}", (base.image,), frozenset()) for base in bases]
