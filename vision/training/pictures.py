"""Labelled pictures of trays: renders and photographs as one record."""

import json
import math
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image
from vision.shape_of_kind import SHAPE_OF_KIND, SHAPES
from vision.training.unboxed import FoundDie, find_dice, show_exactly
from vision.tray import CameraView
from vision.tray.tilt import apparent_tilt

SCALES = {"d6_byler": 0.66, "d6_penlington": 0.26, "polyset_burks": 0.22}
"""Factor that brings a set of photographs to the scale that the finder is taught, 1.5 px per mm or dice as large as there."""
TRAY_SCALE = 0.5
"""The same of rendered trays."""
TRAY_SIZE = (1280, 720)
"""Width and height of pictures whose labels do not tell, px."""
PX_PER_MM = 1.5
DIE_PX = 16.0
"""Radius of a whole die at that scale."""
KNOWN = 0.35
"""Sine of the camera's angle up to which its place is known at a table (`vision.detect.shape_and_pose.ASLANT`)."""
FACET = {"octahedron": 0.8, "decahedron": 0.75, "icosahedron": 0.6, "other": 0.6}
"""Radius of the top face by that of the whole die as photographed from above."""
FILLED = 0.78
"""Least share of its circle that a die's silhouette fills; where less, its shadow was taken for a part of it."""
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
    """How much the top face turns aside as seen from the camera (`vision.tray.tilt.apparent_tilt`); None: unknown."""
    is_sized: bool = True
    """True if the radius is measured; the boxes of photographs give a rough one."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture and all its objects; cards are kept apart."""

    path: Path
    style: str
    marks: tuple[Mark, ...]
    group: str = ""
    view: CameraView | None = None
    """From where the camera looked; None: unknown, or too far aslant."""
    scale: float = TRAY_SCALE
    """Factor that brings it to the scale that the finder is taught."""


def renders(root: Path) -> Iterator[Picture]:
    """All pictures of one rendered style below `root`: stills of every kind, crowds, desks and enrolment shots."""
    for labels in sorted(root.glob("*/labels.json")):
        for entry in json.loads(labels.read_text()):
            path = labels.parent / entry["file"]
            if path.exists():
                yield _render(path, root.name, labels.parent.name, entry)


def _render(path: Path, style: str, group: str, entry: dict) -> Picture:
    scene = entry["scene"]
    view = _view(scene)
    marks = tuple(_rendered(o, view) for o in entry["objects"] if o["kind"] in SHAPE_OF_KIND)
    is_known = view is not None and math.hypot(view.up[0], view.up[1]) < KNOWN
    scale = PX_PER_MM / scene["px_per_mm"] if group == "desk" else TRAY_SCALE
    return Picture(path, scene.get("style", style), marks, group, view if is_known else None, scale)


def _view(scene: dict) -> CameraView | None:
    """Return the camera of a picture, if labelled; the axis meets the middle of the picture."""
    told = scene.get("camera")
    width, height = scene.get("size", TRAY_SIZE)
    return CameraView(tuple(told["up"]), float(told["f"]), (width / 2, height / 2)) if told else None


def _rendered(told: dict, view: CameraView | None) -> Mark:
    corners = np.array(told["top_poly"], float)
    x, y = told["center"]
    if told["kind"] == "token":  # the fan of a disc starts at one side: its centre is the mean of its rim
        x, y = corners.mean(0)
    radius = float(np.linalg.norm(corners - (x, y), axis=1).mean())
    state = OUTSIDE if not told["in_tray"] else COCKED if told["cocked"] else PARTIAL if told["partial"] else READABLE
    shape = SHAPES.index(SHAPE_OF_KIND[told["kind"]])
    tilt = apparent_tilt(tuple(told["normal"]), view, float(x), float(y)) if view and "normal" in told else None
    is_sized = told.get("sized", True)
    box = tuple(told["box"])
    return Mark(shape, told["kind"], told["nearest_up"], float(x), float(y), radius, box, state, tilt, is_sized)


def photographs(folder: Path) -> Iterator[Picture]:
    """Yield the pictures of one set of photographs, named by the set; kinds that no shape stands for count as "other".

    Of `d20_lurig`, whose labels are the whole picture, those in which the die is plainly told from the ground. Of
    `d6_phone`, whose labels have no boxes, those in which the reader finds the labelled values and no others.
    """
    for entry in entries_of(folder):
        yield from _photographs(folder, entry)


def lessons(folder: Path) -> list[Picture]:
    """Return the pictures of a set of photographs that the nets are taught with, see `is_taught`."""
    taught = (entry for entry in entries_of(folder) if is_taught(folder.name, entry))
    return [picture for entry in taught for picture in _photographs(folder, entry)]


def taught_coins(folder: Path) -> Iterator[Image]:
    """Yield the photographs of coins that the nets are taught with, as strangers. BGR."""
    return (read(folder / "images" / entry["file"]) for entry in entries_of(folder) if is_taught(folder.name, entry))


def read(path: Path) -> Image:
    """Return the picture, BGR. Exits with a sentence where there is none."""
    image = cv2.imread(str(path))
    if image is None:
        raise SystemExit(f"{path} is missing or is no picture. Make it again, or take it out of the labels.")
    return image.astype(np.uint8, copy=False)


