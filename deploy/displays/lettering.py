"""Letters on a small picture: a font that this machine has, and lines that fit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PIL import ImageFont

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
DEJAVU = Path("/usr/share/fonts/truetype/dejavu")  # on a Raspberry Pi: sudo apt-get install fonts-dejavu-core


def font(size: int, *, bold: bool = False, path: str = "") -> Font:
    """`path`: a TrueType file of one's own; without it DejaVu, or what Pillow brings along."""
    ours = DEJAVU / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf")
    if path or ours.exists():
        return ImageFont.truetype(path or str(ours), size)
    return ImageFont.load_default(size)


def lines(text: str, letters: Font, width: float) -> Iterator[str]:
    """The text in lines of at most `width` px, broken between words where that is possible."""
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
    """One line, with a mark where something is left out."""
    if letters.getlength(text) <= width:
        return text
    while text and letters.getlength(f"{text}…") > width:
        text = text[:-1].rstrip()
    return f"{text}…"
