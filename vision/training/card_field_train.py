"""Trains the net that says where cards are: python -m vision.training.card_field_train SCENES.npz --out card_field.onnx --minutes 15"""

import argparse
import time
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import nn
from torch.nn import functional

from vision.training.card_tables import UNKNOWN
from vision.training.export import halve


def _joined(before: int, after: int, stride: int = 1, spread: int = 1) -> nn.Sequential:
    """A depthwise and a pointwise step: an eighth of the time of a full one."""
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


def train(net: FieldNet, pictures: torch.Tensor, targets: torch.Tensor, minutes: float, size: int = 24) -> FieldNet:
    optimizer = torch.optim.AdamW(net.parameters(), lr=4e-3, weight_decay=1e-2)
    begun, step, shown = time.monotonic(), 0, 0.0
    net.train()
    while (spent := (time.monotonic() - begun) / 60) < minutes:
        for group in optimizer.param_groups:
            group["lr"] = 4e-3 * min(1, (step + 1) / 100) * (0.5 + 0.5 * np.cos(np.pi * spent / minutes)) + 1e-5
        chosen = torch.randint(0, len(pictures), (size,))
        loss = loss_of(net(lit(pictures[chosen])), targets[chosen])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step, shown = step + 1, 0.98 * shown + 0.02 * loss.item()
        if step % 100 == 0:
            print(f"{spent:.1f} min, step {step}, loss {shown / (1 - 0.98**step):.4f}", flush=True)
    return net.eval()


def write(net: FieldNet, path: Path) -> None:
    """The net for onnxruntime, weights in half precision, pictures of any size."""
    axes = {name: {2: f"{name}_rows", 3: f"{name}_columns"} for name in ("picture", "field")}
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, 216, 384),),
        str(path),
        input_names=["picture"],
        output_names=["field"],
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )
    model = onnx.load(str(path))
    halve(model)
    onnx.save(model, str(path))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument(
        "--weights", type=Path, help="where the weights are kept; training goes on from them if they are there"
    )
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(2)
    parts = [np.load(path) for path in given.scenes]
    pictures = torch.from_numpy(np.concatenate([part["images"] for part in parts]))
    targets = np.stack([np.concatenate([part[name] for part in parts]) for name in ("faces", "indexes")], 1)
    net = FieldNet()
    if given.weights and given.weights.exists():
        net.load_state_dict(torch.load(given.weights))
    train(net, pictures, torch.from_numpy(targets), given.minutes)
    if given.weights:
        torch.save(net.state_dict(), given.weights)
    write(net.eval(), given.out)


if __name__ == "__main__":
    main()
