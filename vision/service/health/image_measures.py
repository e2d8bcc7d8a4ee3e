"""Measure one picture as numbers. Judges nothing."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import HEIGHT, WIDTH, Grey, Image
from vision.tray import TrayPlane

PROBE = 2.0
"""Px, by which a picture is blurred to see how sharp it was."""
STRONGEST = 99.7
"""Percentile of the edges that are measured."""
FAINT = 2.0
"""Grey levels per px. With fainter edges only, sharpness cannot be measured."""
GRAIN = 1.0
"""Px, by which every picture is blurred first: noise is sharp."""
OWN_BLUR = 0.3
"""Px², of the filter that finds edges."""
SHARPEST = 0.1
"""Px; no picture is sharper than its pixels."""
LONE = 0.63
"""Weight of a direction that is softer than all others: a single die and its shadow have no sharp edge in some direction."""
WHITE = 250
"""Level of the darkest channel from which a pixel is blown out."""
FULL = 253
"""Level of the brightest channel from which that channel is saturated."""
SURELY = 0.3
"""Response from which on a shift is believed; two pictures of other places reach 0.1."""
LARGE = 8.0
"""Px of the small picture; what is wider is a slope of the light, no thing."""
USUAL_GRAIN = 0.6745 * 6
"""Median size of `CURVED` of grain of one grey level."""
BLOCK = 8
"""Px, side of the blocks in which JPEG packs."""
PLAIN = 2
"""Grey levels."""
NEAR, FAR = 3, 8
"""Px of the small picture beyond a blinding area. A card's edge has ended there, the halo of a light still fades."""
CURVED = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
"""Blind to edges and slopes, so that what it sees is grain."""


@dataclass(frozen=True, slots=True)
class LightMeasure:
    """How much of it there is in a picture."""

    bright: int
    """0..255, grey level that the brightest twentieth reaches."""
    white: float
    """0..1, share of the tray that is blindingly white."""
    full: float
    """0..1, share of the tray in which at least one colour is as bright as it can be."""
    spot: float
    """Radius of the largest blindingly white disc on the tray, in sides of a square as large as the tray."""
    halo: float
    """Grey level close around that disc."""
    fade: float
    """Fall-off beyond, grey levels. The halo of a light has no edge, a white card has."""
    contrast: float
    """Grey levels by which the plainest things differ from what is around them."""


@dataclass(frozen=True, slots=True)
class EdgeMeasure:
    """Blur of the strongest edges, px standard deviation; 0 without edges."""

    sharpest: float
    """Of those of the direction that is sharpest."""
    softest: float
    """Blur of the softest direction: a shaken camera blurs along one direction only."""


def light(image: Image, tray: TrayPlane | None) -> LightMeasure:
    """Measure the light of the tray, or of the whole picture without a tray."""
    height, width = image.shape[:2]
    small = cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    area = np.ones((HEIGHT, WIDTH), np.uint8) if tray is None else tray.mask((HEIGHT, WIDTH), (height, width))
    if not area.any():
        area[:] = 1
    darkest = small.min(axis=2)
    white = ((darkest >= WHITE) & (area > 0)).astype(np.uint8)
    inside = cv2.distanceTransform(white, cv2.DIST_L2, 3)
    halo, fade = _rim(darkest, white, inside, area)
    size = int(np.count_nonzero(area))
    return LightMeasure(
        bright=round(float(np.percentile(small.mean(axis=2), 95))),
        white=float(np.count_nonzero(white)) / size,
        full=float((small.max(axis=2)[area > 0] >= FULL).mean()),
        spot=float(inside.max()) / float(np.sqrt(size)),
        halo=halo,
        fade=fade,
        contrast=contrast(small),
    )


def _rim(
    darkest: NDArray[np.uint8], white: NDArray[np.uint8], inside: NDArray[np.floating], area: NDArray[np.uint8]
) -> tuple[float, float]:
    """Return `halo` and `fade` of the largest round blinding area; 0 and 0 without one."""
    if not white.any():
        return 0.0, 0.0
    areas = cv2.connectedComponents(white)[1]
    beyond = cv2.distanceTransform((areas != areas.flat[inside.argmax()]).astype(np.uint8), cv2.DIST_L2, 3)
    rings = [darkest[(beyond > px - 1) & (beyond <= px) & (area > 0)] for px in (NEAR, FAR)]
    if not all(ring.size for ring in rings):
        return 0.0, 0.0
    near, far = (float(np.median(ring)) for ring in rings)
    return near, near - far


