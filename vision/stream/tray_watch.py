"""Turn frames into settled arrangements. Uses no camera, clock or network.

Reports each physical arrangement once: after the tray moved and came to rest. Hovering hands and removed objects add
nothing new, so they give no report. A report covers the whole tray, so dice that stayed during a reroll are part of it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

import cv2
import numpy as np

from companion.schema import UNKNOWN, SeenObject
from vision.detect import enlarged
from vision.image import HEIGHT, WIDTH, Frame, Grey, Image
from vision.stream.found_tray import FoundTray
from vision.stream.frame_stack import FINER, stack_frames
from vision.stream.motion import Mask, MotionLimits, changed_pixels, hand_in, is_moving, stands_out
from vision.stream.stability import (
    JITTER,
    RestDetector,
    RestThresholds,
    answer_open,
    combine_looks,
    is_certain,
    is_near,
    is_open,
    looks_agree,
)
from vision.tray import Point, TrayPlane, find_tray

Corners: TypeAlias = tuple[Point, ...]

NUDGE = 0.6
"""Share of its size by which a sleeve may push a resting die without making it a new throw."""
SAME = 0.8
"""Correlation of an object's inner part with the same place before, from which on nothing is new there."""
CHANGED = 0.05
"""Share of inner pixels that may differ in an unmoved object (noise, a passing shadow)."""
LEVEL = 24
"""Levels of any colour from which on such a pixel differs."""
SLACK = 2
"""Pixels by which an unmoved object may seem to shift."""
STRANGER = 0.3
"""Least conf of a stranger that is worth a question."""
TRAY_S = 2.0
"""s between two searches for the markers while the tray is at rest."""


class TrayReader(Protocol):
    """Reads one still picture."""

    def __call__(self, image: Image, tray: Corners | None) -> tuple[SeenObject, ...]:
        """Everything in the tray, each thing once."""
        ...


@dataclass(frozen=True, slots=True)
class SettledArrangement:
    """A new arrangement that came to rest."""

    objects: tuple[SeenObject, ...]
    frame: Frame
    """The last of the still frames that were read."""
    still_s: float
    """s for which it has rested."""


@dataclass(frozen=True, slots=True)
class _Lying:
    """Content of the tray at the last judgement."""

    grey: Grey
    image: Image
    objects: tuple[SeenObject, ...]


@dataclass(frozen=True, slots=True)
class _Look:
    """One look: its objects, and its picture with the time. Discarded when an object still creeps afterwards."""

    at: float
    image: Image
    objects: tuple[SeenObject, ...]


