"""The second reader of faces: turns and bends a kit's shots until they lie on the face, and tells how well they do.

It shares nothing with the nets but the place of the face. What is believed is decided elsewhere.
"""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.classify.templates import (
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
    points,
    rotation,
    sampled,
    soft,
    unit,
)
from vision.detect.detector import DetectedObject
from vision.kit import Image, Kit

OFF = 2
"""Px of `COARSE` that the place may be off when the turns are tried."""
SIZES = np.array([0.75, 0.9, 1.1])
"""The face may be so much larger than it was found; dice close to a camera are found too large rather than too small."""
INVERTED = 0.95
"""Weight of a shot that is dark where the face is light: another colour of the same set, or chance."""
MOST_SHOTS = 3
"""So many of a value's shots are bent to the face."""
FAINTEST = 0.1
"""Correlation by which the face's contrast is told at least."""
STEPS = 3
"""So often a shot is bent."""
MOST_BENT = 0.2
"""In one step."""
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


def correlation(image: Image, found: DetectedObject, kit: Kit, values: Collection[str]) -> dict[str, float]:
    """Value -> how well the kit's shots of it correlate with the face, 0..1; values without shots are absent.

    image: (H, W, 3) uint8 BGR.
    """
    return alike(image, found, make_templates(kit), values) if kit.shots else {}


def alike(image: Image, found: DetectedObject, ready: FaceTemplates, values: Collection[str]) -> dict[str, float]:
    """Value -> how well its shots correlate with the face, 0..1: the mean over the better half of them."""
    chosen = [k for k, value in enumerate(ready.values) if value in values]
    if not chosen:
        return {}
    face = crop(image, found.x, found.y, ready.window * found.radius, ready.gradual)
    scores, *places = _starts(face.plane, ready.halves[chosen])
    best = _better_half([ready.values[k] for k in chosen], scores)
    which = [k for ks in best.values() for k in ks]
    bent = _bent(face.plane, ready, [chosen[k] for k in which], *(place[which] for place in places))
    told = dict(zip(which, bent, strict=True))
    plain = 1 - face.contrast / ready.contrast
    means = {value: sum(float(told[k]) for k in ks) / len(ks) for value, ks in best.items()}
    return {value: max(mean, plain) if value in ready.flat else mean for value, mean in means.items()}


def _better_half(values: Sequence[str], scores: Rows) -> dict[str, list[int]]:
    """Value -> the places of the better half of its shots: one alone is a matter of chance, the others may be in another light."""
    ranked: dict[str, list[int]] = {}
    for k in np.argsort(-scores):
        ranked.setdefault(values[k], []).append(int(k))
    return {value: ks[: min(MOST_SHOTS, (len(ks) + 1) // 2)] for value, ks in ranked.items()}


def _starts(face: Plane, shots: Rows) -> tuple[Rows, NDArray[np.float64], NDArray[np.float64]]:
    """For each shot, `FaceTemplates.halves`: its score (N,) in the best turn, the matrix (N, 2, 2) and the shift (N, 2) of it."""
    faces = halves(unit(WINDOW_COARSE.levelled(sampled(soft(face), _STARTS))))
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
        faces = unit(WINDOW_FINE.levelled(sampled(face, points(matrices, shifts, WINDOW_FINE))))
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
    """The places after the shots were bent so: the bend is of the shot, so the place takes its inverse."""
    bend = np.minimum(np.maximum(bend, -MOST_BENT), MOST_BENT)
    matrices = matrices @ np.linalg.inv(_UNBENT + bend[:, :4].reshape(-1, 2, 2))
    return matrices, shifts - (matrices @ bend[:, 4:, None])[:, :, 0]


def _fair(matrices: NDArray[np.float64], shifts: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(..., N) whether the face is neither bent nor moved too far."""
    longest = np.linalg.svd(matrices, compute_uv=False)
    near = np.abs(shifts).max(-1) < MOVED
    fair: NDArray[np.bool_] = near & (longest[..., 0] < BENT) & (longest[..., 1] > 1 / BENT)
    return fair
