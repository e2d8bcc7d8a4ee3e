"""Coats of six-sided dice with pips: any hue on any hue, drilled or painted, clear, marbled or plain."""

import colorsys
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.marched.bodies.coats import Coat
from vision.training.trays.marks.canvas import clouds
from vision.training.trays.marks.colours import Colour, from_hsv, linear
from vision.training.trays.paint.materials import die_body
from vision.training.trays.styles.style import DieLook, Pattern

Floats = NDArray[np.float32]
SIDE = 128
"""Px of a cell, whose half is the way from the middle of a face to its corner."""
HALF = 0.5**0.5
"""Half a face's side in half cells."""
LEAST_CONTRAST = 24.0
"""Least distance of ink and body in CIE Lab: plainly two colours, perhaps of one lightness."""
FAMOUS = (
    *(
        ((0.02, 0.62, 0.5), (0.62, 0.8, 0.55)),
        ((0.99, 0.85, 0.75), (0.0, 0.0, 0.08)),
        ((0.0, 0.8, 0.7), (0.07, 0.6, 0.4)),
    ),
    *(
        ((0.94, 0.4, 0.9), (0.99, 0.8, 0.45)),
        ((0.1, 0.03, 0.97), (0.14, 0.85, 0.93)),
        ((0.0, 0.0, 0.06), (0.4, 0.75, 0.3)),
    ),
    *(
        ((0.14, 0.8, 0.95), (0.45, 0.7, 0.45)),
        ((0.0, 0.8, 0.8), (0.1, 0.1, 0.95)),
        ((0.6, 0.8, 0.6), (0.1, 0.08, 0.95)),
    ),
)
"""Ink and body of dice that are sold, and that are hard to read: hue, saturation, value."""
BODIES = ("plain", "plain", "plain", "clear", "cloud", "swirl", "veins", "flecks", "blend")


@dataclass(frozen=True, slots=True)
class PipPrint:
    """How the pips of one die are set; sizes in half sides of a face."""

    radius: float
    spread: float
    first_radius: float
    """Of the single pip."""
    form: str
    """round, ring, square."""
    is_lying: bool
    """Whether the rows of the six run to the right."""
    is_mirrored: bool


def contrast(one: Colour, other: Colour) -> float:
    """Return the distance of two linear colours in CIE Lab."""
    pair = np.array([[one, other]], np.float32)
    lab = cv2.cvtColor(pair, cv2.COLOR_LRGB2Lab)[0]
    return float(np.linalg.norm(lab[0] - lab[1]))


def draw_colours(rng: Generator) -> tuple[Colour, Colour]:
    """Return ink and body, always far enough apart to be told."""
    while True:
        ink, body = _any_pair(rng)
        if contrast(ink, body) > LEAST_CONTRAST:
            return ink, body


def _any_pair(rng: Generator) -> tuple[Colour, Colour]:
    lot = rng.random()
    if lot < 0.38:
        return linear(rng.uniform(0.02, 0.2, 3) * [1, 1, 1.1]), _ivory(rng)
    if lot < 0.46:
        return linear([rng.uniform(0.8, 0.98)] * 3), linear([rng.uniform(0.02, 0.16)] * 3)
    if lot < 0.56:
        ink, body = FAMOUS[rng.integers(len(FAMOUS))]
        return _about(rng, ink), _about(rng, body)
    if lot < 0.74:
        return _of_one_lightness(rng)
    if lot < 0.90:
        light = [rng.uniform(0.75, 0.98)] * 3 if rng.random() < 0.6 else [rng.uniform(0.02, 0.15)] * 3
        return linear(light), from_hsv(rng.random(), rng.uniform(0.4, 1), rng.uniform(0.2, 0.95))
    return tuple(from_hsv(rng.random(), rng.random(), rng.uniform(0.05, 1)) for _ in range(2))  # type: ignore[return-value]


def _ivory(rng: Generator) -> Colour:
    """White, bone, cream, yellowed."""
    return linear(colorsys.hsv_to_rgb(rng.uniform(0.08, 0.17), rng.uniform(0, 0.4), rng.uniform(0.72, 0.98)))


def _about(rng: Generator, hsv: tuple[float, float, float]) -> Colour:
    hue, saturation, value = np.asarray(hsv) + rng.normal(0, 1, 3) * [0.02, 0.06, 0.06]
    return from_hsv(float(hue) % 1, float(np.clip(saturation, 0, 1)), float(np.clip(value, 0.03, 1)))


def _of_one_lightness(rng: Generator) -> tuple[Colour, Colour]:
    """Return two hues that a grey picture would not tell."""
    hue, away = rng.random(), rng.uniform(0.2, 0.8)
    body = from_hsv(hue, rng.uniform(0.5, 1), rng.uniform(0.25, 0.95))
    ink = np.array(from_hsv((hue + away) % 1, rng.uniform(0.4, 1), 0.9))
    weight = np.array([0.2126, 0.7152, 0.0722])
    ink = np.clip(ink * (weight @ body) / (weight @ ink) * np.exp(rng.normal(0, 0.25)), 0.004, 0.92)
    return (float(ink[0]), float(ink[1]), float(ink[2])), body


