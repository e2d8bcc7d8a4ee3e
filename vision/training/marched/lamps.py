"""Light: one to three lamps and what comes from everywhere."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.marched.lens import Lens

Floats = NDArray[np.float64]
COLOURS = {
    "tungsten": (1.0, 0.66, 0.36),
    "warm": (1.0, 0.82, 0.60),
    "neutral": (1.0, 0.97, 0.92),
    "tube": (0.92, 1.0, 0.84),
    "day": (0.86, 0.93, 1.0),
    "shade": (0.70, 0.84, 1.0),
}
"""Of lamps, linear RGB."""
SUN = 20000.0
"""Mm to the sun: so far that its rays are parallel."""


@dataclass(frozen=True, slots=True, eq=False)
class Gate:
    """A round patch of light, as of a torch."""

    centre: Floats
    """(2,) mm."""
    radius: float
    softness: float
    """Mm."""


@dataclass(frozen=True, slots=True, eq=False)
class Lamp:
    """One lamp."""

    at: Floats
    """(3,) mm."""
    colour: Floats
    """(3,) what a level white table in the middle gets, when the lamp is overhead."""
    size: float
    """Radius, mm."""
    gate: Gate | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """All light of a scene."""

    name: str
    lamps: tuple[Lamp, ...]
    ambient: Floats
    """(3,) what a level white table gets from everywhere."""


def draw_light(rng: Generator, lens: Lens) -> Light:
    """Return one of the lights that tables are photographed in."""
    name = str(rng.choice(tuple(MAKERS), p=SHARES))
    lamps, ambient = MAKERS[name](rng, lens)
    if rng.random() < 0.25:
        others, _ = _ceiling(rng, lens)
        lamps += [Lamp(lamp.at, lamp.colour * rng.uniform(0.15, 0.6), lamp.size) for lamp in others]
    return Light(name, tuple(lamps[:3]), ambient)


Made = tuple[list[Lamp], Floats]


def _colour(rng: Generator, *names: str) -> Floats:
    drawn: Floats = np.array(COLOURS[str(rng.choice(names))]) * np.exp(rng.normal(0, 0.05, 3))
    return drawn


def _at(rng: Generator, away: float, height: float) -> Floats:
    angle = rng.uniform(0, 2 * math.pi)
    return np.array([away * math.cos(angle), away * math.sin(angle), height])


def _ceiling(rng: Generator, _lens: Lens) -> Made:
    count = int(rng.choice([1, 1, 2, 3]))
    colour = _colour(rng, "tungsten", "warm", "neutral", "tube")
    lamps = [
        Lamp(
            _at(rng, rng.uniform(0, 1600), rng.uniform(1200, 2400)), colour * rng.uniform(0.5, 1), rng.uniform(20, 300)
        )
        for _ in range(count)
    ]
    return lamps, colour * rng.uniform(0.25, 0.8)


def _table_lamp(rng: Generator, _lens: Lens) -> Made:
    colour = _colour(rng, "tungsten", "warm", "neutral")
    at = _at(rng, rng.uniform(150, 800), rng.uniform(200, 650))
    return [Lamp(at, colour, rng.uniform(4, 60))], _colour(rng, "tungsten", "warm", "shade") * rng.uniform(0.04, 0.35)


def _low_lamp(rng: Generator, _lens: Lens) -> Made:
    """One hard lamp aslant: long shadows with plain edges."""
    colour = _colour(rng, "tungsten", "warm", "neutral", "day")
    slope = math.radians(rng.uniform(18, 45))
    far = rng.uniform(500, 2500)
    return [Lamp(_at(rng, far * math.cos(slope), far * math.sin(slope)), colour, far * rng.uniform(0.004, 0.04))], (
        colour * rng.uniform(0.15, 0.7)
    )


def _sun(rng: Generator, _lens: Lens) -> Made:
    slope = math.radians(rng.uniform(14, 60))
    lamp = Lamp(_at(rng, SUN * math.cos(slope), SUN * math.sin(slope)), _colour(rng, "neutral", "warm"), 95.0)
    return [lamp], _colour(rng, "shade", "day") * rng.uniform(0.1, 0.4)


def _window(rng: Generator, _lens: Lens) -> Made:
    colour = _colour(rng, "day", "shade", "neutral")
    at = _at(rng, rng.uniform(700, 1800), rng.uniform(500, 1500))
    return [Lamp(at, colour, rng.uniform(200, 600))], colour * rng.uniform(0.25, 0.8)


def _flash(rng: Generator, lens: Lens) -> Made:
    at = lens.at + lens.axes[0] * rng.uniform(-25, 25) + lens.axes[1] * rng.uniform(-25, 25)
    return [Lamp(at, _colour(rng, "neutral", "day"), 3.0)], _colour(rng, "warm", "shade") * rng.uniform(0.02, 0.2)


def _torch(rng: Generator, lens: Lens) -> Made:
    """A bright patch in the dark."""
    at = _at(rng, rng.uniform(100, 700), rng.uniform(250, 700))
    view = min(lens.middle) / lens.px_per_mm
    gate = Gate(rng.normal(0, 0.35, 2) * view, rng.uniform(0.5, 1.4) * view, rng.uniform(0.15, 1.0) * view)
    colour = _colour(rng, "tungsten", "warm", "neutral", "day")
    return [Lamp(at, colour, rng.uniform(3, 25), gate)], colour * rng.uniform(0.01, 0.12)


def _overcast(rng: Generator, _lens: Lens) -> Made:
    colour = _colour(rng, "day", "shade", "neutral")
    at = _at(rng, rng.uniform(0, 1500), rng.uniform(1200, 2500))
    return [Lamp(at, colour * rng.uniform(0.1, 0.5), rng.uniform(300, 700))], colour


MAKERS = {
    "ceiling": _ceiling,
    "table_lamp": _table_lamp,
    "low_lamp": _low_lamp,
    "sun": _sun,
    "window": _window,
    "flash": _flash,
    "torch": _torch,
    "overcast": _overcast,
}
SHARES = (0.2, 0.13, 0.2, 0.1, 0.13, 0.08, 0.08, 0.08)
"""Of the makers."""
