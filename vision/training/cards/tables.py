"""Render cards on tables with maps of faces and indexes, to train `card_field.onnx`.

python -m vision.training.cards.tables OUT.npz --grounds PHOTOS/.../labels.json --cards PHOTOS/cards_.../labels.json
--rendered RENDERS/.../labels.json

Uses painted scenes on photographs without cards, the training half of photographs with cards, and rendered trays.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.card_outline import CardOutline, find_outlines, four_corners, rectify
from vision.cards.index_crop import Image, Point, ink_plane, pyramid
from vision.cards.index_field import LONG_SIDE, STRIDE
from vision.cards.index_finder import find_candidates
from vision.cards.index_groups import group_cards
from vision.cards.index_sighting import IndexSighting, index_sightings
from vision.kit import load_kit
from vision.training.cards.art import RANKS, SUITS, paint, random_deck
from vision.training.cards.scene import _camera, _rounded, grounds, half, picture

SIDE = 192  # px of a scene, a part of a picture of LONG_SIDE
CELLS = SIDE // STRIDE
UNKNOWN = 255  # of a target: not known, the loss passes over it
FLAT = (352, 252)  # rows, columns of a card in the pool
CORNER_RANGE = 1.1  # cells: spread of the mark of an index


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture (SIDE, SIDE, 3) uint8 BGR and its targets (CELLS, CELLS) uint8, 0..200 for 0..1, or UNKNOWN."""

    image: Image
    face: Image
    index: Image


@dataclass(frozen=True, slots=True)
class Flat:
    """A card ready to be laid: (352, 252, 3) uint8 BGR and the middles of its indexes, px."""

    image: Image
    indexes: tuple[Point, ...]


def painted_card(rng: np.random.Generator) -> Flat:
    card = paint(str(rng.choice(RANKS)), str(rng.choice(SUITS)), random_deck(rng), rng)
    small = cv2.resize(card.image, FLAT[::-1], interpolation=cv2.INTER_AREA).astype(np.uint8)
    scale = FLAT[0] / card.image.shape[0]
    x, y = ((card.rank_at[k] + card.suit_at[k]) / 2 * scale for k in (0, 1))
    return Flat(small, ((x, y), (FLAT[1] - 1 - x, FLAT[0] - 1 - y)))


def photographed_cards(labels: Path) -> Iterator[Flat]:
    """Yield flat whole cards from photographs of the training half that are read as labelled."""
    least = load_kit("cards").thresholds["index"]
    for entry in half(labels, learning=True):
        image = picture(labels, entry)
        levels = pyramid(ink_plane(image))
        named = {str(thing["value"]) for thing in entry["objects"]}
        for card in group_cards(
            image, index_sightings(image, levels, find_candidates(levels), least), find_outlines(image), least
        ):
            if card.frame is not None and len(card.parts) == 2 and _is_named(card.parts, named):
                yield _flat(image, card.frame, least)


def _is_named(parts: Sequence[IndexSighting], named: set[str]) -> bool:
    return all(RANKS[int(part.rank.argmax())] in named for part in parts)


def _flat(image: Image, frame: CardOutline, least: float) -> Flat:
    card = rectify(image, frame)
    levels = pyramid(ink_plane(card))
    return Flat(
        card, tuple(sight.middle for sight in index_sightings(card, levels, find_candidates(levels), least)[:2])
    )


def scene(pool: Sequence[Flat], lay_on: Sequence[Image], rng: np.random.Generator) -> Scene:
    """Up to five cards, scattered or fanned, papers and things that cover among them."""
    canvas = _ground(lay_on, rng).astype(np.float32)
    face = np.zeros((SIDE, SIDE), np.float32)
    index = np.zeros((SIDE, SIDE), np.float32)
    height = float(np.exp(rng.uniform(np.log(26), np.log(230))))
    for _ in range(int(rng.integers(0, 3))):
        _cover(canvas, face, index, _sheet(rng), _anywhere(rng, height * rng.uniform(0.5, 2)))
    for matrix in _places(height, rng):
        _lay(canvas, face, index, pool[int(rng.integers(len(pool)))], matrix)
    for _ in range(int(rng.choice((0, 0, 1, 2)))):
        _cover(canvas, face, index, _sheet(rng), _anywhere(rng, height * rng.uniform(0.2, 0.9)))
    return Scene(_camera(canvas, height / 9, rng), _cells(face), _cells(index))


