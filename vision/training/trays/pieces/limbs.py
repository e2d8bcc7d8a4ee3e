"""Round things made of capsules: a hand with its sleeve, a pen."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.trays.pieces.assembly import GLOSSY, MATTE, Assembly
from vision.training.trays.shapes.geometry import Mesh, capsule, toward

Floats = NDArray[np.float64]
FINGERS = ((-27, 64), (-9, 74), (9, 71), (26, 58))
"""Offset to the side and length of each, mm."""


@dataclass(frozen=True, slots=True, eq=False)
class Limb:
    """One capsule, mm."""

    name: str
    """The cell it is painted with."""
    start: Floats
    end: Floats
    start_radius: float
    end_radius: float

    def points(self) -> Floats:
        """(n, 3) mm, points whose convex hull it is."""
        return self._surface()[0]

    def _surface(self) -> tuple[Floats, Floats, NDArray[np.int64]]:
        return capsule(self.start, self.end, self.start_radius, self.end_radius)

    def put_into(self, scene: Assembly, owner: int) -> None:
        positions, normals, triangles = self._surface()
        axis = self.end - self.start
        around = np.arctan2(normals[:, 1], normals[:, 0]) / math.pi
        along = np.clip((positions - positions.mean(0)) @ axis / (np.linalg.norm(axis) ** 2 + 1e-6), -1, 1)
        paint = scene.atlas.paint((self.name,), np.stack([around, along], 1) * 0.95)
        scene.add(Mesh(positions, normals, paint, triangles), owner, GLOSSY if self.name.startswith("pen") else MATTE)


@dataclass(frozen=True, slots=True, eq=False)
class HandPose:
    """Place of a hand, mm, and the unit vectors toward its arm and across it."""

    tip: Floats
    knuckles: Floats
    back: Floats
    side: Floats


def pen(at: Floats, along: Floats) -> tuple[Limb, ...]:
    """Return a pen with its clip about `at`, pointing along the unit vector `along`."""
    return (
        Limb("pen", at - along * 62, at + along * 52, 4.6, 4.6),
        Limb("pentip", at + along * 52, at + along * 69, 3.4, 0.8),
        Limb("pentip", at - along * 64, at - along * 40 + [0, 0, 2.5], 1.6, 1.6),
    )


def hand(tip: Sequence[float] | Floats, angle: float, height: float, rng: Generator, curl: float) -> tuple[Limb, ...]:
    """Return an open hand whose fingertips are near `tip` (x, y mm), `height` mm above the felt.

    The arm goes away in the direction `angle` (rad); `curl` 0 to 1 arches the fingers.
    """
    back = np.append(toward(angle), 0.0)
    side = np.array([-back[1], back[0], 0.0])
    reach = np.array([tip[0], tip[1], height])
    knuckles = reach + back * 72 + np.array([0, 0, 28])
    pose = HandPose(reach, knuckles, back, side)
    fingers = [limb for offset, length in FINGERS for limb in _finger(pose, offset, length, curl, rng)]
    return (*fingers, *_palm(pose), *_thumb(pose), *_arm(pose))


def _finger(pose: HandPose, offset: float, length: float, curl: float, rng: Generator) -> tuple[Limb, ...]:
    base = pose.knuckles + pose.side * offset
    end = pose.tip + pose.side * offset * (0.72 + 0.1 * rng.random()) + pose.back * (74 - length)
    joint = (base + end) / 2 + np.array([0, 0, 9 + 6 * curl]) + pose.back * 4
    nail = end + np.array([0, 0, 4.4]) + pose.back * 1.5
    nail_end = nail + (joint - end) / np.linalg.norm(joint - end) * 6
    return (
        Limb("skin", base, joint, 9.6, 8.6),
        Limb("skin", joint, end, 8.6, 7.0),
        Limb("nail", nail, nail_end, 3.6, 3.9),
    )


def _palm(pose: HandPose) -> list[Limb]:
    wrist = [pose.knuckles + pose.side * offset * 0.8 + pose.back * 70 + [0, 0, 4] for offset in (-22, -8, 8, 22)]
    starts = [pose.knuckles + pose.side * offset for offset in (-22, -8, 8, 22)]
    return [Limb("skin", start, end, 13, 16) for start, end in zip(starts, wrist, strict=True)]


def _thumb(pose: HandPose) -> tuple[Limb, Limb]:
    start = pose.knuckles + pose.back * 45 - pose.side * 30
    joint = pose.tip + pose.back * 52 - pose.side * 48 + [0, 0, 10]
    end = pose.tip + pose.back * 22 - pose.side * 36 + [0, 0, 4]
    return Limb("skin", start, joint, 14, 10.5), Limb("skin", joint, end, 10.5, 8.5)


def _arm(pose: HandPose) -> tuple[Limb, Limb]:
    back = pose.back
    wrist = pose.knuckles + back * 80
    return (
        Limb("skin", wrist, wrist + back * 60 + [0, 0, 10], 25, 27),
        Limb("sleeve", wrist + back * 50 + [0, 0, 10], wrist + back * 330 + [0, 0, 40], 36, 46),
    )