def draw_print(rng: Generator) -> PipPrint:
    """Return a way to set pips, no two of which ever touch."""
    spread = rng.uniform(0.38, 0.62)
    radius = rng.uniform(0.11, min(0.24, spread * 0.42, 0.82 - spread))
    first = radius * (rng.uniform(1.3, 2.4) if rng.random() < 0.2 else 1)
    form = str(rng.choice(["round", "ring", "square"], p=[0.93, 0.035, 0.035]))
    return PipPrint(radius, spread, min(first, 0.5), form, bool(rng.random() < 0.5), bool(rng.random() < 0.5))


def spots(count: int, look: PipPrint) -> NDArray[np.float64]:
    """Return the places (count, 2) of the pips, in half sides."""
    d = look.spread
    places = [(0.0, 0.0)] * (count % 2) + [(-d, d), (d, -d)] * (count >= 2)
    places += [(d, d), (-d, -d)] * (count >= 4) + [(-d, 0), (d, 0)] * (count == 6)
    array = np.array(places)
    if look.is_lying:
        array = array[:, ::-1]
    return array * [-1, 1] if look.is_mirrored else array


def pip_mask(count: int, look: PipPrint, rng: Generator) -> Floats:
    """Return the ink of a face, (SIDE, SIDE), 0 to 1."""
    y, x = (np.mgrid[0:SIDE, 0:SIDE] + 0.5) / (SIDE / 2) - 1
    radius = (look.first_radius if count == 1 else look.radius) * HALF
    mask = np.zeros((SIDE, SIDE), np.float32)
    for right, up in spots(count, look) * HALF + rng.normal(0, 0.004, (count, 2)):
        away = np.maximum(abs(x - right), abs(y + up)) * 1.12 if look.form == "square" else np.hypot(x - right, y + up)
        ink = np.clip((radius - away) * SIDE / 2 + 0.5, 0, 1)
        if look.form == "ring":
            ink *= np.clip((away - radius * 0.45) * SIDE / 2 + 0.5, 0, 1)
        mask = np.maximum(mask, ink)
    return mask.astype(np.float32)


def pip_coat(rng: Generator, values: tuple[str, ...]) -> Coat:
    """Return a coat for a cube whose faces show these values, "1" to "6"."""
    ink, body = draw_colours(rng)
    kind = str(rng.choice(BODIES))
    look = draw_print(rng)
    inks = np.array([pip_mask(int(value), look, rng) for value in values])
    cells = np.array([_face(rng, i, values, inks, (ink, body, kind)) for i in range(len(values))], np.float32)
    if rng.random() < 0.08:  # a red single pip, as dice of East Asia have
        red = from_hsv(rng.uniform(-0.02, 0.03) % 1, 0.85, 0.8)
        for i in (i for i, value in enumerate(values) if value in {"1", "4"}):
            if contrast(red, body) > LEAST_CONTRAST:
                cells[i] += inks[i][..., None] * (np.asarray(red, np.float32) - np.asarray(ink, np.float32))
    carving = float(rng.uniform(0.5, 2.2)) if rng.random() < 0.65 else 0.0
    return Coat(
        np.clip(cells, 0.004, 0.95).astype(np.float32),
        inks,
        np.arange(len(values)),
        carving,
        gloss=float(rng.beta(1.3, 1.5)),
        sharpness=float(np.exp(rng.uniform(2.2, 6))),
        glow=float(rng.uniform(0.25, 0.6)) if kind == "clear" else float(rng.uniform(0, 0.12)),
    )


def _face(
    rng: Generator, face: int, values: tuple[str, ...], inks: Floats, look: tuple[Colour, Colour, str]
) -> NDArray[np.floating]:
    ink, body, kind = look
    share = inks[face][..., None] * (1 - rng.uniform(0, 0.12) * clouds(SIDE, rng, 4, 6)[..., None])
    ground = _clear(body, values, inks, face) if kind == "clear" else _opaque(rng, body, ink, kind)
    return ground * (1 - share) + np.asarray(ink, np.float32) * share


def _opaque(rng: Generator, body: Colour, ink: Colour, kind: str) -> NDArray[np.floating]:
    """Return a body into which a second colour, also unlike the ink, is mixed."""
    second = body
    for _ in range(20):
        drawn = np.clip(np.asarray(body) * rng.uniform(0.5, 1.7, 3), 0.004, 0.92)
        candidate = (float(drawn[0]), float(drawn[1]), float(drawn[2]))
        if contrast(candidate, ink) > LEAST_CONTRAST:
            second = candidate
            break
    pattern = Pattern(kind, second, rng.uniform(1.5, 7), rng.uniform(0.3, 0.9), rng.uniform(0, 6.28))
    return die_body(DieLook(body, ink, pattern), rng, SIDE)


def _clear(body: Colour, values: tuple[str, ...], inks: Floats, face: int) -> Floats:
    """Return a body through which the pips of the far side shine faintly."""
    far = next(i for i, value in enumerate(values) if int(value) == 7 - int(values[face]))
    ghost = cv2.GaussianBlur(inks[far][:, ::-1], (0, 0), 5) * 0.3
    y, x = (np.mgrid[0:SIDE, 0:SIDE] + 0.5) / (SIDE / 2) - 1
    middle = 0.75 + 0.5 * np.clip(np.hypot(x, y) / HALF, 0, 1) ** 2
    clear: Floats = (np.asarray(body) * ((1 - ghost) * middle)[..., None]).astype(np.float32)
    return clear