def _places(height: float, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """Homographies from a flat card into the scene."""
    count = int(rng.choice((0, 1, 2, 3, 4, 5), p=(0.1, 0.25, 0.2, 0.2, 0.15, 0.1)))
    fan = rng.random() < 0.5
    turn, middle = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.9, 2) * SIDE
    step, spread = rng.uniform(0.12, 0.6) * height, rng.uniform(-0.4, 0.4)
    for place in range(count):
        if fan:
            way = turn + spread * place
            at = middle + place * step * np.array((np.cos(turn), np.sin(turn)))
        else:
            way, at = rng.uniform(0, 2 * np.pi), rng.uniform(-0.1, 1.1, 2) * SIDE
        yield _matrix(at, way + rng.normal(0, 0.03), height, rng)


def _matrix(at: np.ndarray, turn: float, height: float, rng: np.random.Generator) -> np.ndarray:
    c, s = np.cos(turn), np.sin(turn)
    scale = height / FLAT[0] * rng.uniform(0.9, 1.1)
    tilt = np.diag([1.0, rng.uniform(0.75, 1.0)])
    view = np.eye(3)
    view[:2, :2] = tilt @ np.array([[c, -s], [s, c]]) * scale
    view[2, :2] = rng.normal(0, 0.0002, 2)
    view[:2, 2] = at
    shift = np.array([[1, 0, -FLAT[1] / 2], [0, 1, -FLAT[0] / 2], [0, 0, 1.0]])
    return np.asarray(view @ shift)


