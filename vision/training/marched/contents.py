"""What lies on the table: pieces of one kind or two, things that look like pieces, perhaps a tray."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from vision.training.marched.grounds import surface_colour
from vision.training.marched.layout import Layout, Tray, pattern
from vision.training.marched.lens import Lens
from vision.training.marched.pieces import Body, draw_block, draw_die, draw_plate, draw_token
from vision.training.trays.marks.colours import from_hsv, random_colour
from vision.training.trays.shapes.geometry import turn_about
from vision.training.trays.shapes.tray import TOKENS
from vision.training.trays.styles.by_name import style_named

PIPS = "pips"
"""Six-sided dice with pips of our own."""
KINDS = (PIPS, "d6", "mom_d8", "d8", "nemesis_noise", "d10", "nemesis_combat", "d20", "token")
GAP_SHARE = 3.2
"""Mm between the middles of pieces in a pattern, in radii, at least."""


@dataclass(frozen=True, slots=True)
class Mix:
    """What lies on the tables of one lot."""

    shares: tuple[float, ...]
    """Of `KINDS`."""
    counts: tuple[int, ...]
    """Of pieces on a table."""
    count_shares: tuple[float, ...]
    most_covered: float
    """Share of the picture that pieces may cover."""
    scenes_a_style: int
    """Scenes in a row that share one random style, which is painted but once."""


MIXES = {
    "dice": Mix(
        shares=(0.64, 0.04, 0.07, 0.03, 0.04, 0.03, 0.04, 0.08, 0.03),
        counts=(1, 2, 3, 4, 5, 6, 8, 11, 15, 20, 25),
        count_shares=(0.13, 0.13, 0.14, 0.13, 0.16, 0.1, 0.08, 0.05, 0.04, 0.02, 0.02),
        most_covered=0.22,
        scenes_a_style=25,
    ),
    "symbols": Mix(
        shares=(0.02, 0.04, 0.2, 0.06, 0.13, 0.06, 0.13, 0.2, 0.16),
        counts=(8, 10, 12, 15),
        count_shares=(0.25, 0.25, 0.25, 0.25),
        most_covered=0.35,
        scenes_a_style=4,
    ),
}
"""Tables with a few dice, mostly with pips, and tables full of other pieces in many styles."""


@dataclass(frozen=True, slots=True, eq=False)
class Contents:
    """Everything solid, pieces first."""

    bodies: list[Body]
    tray: Tray | None
    style: str


class Stock:
    """Pieces of one scene: mostly one kind, often of one make."""

    def __init__(self, rng: Generator, style_name: str, mix: Mix) -> None:
        self.rng, self.style_name = rng, style_name
        self.kinds = [str(rng.choice(KINDS, p=mix.shares))]
        if rng.random() < 0.22:
            self.kinds += [str(rng.choice(KINDS, p=mix.shares))]
        self._is_one_make = rng.random() < 0.6
        self._made: dict[str, Body] = {}

    def draw(self) -> Body:
        """Return the next piece."""
        kind = self.kinds[-1] if self.rng.random() < 0.3 else self.kinds[0]
        if kind == "token":
            value = TOKENS[self.rng.integers(len(TOKENS))]
            return draw_token(self.rng, style_named(self.style_name), self.style_name, value)
        if kind not in self._made or not self._is_one_make:
            is_pips = kind == PIPS
            self._made[kind] = draw_die(self.rng, "d6" if is_pips else kind, self.style_name, is_pips)
        return self._made[kind].again()


def fill(rng: Generator, lens: Lens, style_name: str, radius_px: float, mix: Mix) -> Contents:
    """Lay out a scene whose pieces are about `radius_px` px in radius."""
    tray = _draw_tray(rng, lens) if rng.random() < 0.11 else None
    layout, stock = Layout(rng, lens, tray), Stock(rng, style_name, mix)
    most = mix.most_covered * lens.width * lens.height / (math.pi * radius_px**2)
    count = max(1, min(int(rng.choice(mix.counts, p=mix.count_shares)), int(most)))
    if rng.random() < 0.22:
        count -= _lean_some(rng, layout, stock)
    if rng.random() < 0.2 and count > 1:
        count -= _lay_pattern(rng, layout, stock, count)
    is_touching = rng.random() < 0.22
    for _ in range(count):
        _lay_one(rng, layout, stock, is_touching)
    if rng.random() < 0.22:
        _lay_blanks(rng, layout)
    return Contents([*layout.bodies, *(_rims(rng, tray) if tray else [])], tray, style_name)


def _lay_one(rng: Generator, layout: Layout, stock: Stock, is_touching: bool) -> None:
    body = stock.draw()
    body.rest(rng)
    dice = [other for other in layout.bodies if other.kind not in ("", "token") and not other.is_cocked]
    if is_touching and dice and body.kind == dice[-1].kind and rng.random() < 0.7:
        if layout.lay_beside(body, dice[rng.integers(len(dice))], bool(rng.random() < 0.5)):
            return
        body.rest(rng)
    lot = rng.random()
    if layout.tray and lot < 0.2:
        layout.lay(body, lambda: layout.somewhere(body), is_outside=True)
    elif not layout.tray and lot < 0.06:
        layout.lay(body, layout.at_the_border)
    else:
        layout.lay(body, lambda: layout.somewhere(body))


def _lean_some(rng: Generator, layout: Layout, stock: Stock) -> int:
    """Lay one or two leaning dice with what they lean on. Returns how many pieces were laid."""
    before = len(layout.bodies)
    for _ in range(int(rng.choice([1, 1, 2]))):
        die, is_thin = stock.draw(), bool(rng.random() < 0.35)
        if die.kind == "token":
            return 0
        if is_thin:
            support = draw_plate(rng, rng.uniform(9, 16), rng.uniform(1.8, 4), random_colour(rng, 0.1, 0.9))
        elif rng.random() < 0.25:
            sides = tuple(float(v) for v in rng.uniform(8, 30, 3))
            support = draw_block(rng, (sides[0], sides[1], sides[2]), random_colour(rng, 0.05, 0.9), 1.0)
        else:
            support = die.again()
        layout.lean(die, support, is_thin)
    return len(layout.bodies) - before


def _lay_pattern(rng: Generator, layout: Layout, stock: Stock, count: int) -> int:
    """Lay pieces in a pattern, as people do. Returns how many found room."""
    first = stock.draw()
    view = layout.lens.middle.min() / layout.lens.px_per_mm
    step = max(GAP_SHARE * first.reach, rng.uniform(0.2, 0.7) * view)
    middle, before = layout.lens.on_table([layout.lens.middle])[0], len(layout.bodies)
    for place in pattern(rng, count, step) + middle:
        body = stock.draw()
        body.rest(rng)
        layout.lay(body, lambda place=place: place)  # type: ignore[misc]
    return len(layout.bodies) - before


def _lay_blanks(rng: Generator, layout: Layout) -> None:
    """Lay cubes of sugar, erasers, blocks and counters: shapes of pieces without any print."""
    kind, count = str(rng.choice(["sugar", "eraser", "counter"])), int(rng.integers(1, 5))
    for _ in range(count):
        if kind == "sugar":
            side = float(rng.uniform(11, 18))
            white = from_hsv(rng.uniform(0.05, 0.15), rng.uniform(0, 0.25), rng.uniform(0.7, 0.97))
            body = draw_block(rng, (side, side, side * rng.uniform(0.6, 1)), white, rng.uniform(0.3, 1.5))
        elif kind == "eraser":
            sides = rng.uniform((14, 8, 6), (45, 25, 14))
            body = draw_block(rng, (sides[0], sides[1], sides[2]), random_colour(rng, 0.1, 0.95), rng.uniform(0.3, 2))
        else:
            body = draw_plate(rng, rng.uniform(6, 16), rng.uniform(1.5, 6), random_colour(rng, 0.1, 0.95))
        body.turn = turn_about((0, 0, 1), rng.uniform(0, 6.28))
        body.ground()
        layout.lay(body, lambda body=body: layout.somewhere(body))  # type: ignore[misc]


def _draw_tray(rng: Generator, lens: Lens) -> Tray:
    view = lens.middle / lens.px_per_mm
    half = np.maximum(np.sort(view)[::-1] * rng.uniform(0.6, 1.05, 2), 30)
    if lens.height > lens.width:
        half = half[::-1]
    right = lens.axes[0, :2]
    turn = math.atan2(right[1], right[0]) + rng.normal(0, 0.15)
    return Tray(half, turn, float(rng.uniform(2, 14)), float(rng.uniform(5, 30)))


def _rims(rng: Generator, tray: Tray) -> list[Body]:
    """Return the four boards around a tray."""
    colour = surface_colour(rng, 0.05, 0.9)
    wide, high, reach = tray.rim_width, tray.rim_height, tray.half + tray.rim_width
    boards = []
    for axis in (0, 1):
        sides = (2 * reach[0], wide, high) if axis else (wide, 2 * tray.half[1], high)
        board = draw_block(rng, sides, colour, min(wide, high) * 0.2)
        for sign in (-1, 1):
            body = board.again()
            place = np.zeros((1, 2))
            place[0, axis] = sign * (tray.half[axis] + wide / 2)
            body.turn = turn_about((0, 0, 1), tray.turn)
            body.at = np.append(tray.out(place)[0], 0.0)
            body.ground()
            boards.append(body)
    return boards
