"""The second look: confirms an object, and measures its shape, pose and exact place.

In: (N, 6, 64, 64) float32: BGR 0..1, then three even planes: the tilt of a level face at that place (right, down; see
`vision.tray.tilt`) and its certainty: 1 from the camera's position, 0 as if it looked straight down, -1 unknown.
Out: (N, 16): logits of 6 shapes and "nothing" (7), logits of the states readable, cocked, partial, outside (4), shift
of the centre in radii (dx, dy), log of the radius' correction, tilt of the top face (right, down).
"""

import torch
from torch import Tensor, nn

from vision.shape_of_kind import SHAPES
from vision.training.finder_net import Residual, block

NOTHING = len(SHAPES)
PLANES = 6
OUT = len(SHAPES) + 1 + 4 + 3 + 2


class Look(nn.Module):
    """Three steps down, then a small dense part; 0.36 million weights."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            block(PLANES, 24, 2),
            Residual(24),
            block(24, 48, 2),
            Residual(48),
            Residual(48),
            block(48, 72, 2),
            Residual(72),
            Residual(72),
        )
        self.dense = nn.Sequential(
            nn.Conv2d(72, 14, 1), nn.ReLU(), nn.Flatten(), nn.Linear(14 * 64, 56), nn.ReLU(), nn.Linear(56, OUT)
        )

    def forward(self, x: Tensor) -> Tensor:
        colour = x[:, :3]
        colour = (colour - colour.mean((1, 2, 3), keepdim=True)) / (colour.std((1, 2, 3), keepdim=True) + 0.03)
        return self.dense(self.trunk(torch.cat([colour, x[:, 3:]], 1)))
