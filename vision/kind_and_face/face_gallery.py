"""The faces of all kits in use as one table: one product of matrices compares every view with every shot."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.kind_and_face.face_embedding import OTHER, PRINTED, gallery, print_of, reach
from vision.kit import Kit
from vision.shape_of_kind import SHAPES

Face: TypeAlias = tuple[Kit, str]
"""One face of a kit."""

PIPS = "d6"
"""The kind whose faces are counted where its kit has no shots."""
NONE_LIKE = 0.72
"""Likeness of a face to shots that are not of it is below."""
WARMTH = 0.012
"""By this much likeness one face must lead another to be e times as likely."""
FAINTEST = 1e-4
"""Least distinguishable share of a print."""
LEGIBLE = 0.5
"""Least mean share of a print on the shots of a face, from which on the net reads that print: a set's own numerals and
symbols may be drawn as the net never saw them."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceTable:
    """The faces of several kits that are seen at one reach, F in all."""

    faces: tuple[Face, ...]
    shapes: NDArray[np.intp]
    """(F,) indices of `SHAPES`."""
    points: NDArray[np.float32]
    """(N, 64) the shots of the first S faces, a face's shots side by side; the faces behind these have none."""
    starts: NDArray[np.intp]
    """(S,) where each face's shots begin."""
    prints: NDArray[np.intp]
    """(F,) indices of `PRINTED`; -1: not in a print that the net reads."""

    @property
    def has_counted(self) -> bool:
        """Return whether some of its faces are counted, not compared with shots."""
        return len(self.faces) > len(self.starts)

    def likeness(self, points: NDArray[np.float32], prints: NDArray[np.float32]) -> NDArray[np.float64]:
        """(O, F) about -1..1: how much the faces are like O objects, seen in V views each; means over the views.

        points: (O, V, 64) on the sphere of faces. prints: (O, V, 38) shares of `PRINTED`.
        """
        like = np.empty((len(points), len(self.faces)))
        shown = len(self.starts)
        if shown:
            nearest = points.reshape(-1, points.shape[2]) @ self.points.T
            by_view = np.maximum.reduceat(nearest, self.starts, axis=1).reshape(*points.shape[:2], shown)
            like[:, :shown] = by_view.mean(1)
        like[:, shown:] = _pip_likeness(prints.mean(1))[:, self.prints[shown:]]
        return like

    def print_shares(self, prints: NDArray[np.float32]) -> NDArray[np.float64]:
        """(O, F) how surely the net reads each face's print, 1e-4..1; nan: it is in no print that counts.

        prints: as of `likeness`.
        """
        shares = np.maximum(FAINTEST, prints.mean(1)[:, self.prints].astype(float))
        shares[:, (self.prints < 0) | (np.arange(len(self.faces)) >= len(self.starts))] = np.nan
        return np.asarray(shares)


def _pip_likeness(prints: NDArray[np.float32]) -> NDArray[np.float64]:
    """Pips as if they were a likeness: how surely there are pips at all, less what one count is behind the best. (O, 6)."""
    pips = prints[:, :6].astype(float) + FAINTEST
    level = pip_level(pips.sum(1, keepdims=True))
    return np.asarray(level + WARMTH * np.log(pips / pips.max(1, keepdims=True)))


def pip_level(pips: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the likeness of the likeliest number of pips, where the net is so sure, 0..1, that there are pips at all."""
    return np.asarray(NONE_LIKE + (1 - NONE_LIKE) * (2 * pips - 1))


@lru_cache(maxsize=8)
def face_tables(kits: tuple[Kit, ...]) -> tuple[FaceTable, ...]:
    """Return the faces of these kits, one table for each reach; worked out once."""
    reaches = dict.fromkeys(reach(kit.shape) for kit in kits)
    return tuple(_table([kit for kit in kits if reach(kit.shape) == far]) for far in reaches)


def is_counted(kit: Kit) -> bool:
    """Return whether the kit's faces are counted, not compared with shots."""
    return kit.kind == PIPS and not kit.shots


def _table(kits: Sequence[Kit]) -> FaceTable:
    shown = [(kit, value, rows) for kit in kits for value, rows in _shots(kit) if len(rows)]
    counted = [
        (kit, value) for kit in kits if is_counted(kit) for value in kit.values if print_of(PIPS, value) in PRINTED
    ]
    faces = [(kit, value) for kit, value, _ in shown] + counted
    counts = [len(rows) for _, _, rows in shown]
    points = [gallery(kit).points[rows] for kit, _, rows in shown]
    prints = [_print(kit, value) for kit, value, _ in shown]
    prints += [PRINTED.index(print_of(kit.kind, value)) for kit, value in counted]
    return FaceTable(
        tuple(faces),
        np.array([SHAPES.index(kit.shape) for kit, _ in faces], np.intp),
        np.concatenate(points) if points else np.zeros((0, 64), np.float32),
        np.cumsum([0, *counts], dtype=np.intp)[: len(counts)],
        np.array(prints, np.intp),
    )


def _shots(kit: Kit) -> list[tuple[str, NDArray[np.intp]]]:
    """Each value with the places of its shots in the kit's gallery."""
    names = np.array(gallery(kit).values)
    return [(value, np.flatnonzero(names == value)) for value in kit.values]


def _print(kit: Kit, value: str) -> int:
    """Return the print of a face: what the net reads on its own shots; -1 where it reads none surely.

    A print speaks for a face only if it was read on the kit's own shots.
    """
    shots = gallery(kit)
    shares = shots.prints[np.array(shots.values) == value].mean(0)
    best = int(shares.argmax())
    return best if shares[best] >= LEGIBLE and PRINTED[best] != OTHER else -1
