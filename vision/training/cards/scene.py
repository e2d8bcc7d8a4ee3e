"""Photograph painted cards with rotation, tilt, ground, light, blur, noise and JPEG; cut index samples from them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.cards.index_crop import Image, Point, index_cut, ink_plane, pyramid
from vision.training.cards.art import RANKS, SUITS, Card


def half(labels: Path, learning: bool) -> list[dict[str, Any]]:
    """Return the entries of every other group of the labels file: pictures of one throw or table never part."""
    entries = json.loads(labels.read_text(encoding="utf-8"))
    groups = sorted({entry["group"] for entry in entries})
    mine = {group for place, group in enumerate(groups) if (place % 2 == 0) == learning}
    return [entry for entry in entries if entry["group"] in mine]


def picture(labels: Path, entry: dict[str, Any]) -> Image:
    """Return the BGR picture of an entry, from the labels' folder or images/."""
    for path in (labels.parent / entry["file"], labels.parent / "images" / entry["file"]):
        if path.exists():
            loaded = cv2.imread(str(path))
            if loaded is not None:
                return loaded.astype(np.uint8)
    raise FileNotFoundError(f"{entry['file']} of {labels} is neither beside it nor in images/.")


def grounds(labels: Sequence[Path]) -> list[Image]:
    """Return grounds for painted cards: pictures of the training halves, at most 640 px wide."""
    found = []
    for path in labels:
        for entry in half(path, learning=True):
            loaded = picture(path, entry)
            scale = 640 / max(loaded.shape[:2])
            found.append(cv2.resize(loaded, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8))
    return found


JUNK_RANK = len(RANKS)
JUNK_SUIT = len(SUITS)
OPEN = -1  # a label that the loss passes over
STORED = (76, 60)  # rows, columns: a cut with a rim, so that training can move, turn and scale it


@dataclass(frozen=True, slots=True)
class Sample:
    """One cut, (76, 60) uint8 grey, with its places in RANKS and SUITS (or JUNK_..., or OPEN)."""

    cut: Image
    rank: int
    suit: int


def samples(card: Card, grounds: list[Image], rng: np.random.Generator) -> list[Sample]:
    """One photograph of the corner of a card: the index itself, and places that look a little like one."""
    picture, to_picture = photograph(card, _ground(grounds, rng), rng)
    levels = pyramid(ink_plane(picture))
    rank_at, suit_at = to_picture(card.rank_at), to_picture(card.suit_at)
    unit = float(np.hypot(rank_at[0] - suit_at[0], rank_at[1] - suit_at[1]))
    rank, suit = RANKS.index(card.rank), SUITS.index(card.suit)
    found = [Sample(_jittered(levels, rank_at, suit_at, unit, rng), rank, suit) for _ in range(2)]
    found.append(Sample(_jittered(levels, suit_at, rank_at, unit, rng), JUNK_RANK, JUNK_SUIT))
    pips = [to_picture(p) for p in card.pips]
    near = pips[int(rng.integers(len(pips)))]
    found.append(Sample(index_cut(levels, suit_at, near, STORED), JUNK_RANK, OPEN))
    found.append(Sample(index_cut(levels, near, rank_at, STORED), JUNK_RANK, JUNK_SUIT))
    if len(pips) > 1:
        found.append(Sample(index_cut(levels, pips[0], pips[int(rng.integers(1, len(pips)))], STORED), JUNK_RANK, OPEN))
    start = rng.uniform(0, 1, 2) * picture.shape[1::-1]
    end = start + rng.normal(0, unit, 2)
    if min(np.hypot(*(start - rank_at)), np.hypot(*(end - suit_at))) > unit * 0.5:
        found.append(Sample(index_cut(levels, tuple(start), tuple(end), STORED), JUNK_RANK, JUNK_SUIT))
    return found


def _jittered(levels: list[Image], a: Point, b: Point, unit: float, rng: np.random.Generator) -> Image:
    moved = rng.normal(0, 0.025 * unit, 4)
    return index_cut(levels, (a[0] + moved[0], a[1] + moved[1]), (b[0] + moved[2], b[1] + moved[3]), STORED)


