"""The nets: the finder marks the top face of every object, the second look confirms and measures it, the face net reads it."""

import torch
from torch import Tensor, nn

from vision.kind_and_face.face_embedding import PRINTED
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
    """An hourglass from stride 2 to 16 and back to 4; 0.4 million weights.

    In: (N, 3, H, W) float32 BGR 0..1, H and W multiples of 16, about 1.5 px per mm.
    Out: (N, 17, H/4, W/4): logits of one heat map for each shape (6) and of the states readable, cocked, partial, outside
    (4), then offset of the centre in cells (dx, dy), log of the radius in cells, and box (left, top, right, bottom in radii
    from the centre).
    """

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


NOTHING = len(SHAPES)
PLANES = 6
OUT = len(SHAPES) + 1 + 4 + 3 + 2


class Look(nn.Module):
    """Three steps down, then a small dense part; 0.36 million weights.

    In: (N, 6, 64, 64) float32: BGR 0..1, then three even planes: the tilt of a level face at that place (right, down; see
    `vision.tray.tilt`) and its certainty: 1 from the camera's position, 0 as if it looked straight down, -1 unknown.
    Out: (N, 16): logits of 6 shapes and "nothing" (7), logits of the states readable, cocked, partial, outside (4), shift
    of the centre in radii (dx, dy), log of the radius' correction, tilt of the top face (right, down).
    """

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


POINT = 64


class Faces(nn.Module):
    """Four steps down, then one point; 0.5 million weights.

    In: (N, 3, 48, 48) float32 BGR 0..1, the top face in the middle. Out: (N, 64) of length 1, and (N, 38) logits of
    `vision.kind_and_face.face_embedding.PRINTED`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            block(3, 24),
            block(24, 40, 2),
            block(40, 40),
            block(40, 72, 2),
            Residual(72),
            block(72, 104, 2),
            Residual(104),
            nn.Conv2d(104, 20, 1),
            nn.ReLU(),
            nn.Flatten(),
        )
        self.point = nn.Linear(20 * 36, POINT)
        self.printed = nn.Linear(20 * 36, len(PRINTED))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        # every patch is brought to the same mean and contrast, so that light and ink matter less
        x = (x - x.mean((1, 2, 3), keepdim=True)) / (x.std((1, 2, 3), keepdim=True) + 0.03)
        features = self.trunk(x)
        return nn.functional.normalize(self.point(features), dim=1), self.printed(features)
