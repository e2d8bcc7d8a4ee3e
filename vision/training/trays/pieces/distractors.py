"""Distractors: coins, pens, a hand over the tray, coasters and cards next to it."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.trays.pieces import flats, limbs
from vision.training.trays.pieces.assembly import HAND, THING, Assembly
from vision.training.trays.pieces.flats import Flat
from vision.training.trays.pieces.limbs import Limb
from vision.training.trays.pieces.placer import Placer
from vision.training.trays.shapes.geometry import turn_about
from vision.training.trays.shapes.tray import EDGES, TABLE_Z

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Distractor:
    """One distractor in its place."""

    name: str
    flat: Flat | None = None
    limbs: tuple[Limb, ...] = ()

    @property
    def parts(self) -> tuple[Flat | Limb, ...]:
        return (*self.limbs, *([self.flat] if self.flat else []))

    def put_into(self, scene: Assembly) -> None:
        for part in self.parts:
            part.put_into(scene, HAND if self.name == "hand" else THING)

    def points(self) -> list[Floats]:
        """Points (n, 3) mm of each of its convex parts."""
        return [part.points() for part in self.parts]


def lay_about(names: Iterable[str], placer: Placer, rng: Generator) -> list[Distractor]:
    """Place the named distractors, without those that do not fit on the tray."""
    laid = [KINDS[str(name)](placer, rng) for name in names]
    return [thing for thing in laid if thing is not None]


def _coin(placer: Placer, rng: Generator) -> Distractor | None:
    coin = flats.coin(rng.uniform(9.5, 13))
    coin.rest(rng)
    return Distractor("coin", coin) if placer.reserve(coin) else None


def _pen(placer: Placer, rng: Generator) -> Distractor | None:
    """Place a pen on the felt or next to the tray."""
    space = flats.pen_space()
    space.rest(rng)
    if rng.random() < 0.5:
        if not placer.reserve(space):
            return None
    else:
        side = rng.choice([-1, 1])
        space.turn = turn_about((0, 0, 1), math.pi / 2 + rng.uniform(-0.3, 0.3))
        space.at = np.array([side * 190.0, rng.uniform(-40, 40), TABLE_Z])
    return Distractor("pen", limbs=limbs.pen(space.at + np.array([0, 0, 4.6]), space.turn[:, 0]))


def _coaster(_: Placer, rng: Generator) -> Distractor:
    coaster = flats.round_coaster() if rng.random() < 0.6 else flats.square_coaster()
    return _beside("coaster", coaster, rng, (212, 236), 80)


def _card_edge(_: Placer, rng: Generator) -> Distractor:
    return _beside("card_edge", flats.card_back(), rng, (205, 235), 90)


def _beside(name: str, flat: Flat, rng: Generator, distance: tuple[float, float], reach: float) -> Distractor:
    """Place an object on the table, left or right of the tray. `distance` is from the middle, `reach` the most up or
    down, mm.
    """
    flat.rest(rng)
    side = rng.choice([-1, 1])
    flat.at = np.array([side * rng.uniform(*distance), rng.uniform(-reach, reach), TABLE_Z])
    return Distractor(name, flat)


def _hand(_: Placer, rng: Generator) -> Distractor:
    """Place a hand, from the player, the right or the left."""
    side = int(rng.integers(3))
    angle = (-math.pi / 2, 0, math.pi)[side] + rng.uniform(-0.5, 0.5)
    if side == 0:
        tip = [rng.uniform(-110, 110), -EDGES[1] + rng.uniform(-5, 32)]
    else:
        tip = [(1 if side == 1 else -1) * (EDGES[0] - rng.uniform(-5, 38)), rng.uniform(-70, 70)]
    height, curl = rng.uniform(14, 34), rng.random()
    return Distractor("hand", limbs=limbs.hand(tip, angle, height, rng, curl))


KINDS: dict[str, Callable[[Placer, Generator], Distractor | None]] = {
    "coin": _coin,
    "pen": _pen,
    "hand": _hand,
    "coaster": _coaster,
    "card_edge": _card_edge,
}
"""Makers by name. In the tray or over it: coin, pen, hand. Next to it: coaster, card_edge."""
