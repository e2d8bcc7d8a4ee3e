"""A table with Lamplight on it: from the side, the tray from above, and where the light comes from."""

from __future__ import annotations

import cv2
import numpy as np

from tests.drawings.svg import BRASS, FELT, GOOD, INK, LINE, MUTED, WARN, WOOD, Drawing, Font
from vision.tray.tray_plane import EDGE_MM, MARKER_MM

TRAY_MM = (300, 220)


def side() -> Drawing:
    """All that may stand on and around it."""
    drawing = Drawing(980, 560, "A table from the side: tray, camera on an arm, two lamps, tablet, phones, wall")
    drawing.rect(60, 440, 860, 22, WOOD, rx=4)
    drawing.path("M110 462V540M870 462V540", WOOD, 16)
    drawing.path("M330 432V130Q330 96 364 96H452", "#6d5640", 12, stroke_linecap="round")
    drawing.rect(300, 424, 60, 16, "#6d5640", rx=4)
    drawing.rect(440, 82, 72, 28, "#20262e", INK, rx=7, stroke_width=2)
    drawing.path("M464 110h24l-5 10h-14z", INK, 1, INK)
    drawing.path("M476 120L360 432H592z", "none", 0, "#e2b366", opacity=0.28)
    drawing.path("M476 124V428", BRASS, 2, stroke_dasharray="3 8")
    drawing.path("M376 410V436H576V410", "#6d5640", 9, stroke_linejoin="round")
    for x in (420, 470, 530):
        drawing.rect(x, 414, 16, 16, "#efe3c8", "#5b4724", rx=3, stroke_width=2)
    for x, way in ((190, 1), (760, -1)):
        drawing.path(f"M{x} 440V300q0 -34 {way * 34} -34h{way * 10}", MUTED, 8, stroke_linecap="round")
        drawing.path(f"M{x + way * 40} 248l{way * 46} 30l{-way * 14} 22l{-way * 46} -30z", "#e2b366", 2, "#f6d79a")
        drawing.path(
            f"M{x + way * 78} 300L{x + way * 150} 420M{x + way * 88} 292L{x + way * 210} 420",
            "#e2b366",
            2,
            stroke_dasharray="2 9",
        )
    drawing.path("M640 436l64 -58l8 7l-60 55z", "#20262e", 2, "#20262e")
    drawing.rect(836, 60, 26, 190, "#20262e", INK, rx=6, stroke_width=2)
    drawing.path("M836 250V290", INK, 4)
    _label(drawing, 516, 100, 600, 118, "camera, straight above")
    _label(drawing, 592, 424, 600, 492, "tray with markers")
    _label(drawing, 690, 388, 668, 352, "tablet")
    _label(drawing, 228, 262, 84, 214, "lamp from the left")
    _label(drawing, 716, 262, 640, 214, "and from the right")
    _label(drawing, 836, 84, 660, 44, "a screen on the wall")
    _label(drawing, 330, 160, 120, 110, "gooseneck or arm")
    drawing.rect(150, 424, 54, 16, "#20453b", rx=3)
    _label(drawing, 176, 440, 150, 506, "a Raspberry Pi or any Linux PC, anywhere")
    return drawing


def _label(drawing: Drawing, x: float, y: float, at_x: float, at_y: float, words: str) -> None:
    drawing.path(f"M{x} {y}L{at_x} {at_y}", LINE, 2)
    drawing.text(at_x + (4 if at_x >= x else -4), at_y + (18 if at_y > y else -6), words, Font(19, INK))


def marker(number: int) -> list[tuple[int, int]]:
    """The black cells of a marker, of six by six."""
    picture = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, 6)
    return [(int(column), int(row)) for row, column in np.argwhere(picture == 0)]