def entries_of(folder: Path) -> list[dict]:
    """Return the entries of the labels file in a folder."""
    entries: list[dict] = json.loads((folder / "labels.json").read_text())
    return entries


def _photographs(folder: Path, entry: dict) -> Iterator[Picture]:
    """Yield the picture of one entry, none where its objects cannot be placed."""
    path = folder / "images" / entry["file"]
    if folder.name == "d20_lurig":
        yield from _close_up(path, entry)
    elif folder.name == "d6_phone":
        yield from _unboxed(path, entry)
    else:
        marks = tuple(_photographed(o, folder.name) for o in entry["objects"] if o.get("box"))
        yield Picture(path, folder.name, marks, entry["group"], scale=SCALES.get(folder.name, TRAY_SCALE))


def _unboxed(path: Path, entry: dict) -> Iterator[Picture]:
    """Yield a photograph without boxes, its dice marked where the reader finds them."""
    dice = find_dice(cv2.imread(str(path)).astype(np.uint8))
    if show_exactly(dice, [str(told["value"]) for told in entry["objects"]]):
        usual = float(np.median([die.radius for die in dice]))
        yield Picture(path, "d6_phone", tuple(map(_found, dice)), entry["group"], scale=min(1.0, DIE_PX / usual))


def _found(die: FoundDie) -> Mark:
    return Mark(SHAPES.index("cube"), "d6", die.value, die.x, die.y, die.radius, die.box, READABLE, is_sized=False)


def _photographed(told: dict, name: str) -> Mark:
    x, y, w, h = told["box"]
    of = SHAPE_OF_KIND.get(told["kind"], "other")
    shape = SHAPES.index(of)
    pips = name == "d6_penlington"  # its boxes are the extent of the pips, not of the die
    whole = 0.0 if pips and told["value"] == 1 else 0.56 * max(w, h) if pips else 0.5 * max(w, h)
    box = None if pips else (x, y, w, h)
    radius = whole * FACET.get(of, 1.0)
    return Mark(shape, told["kind"], str(told["value"]), x + w / 2, y + h / 2, radius, box, READABLE, is_sized=False)


def _close_up(path: Path, entry: dict) -> Iterator[Picture]:
    """Yield a photograph of one twenty-sided die, its silhouette cut out of the ground."""
    (x, y), radius, share = silhouette(cv2.imread(str(path)))
    if share > FILLED:
        box = (x - radius, y - radius, 2 * radius, 2 * radius)
        value, facet = str(entry["objects"][0]["value"]), FACET["icosahedron"] * radius
        shape = SHAPES.index("icosahedron")
        mark = Mark(shape, "d20", value, x, y, facet, box, READABLE, is_sized=False)
        yield Picture(path, "d20_lurig", (mark,), entry["group"], scale=DIE_PX / radius)


def silhouette(image: NDArray[np.uint8]) -> tuple[tuple[float, float], float, float]:
    """Return centre and radius, px, of the one object near the middle, and the share of that circle it fills."""
    factor = 256 / max(image.shape[:2])
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    height, width = small.shape[:2]
    mask = np.full((height, width), cv2.GC_BGD, np.uint8)
    mask[8:-8, 8:-8] = cv2.GC_PR_BGD
    mask[height // 8 : -height // 8, width // 8 : -width // 8] = cv2.GC_PR_FGD
    cv2.setRNGSeed(1)
    cv2.grabCut(small, mask, None, np.zeros((1, 65)), np.zeros((1, 65)), 6, cv2.GC_INIT_WITH_MASK)
    thing = np.isin(mask, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8)
    thing = cv2.morphologyEx(thing, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    outlines = cv2.findContours(thing, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    if not outlines:
        return (width / 2 / factor, height / 2 / factor), 1.0, 0.0
    outline = max(outlines, key=cv2.contourArea)
    (x, y), radius = cv2.minEnclosingCircle(outline)
    return (x / factor, y / factor), radius / factor, cv2.contourArea(outline) / (math.pi * radius * radius)


ALONE = frozenset({"2", "3", "5", "8", "13", "17"})
"""Faces of `d20_lurig` without a second series for evaluation."""
TAUGHT = ("d6_byler", "d6_penlington", "d6_phone", "polyset_burks", "d20_lurig")
"""Sets of photographs that the nets are taught with."""
MISLABELLED = frozenset(
    {
        "five_1.jpg",
        "valid_56.jpg",
        "IMG_20191208_111730.jpg",
        "IMG_20191208_112342.jpg",
        "IMG_20191208_112353.jpg",
        "IMG_20191209_095533.jpg",
    }
)
"""Photographs with a wrong value or a die without a label, found by eye: nothing is taught or weighed by them."""


def is_taught(name: str, entry: dict) -> bool:
    """Return whether the nets may be taught with a photograph of the set `name`: not where its label is known to be wrong.

    Every second group may, see `held_out`. The sets that are measured by enrolment differ: of `polyset_burks`, whose
    groups are kinds of dice, every second picture, of `d20_lurig` the faces of which there is but one run.
    """
    if entry["file"] in MISLABELLED:
        return False
    if name == "d20_lurig":
        return str(entry["objects"][0]["value"]) in ALONE
    return not held_out(entry["file"] if name == "polyset_burks" else entry["group"])


def held_out(group: str) -> bool:
    """Return whether pictures of this group are kept from training; about half of all groups."""
    return zlib.crc32(group.encode()) % 2 == 0
