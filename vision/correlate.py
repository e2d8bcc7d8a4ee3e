"""The second reader of faces: turns and bends a kit's shots until they lie on the face, and tells how well they do.

It shares nothing with the nets but the place of the face. What is believed is decided elsewhere.
"""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.find import Found
from vision.kit import Image, Kit
from vision.prints import (
    COARSE,
    FINE,
    TURNS,
    WINDOW_COARSE,
    WINDOW_FINE,
    Plane,
    Prints,
    Rows,
    crop,
    prints,
    rotation,
    sampled,
    soft,
    unit,
)

OFF = 2
"""Px of `COARSE` that the place may be off when the turns are tried."""
SIZES = (0.75, 0.9, 1.1)
"""The face may be so much larger than it was found; dice close to a camera are found too large rather than too small."""
INVERTED = 0.95
"""Weight of a shot that is dark where the face is light: another colour of the same set, or chance."""
MOST_SHOTS = 3
"""So many of a value's shots are bent to the face."""
STEPS = 3
BENT = 1.6
"""A face is not seen longer or shorter than this; on a desk seen aslant it is by 1.4."""
MOVED = 0.4
"""Of half the window."""


def correlation(image: Image, found: Found, kit: Kit, values: Collection[str]) -> dict[str, float]:
    """Value -> how well the kit's shots of it correlate with the face, 0..1; values without shots are absent.

    image: (H, W, 3) uint8 BGR.
    """
    return alike(image, found, prints(kit), values) if kit.shots else {}


def alike(image: Image, found: Found, ready: Prints, values: Collection[str]) -> dict[str, float]:
    """Value -> how well its shots correlate with the face, 0..1: the mean over the better half of them."""
    chosen = [k for k, value in enumerate(ready.values) if value in values]
    if not chosen:
        return {}
    face = crop(image, found.x, found.y, ready.window * found.radius, ready.gradual)
    scores, *places = _starts(face.plane, ready.turned[chosen])
    best = _better_half([ready.values[k] for k in chosen], scores)
    which = [k for ks in best.values() for k in ks]
    bent = _bent(face.plane, ready, [chosen[k] for k in which], *(place[which] for place in places))
    told = dict(zip(which, bent, strict=True))
    plain = 1 - face.contrast / ready.contrast
    means = {value: float(np.mean([told[k] for k in ks])) for value, ks in best.items()}
    return {value: max(mean, plain) if value in ready.flat else mean for value, mean in means.items()}


def _better_half(values: Sequence[str], scores: Rows) -> dict[str, list[int]]:
    """Value -> the places of the better half of its shots: one alone is a matter of chance, the others may be in another light."""
    ranked: dict[str, list[int]] = {}
    for k in np.argsort(-scores):
        ranked.setdefault(values[k], []).append(int(k))
    return {value: ks[: min(MOST_SHOTS, (len(ks) + 1) // 2)] for value, ks in ranked.items()}


def _starts(face: Plane, turned: Rows) -> tuple[Rows, NDArray[np.float64], NDArray[np.float64]]:
    """For each shot (N, TURNS, D): its score (N,) in the best turn, the matrix (N, 2, 2) and the shift (N, 2) of it."""
    softer = soft(face)
    side = COARSE + 2 * OFF
    wide = np.stack([sampled(softer, np.eye(2) * size, (0, 0), side, FINE / COARSE) for size in SIZES])
    places = 2 * OFF + 1
    patches = sliding_window_view(wide, (COARSE, COARSE), (1, 2)).reshape(-1, COARSE, COARSE)
    products = turned.reshape(-1, turned.shape[2]) @ unit(WINDOW_COARSE.rows(patches)).T
    scores = np.maximum(products, -INVERTED * products).reshape(len(turned), -1)
    best = scores.argmax(1)
    turn, size, y, x = np.unravel_index(best, (TURNS, len(SIZES), places, places))
    sizes = np.array(SIZES)[size]
    matrices = np.stack([rotation(k).T for k in turn]) * sizes[:, None, None]
    shifts = np.stack([x - OFF, y - OFF], 1) * (2 / COARSE) * sizes[:, None]
    return scores[np.arange(len(best)), best], matrices, shifts


def _bent(
    face: Plane, ready: Prints, which: Sequence[int], matrices: NDArray[np.float64], shifts: NDArray[np.float64]
) -> Rows:
    """(N,) how well each of those shots correlates once it is bent to the face, starting from there."""
    shots, bends = ready.shots[which], ready.bends[which]
    best = np.zeros(len(which), np.float32)
    for _ in range(STEPS + 1):
        faces = unit(
            WINDOW_FINE.rows(np.stack([sampled(face, m, s, FINE, 1) for m, s in zip(matrices, shifts, strict=True)]))
        )
        products = (faces * shots).sum(1)
        fair = _fair(matrices, shifts)
        best = np.maximum(best, np.where(fair, np.maximum(products, -INVERTED * products), 0))
        gain = np.where(np.abs(products) < 0.1, 0.1, products)[:, None]
        bend = np.einsum("nkd,nd->nk", bends, faces / gain - shots).astype(float)
        matrices, shifts = _moved(matrices, shifts, bend)
    return best


def _moved(
    matrices: NDArray[np.float64], shifts: NDArray[np.float64], bend: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The places after the shots were bent so: the bend is of the shot, so the place takes its inverse."""
    back = np.linalg.inv(np.eye(2) + np.clip(bend[:, :4], -0.2, 0.2).reshape(-1, 2, 2))
    matrices = matrices @ back
    return matrices, shifts - np.einsum("nij,nj->ni", matrices, np.clip(bend[:, 4:], -0.2, 0.2))


def _fair(matrices: NDArray[np.float64], shifts: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(N,) whether the face is neither bent nor moved too far."""
    longest = np.linalg.svd(matrices, compute_uv=False)
    near = np.abs(shifts).max(1) < MOVED
    fair: NDArray[np.bool_] = near & (longest[:, 0] < BENT) & (longest[:, 1] > 1 / BENT)
    return fair
