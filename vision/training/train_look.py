"""Trains the second look on what the finder finds:  python -m vision.training.train_look RENDERS... --photos PHOTOS --seconds 600 --out look.pt

The finder in `vision/models` must be there: its findings on the training pictures, right and wrong, are the examples.
"""

import argparse
import pickle
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.find import find_at
from vision.shapes import SHAPES
from vision.training.augment import recolour
from vision.training.look_net import NOTHING, Look
from vision.training.pictures import UNSAID, Mark, Picture, held_out, photographs, renders
from vision.training.train_finder import NOMINAL_PX

SIDE = 64
REACH = 2.0
"""Half side of what the net sees, in radii as the finder tells them."""
KEPT = 112
REACH_KEPT = 3.4
LEAST = 0.08
STATE_WEIGHTS = (1.0, 1.5, 1.5, 1.5)
DECAHEDRON = SHAPES.index("decahedron")


@dataclass(frozen=True, slots=True)
class Example:
    """A finding's surroundings and what it truly is."""

    image: NDArray[np.uint8]
    """`KEPT` px square."""
    place: tuple[float, float]
    """Where in the picture, halves of the long side from its middle; (nan, nan): unknown."""
    shape: int
    state: int
    shift: tuple[float, float]
    """From the finding to the true centre, in radii of the finding."""
    grow: float
    """Log of true radius by found radius; nan: unknown."""


