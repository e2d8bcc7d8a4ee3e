"""The automatics of a camera at this machine, as Video4Linux has them through OpenCV."""

from dataclasses import dataclass
from typing import Protocol

import cv2

from vision.stream.exposure import Part

MANUAL = 1.0
"""Of Video4Linux: exposure and aperture by hand."""
AUTOMATIC = (3.0, 0.0)
"""The exposure by itself: with a lens that has no iris, as nearly all have, and with one that has."""
THERE = 0.0
"""OpenCV tells less of what a camera does not have."""


class UvcControls(Protocol):
    """What there is to turn at an open camera."""

    def get(self, prop: int, /) -> float:
        """Less than 0 where there is none."""
        ...

    def set(self, prop: int, value: float, /) -> bool:
        """Whether it was taken."""
        ...


@dataclass(frozen=True, slots=True)
class UvcControl:
    """Of one open camera."""

    knobs: UvcControls

    def release(self, *, focus: bool) -> bool:
        """All automatics that there are, on."""
        found = [self.let_expose(), self.knobs.set(cv2.CAP_PROP_AUTO_WB, 1)]
        if focus:
            found.append(self.knobs.set(cv2.CAP_PROP_AUTOFOCUS, 1))
        return any(found)

    def hold(self) -> tuple[Part, ...]:
        """The values that were found are written back: some cameras go to those that were set last instead."""
        loose: list[Part] = []
        if not self._holds_exposure():
            loose.append("exposure")
        if not self._holds(cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE):
            loose.append("colours")
        if not self._holds(cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS):
            loose.append("focus")
        return tuple(loose)

    def let_expose(self) -> bool:
        """The exposure by itself; whether there is one."""
        return any(self.knobs.set(cv2.CAP_PROP_AUTO_EXPOSURE, value) for value in AUTOMATIC)

    def _holds_exposure(self) -> bool:
        if self.knobs.get(cv2.CAP_PROP_AUTO_EXPOSURE) < THERE:
            return False
        values = {prop: self.knobs.get(prop) for prop in (cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_GAIN)}
        if not self.knobs.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL):
            return False
        self._write(values)
        return self.knobs.get(cv2.CAP_PROP_AUTO_EXPOSURE) == MANUAL

    def _holds(self, automatic: int, value: int) -> bool:
        """Whether it stands still now; what has no automatic never moved."""
        if self.knobs.get(automatic) < THERE:
            return True
        found = self.knobs.get(value)
        if not self.knobs.set(automatic, 0):
            return False
        self._write({value: found})
        return self.knobs.get(automatic) == 0

    def _write(self, values: dict[int, float]) -> None:
        for prop, value in values.items():
            if value >= THERE:
                self.knobs.set(prop, value)