@dataclass(slots=True)
class TrayWatch:
    """Follows one camera. Feed it every frame in order."""

    read: TrayReader
    patience: RestThresholds = field(default_factory=RestThresholds)
    limits: MotionLimits = field(default_factory=MotionLimits)
    find: Callable[[Image], TrayPlane | None] = find_tray
    tray: TrayPlane | None = None
    given: TrayPlane | None = None
    """The one that was tapped: it holds wherever the picture was taken from."""
    moving: bool = False
    """True if the last frame differed from the previous one."""
    hand: bool = False
    """True if a hand was over the tray at the last rest."""
    _settle: RestDetector = field(init=False)
    _found: FoundTray | None = None
    """The tray whose markers were seen; None where it was tapped."""
    _area: Mask | None = None
    _bare: Image | None = None
    _looked_at: float | None = None
    _before: _Lying | None = None
    _looks: list[_Look] = field(default_factory=list)
    _judged: bool = True
    _anew: bool = False

    def __post_init__(self) -> None:
        self._settle = RestDetector(self.limits)

    @property
    def idle(self) -> bool:
        """Return whether everything is at rest and judged, so that other work fits in."""
        return self._judged and not self.moving and self._before is not None

    @property
    def busy(self) -> bool:
        """Return whether something is at rest and not judged yet."""
        return not (self._judged or self.moving)

    def restarted(self) -> "TrayWatch":
        """Return a watch that knows nothing but the tray, and takes what lies there for what lay there before."""
        return TrayWatch(self.read, self.patience, self.limits, self.find, self.tray, self.given, _found=self._found)

    def forget_tray(self) -> None:
        """Hold the tapped corners alone: the picture shows another view."""
        self.tray, self._found, self._area, self._looked_at = self.given, None, None, None

    def look_again(self) -> None:
        """Report the present arrangement once more, with the next still frames."""
        self._anew, self._judged = True, False
        self._looks.clear()

    def feed(self, frame: Frame) -> SettledArrangement | None:
        """Return a new arrangement, on the frame on which it is certain; else None."""
        grey = frame.small
        first = self._before is None
        if self._before is None:
            self._before, self._bare = _Lying(grey, frame.image, ()), frame.image
        if frame.is_cut:
            self._begin_anew(frame, first)
        if self._judged or frame.is_cut:
            self._look_for_tray(frame, first)
        still = self._settle.follow(grey, frame.at, self._area)
        self.moving = still is None
        if still is None:
            self._judged = first
            self._looks.clear()
            return None
        if self._judged:
            return None
        return self._judge(frame, grey, still)

    def _begin_anew(self, frame: Frame, first: bool) -> None:
        """Start again for another view: every object is new and no change is a hand. The very first picture gives no
        report.
        """
        self.forget_tray()
        self._before, self._bare = _Lying(frame.small, frame.image, ()), frame.image
        self._settle = RestDetector(self.limits)
        if not first:
            self.look_again()

    def _look_for_tray(self, frame: Frame, first: bool) -> None:
        """Locate the tray again, since the camera may be pushed or turned away. A covered marker changes nothing."""
        if self._looked_at is not None and frame.at - self._looked_at < TRAY_S:
            return
        self._looked_at = frame.at
        tray = self.find(frame.image)
        if tray is not None:
            self._found = FoundTray.of(tray, frame.image)
        elif self._is_another_view(frame):
            self._begin_anew(frame, first)
        self.tray = tray or self.tray
        if self.tray is not None and (tray is not None or self._area is None):
            self._area = self.tray.mask((HEIGHT, WIDTH), frame.image.shape[:2], grow=4)

    def _is_another_view(self, frame: Frame) -> bool:
        """Return whether the place in which the markers were seen is not in the picture."""
        return self._found is not None and not self._found.is_in(frame.small)

    def _judge(self, frame: Frame, grey: Grey, still: float) -> SettledArrangement | None:
        assert self._before is not None
        differs = changed_pixels(self._before.grey, grey, self.limits)
        enough = still >= self.patience.still_s - JITTER
        self.hand = self._is_hand(differs, frame.image, self._before.image)
        if self.hand and still < self.patience.hand_s:
            return None
        if not self._looks and self._is_another_view(frame):
            self._looked_at = None
            self._look_for_tray(frame, first=False)
        inside = differs if self._area is None else differs & self._area
        if not self._anew and not is_moving(inside, self.limits.creep, self.limits.creep_speckle):
            self._judged = enough
            return None
        self._looks = [look for look in self._looks if look.at >= frame.at - still - JITTER]
        if not (enough and self._is_enough()) and self._due(still):
            self._looks.append(
                _Look(frame.at, frame.image, self.read(frame.image, self.tray.corners if self.tray else None))
            )
        if enough and self._settle.frames >= self.patience.frames and self._is_enough():
            return self._tell(frame, grey, still)
        return None

    def _is_hand(self, differs: Mask, now: Image, before: Image) -> bool:
        part = hand_in(differs, self.limits, self._area)
        return part is not None and stands_out(now, part, self._area) >= stands_out(before, part, self._area)

    def _is_enough(self) -> bool:
        """Return whether, after the time limit, another look could not change the result or would come too late."""
        patience, looks = self.patience, [look.objects for look in self._looks]
        if not looks or len(looks) >= patience.looks:
            return bool(looks)
        if len(looks) == 1:
            return is_certain(looks[0], patience.certain)
        return len(looks) >= patience.agreeing and looks_agree(looks)

    def _due(self, still: float) -> bool:
        """Look are spread over the wait, so that only the last one costs time after it."""
        done, looks = len(self._looks), self.patience.looks
        return done < looks and still >= self.patience.still_s * min(1.0, done / max(1, looks - 1)) - JITTER

    def _tell(self, frame: Frame, grey: Grey, still: float) -> SettledArrangement | None:
        assert self._before is not None
        objects, image = self._combined(), frame.image
        new = bool(objects) if self._anew else any(self._is_new(seen, image, self._before) for seen in objects)
        self._anew = False
        self._before = _Lying(grey, image, objects)
        if not objects:
            self._bare = image
        self._judged = True
        self._looks.clear()
        return SettledArrangement(objects, frame, still) if new else None

    def _combined(self) -> tuple[SeenObject, ...]:
        """Return what the looks agree on. What they leave open is read once more, in the stack of their pictures."""
        looks = [look.objects for look in self._looks]
        objects = combine_looks(looks, self.patience.agreeing)
        if not any(is_open(seen) for seen in objects):
            return objects
        stack = stack_frames([look.image for look in self._looks])
        return objects if stack is None else answer_open(objects, looks, self._read_finer(stack))

    def _read_finer(self, stack: Image) -> tuple[SeenObject, ...]:
        """Read a stack; boxes are px of the camera's picture."""
        corners = tuple((FINER * x, FINER * y) for x, y in self.tray.corners) if self.tray else None
        return tuple(enlarged(seen, 1 / FINER) for seen in self.read(stack, corners))

    def _is_new(self, seen: SeenObject, now: Image, before: _Lying) -> bool:
        """Return whether the object is new. An unknown one must also differ from the bare tray, so that a stain does
        not count.
        """
        if seen.kind != UNKNOWN:
            return is_new(seen, now, before.image, before.objects)
        pictures = (before.image,) if self._bare is None else (before.image, self._bare)
        return seen.conf >= STRANGER and all(is_new(seen, now, picture, ()) for picture in pictures)


