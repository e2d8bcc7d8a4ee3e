"""Render the sheet of the tray's four markers, true to size, with marks to cut, fold and stick.

The markers are arranged as in the tray, so that their order and direction are evident.
"""

from typing import Literal, TypeAlias

import cv2
import numpy as np
from fpdf import FPDF
from numpy.typing import NDArray

from companion.i18n import Say, Text, _
from vision.tray.tray_plane import EDGE_MM, MARKER_MM, MARKERS

Paper: TypeAlias = Literal["A4", "Letter"]

CELLS = 6
"""Cells on a marker's side: four of its code, and a black one at each end."""
CARD_MM = MARKER_MM + 2 * EDGE_MM
"""Side of the piece in a corner: as much white around the marker as to the walls."""
FLAP_MM = 14.0
"""Height of what is folded up against a wall."""
CONTROL_MM = 100
"""Length of the control line that is measured after printing."""
HAIR_MM = 0.02
"""By which white overlaps black: between two white cells no seam may show."""
MARGIN_MM = 16.0
APART_MM = (104.0, 88.0)
"""Between the middles of two markers on the sheet, across and down."""
TOP_MM = 96.0
"""Distance from the paper's top to the middle of the upper markers."""
GREY, LIGHT = 90, 170

TITLE = _("Four markers for your tray")
SIZE = _("Print this page at 100 %, not fitted to the paper. Then measure: this line is exactly 100 mm long.")
PLACES = (_("far left"), _("far right"), _("near right"), _("near left"))
MIDDLE = _("Your tray from above, as the camera sees it")
NEAR = _("this side is nearest to you")
STEPS = (
    _("1. Cut the four cards out along the solid lines."),
    _("2. Fold the two flaps of each card up along the dashed lines."),
    _("3. Set each card flat into the corner that stands on it, the flaps against the walls, and stick it there."),
    _(
        "4. Keep the four squares free: dice may roll past them, nothing should lie on them. Plain paper that does not shine is best."
    ),
)


def render_sheet(paper: Paper = "A4", say: Say = str) -> bytes:
    """Return a page of PDF. `say` translates the text."""
    pdf = FPDF(format=paper)
    pdf.set_auto_page_break(auto=False)
    pdf.set_title(f"Lamplight: {TITLE!s}")
    pdf.add_page()
    _head(pdf, say)
    for number in MARKERS:
        _card(pdf, number, _say(say, PLACES[number]))
    _middle(pdf, say)
    _steps(pdf, say)
    return bytes(pdf.output())


