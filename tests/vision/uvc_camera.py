"""A camera on USB that behaves as such cameras do: it finds its light in a while, and has quirks."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2

from tests.vision.drawn import Die, Scene, draw
from vision.image.decoder import Image

AIM = 1.0
"""Light of the picture that its automatic goes for: as `Scene` has it."""
AUTO, MANUAL = 3.0, 1.0


@dataclass
class UvcCamera:
    """`lamp`: the room's light; a picture has it times `exposure` / 100."""

    lamp: float = 1.0
    has: frozenset[int] = frozenset((cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS))
    sticks: frozenset[int] = frozenset()
    """Automatics that stay on, whatever is set."""
    tells: float | None = None
    """The exposure that it tells, instead of the one that it has."""
    speed: float = 0.4
    """Share of the distance to the right exposure covered with each picture."""
    dice: tuple[Die, ...] = ()
    now: float = 0.0
    pictures: int = 10_000
    knobs: dict[int, float] = field(default_factory=dict)
    exposure: float = 40.0
    released: bool = False

    def __post_init__(self) -> None:
        self.knobs = dict.fromkeys(self.has, 1.0) | {cv2.CAP_PROP_WB_TEMPERATURE: 4600.0, cv2.CAP_PROP_FOCUS: 30.0}
        if cv2.CAP_PROP_AUTO_EXPOSURE in self.has:
            self.knobs[cv2.CAP_PROP_AUTO_EXPOSURE] = AUTO

    def isOpened(self) -> bool:  # noqa: N802 - as OpenCV calls it
        return self.pictures > 0

    def release(self) -> None:
        self.released = True

    def get(self, prop: int) -> float:
        if prop == cv2.CAP_PROP_EXPOSURE:
            return self.exposure if self.tells is None else self.tells
        return self.knobs.get(prop, -1.0)

    def set(self, prop: int, value: float) -> bool:
        if prop in {cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS} - self.has:
            return False
        if prop == cv2.CAP_PROP_AUTO_EXPOSURE and value not in (AUTO, MANUAL):
            return False  # as cameras without an iris
        if prop not in self.sticks:
            self.knobs[prop] = value
        if prop == cv2.CAP_PROP_EXPOSURE:
            self.exposure = value
        return True

    def grab(self) -> bool:
        self.now += 1 / 15
        self.pictures -= 1
        if self.knobs.get(cv2.CAP_PROP_AUTO_EXPOSURE) != MANUAL:
            self.exposure += self.speed * (100 * AIM / self.lamp - self.exposure)
        return self.pictures >= 0

    def retrieve(self) -> tuple[bool, Image]:
        return True, draw(Scene(self.dice, light=self.lamp * self.exposure / 100))
