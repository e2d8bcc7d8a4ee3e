"""The second reader of faces: fits a kit's shots, or drawn pips, to the face by rotation and bending, and scores the
fit.

Shares only the face's place with the nets. Acceptance is decided elsewhere.
"""

from collections.abc import Collection, Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import DetectedObject
from vision.image import Image
from vision.kind_and_face.face_embedding import KEPT, REACH_KEPT
from vision.kind_and_face.templates import (
    COARSE,
    TURNS,
    WINDOW_COARSE,
    WINDOW_FINE,
    FaceTemplates,
    Plane,
    Rows,
    crop,
    halves,
    make_templates,
    normalized,
    points,
    prints_of,
    rotation,
    sampled,
    smoothed,
)
from vision.kit import Kit, KitShotImage

OFF = 2
"""Px of `COARSE` that the place may be off when the turns are tried."""
SIZES = np.array([0.75, 0.9, 1.1])
"""Sizes tried against the found one. Dice close to a camera are found too large rather than too small."""
INVERTED = 0.95
"""Weight of a shot that is dark where the face is light: another colour of the same set, or chance."""
MOST_SHOTS = 3
"""So many of a value's shots are bent to the face."""
FAINTEST = 0.1
"""Least correlation to determine the face's contrast."""
STEPS = 3
"""So often a shot is bent."""
MOST_BENT = 0.2
"""Per step."""
BENT = 1.6
"""A face is not seen longer or shorter than this; on a desk seen aslant it is by 1.4."""
MOVED = 0.4
"""Of half the window."""
_UNBENT = np.eye(2)
_TURNED = np.stack([rotation(turn).T for turn in range(TURNS)])
_OFFS = np.arange(-OFF, OFF + 1) * 2 / COARSE
_LARGER, _DOWN, _RIGHT = (axis.ravel() for axis in np.meshgrid(SIZES, _OFFS, _OFFS, indexing="ij"))
_BESIDE = np.stack([_RIGHT, _DOWN], 1) * _LARGER[:, None]
_STARTS = points(_UNBENT * _LARGER[:, None, None], _BESIDE, WINDOW_COARSE)
"""(N, 2, D) where the face is looked at when the turns are tried: in each size at each place."""

PIP_WINDOW = 0.7
"""Radius of what is compared, in radii of the face: all six pips and no edge of the die."""
PIP_GRADUAL = 0.1
"""Share of the window. A pip is larger than the strokes of a symbol."""
PIP_SIZES = ((0.08, 0.25), (0.1, 0.25), (0.12, 0.27))
"""Radius of a pip and distance of its row from the middle, in sides of the face: fine, usual and bold dice."""
PIP_CORNERS = ((-1, -1), (1, 1), (1, -1), (-1, 1))
PIP_PLACES = {
    "1": ((0, 0),),
    "2": PIP_CORNERS[:2],
    "3": ((0, 0), *PIP_CORNERS[:2]),
    "4": PIP_CORNERS,
    "5": ((0, 0), *PIP_CORNERS),
    "6": ((-1, 0), (1, 0), *PIP_CORNERS),
}
DRAWN_LARGER = 4
"""Drawn so many times larger, then made smaller, for soft rims."""


def correlate_kit(image: Image, found: DetectedObject, kit: Kit, values: Collection[str]) -> dict[str, float]:
    """Value -> how well the kit's shots of it correlate with the face, 0..1; values without shots are absent.

    image: (H, W, 3) uint8 BGR.
    """
    return correlate_templates(image, found, make_templates(kit), values) if kit.shots else {}


def correlate_templates(
    image: Image, found: DetectedObject, ready: FaceTemplates, values: Collection[str]
) -> dict[str, float]:
    """Value -> how well its shots correlate with the face, 0..1: the mean over the better half of them."""
    chosen = [k for k, value in enumerate(ready.values) if value in values]
    if not chosen:
        return {}
    face = crop(image, found.x, found.y, ready.window * found.radius, ready.gradual)
    scores, *places = _starts(face.plane, ready.halves[chosen])
    best = _better_half([ready.values[k] for k in chosen], scores)
    which = [k for ks in best.values() for k in ks]
    bent = _bent(face.plane, ready, [chosen[k] for k in which], *(place[which] for place in places))
    matches = dict(zip(which, bent, strict=True))
    plain = 1 - face.contrast / ready.contrast
    means = {value: sum(float(matches[k]) for k in ks) / len(ks) for value, ks in best.items()}
    return {value: max(mean, plain) if value in ready.flat else mean for value, mean in means.items()}


