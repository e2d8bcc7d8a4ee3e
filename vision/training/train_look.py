"""Train the second look on what the finder finds:  python -m vision.training.train_look EXAMPLES --seconds 2400 --out look.pt

EXAMPLES is the folder that `vision.training.look_examples` wrote.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.shape_of_kind import SHAPES
from vision.training.example_files import load
from vision.training.look_examples import KEPT, REACH_KEPT
from vision.training.nets import NOTHING, PLANES, Look
from vision.training.pictures import COCKED, OUTSIDE, PARTIAL, TAUGHT, UNSAID
from vision.training.training_loop import Pace, TrainingRun, arguments, descend, recolour

SIDE = 64
REACH = 2.0
"""Half side of what the net sees, in radii as the finder tells them."""
BATCH = 128
STATE_WEIGHTS = (1.0, 1.5, 1.5, 1.5)
RARE = {COCKED: 2.5, PARTIAL: 2.0, OUTSIDE: 2.0}
"""How much oftener an object in that state is shown."""
PHOTOGRAPHED = 3.0
"""The same of photographs, which are few."""
DECAHEDRON = SHAPES.index("decahedron")
UP_NOISE = 0.02
"""Error of the level tilt during training, since the camera's position is never known exactly."""
UNKNOWN = 0.3
"""Share of renders shown without a camera position."""
FASTEST = 3e-3


@dataclass(frozen=True, slots=True)
class Lot:
    """The examples there are."""

    columns: dict[str, NDArray]
    odds: NDArray[np.float64]
    """(N,) running sum of how likely each is shown."""

    @classmethod
    def of(cls, folder: Path) -> "Lot":
        """Return the examples of all files in the folder. Raises FileNotFoundError."""
        columns = load(folder)
        state, shape = columns["state"], columns["shape"]
        odds = np.select([state == key for key in RARE], list(RARE.values()), 1.0)
        odds = odds * np.where(shape == DECAHEDRON, 1.4, 1)
        odds = odds * np.where(np.isin(columns["lot"], TAUGHT), PHOTOGRAPHED, 1.0)
        told = len(state), "examples,", (state == COCKED).sum(), "cocked,", (shape == NOTHING).sum(), "nothing"
        print(*told, flush=True)
        return cls(columns, np.cumsum(odds / odds.sum()))

    def draw(self, rng: np.random.Generator, count: int) -> NDArray[np.int64]:
        """Numbers of examples, the rare ones oftener."""
        return np.minimum(np.searchsorted(self.odds, rng.random(count)), len(self.odds) - 1)


def vary(
    columns: dict[str, NDArray], k: int, rng: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Example `k` turned, mirrored, shifted, larger or smaller, in other light: planes and (dx, dy, grow, tilt x, y)."""
    angle, size = rng.uniform(0, 2 * np.pi), np.exp(rng.normal(0, 0.1))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if rng.random() < 0.5:
        turn[:, 0] *= -1
    scale = size * SIDE / KEPT * REACH_KEPT / REACH
    off = rng.normal(0, 0.1, 2) * SIDE / REACH / 2
    matrix = scale * turn
    shift = SIDE / 2 + off - matrix @ np.full(2, KEPT / 2)
    image = cv2.warpAffine(
        columns["image"][k], np.hstack([matrix, shift[:, None]]), (SIDE, SIDE), borderMode=cv2.BORDER_CONSTANT
    )
    planes = np.empty((PLANES, SIDE, SIDE), np.float32)
    planes[:3] = recolour(image, rng).transpose(2, 0, 1) / 255.0
    told, known = _told(columns["level"][k], float(columns["known"][k]), rng)
    planes[3:5] = (turn @ told)[:, None, None]
    planes[5] = known
    dx, dy, grow = columns["geometry"][k]
    moved = size * (turn @ (dx, dy)) + off * REACH / (SIDE / 2)
    return planes, np.array([*moved, grow + np.log(size), *(turn @ columns["tilt"][k])], np.float32)


def _told(level: NDArray[np.float64], known: float, rng: np.random.Generator) -> tuple[NDArray[np.float64], float]:
    """Return the camera position for training: slightly wrong, sometimes missing."""
    if known < 0 or rng.random() < UNKNOWN:
        return np.zeros(2), -1.0
    return level + rng.normal(0, UP_NOISE, 2), known


def batch(lot: Lot, rng: np.random.Generator) -> tuple[Tensor, ...]:
    """Return a batch of varied examples: planes, shapes, states, geometry."""
    chosen = lot.draw(rng, BATCH)
    planes, geometry = zip(*(vary(lot.columns, int(k), rng) for k in chosen), strict=True)
    return (
        torch.from_numpy(np.stack(planes)),
        torch.from_numpy(lot.columns["shape"][chosen]),
        torch.from_numpy(lot.columns["state"][chosen]),
        torch.from_numpy(np.stack(geometry)),
    )


def loss(out: Tensor, shapes: Tensor, states: Tensor, geometry: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Cross entropies, and L1 of the geometry where it is known."""
    a = nn.functional.cross_entropy(out[:, :7], shapes)
    b = nn.functional.cross_entropy(out[:, 7:11], states, weight=torch.tensor(STATE_WEIGHTS), ignore_index=UNSAID)
    known = geometry.isfinite()
    off = (out[:, 11:] - geometry.nan_to_num()).abs()
    smooth = torch.where(off < 0.05, off**2 / 0.1, off - 0.025)
    c = smooth[:, :3][known[:, :3]].mean()
    d = smooth[:, 3:][known[:, 3:]].mean() if known[:, 3:].any() else c * 0
    right = (out[:, :7].argmax(1) == shapes).float().mean()
    said = states != UNSAID
    lies = (out[:, 7:11].argmax(1) == states)[said].float().mean()
    shown = {"shape": a, "state": b, "place": c, "tilt": d, "right": right, "lies": lies}
    return a + b + 3 * c + 2 * d, {name: value.item() for name, value in shown.items()}


def train(lot: Lot, seconds: float, out: Path, start: Path | None) -> None:
    """Train for that many seconds of wall clock and save the weights, an average over the last steps."""
    rng = np.random.default_rng(3)

    def step(net: nn.Module) -> tuple[Tensor, dict[str, float]]:
        planes, shapes, states, geometry = batch(lot, rng)
        with torch.autocast("cpu", torch.bfloat16):  # half the time on processors that know it
            predicted = net(planes.to(memory_format=torch.channels_last))
        return loss(predicted.float(), shapes, states, geometry)

    descend(Look(), step, TrainingRun(seconds, out, start), Pace(FASTEST))


def main() -> None:
    """Read the arguments and train."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("examples", type=Path)
    told = arguments(options, "look.pt", 2400)
    train(Lot.of(told.examples), told.seconds, told.out, told.start)


if __name__ == "__main__":
    main()