def marker_code(number: int) -> NDArray[np.bool_]:
    """(6, 6), True where a marker is white, as it is seen from above."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, number, CELLS)) > 0


def middles(wide: float) -> tuple[tuple[float, float], ...]:
    """Return the middle of each marker on a paper of that width, mm from its left and top."""
    (across, down), half = APART_MM, wide / 2
    left, right, low = half - across / 2, half + across / 2, TOP_MM + down
    return (left, TOP_MM), (right, TOP_MM), (right, low), (left, low)


def _head(pdf: FPDF, say: Say) -> None:
    """Write the title, and how to check that the sheet was printed true to size."""
    pdf.set_font("Times", "I", 24)
    _write(pdf, 15, 10, _say(say, TITLE))
    pdf.set_font("Helvetica", "", 10.5)
    _write(pdf, 27, 5, _say(say, SIZE))
    left, y = (pdf.w - CONTROL_MM) / 2, 48.0
    pdf.set_line_width(0.3)
    pdf.line(left, y, left + CONTROL_MM, y)
    for tick in range(0, CONTROL_MM + 1, 10):
        pdf.line(left + tick, y, left + tick, y - (4 if tick % 50 == 0 else 2.5))
    pdf.set_font("Helvetica", "", 8)
    for tick in (0, 50, CONTROL_MM):
        pdf.set_xy(left + tick - 10, y + 0.8)
        pdf.cell(20, 4, f"{tick}" if tick < CONTROL_MM else "100 mm", align="C")


def _card(pdf: FPDF, number: int, place: str) -> None:
    """Draw a marker on its card, with a flap at each of the two walls that meet in its corner."""
    x, y = middles(pdf.w)[number]
    out_x, out_y = (-1 if number in (0, 3) else 1), (-1 if number in (0, 1) else 1)
    half = CARD_MM / 2
    wall_x, wall_y, miter = x + out_x * half, y + out_y * half, FLAP_MM / 4
    far_x, far_y = wall_x + out_x * FLAP_MM, wall_y + out_y * FLAP_MM
    in_x, in_y = x - out_x * half, y - out_y * half
    pdf.set_line_width(0.25)
    pdf.set_draw_color(GREY)
    side = [(wall_x, in_y), (far_x, in_y + out_y * miter), (far_x, wall_y - out_y * miter), (wall_x, wall_y)]
    over = [(wall_x - out_x * miter, far_y), (in_x + out_x * miter, far_y), (in_x, wall_y), (in_x, in_y)]
    pdf.polygon([*side, *over], style="D")
    pdf.set_dash_pattern(dash=1.6, gap=1.2)
    pdf.line(wall_x, in_y, wall_x, wall_y)
    pdf.line(in_x, wall_y, wall_x, wall_y)
    pdf.set_dash_pattern()
    _marker(pdf, number, x, y)
    pdf.set_font("Helvetica", "B", 9)
    pdf.set_xy(x - half, wall_y + (FLAP_MM / 2 - 5 if out_y > 0 else -FLAP_MM / 2 - 3.5))
    pdf.multi_cell(CARD_MM, 4.2, f"{number}\n{place}", align="C")


def _marker(pdf: FPDF, number: int, x: float, y: float) -> None:
    left, top, cell = x - MARKER_MM / 2, y - MARKER_MM / 2, MARKER_MM / CELLS
    pdf.set_fill_color(0)
    pdf.rect(left, top, MARKER_MM, MARKER_MM, style="F")
    pdf.set_fill_color(255)
    for row, column in zip(*np.nonzero(marker_code(number)), strict=True):
        pdf.rect(
            left + float(column) * cell - HAIR_MM,
            top + float(row) * cell - HAIR_MM,
            cell + 2 * HAIR_MM,
            cell + 2 * HAIR_MM,
            style="F",
        )


def _middle(pdf: FPDF, say: Say) -> None:
    """Draw the walls of the tray between the cards, and name the sides."""
    (left, top), _far_right, (right, low), _near_left = middles(pdf.w)
    off = CARD_MM / 2
    pdf.set_draw_color(LIGHT)
    for y in (top - off, low + off):
        pdf.line(left + off + 2, y, right - off - 2, y)
    for x in (left - off, right + off):
        pdf.line(x, top + off + 2, x, low - off - 2)
    pdf.set_text_color(GREY)
    pdf.set_font("Times", "I", 15)
    pdf.set_xy(left, (top + low) / 2 - 6)
    pdf.multi_cell(right - left, 7, _say(say, MIDDLE), align="C")
    pdf.set_font("Helvetica", "", 9)
    pdf.set_xy(left + off, low + off - 7)
    pdf.cell(right - left - 2 * off, 4, _say(say, NEAR), align="C")
    pdf.set_text_color(0)


def _steps(pdf: FPDF, say: Say) -> None:
    pdf.set_font("Helvetica", "", 10)
    pdf.set_xy(MARGIN_MM, TOP_MM + APART_MM[1] + CARD_MM / 2 + FLAP_MM + 4)
    for step in STEPS:
        pdf.set_x(MARGIN_MM)
        pdf.multi_cell(pdf.w - 2 * MARGIN_MM, 4.6, _say(say, step), align="L", new_x="LMARGIN", new_y="NEXT")
        pdf.ln(1.2)


def _write(pdf: FPDF, y: float, high: float, text: str) -> None:
    """Centred lines across the paper, from `y` mm on."""
    pdf.set_xy(MARGIN_MM, y)
    pdf.multi_cell(pdf.w - 2 * MARGIN_MM, high, text, align="C")


def _say(say: Say, text: Text) -> str:
    """In that language where the printer's own letters have all of its; else in English."""
    sentence = say(text)
    try:
        sentence.encode("latin-1")
    except UnicodeEncodeError:
        return str(text)
    return sentence
