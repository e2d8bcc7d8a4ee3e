"""Train the net that reads an index: python -m vision.training.cards.train_index SAMPLES.npz... --out card_index.onnx --minutes 6

Two heads on one body: 13 ranks and junk, 4 suits and junk. One thread; a few minutes are enough.
"""

import argparse
from pathlib import Path
from typing import TypeAlias

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.cards.index_crop import CUT
from vision.training import export
from vision.training.cards.scene import JUNK_RANK, JUNK_SUIT, OPEN
from vision.training.training_loop import WEIGHTS, Pace, TrainingRun, descend

BATCH = 128
MINED_SHARE = 0.35
"""Share of mined samples."""

Samples: TypeAlias = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
"""Cuts (n, 76, 60) uint8, places in RANKS and in SUITS (n,) int64."""


class IndexNet(nn.Module):
    """(n, 1, 56, 40) float32 levelled -> (n, 14) rank and (n, 5) suit logits."""

    def __init__(self) -> None:
        super().__init__()
        # The first step halves the picture: three quarters of the time of a full-size one go into its large maps.
        stages: list[nn.Module] = [nn.Conv2d(1, 20, 5, stride=2, padding=2, bias=False), nn.BatchNorm2d(20), nn.ReLU()]
        for before, after, pool in ((20, 32, True), (32, 64, True), (64, 64, False)):
            stages += [nn.Conv2d(before, after, 3, padding=1, bias=False), nn.BatchNorm2d(after), nn.ReLU()]
            stages += [nn.MaxPool2d(2)] if pool else []
        self.body = nn.Sequential(*stages, nn.Flatten(), nn.Dropout(0.2), nn.Linear(64 * 7 * 5, 64), nn.ReLU())
        self.rank = nn.Linear(64, JUNK_RANK + 1)
        self.suit = nn.Linear(64, JUNK_SUIT + 1)

    def forward(self, cuts: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        seen = self.body(cuts)
        return self.rank(seen), self.suit(seen)


def batch(cuts: torch.Tensor, wobble: float = 1.0) -> torch.Tensor:
    """Stored cuts (n, 76, 60) uint8 -> net input, each moved, turned, stretched, lit and speckled a little differently."""
    n = len(cuts)
    rows, columns = cuts.shape[1:]
    angle = torch.randn(n) * 0.06 * wobble
    sx, sy = (torch.exp(torch.randn(n) * 0.06 * wobble) for _ in range(2))
    shear = torch.randn(n) * 0.06 * wobble
    theta = torch.zeros(n, 2, 3)
    theta[:, 0, 0] = torch.cos(angle) * sx * CUT[1] / columns
    theta[:, 0, 1] = (-torch.sin(angle) + shear) * CUT[0] / columns
    theta[:, 1, 0] = torch.sin(angle) * CUT[1] / rows
    theta[:, 1, 1] = torch.cos(angle) * sy * CUT[0] / rows
    theta[:, :, 2] = torch.randn(n, 2) * 0.03 * wobble
    grid = functional.affine_grid(theta, [n, 1, *CUT], align_corners=False)
    values = functional.grid_sample(cuts[:, None].float(), grid, padding_mode="border", align_corners=False)
    values = 255 * (values / 255).clamp(0, 1) ** torch.exp(torch.randn(n, 1, 1, 1) * 0.25 * wobble)
    values = values + torch.randn_like(values) * torch.rand(n, 1, 1, 1) * 6 * wobble
    mean = values.mean(dim=(2, 3), keepdim=True)
    return (values - mean) / values.std(dim=(2, 3), keepdim=True).clamp(min=4.0)


def load(paths: list[Path]) -> Samples:
    parts = [np.load(path) for path in paths]
    cuts, ranks, suits = (np.concatenate([part[name] for part in parts]) for name in ("cuts", "ranks", "suits"))
    return torch.from_numpy(cuts), torch.from_numpy(ranks), torch.from_numpy(suits)


def loss_of(net: nn.Module, cuts: torch.Tensor, ranks: torch.Tensor, suits: torch.Tensor) -> torch.Tensor:
    rank, suit = net(cuts)
    by_rank = functional.cross_entropy(rank, ranks, ignore_index=OPEN, label_smoothing=0.02)
    by_suit = functional.cross_entropy(suit, suits, ignore_index=OPEN, label_smoothing=0.02)
    return by_rank + by_suit


def train(painted: Samples, mined: Samples | None, minutes: float, rate: float, weights: Path) -> nn.Module:
    """Goes on from the weights where they are there, and keeps them there."""

    def step(net: nn.Module) -> tuple[torch.Tensor, dict[str, float]]:
        cuts, ranks, suits = _mixed(painted, mined)
        loss = loss_of(net, batch(cuts), ranks, suits)
        return loss, {"loss": loss.item()}

    start = weights if weights.exists() else None
    return descend(
        IndexNet(), step, TrainingRun(60 * minutes, weights, start), Pace(rate, warm=200, memory=0, every=500)
    )


def _mixed(painted: Samples, mined: Samples | None) -> Samples:
    """Return a batch: `MINED_SHARE` of it from the few mined samples, where there are any."""
    few = int(BATCH * MINED_SHARE) if mined else 0
    picks = [(painted, BATCH - few)] + ([(mined, few)] if mined else [])
    parts = []
    for source, count in picks:
        chosen = torch.randint(0, len(source[0]), (count,))
        parts.append([part[chosen] for part in source])
    cuts, ranks, suits = (torch.cat(column) for column in zip(*parts, strict=True))
    return cuts, ranks, suits


def write(net: nn.Module, path: Path) -> None:
    """The net for onnxruntime, any number of cuts at once."""
    axes = {name: {0: "n"} for name in ("cuts", "rank", "suit")}
    export.write(net, torch.zeros(1, 1, *CUT), ("cuts", ["rank", "suit"]), axes, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("samples", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=6)
    parser.add_argument("--rate", type=float, default=2e-3, help="of learning at the beginning; less to go on with")
    parser.add_argument("--mined", type=Path, nargs="*", default=[])
    parser.add_argument("--weights", type=Path, default=Path("card_index.pt"), help=WEIGHTS)
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    mined = load(given.mined) if given.mined else None
    write(train(load(given.samples), mined, given.minutes, given.rate, given.weights), given.out)


if __name__ == "__main__":
    main()