def _better_half(values: Sequence[str], scores: Rows) -> dict[str, list[int]]:
    """Value -> the places of the better half of its shots: one alone is a matter of chance, the others may be in another light."""
    ranked: dict[str, list[int]] = {}
    for k in np.argsort(-scores):
        ranked.setdefault(values[k], []).append(int(k))
    return {value: ks[: min(MOST_SHOTS, (len(ks) + 1) // 2)] for value, ks in ranked.items()}


def _starts(face: Plane, shots: Rows) -> tuple[Rows, NDArray[np.float64], NDArray[np.float64]]:
    """Return for each shot, `FaceTemplates.halves`: its score (N,) in the best rotation, with matrix (N, 2, 2) and
    shift (N, 2).
    """
    faces = halves(normalized(WINDOW_COARSE.levelled(sampled(smoothed(face), _STARTS))))
    same, other = (shots[:, part].reshape(-1, shots.shape[3]) @ faces[part].T for part in (0, 1))
    products = np.stack([same + other, same - other])
    scores = np.maximum(products, -INVERTED * products).reshape(2, len(shots), -1)
    half, rest = np.divmod(scores.transpose(1, 0, 2).reshape(len(shots), -1).argmax(1), scores.shape[2])
    turn, place = np.divmod(rest, len(_STARTS))
    matrices = _TURNED[half * (TURNS // 2) + turn] * _LARGER[place, None, None]
    return scores[half, np.arange(len(shots)), rest], matrices, _BESIDE[place]


def _bent(
    face: Plane, ready: FaceTemplates, which: Sequence[int], matrices: NDArray[np.float64], shifts: NDArray[np.float64]
) -> Rows:
    """(N,) how well each of those shots correlates once it is bent to the face, starting from there."""
    shots, bends = ready.shots[which], ready.bends[which]
    told, places = [], []
    for step in range(STEPS + 1):
        faces = normalized(WINDOW_FINE.levelled(sampled(face, points(matrices, shifts, WINDOW_FINE))))
        products = np.einsum("nd,nd->n", faces, shots)
        told.append(products)
        places.append((matrices, shifts))
        if step < STEPS:
            gain = np.where(np.abs(products) < FAINTEST, FAINTEST, products)[:, None]
            bend = (bends @ (faces / gain - shots)[:, :, None])[:, :, 0].astype(float)
            matrices, shifts = _moved(matrices, shifts, bend)
    products = np.stack(told)
    fair = _fair(np.stack([matrix for matrix, _ in places]), np.stack([shift for _, shift in places]))
    best: Rows = np.where(fair, np.maximum(products, -INVERTED * products), 0).max(0)
    return best


def _moved(
    matrices: NDArray[np.float64], shifts: NDArray[np.float64], bend: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the places after bending the shots: a bend of the shot moves the place by its inverse."""
    bend = np.minimum(np.maximum(bend, -MOST_BENT), MOST_BENT)
    matrices = matrices @ np.linalg.inv(_UNBENT + bend[:, :4].reshape(-1, 2, 2))
    return matrices, shifts - (matrices @ bend[:, 4:, None])[:, :, 0]


def _fair(matrices: NDArray[np.float64], shifts: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(..., N) whether the face is neither bent nor moved too far."""
    longest = np.linalg.svd(matrices, compute_uv=False)
    near = np.abs(shifts).max(-1) < MOVED
    fair: NDArray[np.bool_] = near & (longest[..., 0] < BENT) & (longest[..., 1] > 1 / BENT)
    return fair


def count_pips(image: Image, found: DetectedObject, values: Collection[str] = tuple(PIP_PLACES)) -> dict[str, float]:
    """Value "1".."6" -> how well so many pips in the usual places correlate with the face, 0..1.

    image: (H, W, 3) uint8 BGR. Pips may be darker or lighter than the die, of any colour.
    """
    return correlate_templates(image, found, _pip_templates(), values)


@cache
def _pip_templates() -> FaceTemplates:
    shots = [KitShotImage(value, draw_pips(value, radius, row)) for value in PIP_PLACES for radius, row in PIP_SIZES]
    return prints_of(shots, PIP_WINDOW, PIP_GRADUAL)


def draw_pips(value: str, radius: float, row: float) -> Image:
    """Return a face with so many dark pips as a shot; `radius` of a pip and `row` from the middle in sides of the face."""
    side = DRAWN_LARGER * KEPT / 2 / REACH_KEPT * 2**0.5
    middle = DRAWN_LARGER * KEPT / 2
    face = np.full((DRAWN_LARGER * KEPT, DRAWN_LARGER * KEPT, 3), 200, np.uint8)
    for x, y in PIP_PLACES[value]:
        at = round(middle + x * row * side), round(middle + y * row * side)
        cv2.circle(face, at, round(radius * side), (20, 20, 20), cv2.FILLED, cv2.LINE_AA)
    small = cv2.resize(face, (KEPT, KEPT), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(small, (0, 0), 0.7).astype(np.uint8, copy=False)
