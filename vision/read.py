"""Reads a tray: one picture and the kits on the table in, the objects seen out. Pure."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias
from typing import TypeAlias

from companion.wire.reading import Seen

from vision.kit import Image, Kit

Allowed: TypeAlias = Mapping[str, frozenset[str]]
"""Kind -> the values that can be meant at present; a kind that is absent is not restricted."""
Corners: TypeAlias = Sequence[tuple[float, float]]
"""Four corners of the tray's floor in px, going round; what lies outside is not counted."""


def read_tray(image: Image, kits: Sequence[Kit], allowed: Allowed | None = None, tray: Corners | None = None) -> tuple[Seen, ...]:
    """All objects in the tray, each once, in no particular order.

    A value is None where the reader is not sure (then `alternatives` lists what it may be, best first) and where the
    die is cocked. What belongs to none of the kits is of kind "unknown". `tray` None: the whole picture counts.
    """
    raise NotImplementedError