def cut(image: NDArray[np.uint8], x: float, y: float, radius: float) -> NDArray[np.uint8]:
    """The surroundings of a finding."""
    scale = KEPT / (2 * REACH_KEPT * radius)
    matrix = np.array([[scale, 0, KEPT / 2 - scale * x], [0, scale, KEPT / 2 - scale * y]])
    return cv2.warpAffine(image, matrix, (KEPT, KEPT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)


def examples(picture: Picture) -> list[Example]:
    """What the finder finds in one picture, and every object once more as it is labelled."""
    image = cv2.imread(str(picture.path))
    height, width = image.shape[:2]
    photo = picture.style in NOMINAL_PX
    scale = NOMINAL_PX[picture.style] if photo else 0.5
    found = find_at(image, scale, LEAST)
    half = max(width, height) / 2
    rows = []

    def add(x: float, y: float, radius: float, mark: Mark | None) -> None:
        place = (np.nan, np.nan) if photo else ((x - width / 2) / half, (y - height / 2) / half)
        if mark is None:
            rows.append(Example(cut(image, x, y, radius), place, NOTHING, UNSAID, (np.nan, np.nan), np.nan))
            return
        grow = np.log(mark.radius / radius) if mark.radius else np.nan
        rows.append(
            Example(
                cut(image, x, y, radius),
                place,
                mark.shape,
                mark.state,
                ((mark.x - x) / radius, (mark.y - y) / radius),
                grow,
            )
        )

    ghosts = 0
    for one in found:
        near = min(picture.marks, key=lambda mark: np.hypot(mark.x - one.x, mark.y - one.y), default=None)
        away = np.hypot(near.x - one.x, near.y - one.y) / (near.radius or one.radius) if near else 9.0
        if away < 0.45:
            add(one.x, one.y, one.radius, near)
        elif away > 0.9 and ghosts < 8:
            ghosts += 1
            add(one.x, one.y, one.radius, None)
    for mark in picture.marks:
        if mark.radius:
            add(mark.x, mark.y, mark.radius, mark)
    return rows


def vary(one: Example, rng: np.random.Generator) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The example turned, mirrored, shifted, larger or smaller, in other light: input planes and (dx, dy, grow)."""
    angle, size = rng.uniform(0, 2 * np.pi), np.exp(rng.normal(0, 0.12))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if rng.random() < 0.5:
        turn[:, 0] *= -1
    scale = size * SIDE / KEPT * REACH_KEPT / REACH
    off = rng.normal(0, 0.12, 2) * SIDE / REACH / 2
    matrix = scale * turn
    shift = SIDE / 2 + off - matrix @ np.full(2, KEPT / 2)
    image = cv2.warpAffine(one.image, np.hstack([matrix, shift[:, None]]), (SIDE, SIDE), borderMode=cv2.BORDER_CONSTANT)
    planes = np.zeros((5, SIDE, SIDE), np.float32)
    planes[:3] = recolour(image, rng).transpose(2, 0, 1) / 255.0
    if np.isfinite(one.place).all() and rng.random() < 0.8:
        planes[3:] = (turn @ one.place)[:, None, None]
    moved = size * (turn @ one.shift) + off * REACH / (SIDE / 2)
    return planes, np.array([*moved, one.grow + np.log(size)], np.float32)


def batch(
    rows: Sequence[Example], odds: NDArray[np.float64], rng: np.random.Generator, count: int
) -> tuple[Tensor, ...]:
    """A batch of varied examples: planes, shapes, states, geometry."""
    chosen = [rows[k] for k in rng.choice(len(rows), size=count, p=odds)]
    planes, geometry = zip(*(vary(one, rng) for one in chosen), strict=True)
    shapes, states = ([getattr(one, name) for one in chosen] for name in ("shape", "state"))
    return (
        torch.from_numpy(np.stack(planes)),
        torch.tensor(shapes),
        torch.tensor(states),
        torch.from_numpy(np.stack(geometry)),
    )


def loss(out: Tensor, shapes: Tensor, states: Tensor, geometry: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Cross entropies and L1 of the geometry where it is known."""
    a = nn.functional.cross_entropy(out[:, :7], shapes)
    b = nn.functional.cross_entropy(out[:, 7:11], states, weight=torch.tensor(STATE_WEIGHTS), ignore_index=UNSAID)
    known = geometry.isfinite()
    off = (out[:, 11:] - geometry.nan_to_num())[known]
    c = nn.functional.smooth_l1_loss(off, torch.zeros_like(off), beta=0.05)
    right = (out[:, :7].argmax(1) == shapes).float().mean()
    return a + b + 3 * c, {"shape": a.item(), "state": b.item(), "geometry": c.item(), "right": right.item()}


def train(rows: Sequence[Example], seconds: float, out: Path, start: Path | None) -> None:
    """Trains for that many seconds of wall clock and saves the weights."""
    rng = np.random.default_rng(3)
    # what is rare or hard is shown more often: objects that do not lie level, ten-sided dice, whose tops are small
    odds = np.array([4.0 if one.state in (1, 2, 3) else 2.0 if one.shape == DECAHEDRON else 1.0 for one in rows])
    odds /= odds.sum()
    net = Look().to(memory_format=torch.channels_last)
    if start:
        net.load_state_dict(torch.load(start))
    optimiser = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-2)
    begun, step, seen = time.monotonic(), 0, {}
    while (share := (time.monotonic() - begun) / seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = 3e-3 * min(1, step / 60 + 0.05) * 0.5 * (1 + np.cos(np.pi * share))
        planes, shapes, states, geometry = batch(rows, odds, rng, 96)
        with torch.autocast("cpu", torch.bfloat16):
            predicted = net(planes.to(memory_format=torch.channels_last))
        total, parts = loss(predicted.float(), shapes, states, geometry)
        optimiser.zero_grad()
        total.backward()
        optimiser.step()
        seen = {k: 0.97 * seen.get(k, v) + 0.03 * v for k, v in parts.items() if np.isfinite(v)}
        step += 1
        if step % 100 == 0:
            print(step, f"{share:.2f}", {k: round(v, 3) for k, v in seen.items()}, flush=True)
            torch.save(net.state_dict(), out)
    torch.save(net.state_dict(), out)


def main() -> None:
    """Reads the arguments, gathers the examples, trains."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("renders", nargs="+", type=Path)
    options.add_argument("--photos", type=Path, required=True)
    options.add_argument("--seconds", type=float, default=600)
    options.add_argument("--out", type=Path, default=Path("look.pt"))
    options.add_argument("--start", type=Path)
    options.add_argument("--kept", type=Path, help="examples are kept here, and taken from here where they are")
    told = options.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    if told.kept and told.kept.exists():
        rows = pickle.loads(told.kept.read_bytes())  # our own file
    else:
        chosen = [p for folder in told.renders for p in renders(folder)]
        chosen = [p for p in chosen if p.group != "enrolment"] + [
            p for p in chosen if p.group == "enrolment" and p.marks
        ][::4]
        chosen += list(photographs(told.photos / "d6_byler")) + list(photographs(told.photos / "polyset_burks"))
        chosen += [p for p in photographs(told.photos / "d6_penlington") if not held_out(p.group)]
        rows = [one for picture in chosen for one in examples(picture)]
        if told.kept:
            told.kept.write_bytes(pickle.dumps(rows))
    print(
        len(rows),
        "examples,",
        sum(one.shape == NOTHING for one in rows),
        "of nothing,",
        sum(one.state == 1 for one in rows),
        "cocked",
        flush=True,
    )
    train(rows, told.seconds, told.out, told.start)


if __name__ == "__main__":
    main()
