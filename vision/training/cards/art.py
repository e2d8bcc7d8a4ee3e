"""Paint playing cards of decks that never were: every font, many suit shapes, sizes, inks and layouts.

Drawing only; what the camera does to a card is in `scene.py`. Lengths are millimetres of a
63 x 88 mm card, painted at `SCALE` px/mm. All art is drawn here or is a glyph of an installed font.
"""

import functools
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Mask = NDArray[np.float32]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
SCALE = 8
WIDTH, HEIGHT = 63, 88
FONTS = Path("/usr/share/fonts")
THIN = ("Thin", "ExtraLight", "Light", "Math", "Symbola", "Emoji", "Icons")
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SYMBOL_FONTS = (
    "DejaVuSans.ttf",
    "DejaVuSans-Bold.ttf",
    "FreeSerif.ttf",
    "FreeSans.ttf",
    "FreeMono.ttf",
    "Symbola_hint.ttf",
    "DejaVuSansMono.ttf",
)
GLYPH = 120  # px, height of a cached glyph
COLUMNS = (-0.4, 0.4)
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((0, 0.7), (0, -0.7)),
    3: ((0, 0.7), (0, 0), (0, -0.7)),
    4: tuple((x, y) for x in COLUMNS for y in (0.7, -0.7)),
    5: (*((x, y) for x in COLUMNS for y in (0.7, -0.7)), (0, 0)),
    6: tuple((x, y) for x in COLUMNS for y in (0.7, 0, -0.7)),
    7: (*((x, y) for x in COLUMNS for y in (0.7, 0, -0.7)), (0, 0.35)),
    8: (*((x, y) for x in COLUMNS for y in (0.7, 0, -0.7)), (0, 0.35), (0, -0.35)),
    9: (*((x, y) for x in COLUMNS for y in (0.7, 0.235, -0.235, -0.7)), (0, 0)),
    10: (*((x, y) for x in COLUMNS for y in (0.7, 0.235, -0.235, -0.7)), (0, 0.47), (0, -0.47)),
}


@dataclass(frozen=True, slots=True)
class Deck:
    """The looks that all cards of one deck share; sizes in mm."""

    font: str
    suit_style: int
    rank_height: float
    rank_squeeze: float
    rank_weight: int
    suit_height: float
    gap: float
    left: float
    top: float
    pip_height: float
    ace_height: float
    paper: tuple[int, int, int]
    red: tuple[int, int, int]
    black: tuple[int, int, int]
    court: int
    initial: float


@dataclass(frozen=True, slots=True)
class Card:
    """A painted card: `image` (704, 504, 3) uint8 BGR, and ink centroids (x, y) px of its upper left index and of its pips."""

    rank: str
    suit: str
    image: Image
    rank_at: tuple[float, float]
    suit_at: tuple[float, float]
    pips: tuple[tuple[float, float], ...]


@functools.cache
def rank_fonts() -> tuple[str, ...]:
    found = sorted(str(p) for p in FONTS.rglob("*.[to]tf"))
    return tuple(p for p in found if not any(word in p for word in THIN))


def random_deck(rng: np.random.Generator) -> Deck:
    fonts = rank_fonts()
    bold = [f for f in fonts if "Bold" in f and "Italic" not in f and "Oblique" not in f]
    height = float(rng.choice([rng.uniform(3.8, 7), rng.uniform(5.5, 9), rng.uniform(8, 15)]))
    tint = rng.uniform(0, 1)
    close = height > 7 or rng.random() < 0.4
    return Deck(
        font=str(rng.choice(bold if rng.random() < 0.65 else fonts)),
        suit_style=int(rng.integers(0, len(SYMBOL_FONTS) + 8)),
        rank_height=height,
        rank_squeeze=float(rng.uniform(0.6, 1.1)),
        rank_weight=int(rng.integers(-3, 6)),
        suit_height=height * float(rng.uniform(0.5, 1.05) if close else rng.uniform(0.8, 1.4)),
        gap=height * float(rng.uniform(0.06, 0.4) if close else rng.uniform(0.2, 0.9)),
        left=float(rng.uniform(1.0, 3.5)),
        top=float(rng.uniform(1.3, 5)),
        pip_height=float(rng.uniform(8, 16)),
        ace_height=float(rng.uniform(10, 40)),
        paper=_paper(rng, tint),
        red=(int(rng.integers(10, 70)), int(rng.integers(10, 60)), int(rng.integers(150, 235))),
        black=tuple(int(v) for v in rng.integers(5, 60, 1).repeat(3)),  # type: ignore[arg-type]
        court=int(rng.integers(0, 4)),
        initial=float(rng.uniform(0, 30)),
    )


def _paper(rng: np.random.Generator, tint: float) -> tuple[int, int, int]:
    base = rng.integers(225, 256)
    return (int(base - 30 * tint * rng.random()), int(base - 12 * tint * rng.random()), int(base))


