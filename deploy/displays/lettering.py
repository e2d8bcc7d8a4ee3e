"""Fonts of this machine, and line breaks for small pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PIL import ImageFont

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
DEJAVU = Path("/usr/share/fonts/truetype/dejavu")  # on a Raspberry Pi: sudo apt-get install fonts-dejavu-core


def font(size: int, *, bold: bool = False, path: str = "") -> Font:
    """Load a TrueType file: `path`, DejaVu, or the default of Pillow."""
    ours = DEJAVU / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf")
    if path or ours.exists():
        return ImageFont.truetype(path or str(ours), size)
    return ImageFont.load_default(size)


def lines(text: str, letters: Font, width: float) -> Iterator[str]:
    """Yield lines of at most `width` px, broken between words if possible."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if letters.getlength(longer) <= width:
            line = longer
            continue
        if line:
            yield line
        line = word
        while letters.getlength(line) > width and len(line) > 1:
            fits = next(n for n in range(len(line) - 1, 0, -1) if n == 1 or letters.getlength(line[:n]) <= width)
            yield line[:fits]
            line = line[fits:]
    if line:
        yield line


def cut(text: str, letters: Font, width: float) -> str:
    """Shorten a line to the width, with an ellipsis."""
    if letters.getlength(text) <= width:
        return text
    while text and letters.getlength(f"{text}…") > width:
        text = text[:-1].rstrip()
    return f"{text}…"
