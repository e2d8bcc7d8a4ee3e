"""Let a camera find its light, then fix exposure, gain, white balance and focus during play.

An automatic camera makes a die darker when a white card is laid next to it, and softens the picture when a hand comes
near. So it adapts only when it is opened, on request, and when the room's light changed while nothing moved. Pictures
from that time are skipped.
"""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from vision.image import Frame, Grey
from vision.stream.motion import gain_of

LEAST_S, MOST_S = 1.0, 4.0
"""s for a camera to find its light. Cameras need half a second to begin; in bad light some never settle."""
CALM_S, CALM = 0.5, 1.03
"""It has found it when in so many s the light of the picture rose and fell by no more than this factor."""
PROOF_S = 0.5
"""s until a camera shows whether it keeps its light."""
SAME = 1.25
"""Factor of the picture's light up to which it does: some cameras tell another exposure than they have."""
BAND = 1.35
"""Factor of the picture's light beyond which the room's light is another one: about half or twice as much of it."""
AWAY_S = 3.0
"""s of other light until it counts. Frames are skipped meanwhile: in glare, resting dice would be misread."""

Part: TypeAlias = Literal["exposure", "colours", "focus"]
"""Automatic settings of a camera."""


class CameraControl(Protocol):
    """A camera's automatics."""

    def release(self, *, focus: bool) -> bool:
        """Let it find its light, with `focus` also how far the tray is; whether there is anything that finds."""
        ...

    def hold(self) -> tuple[Part, ...]:
        """Have it keep what it has found; what it does not keep."""
        ...

    def let_expose(self) -> bool:
        """Return control of the exposure to the camera; returns whether it has such a control."""
        ...


class ExposureControl:
    """Pass requests for new light to the camera's thread, across reconnections. Thread-safe."""

    def __init__(self) -> None:
        self.loose: tuple[Part, ...] = ()
        """Settings that the camera does not keep."""
        self._requested = threading.Event()

    def request(self) -> None:
        """Request that the camera finds its light again."""
        self._requested.set()

    def take_request(self) -> bool:
        """Return whether new light was requested, and clear the request."""
        wished = self._requested.is_set()
        self._requested.clear()
        return wished


@dataclass(slots=True)
class Exposure:
    """State of one open camera. Takes every frame, and returns whether to use it."""

    control: CameraControl
    steering: ExposureControl
    clock: Callable[[], float]
    _until: Callable[[Frame], bool] = field(init=False)
    """Current step. Takes the next frame and returns whether to use it."""
    _since: float = 0.0
    _seen: deque[tuple[float, Grey]] = field(default_factory=deque)
    _kept: Grey | None = None
    """The picture when the light was found."""
    _away_since: float | None = None

    def __post_init__(self) -> None:
        self.steering.take_request()  # opening the camera fulfils an earlier request
        self._begin(focus=True)

    def passes(self, frame: Frame) -> bool:
        """Return whether to use this frame: not while the camera finds its light."""
        if self.steering.take_request():
            self._begin(focus=True)
        return self._until(frame)

    def _begin(self, *, focus: bool) -> None:
        self._seen.clear()
        self._away_since, self._since = None, self.clock()
        has_any = self.control.release(focus=focus)
        self._until = self._settle if has_any else self._leave
        if not has_any:
            self.steering.loose = ()

    def _leave(self, _frame: Frame) -> bool:
        """Use every frame of a source without settings."""
        return True

    def _settle(self, frame: Frame) -> bool:
        now = self.clock()
        self._seen.append((now, frame.small))
        while self._seen[0][0] < now - CALM_S:
            self._seen.popleft()
        age = now - self._since
        if age >= MOST_S or (age >= LEAST_S and self._is_calm()):
            self.steering.loose = self.control.hold()
            self._kept, self._since, self._until = frame.small, now, self._prove
            self._seen.clear()
        return False

    def _is_calm(self) -> bool:
        (_, first), *rest = self._seen
        return len(rest) > 1 and all(not _differ(first, small, CALM) for _, small in rest)

    def _prove(self, frame: Frame) -> bool:
        """Leave a camera alone if setting its own values makes it darker or brighter."""
        if self.clock() - self._since < PROOF_S:
            return False
        if "exposure" not in self.steering.loose and self._kept is not None and _differ(self._kept, frame.small, SAME):
            self.control.let_expose()
            self.steering.loose = ("exposure", *self.steering.loose)
        self._kept, self._until = frame.small, self._watch
        return True

    def _watch(self, frame: Frame) -> bool:
        """Notice a change of the room's light. A camera without fixed exposure follows it by itself."""
        now, kept = self.clock(), self._kept
        if "exposure" in self.steering.loose or kept is None or not _differ(kept, frame.small, BAND):
            self._away_since = None
            return True
        self._away_since = now if self._away_since is None else self._away_since
        if now - self._away_since >= AWAY_S:
            self._begin(focus=False)
        return False


def _differ(before: Grey, now: Grey, factor: float) -> bool:
    """Return whether the light of two frames differs by more than this factor. Objects laid down in between hardly
    count.
    """
    return not 1 / factor <= gain_of(before, now) <= factor or not 1 / factor <= gain_of(now, before) <= factor
