"""Makes a kit from labelled pictures: of single objects, or of many side by side, each with its box."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from pathlib import Path
from typing import Any

from companion.system.safe_load import bytes_of, json_of
from vision.detect import DetectedObject, detect_objects, find_objects, refine_objects
from vision.enrolment.labelled_tray import TRAY_SCALE, shape_of
from vision.enrolment.shots import save_kit
from vision.image import MOST_BYTES, Image, PictureError, decode
from vision.kind_and_face import cut_face
from vision.kit import Kit, KitError, KitShotImage, check_name
from vision.shape_of_kind import SHAPE_OF_KIND, SHAPES

LEAST = 0.15
"""Heat from which on the finder's word counts: the label says already that something is there."""
AS_IT_IS = 100_000
"""Px; the labels' boxes are in the pixels of the file."""
SMALLEST, LARGEST = 0.05, 0.9
"""Radius of a face, of its label's longer side; a label may be the whole picture."""

MOST_LABELS = 64 << 20
"""Bytes of a labels file: a hundred thousand pictures."""


@dataclass(frozen=True, slots=True)
class LabelledObject:
    """One labelled object of a picture."""

    path: Path
    value: str
    box: tuple[float, float, float, float] | None
    """x, y, w, h in px; None: the object is the only one in the picture."""


def read_labels(labels: Path, kind: str) -> tuple[LabelledObject, ...]:
    """Return the objects of that kind that can be shots. Raises KitError without any, or if the file is damaged."""
    try:
        entries = json_of(labels, MOST_LABELS)
        rows = tuple(_told(labels, entry, label) for entry in entries for label in _fitting(entry["objects"], kind))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise KitError(
            f"{labels} is no labels file ({error}). It should hold a list of pictures: file, objects with kind, value, box."
        ) from error
    if not rows:
        raise KitError(
            f"{labels} has no picture of a single {kind!r} with a value, nor one with its box. Name the kind as the labels do."
        )
    return rows


def _fitting(objects: Sequence[Mapping[str, Any]], kind: str) -> Sequence[Mapping[str, Any]]:
    """Return level and whole objects of this kind. One that is not alone needs a box to identify it."""
    return [
        label
        for label in objects
        if label["kind"] == kind
        and label.get("value") is not None
        and not label.get("cocked")
        and not label.get("partial")
        and (len(objects) == 1 or label.get("box"))
    ]


def _told(labels: Path, entry: Mapping[str, Any], label: Mapping[str, Any]) -> LabelledObject:
    beside = labels.parent / str(entry["file"])
    path = beside if beside.exists() else labels.parent / "images" / str(entry["file"])
    return LabelledObject(path, str(label["value"]), _box(label["box"]) if label.get("box") else None)


def _box(numbers: Sequence[Any]) -> tuple[float, float, float, float]:
    x, y, width, height = map(float, numbers)
    if not all(map(isfinite, (x, y))) or not all(1 <= side < inf for side in (width, height)):
        raise ValueError(f"{[*numbers]} is no box: x, y, width and height in pixels")
    return x, y, width, height


def build_kit(name: str, labels: Path, kind: str) -> Kit:
    """Create or replace an own kit, and return it. Raises KitError; then nothing has changed."""
    check_name(name)
    return save_kit(kit_of_labels(name, labels, kind))


def kit_of_labels(name: str, labels: Path, kind: str) -> Kit:
    """Return a kit of labelled pictures that is not stored. Raises KitError."""
    rows = read_labels(labels, kind)
    pictures = {path: _picture(path) for path in dict.fromkeys(row.path for row in rows)}
    seen = {
        path: refine_objects(image, detect_objects(image, TRAY_SCALE, LEAST)) + find_objects(image)
        for path, image in pictures.items()
    }
    labelled = [(row, pictures[row.path], _object(pictures[row.path], row, seen[row.path], kind)) for row in rows]
    shape = shape_of(kind, [detected for _, _, detected in labelled])
    shots = tuple(KitShotImage(row.value, cut_face(image, detected)) for row, image, detected in labelled)
    return Kit(name, kind, shape, tuple(dict.fromkeys(shot.value for shot in shots)), shots)


def _picture(path: Path) -> Image:
    try:
        return decode(bytes_of(path, MOST_BYTES), "It", longest=AS_IT_IS)
    except (OSError, PictureError) as error:
        raise KitError(
            f"{path} is missing or is no picture ({error}). Take it out of the labels or take the picture again."
        ) from error


def _object(image: Image, row: LabelledObject, seen: Sequence[DetectedObject], kind: str) -> DetectedObject:
    """Return the labelled object: the best finding inside the label's box, else the box.

    Raises KitError if the box is outside the picture.
    """
    inside = [detected for detected in seen if row.box is None or _in(detected, row.box)]
    if inside:
        return max(inside, key=lambda detected: detected.score * detected.heat * _fits(detected, kind))
    height, width = image.shape[:2]
    x, y, w, h = row.box or (width / 4, height / 4, width / 2, height / 2)
    if not (0 <= x + w / 2 <= width and 0 <= y + h / 2 <= height):
        raise KitError(
            f"{row.path} has {width} x {height} pixels, and the box {x:g}, {y:g}, {w:g}, {h:g} of its label lies beside it."
            " Correct the box, or leave it out where a single thing lies there."
        )
    other = tuple(float(shape == "other") for shape in SHAPES)
    return DetectedObject(
        "other", x + w / 2, y + h / 2, 0.45 * max(w, h), (x, y, w, h), 0.0, 0.0, other, (1.0, 0.0, 0.0, 0.0)
    )


def _fits(detected: DetectedObject, kind: str) -> float:
    """Return how far it has the usual shape of the kind; 1 for an unknown kind."""
    return detected.shapes[SHAPES.index(SHAPE_OF_KIND[kind])] if kind in SHAPE_OF_KIND else 1.0


def _in(detected: DetectedObject, box: tuple[float, float, float, float]) -> bool:
    x, y, w, h = box
    return (
        x <= detected.x <= x + w
        and y <= detected.y <= y + h
        and SMALLEST * max(w, h) < detected.radius < LARGEST * max(w, h)
    )
