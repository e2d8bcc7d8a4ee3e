"""Labelled pictures of trays: renders and photographs as one record."""

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.shapes import SHAPE_OF_KIND, SHAPES
from vision.tilt import View, apparent

READABLE, COCKED, PARTIAL, OUTSIDE, UNSAID = range(5)
"""States of an object; UNSAID: the labels do not tell."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One labelled object, in px of the picture."""

    shape: int
    """Index in `SHAPES`."""
    kind: str
    value: str
    """The most upward face, also of a cocked die."""
    x: float
    y: float
    """Centre of the top face."""
    radius: float
    """Mean distance of its corners from the centre; 0: unknown."""
    box: tuple[float, float, float, float] | None
    state: int
    tilt: tuple[float, float] | None = None
    """How much the top face turns aside as seen from the camera (`vision.tilt.apparent`); None: unknown."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture and all its objects; cards are kept apart."""

    path: Path
    style: str
    marks: tuple[Mark, ...]
    group: str = ""
    view: View | None = None
    """From where the camera looked; None: unknown."""


def renders(root: Path) -> Iterator[Picture]:
    """All pictures of one rendered style below `root`: stills of every kind and enrolment shots."""
    for labels in sorted(root.glob("*/labels.json")):
        for entry in json.loads(labels.read_text()):
            path = labels.parent / entry["file"]
            if path.exists():
                view = _view(entry["scene"])
                marks = tuple(_rendered(o, view) for o in entry["objects"] if o["kind"] in SHAPE_OF_KIND)
                yield Picture(path, root.name, marks, labels.parent.name, view)


def _view(scene: dict) -> View | None:
    """The camera of a still, 1280x720 px, where the labels tell it."""
    told = scene.get("camera")
    return View(tuple(told["up"]), float(told["f"]), (640.0, 360.0)) if told else None


def _rendered(told: dict, view: View | None) -> Mark:
    corners = np.array(told["top_poly"], float)
    x, y = told["center"]
    if told["kind"] == "token":  # the fan of a disc starts at one side: its centre is the mean of its rim
        x, y = corners.mean(0)
    radius = float(np.linalg.norm(corners - (x, y), axis=1).mean())
    state = OUTSIDE if not told["in_tray"] else COCKED if told["cocked"] else PARTIAL if told["partial"] else READABLE
    shape = SHAPES.index(SHAPE_OF_KIND[told["kind"]])
    tilt = apparent(tuple(told["normal"]), view, float(x), float(y)) if view and "normal" in told else None
    return Mark(shape, told["kind"], told["nearest_up"], float(x), float(y), radius, tuple(told["box"]), state, tilt)


def photographs(folder: Path) -> Iterator[Picture]:
    """The pictures of one set of photographs, named by the set; kinds that no shape stands for count as "other"."""
    for entry in json.loads((folder / "labels.json").read_text()):
        marks = tuple(_photographed(o, folder.name) for o in entry["objects"] if o.get("box"))
        yield Picture(folder / "images" / entry["file"], folder.name, marks, entry["group"])


def _photographed(told: dict, name: str) -> Mark:
    x, y, w, h = told["box"]
    shape = SHAPES.index(SHAPE_OF_KIND.get(told["kind"], "other"))
    pips = name == "d6_penlington"  # its boxes are the extent of the pips, not of the die
    radius = 0.0 if pips and told["value"] == 1 else 0.56 * max(w, h) if pips else 0.5 * max(w, h)
    return Mark(
        shape, told["kind"], str(told["value"]), x + w / 2, y + h / 2, radius, None if pips else (x, y, w, h), READABLE
    )


def held_out(group: str) -> bool:
    """Whether pictures of this group are kept from training; about half of all groups."""
    return zlib.crc32(group.encode()) % 2 == 0