def paint(rank: str, suit: str, deck: Deck, rng: np.random.Generator) -> Card:
    """One card of the deck."""
    image = np.empty((HEIGHT * SCALE, WIDTH * SCALE, 3), np.uint8)
    image[:] = deck.paper
    ink = np.zeros(image.shape[:2], np.float32)
    pips = _court(image, ink, rank, suit, deck, rng) if rank in "JQK" else _pips(ink, rank, suit, deck)
    index = np.zeros_like(ink)
    rank_at, suit_at = _index(index, rank, suit, deck)
    ink = np.maximum(ink, np.maximum(index, index[::-1, ::-1]))
    colour = np.array(deck.red if suit in "HD" else deck.black, np.float32)
    mixed = image * (1 - ink[..., None]) + colour * ink[..., None]
    return Card(rank, suit, mixed.astype(np.uint8), rank_at, suit_at, pips)


def _index(ink: Mask, rank: str, suit: str, deck: Deck) -> tuple[tuple[float, float], tuple[float, float]]:
    rank_mask = _sized(rank_glyph(deck.font, rank, deck.rank_weight), deck.rank_height, deck.rank_squeeze)
    suit_mask = _sized(suit_glyph(suit, deck.suit_style), deck.suit_height, 1.0)
    half = max(rank_mask.shape[1], suit_mask.shape[1]) / 2
    x = deck.left * SCALE + half
    y = deck.top * SCALE
    rank_at = _put(ink, rank_mask, (x, y + rank_mask.shape[0] / 2))
    y += rank_mask.shape[0] + deck.gap * SCALE + suit_mask.shape[0] / 2
    suit_at = _put(ink, suit_mask, (x, y))
    return rank_at, suit_at


def _pips(ink: Mask, rank: str, suit: str, deck: Deck) -> tuple[tuple[float, float], ...]:
    if rank == "A":
        return (_put(ink, _sized(suit_glyph(suit, deck.suit_style), deck.ace_height, 1.0), _middle(ink)),)
    pip = _sized(suit_glyph(suit, deck.suit_style), deck.pip_height * (0.8 if int(rank) > 8 else 1), 1.0)
    cx, cy = _middle(ink)
    return tuple(
        _put(ink, pip if y >= 0 else pip[::-1, ::-1], (cx + x * WIDTH * SCALE / 2, cy - y * HEIGHT * SCALE / 2 * 0.95))
        for x, y in PIPS[int(rank)]
    )


def _court(
    image: Image, ink: Mask, rank: str, suit: str, deck: Deck, rng: np.random.Generator
) -> tuple[tuple[float, float], ...]:
    """Return a frame with clutter of the four inks, the same upside down, as a court card has; no figure is copied."""
    inset = int(rng.uniform(8, 14) * SCALE)
    inner = image[inset : image.shape[0] - inset, inset : image.shape[1] - inset]
    inks = [(40, 40, 200), (40, 190, 235), (150, 70, 30), (25, 25, 25)]
    if deck.court:
        for _ in range(int(rng.integers(10, 60)) * (deck.court > 1)):
            _stroke(inner, inks[int(rng.integers(4))], rng)
        half = inner.shape[0] // 2
        inner[-half:] = inner[:half][::-1, ::-1]
        cv2.rectangle(
            image,
            (inset, inset),
            (image.shape[1] - inset, image.shape[0] - inset),
            inks[2 + int(rng.integers(2))],
            int(rng.integers(2, 7)),
        )
    if deck.initial > 12:
        _put(ink, _sized(rank_glyph(deck.font, rank, 0), deck.initial, 1.0), _middle(ink))
    pip = _sized(suit_glyph(suit, deck.suit_style), deck.pip_height, 1.0)
    at = (inset + pip.shape[1] * 0.7, inset + pip.shape[0] * 0.7)
    opposite = (image.shape[1] - at[0], image.shape[0] - at[1])
    return _put(ink, pip, at), _put(ink, pip[::-1, ::-1], opposite)


def _stroke(image: Image, colour: tuple[int, int, int], rng: np.random.Generator) -> None:
    points = rng.uniform(0, 1, (int(rng.integers(2, 6)), 2)) * image.shape[1::-1] * (1.2, 0.6)
    shape = [points.astype(np.int32)]
    if rng.random() < 0.4:
        cv2.fillPoly(image, shape, colour, cv2.LINE_AA)
    else:
        cv2.polylines(image, shape, bool(rng.random() < 0.3), colour, int(rng.integers(2, 12)), cv2.LINE_AA)


@functools.lru_cache(maxsize=4096)
def rank_glyph(font: str, text: str, weight: int) -> Mask:
    """Return the ink of a rank, (GLYPH, w) float32 0..1, `weight` px bolder or thinner."""
    canvas = np.zeros((GLYPH * 4, GLYPH * 6, 3), np.uint8)
    cv2.putText(canvas, text, (GLYPH, GLYPH * 3), (255, 255, 255), _face(font), GLYPH * 2, 400)
    ink = canvas[..., 0]
    if weight:
        kernel = np.ones((2 * abs(weight) + 1,) * 2, np.uint8)
        ink = (cv2.dilate if weight > 0 else cv2.erode)(ink, kernel)
    return _cropped(ink)