def _lay(canvas: np.ndarray, face: np.ndarray, index: np.ndarray, card: Flat, matrix: np.ndarray) -> None:
    size = (SIDE, SIDE)
    shrink = max(1.0, 0.7 / float(np.sqrt(abs(np.linalg.det(matrix[:2, :2])))))
    small = cv2.resize(card.image, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
    whole = matrix @ np.diag([card.image.shape[1] / small.shape[1], card.image.shape[0] / small.shape[0], 1.0])
    laid = cv2.warpPerspective(small, whole, size, flags=cv2.INTER_LINEAR)
    cover = cv2.warpPerspective(_rounded(small), whole, size, flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    shade = cv2.GaussianBlur(cover, (0, 0), 1.5)[..., None]
    canvas *= 1 - 0.25 * shade
    canvas *= 1 - cover[..., None]
    canvas += laid * cover[..., None]
    np.maximum(face * (1 - cover), cover, out=face)
    index *= 1 - cover
    for point in card.indexes:
        x, y, w = matrix @ (point[0], point[1], 1.0)
        _mark(index, (x / w, y / w))


def _mark(index: np.ndarray, at: tuple[float, float]) -> None:
    rows, columns = np.indices(index.shape, dtype=np.float32)
    away = ((columns - at[0]) ** 2 + (rows - at[1]) ** 2) / (CORNER_RANGE * STRIDE) ** 2
    np.maximum(index, np.exp(-away / 2), out=index)


def _cover(
    canvas: np.ndarray, face: np.ndarray, index: np.ndarray, sheet: Image, place: tuple[np.ndarray, float]
) -> None:
    matrix, _ = place
    laid = cv2.warpAffine(sheet, matrix, (SIDE, SIDE))
    cover = cv2.warpAffine(np.full(sheet.shape[:2], 255, np.uint8), matrix, (SIDE, SIDE)).astype(np.float32) / 255
    canvas *= 1 - cover[..., None]
    canvas += laid * cover[..., None]
    face *= 1 - cover
    index *= 1 - cover


def _anywhere(rng: np.random.Generator, size: float) -> tuple[np.ndarray, float]:
    turn, scale = rng.uniform(0, 360), size / 100
    matrix = cv2.getRotationMatrix2D((50, 50), turn, scale)
    matrix[:, 2] += rng.uniform(-0.1, 1.1, 2) * SIDE - 50
    return matrix, size


def _sheet(rng: np.random.Generator) -> Image:
    """Return an object with corners, (h, w, 3) uint8: paper with lines of print, a book, a strip."""
    shape = (int(rng.integers(20, 130)), int(rng.integers(20, 130)), 3)
    pale = rng.random() < 0.5
    sheet = np.empty(shape, np.uint8)
    sheet[:] = rng.integers(190, 256, 3) if pale else rng.integers(0, 256, 3)
    ink = tuple(int(v) for v in (rng.integers(0, 120, 3) if pale else rng.integers(0, 256, 3)))
    for _ in range(int(rng.integers(0, 9))):
        at = (int(rng.integers(0, shape[1])), int(rng.integers(5, shape[0])))
        text = "".join(rng.choice(list("AEHIKLMNORSTaeinorst0123456789 "), int(rng.integers(1, 9))))
        cv2.putText(
            sheet, text, at, int(rng.integers(0, 5)), float(rng.uniform(0.2, 1.4)), ink, int(rng.integers(1, 3))
        )
    return sheet


def _ground(lay_on: Sequence[Image], rng: np.random.Generator) -> Image:
    if rng.random() < 0.15:
        plain = np.empty((SIDE, SIDE, 3), np.float32)
        plain[:] = rng.uniform(10, 240) + rng.normal(0, 25, 3)
        return np.clip(plain + rng.normal(0, rng.uniform(0, 12), plain.shape), 0, 255).astype(np.uint8)
    ground = lay_on[int(rng.integers(len(lay_on)))]
    side = int(rng.uniform(0.3, 1.0) * min(ground.shape[:2]))
    y, x = (int(rng.integers(0, ground.shape[k] - side + 1)) for k in (0, 1))
    turned = np.rot90(ground[y : y + side, x : x + side], int(rng.integers(4)))
    return cv2.resize(turned, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.uint8)


def _cells(target: NDArray[np.float32]) -> Image:
    rows, columns = target.shape[0] // STRIDE, target.shape[1] // STRIDE
    mean = cv2.resize(target, (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(np.clip(mean * 200, 0, 200), np.uint8)


def photographed(labels: Path, rng: np.random.Generator) -> Iterator[Scene]:
    """Yield parts of labelled photographs: negative outside all boxes, positive in the middle of a box, unknown
    elsewhere.
    """
    for entry in half(labels, learning=True):
        image = picture(labels, entry)
        scale = LONG_SIDE / max(image.shape[:2])
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8)
        corners = entry["objects"][0]["kind"] == "card_corner"
        face, index = (_of_corners if corners else _of_boxes)(entry["objects"], small.shape[:2], scale)
        yield from _parts(small, face, index, 4, rng)


def _of_boxes(objects: list[dict[str, Any]], shape: tuple[int, ...], scale: float) -> tuple[np.ndarray, np.ndarray]:
    face = np.zeros(shape, np.float32)
    for thing in objects:
        x, y, w, h = (v * scale for v in thing["box"])
        face[max(0, int(y - 3)) : int(y + h + 4), max(0, int(x - 3)) : int(x + w + 4)] = np.nan
    index = face.copy()
    for thing in objects:
        x, y, w, h = (v * scale for v in thing["box"])
        face[int(y + 0.35 * h) : int(y + 0.65 * h) + 1, int(x + 0.35 * w) : int(x + 0.65 * w) + 1] = 1
    return face, index


def _of_corners(objects: list[dict[str, Any]], shape: tuple[int, ...], scale: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the maps for boxes of indexes: negative far from all of them, positive in a margin around them."""
    face = np.full(shape, np.nan, np.float32)
    near = np.zeros(shape, np.uint8)
    index = np.zeros(shape, np.float32)
    for thing in objects:
        x, y, w, h = (v * scale for v in thing["box"])
        face[int(y) : int(y + h) + 1, int(x) : int(x + w) + 1] = 1
        near[int(y) : int(y + h) + 1, int(x) : int(x + w) + 1] = 1
        _mark(index, (x + w / 2, y + h / 2))
    rows, columns = np.nonzero(near)
    hull = cv2.convexHull(np.stack([columns, rows], 1).astype(np.int32))
    cv2.fillConvexPoly(near, hull, 1)
    far = cv2.dilate(near, np.ones((161, 161), np.uint8)) == 0
    face[far] = 0
    return face, index


def rendered(labels: Path, rng: np.random.Generator, most: int) -> Iterator[Scene]:
    """Parts of rendered trays; a card's four corners tell where its indexes are."""
    for entry in json.loads(labels.read_text(encoding="utf-8"))[:most]:
        image = picture(labels, entry)
        scale = LONG_SIDE / max(image.shape[:2])
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8)
        face = np.zeros(small.shape[:2], np.float32)
        index = np.zeros_like(face)
        cards = [thing for thing in entry["objects"] if thing["kind"] == "card"]
        others = [thing for thing in entry["objects"] if thing["kind"] != "card" and thing.get("top_poly")]
        for thing in cards:
            _rendered_card(thing, face, index, scale)
        for thing in others:
            polygon = np.array(thing["top_poly"], np.float32) * scale
            cv2.fillPoly(face, [polygon.astype(np.int32)], 0.0)
            cv2.fillPoly(index, [polygon.astype(np.int32)], 0.0)
        yield from _parts(small, face, index, 4 if cards else 2, rng)


def _rendered_card(thing: dict[str, Any], face: np.ndarray, index: np.ndarray, scale: float) -> None:
    polygon = np.array(thing["top_poly"], np.float32) * scale
    cv2.fillPoly(face, [polygon.astype(np.int32)], 1.0)
    corners = four_corners(cv2.convexHull(polygon).reshape(-1, 2))
    if corners is None:
        return
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    matrix = cv2.getPerspectiveTransform(unit, corners)
    for point in ((0.09, 0.115), (0.91, 0.885)):
        x, y, w = matrix @ (*point, 1.0)
        _mark(index, (float(x / w), float(y / w)))


def _parts(image: Image, face: np.ndarray, index: np.ndarray, count: int, rng: np.random.Generator) -> Iterator[Scene]:
    """Yield parts of SIDE px, rotated but not mirrored, since an index is asymmetric; half of them around a card."""
    pad = [(0, max(0, SIDE - n)) for n in image.shape[:2]]
    image = np.pad(image, (*pad, (0, 0)))
    face, index = (np.pad(target, pad, constant_values=np.nan) for target in (face, index))
    lit = np.argwhere(face > 0.5)
    for _ in range(count):
        y, x = (int(rng.integers(0, n - SIDE + 1)) for n in image.shape[:2])
        if len(lit) and rng.random() < 0.6:
            at = lit[int(rng.integers(len(lit)))] - rng.uniform(0.2, 0.8, 2) * SIDE
            y, x = (int(np.clip(at[k], 0, image.shape[k] - SIDE)) for k in (0, 1))
        turns = int(rng.integers(4))
        cut = [np.rot90(part[y : y + SIDE, x : x + SIDE], turns) for part in (image, face, index)]
        yield Scene(np.ascontiguousarray(cut[0]), _known_cells(cut[1]), _known_cells(cut[2]))


def _known_cells(target: np.ndarray) -> Image:
    open_cells = _cells(np.isnan(target).astype(np.float32)) > 0
    cells = _cells(np.ascontiguousarray(np.nan_to_num(target).astype(np.float32)))
    cells[open_cells] = UNKNOWN
    return cells


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--grounds", type=Path, nargs="+", required=True, help="labels of photographs without cards")
    parser.add_argument("--cards", type=Path, nargs="*", default=[], help="labels of photographs with cards")
    parser.add_argument("--rendered", type=Path, nargs="*", default=[])
    parser.add_argument("--scenes", type=int, default=2500)
    parser.add_argument("--pool", type=int, default=700)
    parser.add_argument("--seed", type=int, default=3)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(given.seed)
    found = [part for labels in given.cards for part in photographed(labels, rng)]
    found += [part for labels in given.rendered for part in rendered(labels, rng, 8)]
    lay_on = grounds(given.grounds)
    own = [card for labels in given.cards for card in photographed_cards(labels)]
    pool = [painted_card(rng) for _ in range(given.pool)] + own * 3
    print(f"{len(own)} photographed cards")
    found += [scene(pool, lay_on, rng) for _ in range(given.scenes)]
    np.savez(
        given.out,
        images=np.stack([one.image for one in found]),
        faces=np.stack([one.face for one in found]),
        indexes=np.stack([one.index for one in found]),
    )
    print(f"{len(found)} scenes")


if __name__ == "__main__":
    main()
