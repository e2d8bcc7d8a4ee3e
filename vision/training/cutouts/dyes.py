"""Give a cut-out die other colours: the hue of all, or body and ink each their own."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.cutouts.cutting import CutOut
from vision.training.trays.marks.colours import Colour, ink_for, random_colour

HUE, DYED = 0.45, 0.45
"""Shares of dice with another hue, and with another body and ink; the rest are left as they are."""
FACE = 0.7
"""Radii of the top face within which body and ink are looked for."""
INK = 97.0
"""Percentile of the difference from the body from which on it is ink."""
DISTINCT = 70.0
"""Difference of ink and body, of 255 (CIELAB), from which on they are told apart."""
GAP = 0.4
"""Least difference of lightness between new body and ink."""
EDGE = (0.4, 0.75)
"""Share of the way from body to ink at which a colour begins to be ink, and is ink."""
SHADE = (0.3, 1.5)
"""Least and greatest brightness of the body, by its usual one, that is kept as light and shade."""
GAMMA = 2.2
"""Of the screen."""


def dyed(die: CutOut, rng: Generator) -> CutOut:
    """Return the die in other colours, or as it is."""
    lot = rng.random()
    if lot < HUE:
        return replace(die, colours=turned_hue(die.colours, rng.uniform(0, 2 * np.pi)))
    if lot < HUE + DYED:
        body = random_colour(rng)
        ink = ink_for(rng, [body], GAP)
        return die if ink is None else with_colours(die, body, ink)
    return die


def turned_hue(colours: NDArray[np.uint8], angle: float) -> NDArray[np.uint8]:
    """Return colours with all hues turned by `angle`, rad; lightness stays."""
    lab = cv2.cvtColor(colours, cv2.COLOR_BGR2LAB).astype(np.float32)
    a, b = lab[..., 1] - 128, lab[..., 2] - 128
    lab[..., 1] = 128 + np.cos(angle) * a - np.sin(angle) * b
    lab[..., 2] = 128 + np.sin(angle) * a + np.cos(angle) * b
    return cv2.cvtColor(lab.clip(0, 255).astype(np.uint8), cv2.COLOR_LAB2BGR).astype(np.uint8)


def with_colours(die: CutOut, body: Colour, ink: Colour) -> CutOut:
    """Return the die with that body and ink (linear light, RGB), the die itself where they are not told apart.

    Light and shade of the body stay.
    """
    lab = cv2.cvtColor(die.colours, cv2.COLOR_BGR2LAB).astype(np.float32)
    rows, columns = np.ogrid[: lab.shape[0], : lab.shape[1]]
    face = lab[np.hypot(columns - die.x, rows - die.y) < FACE * die.radius]
    old_body = np.median(face, 0)
    away = np.linalg.norm(face - old_body, axis=1)
    old_ink = face[away >= np.percentile(away, INK)].mean(0)
    axis = old_ink - old_body
    if np.linalg.norm(axis) < DISTINCT:
        return die
    share = ((lab - old_body) @ axis / (axis @ axis)).astype(np.float32)
    share = np.clip((share - EDGE[0]) / (EDGE[1] - EDGE[0]), 0, 1)[..., None]
    shade = np.clip(lab[..., :1] / max(20.0, float(old_body[0])), *SHADE)
    colours = _screen(body) * shade * (1 - share) + _screen(ink) * share
    return replace(die, colours=colours.clip(0, 255).astype(np.uint8))


def _screen(colour: Colour) -> NDArray[np.float32]:
    """Return BGR 0..255."""
    return (255 * np.array(colour[::-1], np.float32) ** (1 / GAMMA)).astype(np.float32)
