"""Styles by name: `A`, and `R` with a number."""

import functools
import re
import zlib

from companion.errors import LamplightError
from vision.training.trays.styles.random_style import random_style
from vision.training.trays.styles.style import Style
from vision.training.trays.styles.style_a import style_a


class UnknownStyleError(LamplightError):
    """No style of this name."""


@functools.lru_cache(8)
def style_named(name: str) -> Style:
    """Return the style called `name`; raises `UnknownStyleError`."""
    if name == "A":
        return style_a()
    if re.fullmatch(r"R\d+", name):
        return random_style(int(name[1:]))
    raise UnknownStyleError(f"There is no style {name!r}: take A, or R and a number, as in R7.")


def names_in(text: str) -> list[str]:
    """Return the styles of a list or of a range: `A,R7` or `R201-R300`; raises `UnknownStyleError`."""
    names: list[str] = []
    for part in text.split(","):
        ends = re.fullmatch(r"R(\d+)-R?(\d+)", part)
        names += [f"R{i}" for i in range(int(ends[1]), int(ends[2]) + 1)] if ends else [part]
    for name in names:
        if not re.fullmatch(r"A|R\d+", name):
            raise UnknownStyleError(f"There is no style {name!r}: take A, R7, or a range like R201-R300.")
    return names


def seed_of(name: str) -> int:
    """Return a number for seeding, of a style, kind or value."""
    return zlib.crc32(name.encode())
