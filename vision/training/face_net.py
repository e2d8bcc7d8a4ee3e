"""The face net: turns one face into a point on a sphere, near other pictures of the same face, and reads common print.

In: (N, 3, 48, 48) float32 BGR 0..1, the top face in the middle. Out: (N, 64) of length 1, and (N, 38) logits of
`vision.kind_and_face.face_embedding.PRINTED`.
"""

from torch import Tensor, nn

from vision.kind_and_face.face_embedding import PRINTED
from vision.training.finder_net import Residual, block

POINT = 64


class Faces(nn.Module):
    """Four steps down, then one point; 0.5 million weights."""

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