def contrast(small: Image) -> float:
    """Return the contrast of a small colour picture, grey levels."""
    grey = cv2.blur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3)).astype(np.float32)
    return float(np.percentile(np.abs(grey - cv2.GaussianBlur(grey, (0, 0), LARGE)), 99.5))


def edges(grey: NDArray[np.uint8]) -> EdgeMeasure:
    """How sharp those are that run across, down and along the diagonals.

    An edge of blur s has its slope divided by sqrt(s² + p²) / s when it is blurred by p more.
    """
    calm = cv2.GaussianBlur(grey, (0, 0), GRAIN).astype(np.uint8, copy=False)
    soft = cv2.GaussianBlur(calm, (0, 0), PROBE).astype(np.uint8, copy=False)
    blurs = sorted(blur for blur in map(_blur, _slopes(calm), _slopes(soft)) if blur)
    if not blurs:
        return EdgeMeasure(0.0, 0.0)
    return EdgeMeasure(blurs[0], max(LONE * blurs[-1], blurs[-2] if len(blurs) > 1 else 0.0))


def _blur(sharp: NDArray[np.int16], soft: NDArray[np.int16]) -> float:
    """Return the blur of the strongest edges in one direction; 0 if all are faint."""
    least = float(np.percentile(soft[::4, ::4], STRONGEST))
    if least < 8 * FAINT:
        return 0.0
    there, near = soft >= least, np.ones((3, 3), np.uint8)
    ratio = float(np.median(cv2.dilate(sharp, near)[there] / cv2.dilate(soft, near)[there]))
    return float(np.sqrt(max(SHARPEST**2, PROBE**2 / (max(ratio, 1.001) ** 2 - 1) - OWN_BLUR - GRAIN**2)))


def _slopes(grey: NDArray[np.uint8]) -> tuple[NDArray[np.int16], ...]:
    """Eighths of a grey level per px, in four directions; in integers, because a camera's picture is large."""
    right, down = (cv2.Sobel(grey, cv2.CV_16S, dx, 1 - dx, ksize=3) for dx in (1, 0))
    aslant = (cv2.addWeighted(right, 0.7071, down, sign * 0.7071, 0) for sign in (1, -1))
    return tuple(np.abs(slope).astype(np.int16, copy=False) for slope in (right, down, *aslant))


def grain(grey: NDArray[np.uint8]) -> float:
    """Grey levels of the grain of a sensor that has too little light."""
    return float(np.median(np.abs(cv2.filter2D(_middle(grey), cv2.CV_32F, CURVED)))) / USUAL_GRAIN


def _middle(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Its rows, without the upper and the lower third."""
    third = len(grey) // 3
    return grey[third : len(grey) - third]


def blocks(grey: NDArray[np.uint8]) -> float:
    """How many times larger the steps at the edges of JPEG's blocks are than those inside; about 1 to 2 in good pictures."""
    return min(_step(grey), _step(grey.T))


def plain(grey: NDArray[np.uint8]) -> float:
    """0..1, share of JPEG's blocks in which nothing is left of what was there; those of good pictures still show the grain of felt."""
    height, width = (side // BLOCK * BLOCK for side in grey.shape)
    if not height or not width:
        return 0.0
    parts = grey[:height, :width].reshape(height // BLOCK, BLOCK, width // BLOCK, BLOCK)[::2]
    return float((parts.max(axis=(1, 3)) - parts.min(axis=(1, 3)) <= PLAIN).mean())


def _step(grey: NDArray[np.uint8]) -> float:
    steps = np.abs(np.diff(grey.astype(np.int16), axis=1))
    mean = [float(steps[:, k::BLOCK].mean()) for k in range(BLOCK)] if steps.shape[1] >= BLOCK else [1.0]
    return mean[-1] / max(float(np.median(mean)), 0.05)


def flicker(lights: tuple[float, ...]) -> float:
    """Return how much the brightness alternates between successive pictures, grey levels. A slow change counts as 0."""
    if len(lights) < 3:
        return 0.0
    return float(np.median(np.abs(np.diff(np.array(lights), 2)))) / 2


def shift(before: Grey, now: Grey) -> float:
    """By how much of its width the picture has moved; 0 where the two cannot be compared."""
    window = cv2.createHanningWindow((WIDTH, HEIGHT), cv2.CV_32F)
    (x, y), response = cv2.phaseCorrelate(before.astype(np.float32), now.astype(np.float32), window)
    return float(np.hypot(x / WIDTH, y / WIDTH)) if response >= SURELY else 0.0
