"""The finder: a small fully convolutional net that marks the top face of every object.

In: (N, 3, H, W) float32 BGR 0..1, H and W multiples of 16, about 1.5 px per mm.
Out: (N, 17, H/4, W/4): logits of one heat map for each shape (6) and of the states readable, cocked, partial, outside
(4), then offset of the centre in cells (dx, dy), log of the radius in cells, and box (left, top, right, bottom in radii
from the centre).
"""

import torch
from torch import Tensor, nn

from vision.shape_of_kind import SHAPES

HEADS = len(SHAPES) + 4 + 2 + 1 + 4


def block(inside: int, outside: int, stride: int = 1) -> nn.Sequential:
    """Convolution, normalisation, rectification."""
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):
    """Two convolutions in parallel with the identity."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = block(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class Finder(nn.Module):
    """An hourglass from stride 2 to 16 and back to 4; 0.4 million weights."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(block(3, 12, 2), block(12, 24, 2))
        self.down8 = nn.Sequential(block(24, 56, 2), Residual(56))
        self.down16 = nn.Sequential(block(56, 80, 2), Residual(80), Residual(80))
        self.lift8 = nn.Conv2d(80, 56, 1)
        self.mix8 = Residual(56)
        self.lift4 = nn.Conv2d(56, 24, 1)
        self.mix4 = block(24, 32)
        self.head = nn.Sequential(block(32, 40), nn.Conv2d(40, HEADS, 1))
        nn.init.zeros_(self.head[1].bias)
        with torch.no_grad():
            self.head[1].bias[: len(SHAPES)] = -4.0  # objects are rare: begin with almost none

    def forward(self, x: Tensor) -> Tensor:
        a = self.stem(x)
        b = self.down8(a)
        c = self.down16(b)
        b = self.mix8(b + nn.functional.interpolate(self.lift8(c), scale_factor=2.0, mode="nearest"))
        a = self.mix4(a + nn.functional.interpolate(self.lift4(b), scale_factor=2.0, mode="nearest"))
        return self.head(a)
