"""Paint playing cards: an index in two corners, pips, and court cards with a frame, an initial and an ornament."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.training.trays.marks.canvas import Canvas
from vision.training.trays.styles.style import CardLook, Style

WIDTH, HEIGHT = 252, 352
"""Px of one card."""
ASPECT = HEIGHT / WIDTH
"""Half the height of a card, in half widths."""

Place = tuple[float, float]
FOUR: tuple[Place, ...] = ((-0.4, 0.7), (0.4, 0.7), (-0.4, -0.7), (0.4, -0.7))
SIX = (*FOUR, (-0.4, 0), (0.4, 0))
EIGHT = tuple((x, y) for x in (-0.4, 0.4) for y in (0.7, 0.235, -0.235, -0.7))
PIPS: dict[int, tuple[Place, ...]] = {
    1: ((0, 0),),
    2: ((0, 0.7), (0, -0.7)),
    3: ((0, 0.7), (0, 0), (0, -0.7)),
    4: FOUR,
    5: (*FOUR, (0, 0)),
    6: SIX,
    7: (*SIX, (0, 0.35)),
    8: (*SIX, (0, 0.35), (0, -0.35)),
    9: (*EIGHT, (0, 0)),
    10: (*EIGHT, (0, 0.47), (0, -0.47)),
}
"""Places of the pips, x in half widths, y about in half heights. Those below the middle are upside down."""
FRAME = [(-0.6, -1.12), (0.6, -1.12), (0.6, 1.12), (-0.6, 1.12), (-0.6, -1.12)]


def draw_suit(canvas: Canvas, suit: str, size: float, centre: Sequence[float]) -> Canvas:
    """Inks one suit mark, `size` half its height."""

    def at(*points: Place) -> NDArray[np.float64]:
        return np.asarray(centre, float) + size * np.array(points)

    if suit == "D":
        return canvas.polygon(at((0, 1), (0.72, 0), (0, -1), (-0.72, 0)))
    if suit == "H":
        canvas.circle(at((-0.42, 0.35))[0], 0.47 * size).circle(at((0.42, 0.35))[0], 0.47 * size)
        return canvas.polygon(at((-0.86, 0.16), (-0.4, 0.1), (0.4, 0.1), (0.86, 0.16), (0, -1)))
    foot = at((0, -0.1 if suit == "S" else 0.1), (0.3, -0.98), (-0.3, -0.98))
    if suit == "S":
        canvas.circle(at((-0.40, -0.22))[0], 0.44 * size).circle(at((0.40, -0.22))[0], 0.44 * size)
        return canvas.polygon(at((-0.80, -0.05), (0, 1), (0.80, -0.05), (0, -0.3))).polygon(foot)
    for leaf in ((0, 0.48), (-0.46, -0.2), (0.46, -0.2)):
        canvas.circle(at(leaf)[0], 0.42 * size)
    return canvas.polygon(foot).circle(centre, 0.25 * size)


def paint_card(style: Style, rank: str, suit: str) -> NDArray[np.floating]:
    """Return the front of one card, (HEIGHT, WIDTH, 3) linear."""
    look = style.card
    ink = np.array(look.red if suit in "HD" else look.black, np.float32)
    image = np.ones((HEIGHT, WIDTH, 3), np.float32) * np.array(look.paper, np.float32)
    canvas = _page()
    _both_ways(canvas, _index(style, rank, suit))
    if rank in "JQK":
        image = _ornamented(image, look, rank)
        _court(canvas, style, rank, suit)
    else:
        _pips(canvas, look, 1 if rank == "A" else int(rank), suit)
    share = canvas.mask()[..., None]
    return image * (1 - share) + ink * share


def _page() -> Canvas:
    return Canvas(width=WIDTH, height=HEIGHT)


def _both_ways(canvas: Canvas, drawn: Canvas) -> None:
    """Add a drawing, and once more rotated by 180 degrees."""
    canvas.ink = np.maximum(canvas.ink, np.maximum(drawn.ink, drawn.turned_half()))


def _index(style: Style, rank: str, suit: str) -> Canvas:
    look = style.card
    lower = look.index - 0.13
    page = _page().text(rank, style.card_font, look.index, (-0.82, ASPECT - 0.20 - lower), most=0.27)
    return draw_suit(page, suit, look.index_suit, (-0.82, ASPECT - 0.45 - lower * 2.2))


def _pips(canvas: Canvas, look: CardLook, count: int, suit: str) -> None:
    for x, y in PIPS[count]:
        centre = (math.copysign(1, y) * x, abs(y) * ASPECT * 0.92)
        pip = draw_suit(_page(), suit, look.ace if count == 1 else look.pip, centre)
        canvas.ink = np.maximum(canvas.ink, pip.turned_half() if y < 0 else pip.ink)


def _ornamented(image: NDArray[np.float32], look: CardLook, rank: str) -> NDArray[np.floating]:
    canvas = _page()
    look.court(canvas)
    share = canvas.mask()[..., None] * 0.55
    return image * (1 - share) + np.array(look.court_inks[rank], np.float32) * share


def _court(canvas: Canvas, style: Style, rank: str, suit: str) -> None:
    canvas.line(FRAME, 0.03)
    canvas.text(rank, style.card_font, style.card.initial)
    _both_ways(canvas, draw_suit(_page(), suit, 0.16, (-0.42, 0.92)))
