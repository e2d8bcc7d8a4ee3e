"""Train the net that says where cards are: python -m vision.training.cards.train_field SCENES.npz --out card_field.onnx --minutes 15"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.training import export
from vision.training.cards.tables import UNKNOWN
from vision.training.training_loop import WEIGHTS, Pace, TrainingRun, descend


def _joined(before: int, after: int, stride: int = 1, spread: int = 1) -> nn.Sequential:
    """Return a depthwise and a pointwise step: an eighth of the time of a full one."""
    return nn.Sequential(
        nn.Conv2d(before, before, 3, stride, padding=spread, dilation=spread, groups=before, bias=False),
        nn.BatchNorm2d(before),
        nn.Conv2d(before, after, 1, bias=False),
        nn.BatchNorm2d(after),
        nn.ReLU(),
    )


class FieldNet(nn.Module):
    """(n, 3, h, w) float32 0..1 BGR, sides multiples of 8 -> (n, 2, h/4, w/4) logits of face and index."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 16, 3, 2, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU())
        self.near = nn.Sequential(_joined(16, 32, 2), _joined(32, 32))
        self.down = _joined(32, 64, 2)
        self.far = nn.ModuleList(_joined(64, 64, spread=spread) for spread in (1, 2, 4, 8))
        self.back = nn.Conv2d(64, 32, 1)
        self.head = nn.Sequential(_joined(32, 32), nn.Conv2d(32, 2, 1))

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        near = self.near(self.stem(pictures))
        far = self.down(near)
        for step in self.far:
            far = far + step(far)
        back = functional.interpolate(self.back(far), scale_factor=2.0, mode="nearest")
        told: torch.Tensor = self.head(functional.relu(near + back))
        return told


def lit(pictures: torch.Tensor) -> torch.Tensor:
    """(n, h, w, 3) uint8 -> net input in other light and colour."""
    values = pictures.permute(0, 3, 1, 2).float() / 255
    n = len(values)
    values = values.clamp(1e-3, 1) ** torch.exp(torch.randn(n, 1, 1, 1) * 0.25)
    values = values * torch.exp(torch.randn(n, 1, 1, 1) * 0.2) * torch.exp(torch.randn(n, 3, 1, 1) * 0.06)
    return (values + torch.randn_like(values) * torch.rand(n, 1, 1, 1) * 0.02).clamp(0, 1)


def loss_of(told: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """Cross entropy per known cell; the few cells of an index count eight times."""
    known = (targets != UNKNOWN).float()
    wanted = (targets.float() / 200).clamp(0, 1)
    weight = known * torch.stack([torch.ones_like(wanted[:, 0]), 1 + 7 * (wanted[:, 1] > 0.3)], 1)
    each = functional.binary_cross_entropy_with_logits(told, wanted, reduction="none")
    return (each * weight).sum() / weight.sum()


def train(pictures: torch.Tensor, targets: torch.Tensor, minutes: float, weights: Path, size: int = 24) -> nn.Module:
    """Goes on from the weights where they are there, and keeps them there."""

    def step(net: nn.Module) -> tuple[torch.Tensor, dict[str, float]]:
        chosen = torch.randint(0, len(pictures), (size,))
        loss = loss_of(net(lit(pictures[chosen])), targets[chosen])
        return loss, {"loss": loss.item()}

    start = weights if weights.exists() else None
    return descend(FieldNet(), step, TrainingRun(60 * minutes, weights, start), Pace(4e-3, memory=0))


def write(net: nn.Module, path: Path) -> None:
    """The net for onnxruntime, pictures of any size."""
    axes = {name: {2: f"{name}_rows", 3: f"{name}_columns"} for name in ("picture", "field")}
    export.write(net, torch.zeros(1, 3, 216, 384), ("picture", ["field"]), axes, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--weights", type=Path, default=Path("card_field.pt"), help=WEIGHTS)
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(2)
    parts = [np.load(path) for path in given.scenes]
    pictures = torch.from_numpy(np.concatenate([part["images"] for part in parts]))
    targets = np.stack([np.concatenate([part[name] for part in parts]) for name in ("faces", "indexes")], 1)
    write(train(pictures, torch.from_numpy(targets), given.minutes, given.weights), given.out)


if __name__ == "__main__":
    main()
