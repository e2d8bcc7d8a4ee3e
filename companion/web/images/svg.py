"""Draw shapes and text as SVG. Contains no sentences."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from functools import cache
from textwrap import wrap
from typing import Literal, TypeAlias
from xml.sax.saxutils import escape, quoteattr

import segno

from companion.web.static_files import STATIC

WIDE, TALL = 1920, 1080
PAPER, PANEL, LINE = "#0c0e11", "#181c22", "#353d48"
INK, MUTED, BRASS, GOOD, WARN = "#f4ecdc", "#b8b09f", "#ffd994", "#5fd0b0", "#ffcf5c"
FONTS = {"Hyper": ("lamplight-plain-first", "500 800"), "FellSC": ("lamplight-title-first", "400")}
PLAIN, TITLE = "Hyper, 'Atkinson Hyperlegible Next', system-ui, sans-serif", "FellSC, Hyper, Georgia, serif"
LETTER_WIDTH = 0.49  # average width of a letter of the plain face, relative to its size
LAMP_PATH = "M9 3h6l3 9H6zM12 12v7M8 21h8"
TICK, MARK = "M-8 0l6 7L9-7", "M0-9V3M0 8.5v.5"
Anchor: TypeAlias = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Font:
    """Size and colour of text; the drawing function chooses the face."""

    size: int
    fill: str
    anchor: Anchor = "start"
    weight: int = 500


def document(title: str, parts: list[str], language: str) -> str:
    """Return the whole picture with its background."""
    ground = f'<rect width="100%" height="100%" fill="{PAPER}"/><rect width="100%" height="100%" fill="url(#glow)"/>'
    lamp_drawing = f'<g transform="translate(1800 44) scale(3.4)">{stroke(LAMP_PATH, BRASS, 1.6)}</g>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {TALL}" width="{WIDE}" height="{TALL}"'
        f' role="img" xml:lang={quoteattr(language)}>\n<title>{escape(title)}</title>\n'
        f"<defs><style>{_fonts()}</style>{_paints()}</defs>\n{ground}{lamp_drawing}\n" + "\n".join(parts) + "\n</svg>\n"
    )


@cache
def _fonts() -> str:
    """Return the fonts as data URLs: an SVG in an image cannot load files."""
    styles = ""
    for family, (file, weight) in FONTS.items():
        content = b64encode((STATIC / "fonts" / f"{file}.woff2").read_bytes()).decode()
        source = f"url(data:font/woff2;base64,{content})"
        styles += f'@font-face{{font-family:"{family}";font-weight:{weight};src:{source} format("woff2")}}'
    return styles


def _paints() -> str:
    return (
        '<radialGradient id="glow" cx=".5" cy="-.1" r=".9"><stop offset="0" stop-color="#ecaa50" stop-opacity=".26"/>'
        '<stop offset=".5" stop-color="#ecaa50" stop-opacity=".05"/><stop offset="1" stop-opacity="0"/></radialGradient>'
        '<linearGradient id="came" x1="0" x2="1"><stop offset="0" stop-color="#8a6434"/>'
        '<stop offset="1" stop-color="#e2b366"/></linearGradient>'
    )


def panel(x: float, y: float, wide: float, tall: float) -> str:
    """Draw the background of a group."""
    look = f'rx="22" fill="{PANEL}" fill-opacity=".82" stroke="{LINE}" stroke-width="2"'
    return f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{tall:g}" {look}/>'


def bar(x: float, middle: float, wide: float, half: float) -> str:
    """Draw a count as a bar."""
    return f'<rect x="{x:g}" y="{middle - half:g}" width="{wide:.1f}" height="{2 * half:g}" rx="7" fill="url(#came)"/>'


def bracket(low: float, high: float, middle: float, half: float, color: str = INK, *, is_open: bool = False) -> str:
    """Draw a range; an open one ends in an arrow because it is cut."""
    end = (
        f"M{high - 10:.1f} {middle - half:g}l10 {half:g}-10 {half:g}"
        if is_open
        else f"M{high:.1f} {middle - half:g}v{2 * half:g}"
    )
    return stroke(f"M{low:.1f} {middle - half:g}v{2 * half:g}M{low:.1f} {middle:g}H{high:.1f}{end}", color, 3)


def dashes(x: float, top: float, tall: float) -> str:
    """Draw an expected value."""
    path = f"M{x:.1f} {top:g}v{tall:g}"
    return f'<path d="{path}" fill="none" stroke="{GOOD}" stroke-width="5" stroke-dasharray="8 5"/>'


def diamond(x: float, middle: float) -> str:
    """Draw a person's position."""
    path = f"M{x:.1f} {middle - 17:g}l14 17-14 17-14-17z"
    return f'<path d="{path}" fill="{BRASS}" stroke="{PAPER}" stroke-width="2"/>'


def seal(x: float, y: float, *, is_good: bool) -> str:
    """Draw a tick or an exclamation mark in a ring."""
    mark, color = (TICK, GOOD) if is_good else (MARK, WARN)
    return f'<g transform="translate({x:g} {y:g})">{stroke("M0-19a19 19 0 1 0 .01 0z", color, 3)}{stroke(mark, color, 4.5)}</g>'


def scale(x: float, middle: float, wide: float) -> str:
    """Draw an axis."""
    return stroke(f"M{x:g} {middle:g}h{wide:g}", LINE, 4)


def stroke(path: str, color: str, width: float) -> str:
    """Draw a path."""
    pen = f'stroke="{color}" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{path}" fill="none" {pen}/>'


def letters(x: float, y: float, words: str, font: Font) -> str:
    """Draw text in the plain face; `y`: baseline."""
    return _text_element(x, y, words, PLAIN, font)


def heading(x: float, y: float, words: str, size: int = 36) -> str:
    """Draw text in the title face."""
    return _text_element(x, y, words, TITLE, Font(size, BRASS, weight=400))


def _text_element(x: float, y: float, words: str, family: str, font: Font) -> str:
    face = f'font-family={quoteattr(family)} font-size="{font.size}" font-weight="{font.weight}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {face} fill="{font.fill}" text-anchor="{font.anchor}">{escape(words)}</text>'


def wrap_words(words: str, wide: float, size: int, lines: int) -> list[str]:
    """Wrap into lines; longer text ends in dots."""
    return wrap(words, int(wide / (size * LETTER_WIDTH)), max_lines=lines, placeholder="…")


def shorten(words: str, wide: float, size: int) -> str:
    """Shorten to one line; longer text ends in dots."""
    most = int(wide / (size * LETTER_WIDTH))
    return words if len(words) <= most else f"{words[: most - 1].rstrip(' ,')}…"


def code_of(url: str) -> str:
    """Return a QR code as SVG, dark on light, so that every camera can read it on any page."""
    code: str = segno.make(url, error="m").svg_inline(scale=4, border=2, dark="#14161a", light="#f7efe0")
    return code