def photograph(card: Card, ground: Image, rng: np.random.Generator):
    """The corner of the card in a picture of about 7 index units; and a function from px of the card to px of the picture."""
    unit = float(np.exp(rng.uniform(np.log(6.5), np.log(45))))
    full = float(np.hypot(card.rank_at[0] - card.suit_at[0], card.rank_at[1] - card.suit_at[1]))
    side = int(unit * 7) + 8
    shrink = min(1.0, unit * 1.3 / full)
    small = cv2.resize(card.image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    matrix = _view(card, unit / full, side, rng) @ np.diag([1 / shrink, 1 / shrink, 1.0])
    scene = cv2.resize(ground, (side, side), interpolation=cv2.INTER_AREA)
    laid = cv2.warpPerspective(small, matrix, (side, side), flags=cv2.INTER_LINEAR)
    cover = (
        cv2.warpPerspective(_rounded(small), matrix, (side, side), flags=cv2.INTER_LINEAR)[..., None].astype(np.float32)
        / 255
    )
    picture = _camera(scene * (1 - cover) + laid * cover, unit, rng)
    whole = matrix @ np.diag([shrink, shrink, 1.0])

    def to_picture(point: Point) -> Point:
        x, y, w = whole @ (point[0], point[1], 1.0)
        return float(x / w), float(y / w)

    return picture, to_picture


def _rounded(card: Image) -> Image:
    mask = np.zeros(card.shape[:2], np.uint8)
    r = max(1, int(card.shape[1] * 0.05))
    cv2.rectangle(mask, (r, r), (mask.shape[1] - 1 - r, mask.shape[0] - 1 - r), 255, -1)
    return cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * r + 1, 2 * r + 1))).astype(np.uint8)


def _view(card: Card, scale: float, side: int, rng: np.random.Generator) -> np.ndarray:
    """Homography that brings the middle of the index near the middle of the picture, turned, tilted by up to 45 degrees."""
    turn, tilt_way = rng.uniform(0, 2 * np.pi, 2)
    squash = float(np.cos(rng.uniform(0, 0.8) * rng.random()))
    mx, my = ((card.rank_at[k] + card.suit_at[k]) / 2 for k in (0, 1))
    linear = _turned(tilt_way) @ np.diag([1.0, squash]) @ _turned(turn - tilt_way) * scale
    matrix = np.eye(3)
    matrix[:2, :2] = linear
    matrix[2, :2] = rng.normal(0, 0.00025, 2)
    matrix[:2, 2] = 0
    shift = np.array([[1, 0, -mx], [0, 1, -my], [0, 0, 1.0]])
    middle = np.eye(3)
    middle[:2, 2] = side / 2 + rng.uniform(-0.8, 0.8, 2)
    return middle @ matrix @ shift


def _turned(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


def _ground(grounds: list[Image], rng: np.random.Generator) -> Image:
    ground = grounds[int(rng.integers(len(grounds)))]
    side = int(rng.uniform(0.2, 0.8) * min(ground.shape[:2]))
    y, x = (int(rng.integers(0, ground.shape[k] - side)) for k in (0, 1))
    return ground[y : y + side, x : x + side]


def _camera(scene: np.ndarray, unit: float, rng: np.random.Generator) -> Image:
    """Light, its fall-off, blur, noise, JPEG: (s, s, 3) uint8 BGR."""
    light = scene.astype(np.float32) * rng.uniform(0.45, 1.1) * rng.uniform(0.85, 1.1, 3)
    ramp = np.linspace(rng.uniform(0.75, 1), 1, scene.shape[1], dtype=np.float32)
    light *= (ramp if rng.random() < 0.5 else ramp[::-1])[None, :, None]
    sigma = rng.uniform(0, 0.06) * unit + rng.uniform(0, 0.7)
    light = cv2.GaussianBlur(light, (0, 0), max(0.15, sigma))
    if rng.random() < 0.2:
        kernel = np.zeros((9, 9), np.float32)
        length = rng.uniform(0.5, 0.04 * unit + 1.0)
        way = rng.uniform(0, np.pi)
        end = (int(64 + 16 * length * np.cos(way)), int(64 + 16 * length * np.sin(way)))
        start = (128 - end[0], 128 - end[1])
        cv2.line(kernel, start, end, 1.0, 1, cv2.LINE_AA, 4)
        light = cv2.filter2D(light, -1, kernel / max(kernel.sum(), 1e-3)) if kernel.sum() > 0 else light
    light += rng.normal(0, rng.uniform(0, 9), light.shape)
    clipped = np.clip(light, 0, 255).astype(np.uint8)
    _, coded = cv2.imencode(".jpg", clipped, (cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 98))))
    return cv2.imdecode(coded, cv2.IMREAD_COLOR).astype(np.uint8)
