"""Trays as a camera sees them that hangs badly, has bad light or a bad lens."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tests.bench.bad_markers import bared
from tests.bench.image_damage import Base, Done, between, levels_of, packed_at, px_wide, with_grain
from vision.image.decoder import Image
from vision.tray.tray_plane import MARKER_MM

FRAMES = 12
"""Measurements of a changing film."""


def dark(base: Base, amount: float, rng: Generator) -> Done:
    """A switched-off lamp: little light, and a camera at high gain."""
    light = between(0.32, 0.06, amount)
    return Done((packed_at(with_grain(levels_of(base.image * light), between(1, 6, amount), rng), 80),))


def overexposed(base: Base, amount: float, _rng: Generator) -> Done:
    """All of it too bright: what was mid-grey is white."""
    light = base.image * between(3.0, 7.0, amount)
    bloom = cv2.GaussianBlur(np.minimum(light, 700).astype(np.float32), (0, 0), px_wide(base, 6))
    return Done((levels_of(np.maximum(light, bloom)),))


def glaring(base: Base, amount: float, rng: Generator) -> Done:
    """A lamp mirrored on the felt, or sunlight."""
    height, width = base.image.shape[:2]
    middle = np.mean([quad.mean(axis=0) for quad in base.markers.values()], axis=0) + rng.normal(0, 0.06 * width, 2)
    y, x = np.mgrid[0:height, 0:width]
    wide = between(0.15, 0.34, amount) * width
    away = np.hypot(x - middle[0], (y - middle[1]) * rng.uniform(0.9, 1.4)) / wide
    light = 520 * np.exp(-(away**4))[..., None]
    return Done((levels_of(base.image + light),))


def gleaming(base: Base, amount: float, rng: Generator) -> Done:
    """A mirrored lamp in one place: a glare spot of a twentieth to a seventh of the tray, without an edge."""
    height, width = base.image.shape[:2]
    corners = np.array([quad.mean(axis=0) for quad in base.markers.values()], np.float32)
    radius = np.sqrt(between(0.07, 0.14, amount) * cv2.contourArea(cv2.convexHull(corners)) / np.pi)
    middle = corners.mean(axis=0) + rng.normal(0, 0.03 * width, 2)
    y, x = np.mgrid[0:height, 0:width]
    light = 520 * np.exp(-((np.hypot(x - middle[0], y - middle[1]) / radius) ** rng.uniform(2, 4)))[..., None]
    return Done((levels_of(base.image + light),))


def defocused(base: Base, amount: float, rng: Generator) -> Done:
    """Not in focus: every point is a disc."""
    radius = px_wide(base, between(6.5, 16, amount))
    side = 2 * round(radius) + 3
    disc = np.zeros((side, side), np.float32)
    cv2.circle(disc, (side // 2, side // 2), round(radius), 1.0, -1, cv2.LINE_AA)
    return Done((with_grain(levels_of(cv2.filter2D(base.image, -1, disc / disc.sum()).astype(float)), 1.5, rng),))


def smeared(base: Base, amount: float, rng: Generator) -> Done:
    """The camera shakes while it looks."""
    length = px_wide(base, between(14, 36, amount))
    side = 2 * round(length / 2) + 3
    line = np.zeros((side, side), np.float32)
    way, middle = rng.uniform(0, np.pi), side // 2
    across = np.array([np.cos(way), np.sin(way)]) * length / 2
    ends = [tuple(int(v) for v in np.round(middle + sign * across)) for sign in (-1, 1)]
    cv2.line(line, ends[0], ends[1], 1.0, 1, cv2.LINE_AA)
    return Done((with_grain(levels_of(cv2.filter2D(base.image, -1, line / line.sum()).astype(float)), 1.5, rng),))


def squeezed(base: Base, amount: float, _rng: Generator) -> Done:
    """Packed by a camera that has to save."""
    return Done((packed_at(base.image, round(between(8, 2, amount))),))


def grainy(base: Base, amount: float, rng: Generator) -> Done:
    """A sensor that is far too sensitive."""
    return Done((packed_at(with_grain(base.image, between(38, 75, amount), rng), 85),))


def enlarged(base: Base, amount: float, _rng: Generator) -> Done:
    """A tiny picture, blown up by the camera."""
    height, width = base.image.shape[:2]
    share = between(0.18, 0.1, amount) * 1280 / width
    tiny = cv2.resize(base.image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return Done((cv2.resize(tiny, (width, height), interpolation=cv2.INTER_CUBIC).astype(np.uint8),))


def tiny(base: Base, amount: float, _rng: Generator) -> Done:
    """A camera that sends tiny pictures."""
    width = round(between(400, 240, amount))
    share = width / base.image.shape[1]
    return Done((cv2.resize(base.image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA).astype(np.uint8),))


def far(base: Base, amount: float, rng: Generator) -> Done:
    """The camera hangs too high: the tray is small, and a lot of table is around it."""
    height, width = base.image.shape[:2]
    measured = (
        np.mean([np.linalg.norm(q - np.roll(q, 1, axis=0), axis=1).mean() for q in base.markers.values()]) / MARKER_MM
    )
    share = between(1.1, 0.6, amount) / float(measured)
    shift = rng.uniform(-0.3, 0.3, 2) * (1 - share) * (width, height)
    way = np.array([[share, 0, width * (1 - share) / 2 + shift[0]], [0, share, height * (1 - share) / 2 + shift[1]]])
    small = cv2.GaussianBlur(base.image, (0, 0), 0.45 / share).astype(np.uint8, copy=False)
    return Done((with_grain(_on_table(base.image, small, way), 1.5, rng),))


def _on_table(whole: Image, image: Image, way: NDArray[np.floating]) -> Image:
    """A picture moved, on what looks like the table at its left edge."""
    height, width = whole.shape[:2]
    strip = whole[:, : max(8, width // 40)]
    table = cv2.GaussianBlur(cv2.resize(strip, (width, height), interpolation=cv2.INTER_LINEAR), (0, 0), 6)
    matrix = np.vstack([way, [0, 0, 1]]) if way.shape[0] == 2 else way
    moved = cv2.warpPerspective(image, matrix, (width, height), flags=cv2.INTER_LINEAR)
    there = cv2.warpPerspective(np.full(image.shape[:2], 255, np.uint8), matrix, (width, height))
    return np.where(there[..., None] > 127, moved, table).astype(np.uint8)


def cut_off(base: Base, amount: float, rng: Generator) -> Done:
    """Pushed aside until a half of the tray, or a third, is beyond the picture."""
    height, width = base.image.shape[:2]
    middles = np.array([quad.mean(axis=0) for quad in base.markers.values()])
    (left, top), (right, bottom) = middles.min(axis=0), middles.max(axis=0)
    share = between(0.2, 0.55, amount)
    by = [
        (-(left + share * (right - left)), 0.0),
        (width - right + share * (right - left), 0.0),
        (0.0, -(top + share * (bottom - top))),
        (0.0, height - bottom + share * (bottom - top)),
    ][int(rng.integers(4))]
    way = np.array([[1, 0, by[0]], [0, 1, by[1]]])
    return Done((_on_table(base.image, base.image, way),))


def oblique(base: Base, amount: float, rng: Generator) -> Done:
    """A camera next to the tray instead of above it."""
    height, width = base.image.shape[:2]
    lean, focal, turn = np.radians(between(38, 55, amount)), 1.55 * width, rng.uniform(0, 2 * np.pi)
    rotation = cv2.Rodrigues(np.array([np.cos(turn), np.sin(turn), 0.0]) * lean)[0]
    corners = np.array([quad.mean(axis=0) for quad in base.markers.values()], np.float32)
    middle = corners.mean(axis=0)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    way, away = np.eye(3), focal
    while True:
        place = np.column_stack([rotation[:, :2], [0, 0, away]])
        way = lens @ place @ np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
        seen = cv2.perspectiveTransform(corners[None], way)[0]
        if (seen > 0.06 * height).all() and (seen < (width - 0.06 * height, 0.94 * height)).all():
            return Done((_on_table(base.image, base.image, way),))
        away *= 1.03


def moved(base: Base, amount: float, rng: Generator) -> Done:
    """The camera was pushed after the corners were tapped; this tray has no markers."""
    bare = bared(base)
    height, width = bare.shape[:2]
    by, way = between(0.03, 0.12, amount) * width, rng.uniform(0, 2 * np.pi)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), rng.uniform(-2, 2), 1.0)
    turn[:, 2] += by * np.cos(way), by * np.sin(way)
    now = cv2.warpAffine(bare, turn, (width, height), borderMode=cv2.BORDER_REFLECT_101).astype(np.uint8)
    return Done((with_grain(now, 1.5, rng),), was=bare)


def flickering(base: Base, amount: float, rng: Generator) -> Done:
    """A lamp that flickers with the mains, at a short exposure."""
    by = between(0.12, 0.4, amount)
    lights = [1 - by * ((k % 2) ^ (rng.uniform() < 0.15)) for k in range(FRAMES)]
    return Done(tuple(with_grain(levels_of(base.image * light), 1.5, rng) for light in lights))


def capped(base: Base, amount: float, rng: Generator) -> Done:
    """A lens cap, or a hand before the lens."""
    height, width = base.image.shape[:2]
    if rng.uniform() < 0.5:
        return Done((with_grain(np.full_like(base.image, 6), between(0.5, 4, amount), rng),))
    y, x = np.mgrid[0:height, 0:width]
    slope = (x / width * rng.uniform(-30, 30) + y / height * rng.uniform(-30, 30))[..., None]
    skin = np.array([60, 80, 130]) * between(1.3, 0.5, amount)
    return Done((with_grain(levels_of(skin + slope), 3, rng),))


def negative(base: Base, _amount: float, _rng: Generator) -> Done:
    """Light and dark exchanged by some setting of the camera."""
    return Done(((255 - base.image).astype(np.uint8),))


def mirrored(base: Base, amount: float, _rng: Generator) -> Done:
    """A camera that shows one as in a mirror."""
    return Done((np.ascontiguousarray(base.image[:, ::-1] if amount < 0.8 else base.image[::-1]),))


def tray_turned(base: Base, _amount: float, rng: Generator) -> Done:
    """The tray, or the camera, stands upside down or on its side."""
    turns = (cv2.ROTATE_180, cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_90_COUNTERCLOCKWISE)
    return Done((cv2.rotate(base.image, turns[int(rng.integers(4))]).astype(np.uint8),))
