"""The sheet of markers, looked at as a printer and a camera would."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pypdfium2
import pytest

from companion.schema import Words
from vision.image.decoder import Image
from vision.tray.marker_sheet import APART_MM, CARD_MM, CONTROL_MM, Paper, render_sheet
from vision.tray.tray_plane import MARKER_MM, find_markers, find_tray

DPI = 200
MM = DPI / 25.4
"""px"""
PAPERS: dict[Paper, tuple[float, float]] = {"A4": (210, 297), "Letter": (215.9, 279.4)}
MARGIN_MM = 5
"""Margin of an ordinary printer."""


def printed(paper: Paper, say: Callable[[str], str] = str) -> Image:
    page = pypdfium2.PdfDocument(render_sheet(paper, say))[0].render(scale=DPI / 72).to_numpy()
    return np.ascontiguousarray(page[:, :, :3])


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_the_markers_are_printed_true_to_size(paper: Paper) -> None:
    image, (wide, high) = printed(paper), PAPERS[paper]
    assert image.shape[:2] == pytest.approx((high * MM, wide * MM), abs=2)
    sides = [np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1) / MM for quad in find_markers(image).values()]
    assert np.ravel(sides) == pytest.approx([MARKER_MM] * 16, rel=0.01)
    line = image[round(40 * MM) : round(52 * MM)].min(axis=2) < 128
    assert int(line.sum(axis=1).max()) / MM == pytest.approx(CONTROL_MM, abs=0.5)
    ink, edge = image.min(axis=2) < 250, round(MARGIN_MM * MM)
    ink[edge:-edge, edge:-edge] = False
    assert not ink.any(), "the printer's margins stay free"


@pytest.mark.parametrize("paper", PAPERS)
def test_printed_markers_locate_the_tray(paper: Paper) -> None:
    tray = find_tray(printed(paper))
    assert tray is not None
    (left, top), (right, _), (_, bottom), _ = tray.corners
    walls = APART_MM[0] + CARD_MM, APART_MM[1] + CARD_MM
    assert ((right - left) / MM, (bottom - top) / MM) == pytest.approx(walls, abs=1)
    assert tray.px_per_mm == pytest.approx(MM, rel=0.01)


@pytest.mark.slow
def test_sheet_text_is_translated_where_glyphs_exist() -> None:
    asked: list[str] = []

    def say(text: Words) -> str:
        asked.append(str(text))
        return "Größe"

    assert not np.array_equal(printed("A4", say), printed("A4"))
    assert len(asked) >= 10 and any("100 %" in text for text in asked)
    assert np.array_equal(printed("A4", lambda _text: "Четыре маркера"), printed("A4"))
