"""Look closer at found objects: confirm them, and measure shape, pose and place.

Where the markers tell the camera's position and the first look leaves no doubt, there is no other. Else that look gives the
position from the faces (and the tray's markers, if visible). A second one, rotated by 90 degrees, uses the corrected place
and the expected view of a level die. A third, mirrored, follows if the second leaves a doubt.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.detector import DetectedObject, shares
from vision.detect.onnx_session import session
from vision.image import Image
from vision.shape_of_kind import SHAPES
from vision.tray import ENOUGH_MARKERS, CameraView, TiltedFace, estimate_view, level_tilt

SIDE = 64
"""Px, of what the net sees."""
REACH = 2.0
"""Half side of what the net sees, in radii as the finder tells them."""
AGAIN = 0.1
"""Least share of what is worth the other looks."""
IS_OBJECT = 0.6
"""Share from which on a face counts for the camera's position."""
FACES = 3
"""So many faces tell well enough from where the camera looks, where too few markers are seen."""
ASLANT = 0.35
"""Sine of the camera's angle beyond which the net was not trained on level faces."""
CLOSER = 0.7
"""Weight of these looks against the finder's."""
SHARPER = 1.5
"""Two that agree on a shape are surer than either; 1 would be their mean."""
DISC = SHAPES.index("disc")
ROUND = 0.9
"""Share of a disc, of all shapes, from which on it is surely round."""
WARM = 0.1
"""Least heat of a finding that may be such a disc."""
PERHAPS = 0.4
"""Share of an object that what is warm and round has at least: only its face tells a token from a coin or a coaster."""
AS_IT_IS = np.array([[1.0, 0.0], [0.0, 1.0]])
QUARTER = np.array([[0.0, -1.0], [1.0, 0.0]])
MIRRORED = np.array([[-1.0, 0.0], [0.0, 1.0]])
UNDOUBTED = 0.97
"""Least share of shape and of pose from which on no further look is made."""

Turn = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _NetOutput:
    """Result of one look at one object."""

    shapes: NDArray[np.float64]
    """(7,) shares of `SHAPES` and of nothing."""
    states: NDArray[np.float64]
    """(4,) shares of `STATES`."""
    move: NDArray[np.float64]
    """(2,) radii."""
    grow: float
    """Log."""
    tilt: NDArray[np.float64]
    """(2,)."""


def refine_objects(
    image: Image, found: Sequence[DetectedObject], markers: Mapping[int, NDArray[np.float32]] | None = None
) -> tuple[DetectedObject, ...]:
    """Return the same objects in the same order; the score is now the share, 0..1, that it is an object.

    `markers`: (4, 2) px corners of each of the tray's markers that is seen.
    """
    known = markers or {}
    height, width = image.shape[:2]
    view = _usual(estimate_view(known, (), width, height)) if len(known) >= ENOUGH_MARKERS else None
    first = _look_at(image, found, AS_IT_IS, view)
    placed = [_moved(one, [look]) for one, look in zip(found, first, strict=True)]
    worth = [k for k, look in enumerate(first) if _real(look.shapes) > AGAIN or _is_round(found[k], look.shapes)]
    plain = {k for k in worth if view is not None and _is_undoubted(first[k])}
    more = [k for k in worth if k not in plain]
    faces = [_tilted_face(one, look) for one, look in zip(placed, first, strict=True) if _is_face(look)]
    if more and (view is not None or len(faces) >= FACES):
        view = _usual(estimate_view(known, faces, width, height, view))
    looks = {k: [look] for k, look in zip(more, _look_at(image, [placed[k] for k in more], QUARTER, view), strict=True)}
    doubtful = [k for k in more if not _is_undoubted(looks[k][0])]
    for k, third in zip(doubtful, _look_at(image, [placed[k] for k in doubtful], MIRRORED, view), strict=True):
        looks[k].append(third)
    return tuple(
        _combined(placed[k], looks[k], first[k], view)
        if k in looks
        else _combined(found[k], [first[k]], first[k], view)
        if k in plain
        else replace(placed[k], score=_real(first[k].shapes))
        for k in range(len(found))
    )


def _is_undoubted(look: _NetOutput) -> bool:
    """Return whether another look would change nothing."""
    return bool(look.shapes.max() >= UNDOUBTED and look.states.max() >= UNDOUBTED)


def _usual(view: CameraView) -> CameraView | None:
    """Return the view, None if the net was not trained on it."""
    return view if math.hypot(view.up[0], view.up[1]) < ASLANT else None