def is_new(seen: SeenObject, now: Image, before: Image, then: tuple[SeenObject, ...]) -> bool:
    """Return whether an object is new: neither the same picture, nor the same face pushed slightly.

    `then`: the objects seen in `before`.
    """
    if seen.box is None:
        return True
    if seen.value is not None and any(
        was.value == seen.value and was.kind == seen.kind and is_near(was, seen, NUDGE) for was in then
    ):
        return False
    return now.shape != before.shape or not _looks_alike(seen.box, now, before)


def _looks_alike(box: tuple[float, float, float, float], now: Image, before: Image) -> bool:
    """Return whether the inner part of a box is the same in both pictures, up to two pixels and the light."""
    x, y, w, h = box
    left, right = max(0, round(x + 0.15 * w)), max(0, round(x + 0.85 * w))
    top, bottom = max(0, round(y + 0.15 * h)), max(0, round(y + 0.85 * h))
    inner = now[top:bottom, left:right]
    around = before[max(0, top - SLACK) : bottom + SLACK, max(0, left - SLACK) : right + SLACK]
    if inner.size == 0:
        return False
    inner, around = _soft(inner), _soft(_lit(around, now, before))
    _, fit, _, (dx, dy) = cv2.minMaxLoc(cv2.matchTemplate(around, inner, cv2.TM_CCOEFF_NORMED))
    there = around[dy : dy + inner.shape[0], dx : dx + inner.shape[1]]
    differs = cv2.absdiff(there, inner).max(axis=2)
    return bool((differs > LEVEL).mean() <= CHANGED or (fit >= SAME and np.median(differs) <= LEVEL / 2))


def _lit(part: Image, now: Image, before: Image) -> Image:
    """Return a part of the earlier picture in the current light, scaled by the change of the whole picture."""
    gain = np.median(now[::8, ::8], axis=(0, 1)).clip(1) / np.median(before[::8, ::8], axis=(0, 1)).clip(1)
    lit: Image = np.clip(part * gain, 0, 255).astype(np.uint8)
    return lit


def _soft(part: Image) -> Image:
    return cv2.blur(part, (3, 3)).astype(np.uint8, copy=False)
