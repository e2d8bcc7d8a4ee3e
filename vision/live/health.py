"""How well the camera sees the tray, and what a person can do about it. Measured now and then, while nothing moves.

Every limit was held against the rendered trays and the photographs that are read: nearly all of them are healthy.
"""

import logging
from collections import deque
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.wire.health import Fault, Finding, Health
from vision.decode import PictureError, decode
from vision.kit import Image
from vision.motion import HEIGHT, WIDTH, Grey, shrink
from vision.plane import Tray, find_markers

logger = logging.getLogger(__name__)

EVERY_S = 5.0
"""s between two measurements; one takes as long as unpacking four pictures."""
BLURRED = 2.2
"""Px at 1280 px of width, more in a larger picture. The readers' pictures have 0.3 to 1.6."""
DARK = 45
"""Grey level of the whole picture: a black felt is no lack of light. The dim rendered trays reach 104, the darkest
photographs that are read 51."""
GLARE = 0.35
"""Share of the tray; a fan of white cards covers up to a third."""
WHITE = 250
"""Of the darkest colour, from which on nothing is seen any more."""
FLICKER = 3.0
"""Grey levels; a still tray under a good lamp has less than 1."""
LEAST_PX_PER_MM = 1.3
"""640 px across the tray and a little table: what the finder looks at."""
MOVED = 0.015
"""Share of the picture's width; a third of a die."""
SURELY = 0.3
"""Response from which on a shift is believed; two pictures of other places reach 0.1."""
LITTLE, NEXT_TO_NOTHING = 0.12, 0.02
"""Share by which a number may change, and the number itself, without being told anew."""
MEMORY = 24
"""Brightnesses kept to see a flicker."""
PROBE = 2.0
"""Px, by which a picture is blurred to see how sharp it was."""
STRONGEST = 99.7
"""Percentile of the edges that are measured."""
FAINT = 2.0
"""Grey levels per px; where even the strongest edges are fainter, nothing is in sight that could be sharp."""
GRAIN = 1.0
"""Px, by which every picture is blurred first: noise is sharp."""
OWN_BLUR = 0.3
"""Px², of the filter that finds edges."""
SHARPEST = 0.1
"""Px; no picture is sharper than its pixels."""


@dataclass(slots=True)
class Checkup:
    """Follows one camera. `feel` every still frame, `look` at one of them when it `is_due`."""

    told: Grey | None = None
    """What the camera saw when the tray's corners were tapped; None: nobody did, or it is not known."""
    health: Health | None = None
    """The newest; None before the first."""
    _due: float = float("-inf")
    _lights: deque[float] = field(default_factory=lambda: deque(maxlen=MEMORY))

    def feel(self, small: Grey) -> None:
        """Remember how bright a still frame was."""
        self._lights.append(float(small[::4, ::4].mean()))

    def is_due(self, at: float) -> bool:
        """Whether it is time to look; asked with the time of the frame."""
        if at < self._due:
            return False
        self._due = at + EVERY_S
        return True

    def look(self, image: Image, small: Grey, tray: Tray | None, tapped: bool) -> Health:
        """Measure a still frame; `tapped`: the tray's corners were shown by hand."""
        moved = 0.0 if self.told is None or not tapped else round(shift(self.told, small), 3)
        found = replace(measured(image, tray), moved=moved, flicker=round(flicker(tuple(self._lights)), 1))
        found = calmed(found, self.health)
        self.health = replace(found, findings=findings(found, image.shape[1], tray))
        return self.health


def view_of(corners: Path, small: Grey) -> Grey:
    """What the camera saw when these corners were new; where that is not known, what it sees now, which is kept for then."""
    path = corners.with_suffix(".png")
    kept = load_view(path, corners)
    if kept is not None:
        return kept
    try:
        save_view(small, path)
    except OSError as error:
        logger.warning("what the camera saw with these corners cannot be kept: %s", error)
    return small


def load_view(path: Path, corners: Path) -> Grey | None:
    """What the camera saw when these corners were new; None where that was not kept, or other corners were tapped since."""
    try:
        if path.stat().st_mtime < corners.stat().st_mtime:
            return None
        return shrink(decode(path.read_bytes()))
    except (OSError, PictureError):
        return None


def save_view(small: Grey, path: Path) -> None:
    """Keep what the camera sees now. Raises OSError."""
    path.write_bytes(cv2.imencode(".png", small)[1].tobytes())


def calmed(now: Health, before: Health | None) -> Health:
    """The numbers of now, but those of before where they have hardly changed: nobody is told of a tenth of a pixel."""
    if before is None:
        return now
    kept = {
        name: getattr(before, name)
        for name in ("blur", "light", "glare", "flicker", "px_per_mm")
        if abs(getattr(now, name) - getattr(before, name)) <= LITTLE * getattr(before, name) + NEXT_TO_NOTHING
    }
    return replace(now, **kept)