def _is_face(look: _NetOutput) -> bool:
    return _real(look.shapes) > IS_OBJECT


def _real(shapes: NDArray[np.float64]) -> float:
    """Share that it is an object at all."""
    return 1 - float(shapes[len(SHAPES)])


def _is_round(detected: DetectedObject, shapes: NDArray[np.float64]) -> bool:
    """Return whether, if it is an object, it is surely a disc."""
    return bool(detected.heat > WARM and shapes[DISC] > ROUND * shapes[: len(SHAPES)].sum())


def _tilted_face(detected: DetectedObject, look: _NetOutput) -> TiltedFace:
    return TiltedFace(detected.x, detected.y, (float(look.tilt[0]), float(look.tilt[1])))


def _moved(detected: DetectedObject, looks: Sequence[_NetOutput]) -> DetectedObject:
    """Return the object at the place given by the looks at it. Its box stays where the finder put it."""
    moves = _mean([look.move for look in looks])
    grow = sum(look.grow for look in looks) / len(looks)
    return replace(
        detected,
        x=detected.x + float(moves[0]) * detected.radius,
        y=detected.y + float(moves[1]) * detected.radius,
        radius=detected.radius * math.exp(min(0.7, max(-0.7, grow))),
    )


def _look_at(image: Image, found: Sequence[DetectedObject], turn: Turn, view: CameraView | None) -> list[_NetOutput]:
    """Return what the net says of each object, seen in this turn."""
    if not found:
        return []
    planes = np.stack([_planes(image, one, turn, view) for one in found])
    rows = np.asarray(session("look").run(None, {"planes": planes})[0], float)
    moves, tilts = rows[:, 11:13] @ turn, rows[:, 14:16] @ turn
    columns = shares(rows[:, :7]), shares(rows[:, 7:11]), moves, rows[:, 13].tolist(), tilts
    return [_NetOutput(*row) for row in zip(*columns, strict=True)]


def _planes(image: Image, detected: DetectedObject, turn: Turn, view: CameraView | None) -> NDArray[np.float32]:
    """(6, SIDE, SIDE): the surroundings, the tilt of a level face there, and whether that is known."""
    matrix = turn * SIDE / (2 * REACH * detected.radius)
    shift = SIDE / 2 - matrix @ (detected.x, detected.y)
    patch = cv2.warpAffine(
        image, np.hstack([matrix, shift[:, None]]), (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
    )
    planes = np.empty((6, SIDE, SIDE), np.float32)
    np.divide(patch.transpose(2, 0, 1), np.float32(255), out=planes[:3])
    planes[3:5] = (turn @ level_tilt(view, detected.x, detected.y))[:, None, None] if view else 0.0
    planes[5] = 1.0 if view else -1.0
    return planes


def _combined(
    at: DetectedObject, looks: Sequence[_NetOutput], first: _NetOutput, view: CameraView | None
) -> DetectedObject:
    """Combine the finder and the looks, which were taken `at` a place. The first look tells the pose only where it is alone."""
    shapes = _mean([look.shapes for look in (*looks, first)])
    states = _mean([look.states for look in looks])
    tilt = _mean([look.tilt for look in looks])
    place = _moved(at, looks)
    which = _together(np.array(at.shapes), shapes[: len(SHAPES)], SHARPER)
    how = _together(np.array(at.states), states, 1.0)
    return replace(
        place,
        shape=SHAPES[int(which.argmax())],
        score=max(_real(shapes), PERHAPS if _is_round(at, shapes) else 0.0),
        shapes=tuple(float(share) for share in which),
        states=(float(how[0]), float(how[1]), float(how[2]), float(how[3])),
        tilt=(float(tilt[0]), float(tilt[1])),
        lean=math.hypot(*(tilt - level_tilt(view, place.x, place.y))) if view else None,
    )


def _mean(rows: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return the mean of a few short rows. numpy's own has a longer start-up than the sum."""
    return sum(rows[1:], start=rows[0]) / len(rows)


def _together(first: NDArray[np.float64], second: NDArray[np.float64], power: float) -> NDArray[np.float64]:
    """Combine two independently trained readers: shares that sum to one, low if either doubts."""
    product = np.maximum(first, 1e-6) ** (power * (1 - CLOSER)) * np.maximum(second, 1e-6) ** (power * CLOSER)
    whole: NDArray[np.float64] = product / product.sum()
    return whole
