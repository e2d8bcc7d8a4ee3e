"""Serialise predictions: the JSON of `./table read` and of archived doubts."""

from dataclasses import replace
from typing import Any

from companion.schema import SeenObject


def to_record(seen: SeenObject) -> dict[str, Any]:
    """Return an object as predictions hold it."""
    return {
        "kind": seen.kind,
        "value": seen.value,
        "box": None if seen.box is None else [round(side, 1) for side in seen.box],
        "conf": round(seen.conf, 3),
        "alternatives": [[value, conf] for value, conf in seen.alternatives],
        "cocked": seen.cocked,
        "partial": seen.partial,
    }


def enlarged(seen: SeenObject, scale: float) -> SeenObject:
    """Return the same with its box in a picture that is `scale` times as large."""
    if seen.box is None or scale == 1.0:
        return seen
    x, y, w, h = (scale * side for side in seen.box)
    return replace(seen, box=(x, y, w, h))


def in_crop(seen: SeenObject, left: float, top: float) -> SeenObject:
    """Return the same with its box in a part of the picture that begins at `left`, `top` px."""
    if seen.box is None:
        return seen
    x, y, w, h = seen.box
    return replace(seen, box=(x - left, y - top, w, h))
