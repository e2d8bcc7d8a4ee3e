"""The loop of every training: a loss is lowered step by step for a given time.

The rate rises at first and falls along half a cosine of the clock; what is kept is an average over the last steps."""

import math
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

SMOOTH = 0.98
"""Of what is printed: the share that each step keeps of the steps before."""
WEIGHTS = "where the weights are kept; training goes on from them if they are there"
"""Help of an option."""
Step = Callable[[nn.Module], tuple[Tensor, dict[str, float]]]
"""Runs a batch through the net: returns the loss and printable numbers. A loss that is not finite is skipped."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How a net goes down."""

    fastest: float = 3e-3
    """The highest rate of learning."""
    warm: int = 100
    """Steps until it is reached."""
    memory: float = 0.995
    """Share of itself that the average keeps in each step; 0: only the last step counts."""
    longest: float = math.inf
    """A gradient longer than this is shortened to it."""
    every: int = 100
    """Steps from one saving, and one printed line, to the next."""


@dataclass(frozen=True, slots=True)
class TrainingRun:
    """How long one training takes, and the files of its weights."""

    seconds: float
    out: Path
    start: Path | None = None
    """Older weights to go on from."""
    clock: Callable[[], float] = time.monotonic


def descend(net: nn.Module, step: Step, run: TrainingRun, pace: Pace | None = None) -> nn.Module:
    """Train for as long as `run` says; the averaged net, whose weights are in `run.out` then."""
    net, pace = net.to(memory_format=torch.channels_last).train(), pace or Pace()
    if run.start:
        net.load_state_dict(torch.load(run.start))
    average = torch.optim.swa_utils.get_ema_multi_avg_fn(pace.memory)
    mean = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=average, use_buffers=True)
    optimiser = torch.optim.AdamW(net.parameters(), lr=pace.fastest, weight_decay=1e-2, fused=True)
    begun, steps, shown = run.clock(), 0, dict[str, float]()
    while (share := (run.clock() - begun) / run.seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = rate(pace, steps, share)
        loss, parts = step(net)
        if not loss.isfinite():
            continue  # one such step would ruin the weights and their average for good
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), pace.longest)
        optimiser.step()
        mean.update_parameters(net)
        steps += 1
        shown |= {k: SMOOTH * shown.get(k, v) + (1 - SMOOTH) * v for k, v in parts.items() if math.isfinite(v)}
        if steps % pace.every == 0:
            print(steps, f"{share:.2f}", {k: round(v, 3) for k, v in shown.items()}, flush=True)
            torch.save(mean.module.state_dict(), run.out)
    torch.save(mean.module.state_dict(), run.out)
    return mean.module.eval()


def rate(pace: Pace, steps: int, share: float) -> float:
    """Return the rate of learning after so many steps and so great a share of the time."""
    return pace.fastest * min(1.0, (steps + 2) / pace.warm) * 0.5 * (1 + math.cos(math.pi * share))


def arguments(options: ArgumentParser, out: str, seconds: float) -> Namespace:
    """Parse `options` and the arguments common to all trainings; limit torch and OpenCV to one thread."""
    options.add_argument("--seconds", type=float, default=seconds)
    options.add_argument("--out", type=Path, default=Path(out))
    options.add_argument("--start", type=Path, help="weights to go on from")
    torch.set_num_threads(1)  # on shared cores two threads mostly wait for each other
    cv2.setNumThreads(1)
    return options.parse_args()


def recolour(image: NDArray[np.uint8], rng: np.random.Generator, bold: float = 0.25) -> NDArray[np.uint8]:
    """Return the picture in another light; with chance `bold` in other colours altogether. (H, W, 3) uint8."""
    pixels = image.astype(np.float32) / 255
    if rng.random() < bold:
        pixels = pixels[..., rng.permutation(3)]
    pixels = np.maximum(pixels, 0) ** np.exp(rng.uniform(-0.35, 0.35))
    pixels = pixels * np.exp(rng.uniform(-0.3, 0.3)) * np.exp(rng.uniform(-0.15, 0.15, 3)).astype(np.float32)
    if rng.random() < 0.25:
        pixels = cv2.GaussianBlur(pixels, (0, 0), rng.uniform(0.3, 1.1))
    if rng.random() < 0.4:
        pixels = pixels + rng.normal(0, rng.uniform(0.003, 0.03), pixels.shape).astype(np.float32)
    return (pixels.clip(0, 1) * 255).astype(np.uint8)


def two_tones(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return the picture in two random colours, one for its dark and one for its light parts. (H, W, 3) uint8.

    In a third of the cases both are equally light, as red pips on a blue die are: only the hue tells them apart.
    """
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    low, high = np.percentile(grey, (4, 96))
    share = np.clip((grey - low) / max(8.0, high - low), -0.2, 1.2)[..., None]
    dark, light = (_colour(rng) for _ in range(2))
    if rng.random() < 1 / 3:
        dark *= _lightness(light) / _lightness(dark)
    shade = (0.8 + 0.4 * cv2.GaussianBlur(share, (0, 0), image.shape[0] / 6)[..., None]).astype(np.float32)
    return ((dark + (light - dark) * share) * shade * 255).clip(0, 255).astype(np.uint8)


def _colour(rng: np.random.Generator) -> NDArray[np.float32]:
    """Return BGR 0..1 of any hue."""
    hue, saturation, value = rng.uniform(0, 180), 255 * rng.uniform(0, 1) ** 0.5, rng.uniform(25, 255)
    pixel = np.array([[[hue, saturation, value]]], np.uint8)
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32) / 255


def _lightness(colour: NDArray[np.float32]) -> float:
    return float(colour @ (0.114, 0.587, 0.299)) + 0.02
