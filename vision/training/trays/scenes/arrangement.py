"""Objects on a tray, before rendering."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.trays.pieces.assembly import Assembly, Piece
from vision.training.trays.pieces.cocked import lay_over_rim
from vision.training.trays.pieces.dice import Die
from vision.training.trays.pieces.distractors import Distractor
from vision.training.trays.pieces.flats import Flat, card, token
from vision.training.trays.shapes.tray import EDGES, RANKS, RIM_WIDTH, SUITS, TABLE_Z, TOKENS
from vision.training.trays.styles.style import Style

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Arrangement:
    """Pieces and other things, laid down."""

    pieces: tuple[Piece, ...]
    distractors: tuple[Distractor, ...]
    special: tuple[str, ...]
    """Names of what is unusual: cocked_wall, cocked_on_die, cocked_on_token, on_rim, outside, leaning_on_rim."""
    is_touching: bool

    def put_into(self, scene: Assembly) -> None:
        """Add everything; the owner of a piece is its place among the pieces."""
        for thing in self.distractors:
            thing.put_into(scene)
        for number, piece in enumerate(self.pieces):
            piece.put_into(scene, number)

    def bodies(self) -> Iterator[Floats]:
        """Points (n, 3) mm of every convex body."""
        for piece in self.pieces:
            yield piece.points()
        for thing in self.distractors:
            yield from thing.points()


def draw_token(style: Style, rng: Generator) -> Flat:
    return token(TOKENS[rng.integers(len(TOKENS))], style)


def draw_card(rng: Generator) -> Flat:
    return card(RANKS[rng.integers(len(RANKS))] + SUITS[rng.integers(len(SUITS))])


def lay_at_rim(piece: Die | Flat, rng: Generator, rim_height: float) -> str:
    """Place a piece on the rim, outside, or leaning on the rim. Returns its special name."""
    piece.rest(rng)
    side = int(rng.choice([-1, 1]))
    if isinstance(piece, Flat):
        lay_over_rim(piece, rng, side, rim_height, inward=0.45 if piece.kind == "card" else 0.8)
        return "leaning_on_rim"
    if rng.random() < 0.5:
        piece.at[:2] = [side * (EDGES[0] + RIM_WIDTH / 2 + rng.uniform(-3, 3)), rng.uniform(-70, 70)]
        piece.ground(rim_height)
        return "on_rim"
    piece.at[:2] = [side * rng.uniform(183, 200), rng.uniform(-60, 60)]
    piece.ground(TABLE_Z)
    return "outside"


def lay_flat(piece: Die | Flat, rng: Generator) -> None:
    """Turn a piece at random; dice also onto any face."""
    piece.rest(rng)
    if isinstance(piece, Die):
        piece.ground()