@functools.cache
def _face(font: str) -> cv2.FontFace:
    return cv2.FontFace(font)


@functools.cache
def suit_glyph(suit: str, style: int) -> Mask:
    """Return the ink of a suit: a font's symbol, or one drawn with proportions that `style` seeds."""
    if style < len(SYMBOL_FONTS):
        path = next(FONTS.rglob(SYMBOL_FONTS[style]))
        canvas = np.zeros((GLYPH * 4, GLYPH * 5, 3), np.uint8)
        cv2.putText(canvas, SYMBOLS[suit], (GLYPH, GLYPH * 3), (255, 255, 255), _face(str(path)), GLYPH * 2, 400)
        return _cropped(canvas[..., 0])
    return _cropped(_drawn_suit(suit, np.random.default_rng(style)))


def _drawn_suit(suit: str, rng: np.random.Generator) -> Image:
    size = 300
    canvas = np.zeros((size, size), np.uint8)
    wide, bend, foot = rng.uniform(0.75, 1.1), rng.uniform(0.9, 1.15), rng.uniform(0.25, 0.55)
    if suit == "D":
        _diamond(canvas, wide * 0.8, rng.uniform(0, 0.12))
    elif suit == "H":
        _heart(canvas, wide, bend)
    elif suit == "S":
        _heart(canvas, wide, bend)
        canvas = np.roll(canvas[::-1], -20, axis=0)
        _foot(canvas, foot)
    else:
        _club(canvas, rng.uniform(46, 60), rng.uniform(48, 66))
        _foot(canvas, foot)
    return canvas


def _diamond(canvas: Image, wide: float, curve: float) -> None:
    t = np.linspace(0, 2 * np.pi, 200)
    power = 1 + curve * 3
    x = np.sign(np.cos(t)) * np.abs(np.cos(t)) ** (2 * power) * 120 * wide
    y = np.sign(np.sin(t)) * np.abs(np.sin(t)) ** (2 * power) * 130
    cv2.fillPoly(canvas, [np.stack([x + 150, y + 150], 1).astype(np.int32)], 255, cv2.LINE_AA)


def _heart(canvas: Image, wide: float, bend: float) -> None:
    t = np.linspace(0, 2 * np.pi, 200)
    x = 16 * np.sin(t) ** 3
    y = 13 * np.cos(t) - 5 * bend * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    cv2.fillPoly(canvas, [np.stack([x * 7 * wide + 150, 130 - y * 7], 1).astype(np.int32)], 255, cv2.LINE_AA)


def _club(canvas: Image, radius: float, spread: float) -> None:
    for x, y in ((150, 90), (150 - spread, 90 + spread * 1.5), (150 + spread, 90 + spread * 1.5)):
        cv2.circle(canvas, (int(x), int(y)), int(radius), 255, -1, cv2.LINE_AA)


def _foot(canvas: Image, wide: float) -> None:
    w = int(70 * wide * 2)
    cv2.fillPoly(canvas, [np.array([(150, 120), (150 - w // 2, 275), (150 + w // 2, 275)], np.int32)], 255, cv2.LINE_AA)


def _cropped(ink: Image) -> Mask:
    ys, xs = np.where(ink > 60)
    if not len(ys):
        return np.zeros((GLYPH, GLYPH // 2), np.float32)
    cut = ink[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    width = max(4, round(cut.shape[1] * GLYPH / cut.shape[0]))
    return cv2.resize(cut, (width, GLYPH), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def _sized(mask: Mask, height: float, squeeze: float) -> Mask:
    h = max(3, round(height * SCALE))
    w = max(3, round(mask.shape[1] * h / mask.shape[0] * squeeze))
    return cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA).astype(np.float32)


def _middle(ink: Mask) -> tuple[float, float]:
    return ink.shape[1] / 2, ink.shape[0] / 2


def _put(ink: Mask, mask: Mask, at: tuple[float, float]) -> tuple[float, float]:
    """Draw the mask with its middle at `at`; return the centroid of its ink, px."""
    h, w = mask.shape
    x, y = round(at[0] - w / 2), round(at[1] - h / 2)
    left, top = max(0, x), max(0, y)
    part = mask[top - y : max(top - y, ink.shape[0] - y), left - x : max(left - x, ink.shape[1] - x)]
    view = ink[top : top + part.shape[0], left : left + part.shape[1]]
    np.maximum(view, part, out=view)
    total = float(mask.sum()) or 1.0
    ys, xs = np.indices(mask.shape, dtype=np.float32)
    return x + float((xs * mask).sum()) / total, y + float((ys * mask).sum()) / total
