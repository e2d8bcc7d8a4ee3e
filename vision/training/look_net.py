"""The second look: whether what the finder found is an object, of which shape, how it lies, and where exactly.

In: (N, 5, 64, 64) float32: BGR 0..1, then two even planes that tell where in the picture it lies (x and y from the
middle, in halves of the long side; zero where unknown). Out: (N, 14): logits of 6 shapes and "nothing" (7), logits of
the states readable, cocked, partial, outside (4), shift of the centre in radii (dx, dy), log of the radius' correction.
"""

import torch
from torch import Tensor, nn

from vision.shapes import SHAPES
from vision.training.finder_net import Residual, block

NOTHING = len(SHAPES)
OUT = len(SHAPES) + 1 + 4 + 3


class Look(nn.Module):
    """Three steps down, then a small dense part; 0.18 million weights."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            block(5, 16), block(16, 32, 2), Residual(32), block(32, 44, 2), Residual(44), block(44, 56, 2), Residual(56)
        )
        self.dense = nn.Sequential(
            nn.Conv2d(56, 12, 1), nn.ReLU(), nn.Flatten(), nn.Linear(12 * 64, 40), nn.ReLU(), nn.Linear(40, OUT)
        )

    def forward(self, x: Tensor) -> Tensor:
        colour = x[:, :3]
        colour = (colour - colour.mean((1, 2, 3), keepdim=True)) / (colour.std((1, 2, 3), keepdim=True) + 0.03)
        return self.dense(self.trunk(torch.cat([colour, x[:, 3:]], 1)))