def tray() -> Drawing:
    """From above, the four markers where they belong and the right way up."""
    scale, left, top = 2.1, 175.0, 96.0
    wide, deep = TRAY_MM[0] * scale, TRAY_MM[1] * scale
    drawing = Drawing(980, 680, "The tray from above: marker 0 far left, 1 far right, 2 near right, 3 near left")
    drawing.text(490, 44, "The tray from above", Font(28, INK, "middle", 700))
    drawing.rect(left - 16, top - 16, wide + 32, deep + 32, WOOD, "#6d5640", rx=14, stroke_width=3)
    drawing.rect(left, top, wide, deep, FELT, rx=4)
    side, edge = MARKER_MM * scale, EDGE_MM * scale
    right, low = left + wide - edge - side, top + deep - edge - side
    places = ((left + edge, top + edge), (right, top + edge), (right, low), (left + edge, low))
    for number, (x, y) in enumerate(places):
        drawing.rect(x - 5, y - 5, side + 10, side + 10, "#fffdf6")
        for column, row in marker(number):
            drawing.rect(x + column * side / 6, y + row * side / 6, side / 6 + 0.3, side / 6 + 0.3, "#111111")
    for number, (x, y, words) in enumerate(
        (
            (left - 28, top + 34, "0 far left"),
            (left + wide + 28, top + 34, "1 far right"),
            (left + wide + 28, top + deep - 16, "2 near right"),
            (left - 28, top + deep - 16, "3 near left"),
        )
    ):
        drawing.text(x, y, words, Font(19, INK, "end" if number in (0, 3) else "start", 700))
    for x, y, turn in ((350, 250, 18), (440, 330, -9), (560, 240, 31), (520, 420, 4), (650, 350, -24)):
        drawing.rect(
            x, y, 34, 34, "#efe3c8", "#5b4724", rx=6, stroke_width=2, transform=f"rotate({turn} {x + 17} {y + 17})"
        )
    drawing.text(490, top + deep + 52, "you sit here", Font(20, MUTED, "middle"))
    drawing.path(f"M{left} {top + deep + 72}H{left + wide}", MUTED, 2)
    drawing.text(
        490,
        top + deep + 98,
        f"a floor of about {TRAY_MM[0] // 10} × {TRAY_MM[1] // 10} cm, dark and dull, no pattern",
        Font(19, INK, "middle"),
    )
    return drawing


def light() -> Drawing:
    """Good light and the two usual mistakes."""
    drawing = Drawing(
        980, 430, "Light from two sides is good; a bright window is mirrored; one lamp beside the camera glares"
    )
    said = (
        ("Good", GOOD, "two lamps from the sides,", "behind paper or a shade"),
        ("A window near it", WARN, "is mirrored in shiny dice:", "draw the curtain"),
        ("A lamp beside it", WARN, "shines straight back:", "move it to the side"),
    )
    for number, (title, colour, first, second) in enumerate(said):
        x = 24 + number * 318
        drawing.rect(x, 24, 296, 382, "#fffdf6", LINE, rx=14, stroke_width=2)
        drawing.path(
            "M%g 60l7 8l13 -17" % (x + 18) if number == 0 else f"M{x + 20} 48l16 16M{x + 36} 48l-16 16", colour, 5
        )
        drawing.text(x + 50, 64, title, Font(20, colour, weight=700))
        _small_table(drawing, x + 148)
        drawing.lines(x + 148, 350, first, second, size=17, fill=INK, anchor="middle")
    for x, way in ((64, 1), (280, -1)):
        _lamp(drawing, x, 190, way)
    drawing.rect(362, 110, 18, 130, "#bcd7ef", "#5b7f9e", stroke_width=2)
    drawing.path("M380 140L486 286M380 200L470 286", "#5b7f9e", 3, stroke_dasharray="3 8")
    drawing.circle(486, 284, 9, "#ffffff", WARN, stroke_width=3)
    drawing.path("M836 118h46v20h-46z", BRASS, 2, "#f6d79a")
    drawing.path("M852 140L812 286M866 140L830 286", "#e2b366", 3, stroke_dasharray="3 8")
    drawing.circle(816, 284, 11, "#ffffff", WARN, stroke_width=3)
    return drawing


def _small_table(drawing: Drawing, middle: float) -> None:
    drawing.rect(middle - 118, 296, 236, 12, WOOD, rx=3)
    drawing.path(f"M{middle - 70} 276V294H{middle + 70}V276", "#6d5640", 6, stroke_linejoin="round")
    drawing.rect(middle - 17, 106, 34, 18, "#20262e", INK, rx=4, stroke_width=2)
    drawing.path(f"M{middle} 126L{middle - 78} 294H{middle + 78}z", "none", 0, "#e2b366", opacity=0.18)
    for by in (-34, 6, 38):
        drawing.rect(middle + by, 278, 13, 13, "#efe3c8", "#5b4724", rx=2, stroke_width=2)


def _lamp(drawing: Drawing, x: float, y: float, way: int) -> None:
    drawing.path(f"M{x} {y}l{way * 26} 17l{-way * 9} 14l{-way * 26} -17z", "#e2b366", 2, "#f6d79a")
    drawing.path(
        f"M{x + way * 24} {y + 28}L{x + way * 66} 288M{x + way * 30} {y + 20}L{x + way * 118} 288",
        "#e2b366",
        3,
        stroke_dasharray="3 8",
    )
