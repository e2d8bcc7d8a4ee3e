"""Cuts the page's fonts to what it needs: `python -m companion.web.font_subsets FOLDER`, with the fonts as they come in FOLDER.

A tool for those who change the fonts, not a part of the page: it needs `fonttools` and `brotli` (the group `fonts`).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from companion.web.font_subsets.outline import smooth

FONTS = Path(__file__).parents[1] / "static" / "fonts"
GERMAN = "ÄÖÜäöüßẞ"
SIGNS = "«»„“”‚‘’‹›–—…·×−→←↑↓•°€§©\u00a0\u202f\u2011"
UNUSED = frozenset("0123456789#$<=>@[\\]^_`{|}~§©€°•")
"""Of the old faces: their figures are old ones, in which 0 and o look alike, and signs stand better in the plain face."""
FIRST = frozenset(map(chr, range(0x20, 0x7F))) | frozenset(GERMAN + SIGNS)
"""What English and German need: every page loads it."""
LATIN = frozenset(map(chr, (*range(0xA1, 0x180), *range(0x1E00, 0x1F00), 0x218, 0x219, 0x21A, 0x21B, 0x2BC, 0x2122)))
"""What other languages of Latin letters need beside it: loaded where such a letter stands."""
WEIGHTS = (500, 800)
FEATURES = ["kern", "liga", "ccmp", "locl", "mark", "tnum", "pnum"]


@dataclass(frozen=True, slots=True)
class Face:
    """One font of ours."""

    sources: tuple[str, ...]  # files, as the package @fontsource has them
    name: str  # of the cut font: the names of the originals are reserved to them
    file: str
    without: frozenset[str] = frozenset()
    tolerance: float = 0  # font units that an edge may move, to need fewer points; 0 = as it is


FACES = (
    Face(
        (
            "atkinson-hyperlegible-next-latin-wght-normal.woff2",
            "atkinson-hyperlegible-next-latin-ext-wght-normal.woff2",
        ),
        "Lamplight Plain",
        "lamplight-plain",
    ),
    Face(("im-fell-english-latin-400-normal.woff2",), "Lamplight Story", "lamplight-story", UNUSED, 4),
    Face(("im-fell-english-sc-latin-400-normal.woff2",), "Lamplight Title", "lamplight-title", UNUSED, 4),
)


def cut(face: Face, source: Path, letters: frozenset[str], target: Path) -> None:
    """Write what a source has of these letters, where it has any."""
    font = TTFont(source)
    wanted = {ord(letter) for letter in letters - face.without} & set(font.getBestCmap())
    if not wanted:
        return
    options = subset.Options(flavor="woff2", layout_features=FEATURES, hinting=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wanted)
    cutter.subset(font)
    if "fvar" in font:
        instancer.instantiateVariableFont(font, {"wght": WEIGHTS}, inplace=True)
    if face.tolerance:
        smooth(font, face.tolerance)
    rename(font, face.name)
    subset.save_font(font, target, options)
    print(f"{target.name}: {target.stat().st_size} bytes, {ranges(target)}")


def rename(font: TTFont, name: str) -> None:
    """Give a modified font a name of its own, as its licence asks; whose work it is stays in it."""
    told = {1: name, 3: f"{name} 1", 4: name, 6: name.replace(" ", ""), 16: name}
    for record in font["name"].names:
        if record.nameID in told:
            record.string = told[record.nameID]


def ranges(file: Path) -> str:
    """What a cut font has, as the stylesheet says it."""
    found = sorted(TTFont(file).getBestCmap())
    runs: list[list[int]] = []
    for code in found:
        if runs and code == runs[-1][1] + 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return ",".join(f"U+{a:04X}" if a == b else f"U+{a:04X}-{b:04X}" for a, b in runs)


def main(folder: Path) -> None:
    """Cut all, and tell the ranges for base.css."""
    for face in FACES:
        cut(face, folder / face.sources[0], FIRST, FONTS / f"{face.file}-first.woff2")
        for number, source in enumerate(face.sources):
            cut(face, folder / source, LATIN - FIRST, FONTS / f"{face.file}-more{number or ''}.woff2")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