def measured(image: Image, tray: Tray | None) -> Health:
    """What one picture tells, without advice."""
    height, width = image.shape[:2]
    small = cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    area = np.ones((HEIGHT, WIDTH), np.uint8) if tray is None else tray.mask((HEIGHT, WIDTH), (height, width))
    inside = small[area > 0] if area.any() else small.reshape(-1, 3)
    return Health(
        blur=round(blur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)), 1),
        light=round(float(np.percentile(small.mean(axis=2), 95))),
        glare=round(float((inside.min(axis=1) >= WHITE).mean()), 2),
        markers=sum(number < 4 for number in find_markers(image)),
        px_per_mm=0.0 if tray is None else round(tray.px_per_mm, 1),
        whole=tray is None or all(0 <= x < width and 0 <= y < height for x, y in tray.corners),
    )


def blur(grey: NDArray[np.uint8]) -> float:
    """Px, standard deviation of the blur over the strongest edges; 0 where there are none.

    An edge of blur s has its slope divided by sqrt(s² + p²) / s when it is blurred by p more.
    """
    calm = cv2.GaussianBlur(grey, (0, 0), GRAIN).astype(np.uint8, copy=False)
    sharp, soft = _slopes(calm), _slopes(cv2.GaussianBlur(calm, (0, 0), PROBE).astype(np.uint8, copy=False))
    least = float(np.percentile(soft[::2, ::2], STRONGEST))
    if least < 8 * FAINT:
        return 0.0
    edges = soft >= least
    near = np.ones((3, 3), np.uint8)
    ratio = float(np.median(cv2.dilate(sharp, near)[edges] / cv2.dilate(soft, near)[edges]))
    return float(np.sqrt(max(SHARPEST**2, PROBE**2 / (max(ratio, 1.001) ** 2 - 1) - OWN_BLUR - GRAIN**2)))


def flicker(lights: tuple[float, ...]) -> float:
    """Grey levels by which the brightness goes up and down between neighbouring pictures; a slow change is none."""
    if len(lights) < 3:
        return 0.0
    return float(np.median(np.abs(np.diff(np.array(lights), 2)))) / 2


def shift(before: Grey, now: Grey) -> float:
    """By how much of its width the picture has moved; 0 where the two cannot be compared."""
    window = cv2.createHanningWindow((WIDTH, HEIGHT), cv2.CV_32F)
    (x, y), response = cv2.phaseCorrelate(before.astype(np.float32), now.astype(np.float32), window)
    return float(np.hypot(x / WIDTH, y / WIDTH)) if response >= SURELY else 0.0


def findings(health: Health, width: int, tray: Tray | None) -> tuple[Finding, ...]:
    """What is wrong and what a person can do, the most important first; `width` of the picture in px."""
    said: tuple[tuple[bool, Fault, str], ...] = (
        (health.light < DARK, "dark", "It is too dark over the tray: turn a lamp on, or let the camera expose longer."),
        (
            health.blur > BLURRED * max(1.0, width / 1280),
            "blurred",
            "The picture is blurred: wipe the lens or set the focus.",
        ),
        (
            health.glare > GLARE,
            "glare",
            "Much of the tray is blinding white: turn the lamp aside, or let the camera expose less.",
        ),
        (
            health.flicker > FLICKER,
            "flicker",
            "The light flickers: take another lamp, or set the camera's exposure to 1/50 s (1/60 s in America).",
        ),
        (
            not health.whole,
            "cut_off",
            "A part of the tray is out of the picture: move the camera until all four corners are seen.",
        ),
        (
            health.moved > MOVED,
            "moved",
            "The camera has moved since the tray's corners were tapped: tap them again.",
        ),
        (
            0 < health.markers < 4 and tray is None,
            "markers_missing",
            f"Only {health.markers} of the tray's four markers are seen: uncover the others, or tap the four corners.",
        ),
        (
            0 < health.px_per_mm < LEAST_PX_PER_MM,
            "too_small",
            "The tray is small in the picture: bring the camera nearer, or let it send larger pictures.",
        ),
    )
    return tuple(Finding(fault, sentence) for is_so, fault, sentence in said if is_so)


def _slopes(grey: NDArray[np.uint8]) -> NDArray[np.int16]:
    """Eighths of a grey level per px, along both axes together; in integers, because a camera's picture is large."""
    right, down = (np.abs(cv2.Sobel(grey, cv2.CV_16S, dx, 1 - dx, ksize=3)) for dx in (1, 0))
    right += down
    return right.astype(np.int16, copy=False)
