"""A few dice on a desk, near a camera that looks aslant, as a telephone held in a hand sees them."""

from numpy.random import Generator

from vision.training.trays.pieces.dice import Die
from vision.training.trays.pieces.distractors import lay_about
from vision.training.trays.pieces.flats import Flat
from vision.training.trays.pieces.placer import Placer
from vision.training.trays.scenes.arrangement import Arrangement, draw_token, lay_flat
from vision.training.trays.scenes.plates import View
from vision.training.trays.shapes.tray import DICE, EDGES
from vision.training.trays.styles.style import Style

SHARES = {"d6": 0.55, "d20": 0.24}
"""Shares of the kinds of dice. The others share the rest."""
IN_SIGHT = 0.85
"""Share of half the picture's height that may contain pieces."""


def arrange(style: Style, rng: Generator, view: View) -> Arrangement:
    """Return one to nine level pieces in view of the camera, with dice of at most two kinds."""
    placer = Placer(rng, has_markers=False)
    kinds = [_kind(rng) for _ in range(int(rng.integers(1, 3)))]
    is_touching = rng.random() < 0.3
    for _ in range(int(rng.choice([1, 1, 2, 3, 4, 5, 7, 9]))):
        piece = _piece(style, rng, str(rng.choice(kinds)))
        lay_flat(piece, rng)
        placer.place(piece, is_touching, region(view))
    names = [str(rng.choice(["coin", "pen", "hand"]))] if rng.random() < 0.35 else []
    return Arrangement(tuple(placer.pieces), tuple(lay_about(names, placer, rng)), (), is_touching)


def region(view: View) -> float:
    """Return the visible share of the felt, around its middle."""
    half = IN_SIGHT * view.setting.camera.height / 2 / view.px_per_mm
    return float(min(1.0, half / (EDGES.min() - 14)))


def _kind(rng: Generator) -> str:
    left = (1 - sum(SHARES.values())) / (len(DICE) - len(SHARES))
    shares = [SHARES.get(kind, left) for kind in DICE]
    return str(DICE[rng.choice(len(DICE), p=shares)])


def _piece(style: Style, rng: Generator, kind: str) -> Die | Flat:
    return draw_token(style, rng) if rng.random() < 0.08 else Die(kind, style, rng)
