"""A camera finds its light by itself, and then keeps it: exposure, gain, white balance and focus stand still while people play.

A camera that goes on adapting makes a die darker when a white card lies beside it, and softens everything when a hand comes
near. So it may adapt when it is opened, when somebody asks for it, and when the room's light has become another one while
nothing moved. Pictures from that time are not looked at.
"""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from vision.image import Frame, Grey
from vision.stream.motion import gain_of

LEAST_S, MOST_S = 1.0, 4.0
"""s that a camera is given to find its light: cameras need half a second to begin; in bad light some hunt for ever."""
CALM_S, CALM = 0.5, 1.03
"""It has found it when in so many s the light of the picture rose and fell by no more than this factor."""
PROOF_S = 0.5
"""s after which a camera that was told to keep its light shows whether it does."""
SAME = 1.25
"""Factor of the picture's light up to which it does: some cameras tell another exposure than they have."""
BAND = 1.35
"""Factor of the picture's light beyond which the room's light is another one: about half or twice as much of it."""
AWAY_S = 3.0
"""s for which it must be. Until then nothing is looked at: in a glaring picture lying dice would be taken for other ones."""

Part: TypeAlias = Literal["exposure", "colours", "focus"]
"""Of a camera's automatics."""


class CameraControl(Protocol):
    """A camera's automatics."""

    def release(self, *, focus: bool) -> bool:
        """Let it find its light, with `focus` also how far the tray is; whether there is anything that finds."""
        ...

    def hold(self) -> tuple[Part, ...]:
        """Have it keep what it has found; what it does not keep."""
        ...

    def let_expose(self) -> bool:
        """Give the exposure back to it; whether it has one of its own."""
        ...


class ExposureControl:
    """Between those who want the light found anew and the camera's thread, through all lives of the camera. Safe for threads."""

    def __init__(self) -> None:
        self.loose: tuple[Part, ...] = ()
        """What the camera does not keep."""
        self._requested = threading.Event()

    def request(self) -> None:
        """Somebody wants the light found anew."""
        self._requested.set()

    def take_request(self) -> bool:
        """Whether somebody wants it, told once."""
        wished = self._requested.is_set()
        self._requested.clear()
        return wished


@dataclass(slots=True)
class Exposure:
    """Of one life of a camera. Show it every picture: it says whether to look at it."""

    control: CameraControl
    steering: ExposureControl
    clock: Callable[[], float]
    _until: Callable[[Frame], bool] = field(init=False)
    """What is done now: it sees the next picture, and says whether that is to be looked at."""
    _since: float = 0.0
    _seen: deque[tuple[float, Grey]] = field(default_factory=deque)
    _kept: Grey | None = None
    """The picture when the light was found."""
    _away_since: float | None = None

    def __post_init__(self) -> None:
        self.steering.take_request()  # it was asked of the life before, and is done by being opened
        self._begin(focus=True)

    def passes(self, frame: Frame) -> bool:
        """Whether this picture is to be looked at: not while the camera finds its light."""
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
        """There is nothing to be set: a ring of the lens, or a camera that is no camera."""
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
        """A camera that becomes darker or brighter by being told what it has itself told is left alone."""
        if self.clock() - self._since < PROOF_S:
            return False
        if "exposure" not in self.steering.loose and self._kept is not None and _differ(self._kept, frame.small, SAME):
            self.control.let_expose()
            self.steering.loose = ("exposure", *self.steering.loose)
        self._kept, self._until = frame.small, self._watch
        return True

    def _watch(self, frame: Frame) -> bool:
        """The light of the room may change; who keeps no exposure follows it by itself."""
        now, kept = self.clock(), self._kept
        if "exposure" in self.steering.loose or kept is None or not _differ(kept, frame.small, BAND):
            self._away_since = None
            return True
        self._away_since = now if self._away_since is None else self._away_since
        if now - self._away_since >= AWAY_S:
            self._begin(focus=False)
        return False


def _differ(before: Grey, now: Grey, factor: float) -> bool:
    """Whether the light of two pictures differs by more than this factor; what was laid down between them hardly counts."""
    return not 1 / factor <= gain_of(before, now) <= factor or not 1 / factor <= gain_of(now, before) <= factor
