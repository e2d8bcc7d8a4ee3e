"""A drawn tray for tests of the live path: coloured squares for dice, an ellipse for a hand, noise like a camera's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.schema import SeenObject
from vision.image.decoder import Image
from vision.image.frame import Frame

WIDTH, HEIGHT = 640, 360
SIDE = 30
FACES = {"success": (40, 220, 240), "investigation": (230, 120, 30), "blank": (235, 235, 235)}
"""Face -> BGR of the square's middle; its corners are dark."""
GRAIN = np.random.default_rng(1).normal(0, 3, (HEIGHT + 40, WIDTH + 60, 3)).astype(np.int16)
FELT, SKIN = (40, 90, 30), (120, 150, 205)
EMPTY = np.full((HEIGHT, WIDTH, 3), FELT, np.uint8)
NEAR = 28  # so far a pixel may be from a face's colour


@dataclass(frozen=True, slots=True)
class Die:
    """A square whose top left corner is at x, y."""

    x: int
    y: int
    face: str = "success"


@dataclass(frozen=True, slots=True)
class Scene:
    """Objects in the tray, fingertips of a hand from the right, and brightness of the light."""

    dice: tuple[Die, ...] = ()
    hand: tuple[int, int] | None = None
    light: float = 1.0


def draw(scene: Scene, noise: int = 0) -> Image:
    """(360, 640, 3) uint8 BGR."""
    image = EMPTY.copy()
    for die in scene.dice:
        image[die.y : die.y + SIDE, die.x : die.x + SIDE] = (25, 25, 25)
        image[die.y + 3 : die.y + SIDE - 3, die.x + 3 : die.x + SIDE - 3] = FACES[die.face]
        image[die.y + 10 : die.y + 14, die.x + 6 : die.x + 24] = (25, 25, 25)
    if scene.hand is not None:
        x, y = scene.hand
        cv2.ellipse(image, (x + 60, y), (60, 50), 0, 0, 360, SKIN, -1)
        cv2.rectangle(image, (x + 60, y - 48), (WIDTH, y + 48), SKIN, -1)
    lit = image if scene.light == 1.0 else np.clip(image * scene.light, 0, 255).astype(np.uint8)
    top, left = noise * 7 % 40, noise * 13 % 60  # one grain, shifted, is quicker than a new one for every frame
    return np.clip(lit + GRAIN[top : top + HEIGHT, left : left + WIDTH], 0, 255).astype(np.uint8)


def read(image: Image, _tray: object = None) -> tuple[SeenObject, ...]:
    """Reads what `draw` drew, by colour, whatever the light; a die under the hand is not seen."""
    felt = np.median(image[::4, ::4].reshape(-1, 3), axis=0).clip(1) / FELT
    lit = cv2.LUT(image, np.clip(np.arange(256)[:, None] / felt, 0, 255).round().astype(np.uint8)[None])
    found = []
    for face, colour in FACES.items():
        mask = cv2.inRange(lit, *(np.array(colour, float) + by for by in (-NEAR, NEAR)))
        count, _, stats, _ = cv2.connectedComponentsWithStats(cv2.dilate(mask, np.ones((7, 7), np.uint8)))
        for x, y, w, h, area in stats[1:count]:
            if area > 400 and w < 2 * SIDE and h < 2 * SIDE:
                found.append(SeenObject("mom_d8", face, 0.98, (), (float(x), float(y), float(w), float(h))))
    return tuple(found)


@dataclass(slots=True)
class Film:
    """Builds a recording scene by scene; `fps` frames a second."""

    fps: float = 10.0
    scene: Scene = field(default_factory=Scene)
    scenes: list[Scene] = field(default_factory=list)

    def still(self, seconds: float = 0.6) -> Film:
        """Nothing happens for so long."""
        self.scenes += [self.scene] * round(seconds * self.fps)
        return self

    def throw(self, dice: Sequence[Die]) -> Film:
        """Roll dice in from the left to their places, next to the resting ones."""
        for step in range(4, 0, -1):
            rolling = tuple(Die(max(1, d.x - 37 * step), d.y, "blank") for d in dice)
            self.scenes.append(replace(self.scene, dice=self.scene.dice + rolling))
        self.scene = replace(self.scene, dice=self.scene.dice + tuple(dice))
        return self

    def reach(self, dice: Sequence[Die] | None = None, x: int = 250, y: int = 180) -> Film:
        """Move a hand in from the right and out again; while it covers the tray the dice become `dice` (None: stay)."""
        way = range(WIDTH - 30, x, -90)
        for at in way:
            self.scenes.append(replace(self.scene, hand=(at, y)))
        if dice is not None:
            self.scene = replace(self.scene, dice=tuple(dice))
        for at in reversed(way):
            self.scenes.append(replace(self.scene, hand=(at, y)))
        return self

    def rest_hand(self, seconds: float, x: int = 400, y: int = 180) -> Film:
        """Rest a hand over the rim without motion."""
        self.scenes += [replace(self.scene, hand=(x, y))] * round(seconds * self.fps)
        return self

    def lamp(self, light: float) -> Film:
        """The light changes."""
        self.scene = replace(self.scene, light=light)
        return self

    def frames(self) -> Iterator[Frame]:
        """The recording."""
        for index, scene in enumerate(self.scenes):
            yield Frame(draw(scene, index), index / self.fps, index)
