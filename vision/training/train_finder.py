"""Train the finder:  python -m vision.training.train_finder RENDERS... --photos PHOTOS --seconds 800 --out finder.pt

RENDERS are folders of rendered styles (`<style>/<kind>/labels.json`), PHOTOS the folder of the sets of photographs.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.shape_of_kind import SHAPES
from vision.training.nets import Finder
from vision.training.pictures import TAUGHT, UNSAID, Mark, Picture, lessons, renders, taught_coins
from vision.training.training_loop import Pace, TrainingRun, arguments, descend, recolour

CROP = 192
STRIDE = 4
NEARER = 3.0
"""Scale at which a close-up counts as empty, since its dice are too large."""
PHOTOGRAPHS = 0.25
"""About so many photographs, of each set alike, for each render: from renders alone a reader does not learn the world."""
STATE_WEIGHTS = (1.0, 3.0, 2.0, 2.0)
KEPT = 1.3  # pictures are kept this much larger than nominal, so that crops are not enlarged
BATCH = 24
FASTEST, FASTEST_AGAIN = 4e-3, 2e-3
"""The highest rate of learning from nothing, and from older weights."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A picture at 1.3 times the nominal size."""

    image: NDArray[np.uint8]
    marks: tuple[Mark, ...]
    factor: float
    """Px of `image` per px of `marks`."""


def load(picture: Picture, nearer: float = 1.0) -> Loaded:
    """Read and shrink a picture. Raises ValueError if unreadable.

    `nearer`: scale factor. The picture then counts as empty, including numerals and pips.
    """
    image = cv2.imread(str(picture.path))
    if image is None:
        raise ValueError(f"{picture.path} is no picture")
    factor = min(1.0, KEPT * picture.scale * nearer)
    marks = picture.marks if nearer == 1.0 else ()
    return Loaded(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), marks, factor)


def crop(
    loaded: Loaded, rng: np.random.Generator
) -> tuple[NDArray[np.uint8], list[tuple[Mark, float, float, float, NDArray]]]:
    """Return a crop in a random turn and size, and its marks: mark, x, y, radius and box corners in px of the crop."""
    height, width = loaded.image.shape[:2]
    if loaded.marks and rng.random() < 0.85:
        chosen = loaded.marks[rng.integers(len(loaded.marks))]
        middle = np.array([chosen.x, chosen.y]) * loaded.factor + rng.normal(0, CROP / 6, 2)
    else:
        middle = rng.uniform(0, 1, 2) * (width, height)
    size = np.exp(rng.uniform(-0.35, 0.35)) / KEPT
    turn = np.linalg.matrix_power(np.array([[0.0, -1.0], [1.0, 0.0]]), int(rng.integers(4))) * size
    if rng.random() < 0.5:
        turn[:, 0] *= -1
    shift = CROP / 2 - turn @ middle
    image = cv2.warpAffine(loaded.image, np.hstack([turn, shift[:, None]]), (CROP, CROP), borderValue=(0, 0, 0))
    found = []
    for mark in loaded.marks:
        x, y = turn @ (np.array([mark.x, mark.y]) * loaded.factor) + shift
        box = np.full(4, np.nan)
        if mark.box:
            bx, by, bw, bh = np.array(mark.box) * loaded.factor
            ends = np.stack([turn @ (bx, by) + shift, turn @ (bx + bw, by + bh) + shift])
            box = np.concatenate([ends.min(0), ends.max(0)])
        if -4 < x < CROP + 4 and -4 < y < CROP + 4:
            found.append((mark, x, y, mark.radius * loaded.factor * size, box))
    return image, found


def targets(found: list[tuple[Mark, float, float, float, NDArray]]) -> tuple[NDArray, NDArray, NDArray]:
    """Heat maps (6, h, w), states (h, w) int64 with UNSAID elsewhere, geometry (7, h, w): dx, dy, log r, l, t, r, b; nan: unknown."""
    side = CROP // STRIDE
    heat = np.zeros((len(SHAPES), side, side), np.float32)
    state = np.full((side, side), UNSAID, np.int64)
    geometry = np.full((7, side, side), np.nan, np.float32)
    rows, columns = np.mgrid[0:side, 0:side]
    for mark, x, y, radius, box in found:
        cx, cy = x / STRIDE - 0.5, y / STRIDE - 0.5
        distance = (columns - cx) ** 2 + (rows - cy) ** 2
        sigma = np.clip(0.25 * (radius or 12) / STRIDE, 0.7, 2.0)
        heat[mark.shape] = np.maximum(heat[mark.shape], np.exp(-distance / (2 * sigma**2)))
        if 0 <= round(cx) < side and 0 <= round(cy) < side:
            heat[mark.shape, round(cy), round(cx)] = 1.0
        near = distance < 1.6
        cut = np.isfinite(box).all() and (box.min() < 0 or box.max() > CROP)
        state[near] = UNSAID if cut else mark.state
        geometry[0][near] = (cx - columns)[near]
        geometry[1][near] = (cy - rows)[near]
        if radius:
            if mark.is_sized:
                geometry[2][near] = np.log(radius / STRIDE)
            if mark.is_sized and not cut:
                for k, v in enumerate(((x - box[0]), (y - box[1]), (box[2] - x), (box[3] - y))):
                    geometry[3 + k][near] = v / radius
    return heat, state, geometry


