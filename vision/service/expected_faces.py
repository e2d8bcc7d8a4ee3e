"""What the reader looks for, from what is expected: which faces can be meant, and which kits are worth the time."""

from collections.abc import Callable, Sequence

import cv2

from companion.schema.reading import Expectation, SeenObject
from vision.classify.face_guess import Allowed
from vision.classify.tray_reader import read_tray
from vision.image.decode import Image, PictureError
from vision.kit import CARD, Kit
from vision.stream.tray_watch import Corners

TrayReader = Callable[[Image, Expectation, Corners | None], tuple[SeenObject, ...]]
"""Reads one still picture. Raises `READING_FAULTS`."""
READING_FAULTS = (PictureError, cv2.error, ValueError, ArithmeticError, LookupError, RuntimeError)
"""What OpenCV, numpy and the nets raise over a picture that is damaged or odd."""


def reader_of(kits: Sequence[Kit]) -> TrayReader:
    """Reads with these kits."""

    def read(image: Image, expect: Expectation, tray: Corners | None) -> tuple[SeenObject, ...]:
        return read_tray(image, kits_for(kits, expect), allowed(expect), tray)

    return read


def kits_for(kits: Sequence[Kit], expect: Expectation) -> tuple[Kit, ...]:
    """All kits, but those of cards only where a card can be meant: looking for cards takes a third of a look.

    Dice and tokens are always known apart, also where only one kind of them is asked for.
    """
    wanted = {kind for want in expect.wants for kind in want.kinds}
    return tuple(kit for kit in kits if kit.kind != CARD or not wanted or CARD in wanted)


def allowed(expect: Expectation) -> Allowed:
    """Kind -> the faces that can be meant; a kind of which any face can be meant is absent."""
    faces: dict[str, frozenset[str]] = {}
    free = {kind for want in expect.wants if not want.faces for kind in want.kinds}
    for want in expect.wants:
        for kind in set(want.kinds) - free:
            faces[kind] = faces.get(kind, frozenset()) | frozenset(want.faces)
    return faces