def batch(
    pictures: Sequence[Loaded], rng: np.random.Generator, coins: Sequence[NDArray], count: int
) -> tuple[Tensor, ...]:
    """Return a batch of crops and their targets."""
    rows = []
    for k in rng.integers(len(pictures), size=count):
        image, found = crop(pictures[k], rng)
        if coins and rng.random() < 0.15:
            lay_coin(image, found, coins[rng.integers(len(coins))], rng)
        rows.append((recolour(image, rng).transpose(2, 0, 1), *targets(found)))
    images, heat, state, geometry = (np.stack(column) for column in zip(*rows, strict=True))
    return (
        torch.from_numpy(images).float().div_(255),
        torch.from_numpy(heat),
        torch.from_numpy(state),
        torch.from_numpy(geometry),
    )


def lay_coin(image: NDArray[np.uint8], found: list, coin: NDArray[np.uint8], rng: np.random.Generator) -> None:
    """Lay a coin, a stranger, where no object is; in place."""
    radius = int(rng.uniform(11, 22))
    x, y = rng.integers(radius, CROP - radius, 2)
    if any(np.hypot(x - mx, y - my) < radius + 26 for _, mx, my, *_ in found):
        return
    side = 2 * radius
    round_mask = np.zeros((side, side, 1), np.float32)
    cv2.circle(round_mask, (radius, radius), radius - 1, 1.0, -1, cv2.LINE_AA)
    small = cv2.resize(coin, (side, side), interpolation=cv2.INTER_AREA)
    spot = image[y - radius : y + radius, x - radius : x + radius]
    spot[:] = (small * round_mask + spot * (1 - round_mask)).astype(np.uint8)


def loss(out: Tensor, heat: Tensor, state: Tensor, geometry: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Focal loss of the heat maps, cross entropy of states, L1 of geometry where it is known."""
    shapes = len(SHAPES)
    p = out[:, :shapes].sigmoid().clamp(1e-4, 1 - 1e-4)
    hit = heat > 0.999
    focal = torch.where(hit, (1 - p) ** 2 * p.log(), (1 - heat) ** 4 * p**2 * (1 - p).log())
    a = -focal.sum() / hit.sum().clamp(min=1)
    weights = torch.tensor(STATE_WEIGHTS)
    b = (
        nn.functional.cross_entropy(out[:, shapes : shapes + 4], state, weight=weights, ignore_index=UNSAID)
        if (state != UNSAID).any()
        else a * 0
    )
    known = geometry.isfinite()
    off = (out[:, shapes + 4 :] - geometry.nan_to_num())[known]
    c = nn.functional.smooth_l1_loss(off, torch.zeros_like(off), beta=0.1)
    return a + b + 2 * c, {"heat": a.item(), "state": b.item(), "geometry": c.item()}


def train(pictures: Sequence[Loaded], coins: Sequence[NDArray], seconds: float, out: Path, start: Path | None) -> None:
    """Train for that many seconds of wall clock and save the weights, an average over the last steps."""
    rng = np.random.default_rng(1)

    def step(net: nn.Module) -> tuple[Tensor, dict[str, float]]:
        images, heat, state, geometry = batch(pictures, rng, coins, BATCH)
        with torch.autocast("cpu", torch.bfloat16):  # half the time on processors that know it
            predicted = net(images.to(memory_format=torch.channels_last))
        return loss(predicted.float(), heat, state, geometry)

    pace = Pace(FASTEST_AGAIN if start else FASTEST, warm=60, memory=0.99, longest=5.0, every=25)
    descend(Finder(), step, TrainingRun(seconds, out, start), pace)


def gather(styles: Sequence[Path], photos: Path) -> list[Picture]:
    """Return the pictures to be learnt from, those that count twice twice: stills, and photographs as a share of all."""
    chosen: list[Picture] = []
    for folder in styles:
        every = list(renders(folder))
        stills = [picture for picture in every if picture.group != "enrolment"]
        chosen += stills * 2 + [picture for picture in every if picture.group == "enrolment" and picture.marks][::3]
    many = round(PHOTOGRAPHS * len(chosen) / len(TAUGHT))
    for name in TAUGHT:
        photographed = lessons(photos / name)
        chosen += photographed * max(1, round(many / len(photographed)))
    return chosen


def load_all(chosen: Sequence[Picture]) -> list[Loaded]:
    """Each picture read once, then the close-ups again as if the camera were too near to see objects."""
    read = {picture.path: load(picture) for picture in dict.fromkeys(chosen)}
    near = [p for p in dict.fromkeys(chosen) if KEPT * p.scale * NEARER <= 1.0 and p.marks]
    print(len(read), "pictures", flush=True)
    return [read[picture.path] for picture in chosen] + [load(picture, NEARER) for picture in near]


def main() -> None:
    """Read the arguments, gather the pictures, train."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("renders", nargs="+", type=Path)
    options.add_argument("--photos", type=Path, required=True)
    told = arguments(options, "finder.pt", 800)
    pictures = load_all(gather(told.renders, told.photos))
    train(pictures, list(taught_coins(told.photos / "coins_kaa")), told.seconds, told.out, told.start)


if __name__ == "__main__":
    main()
