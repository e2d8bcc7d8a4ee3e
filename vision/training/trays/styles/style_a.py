"""Style A: one set drawn by hand."""

from collections.abc import Callable

from vision.training.trays.marks.canvas import Canvas
from vision.training.trays.marks.drawn_symbols import DRAWINGS
from vision.training.trays.styles.style import (
    CardLook,
    DieLook,
    Draw,
    Ground,
    PipLook,
    Roughness,
    Style,
    Things,
    TokenLook,
)

FONTS = "/usr/share/fonts/truetype/"
BROWN, CARDBOARD = (0.35, 0.22, 0.12), (0.80, 0.72, 0.55)
TOKEN_SIZE = 0.56
SIZES = {
    "success": 0.456,
    "investigation": 0.424,
    "danger": 0.336,
    "silence": 0.336,
    "hit1": 0.448,
    "hit2": 0.528,
    "creeper": 0.448,
    "adult": 0.448,
}
"""Radius of each symbol of a die, in half cells."""
LOWERED = {"success": -0.01, "investigation": -0.01}

DICE = {
    "mom_d8": (
        DieLook((0.02, 0.20, 0.13), (0.93, 0.90, 0.78)),
        DieLook((0.015, 0.015, 0.02), (0.55, 0.85, 0.45)),
        DieLook((0.30, 0.31, 0.33), (0.97, 0.97, 0.95)),
    ),
    "nemesis_noise": (
        DieLook((0.02, 0.02, 0.025), (0.90, 0.90, 0.88)),
        DieLook((0.28, 0.02, 0.02), (0.95, 0.93, 0.85)),
        DieLook((0.75, 0.72, 0.62), (0.05, 0.04, 0.04)),
    ),
    "nemesis_combat": (
        DieLook((0.45, 0.03, 0.02), (0.95, 0.93, 0.9)),
        DieLook((0.05, 0.05, 0.055), (0.95, 0.25, 0.12)),
        DieLook((0.80, 0.78, 0.72), (0.35, 0.02, 0.02)),
    ),
    "d6": (
        DieLook((0.86, 0.85, 0.80), (0.02, 0.02, 0.02)),
        DieLook((0.55, 0.02, 0.02), (0.95, 0.95, 0.92)),
        DieLook((0.02, 0.12, 0.40), (0.95, 0.95, 0.95)),
    ),
    "d20": (
        DieLook((0.50, 0.02, 0.03), (0.97, 0.95, 0.90)),
        DieLook((0.02, 0.02, 0.025), (0.93, 0.93, 0.93)),
        DieLook((0.05, 0.16, 0.42), (0.95, 0.92, 0.75)),
    ),
}
TOKEN = TokenLook(
    radius=12.5,
    thick=2.0,
    ground=CARDBOARD,
    ink=(0.13, 0.07, 0.04),
    rim=BROWN,
    symbol_ink=(0.93, 0.88, 0.75),
    symbol_grounds={
        "skull": (0.45, 0.10, 0.06),
        "cultist": (0.06, 0.16, 0.38),
        "tablet": (0.05, 0.34, 0.32),
        "elder_thing": (0.26, 0.08, 0.34),
        "auto_fail": (0.10, 0.03, 0.03),
        "elder_sign": (0.25, 0.55, 0.70),
        "bless": (0.52, 0.27, 0.02),
        "curse": (0.07, 0.16, 0.03),
        "frost": (0.17, 0.19, 0.23),
    },
    minus="\u2212",
    rings=((0.90, 0.16, BROWN),),
    mottle=0.36,
    vignette=0.0,
    digit=0.62,
)


def _court(canvas: Canvas) -> Canvas:
    """Return a plain field below the middle."""
    return canvas.polygon([(-0.57, -1.09), (0.57, -1.09), (0.57, 0.25), (-0.57, -0.25)])


CARD = CardLook(
    paper=(0.86, 0.86, 0.84),
    red=(0.62, 0.015, 0.02),
    black=(0.012, 0.012, 0.018),
    index=0.15,
    index_suit=0.095,
    ace=0.42,
    pip=0.165,
    initial=0.62,
    court=_court,
    court_inks={"J": (0.10, 0.28, 0.55), "Q": (0.55, 0.20, 0.40), "K": (0.75, 0.52, 0.08)},
    back=(0.30, 0.02, 0.03),
)


def _drawing(name: str) -> Draw:
    draw: Callable[..., Canvas] = DRAWINGS[name]
    return lambda canvas: draw(canvas, SIZES.get(name, TOKEN_SIZE), (0, LOWERED.get(name, 0)))


def style_a() -> Style:
    """Return the set of which every drawing and colour was chosen; `miss` is blank."""
    return Style(
        font=FONTS + "dejavu/DejaVuSans-Bold.ttf",
        card_font=FONTS + "liberation/LiberationSans-Bold.ttf",
        token_font=FONTS + "dejavu/DejaVuSerif-Bold.ttf",
        dice=DICE,
        symbols={name: _drawing(name) for name in DRAWINGS},
        danger_ink=(0.85, 0.06, 0.03),
        wear=0.10,
        digits={"nemesis_noise": 0.44, "d20": 0.46},
        spin={},
        six_nine="underline",
        sizes={
            "mom_d8": (17.5, 19.0),
            "nemesis_noise": (10.6, 11.4),
            "nemesis_combat": (15.5, 17.0),
            "d6": (15.0, 16.5),
            "d20": (13.4, 14.3),
        },
        roundings={
            "mom_d8": (0.7, 1.0),
            "nemesis_noise": (0.7, 1.0),
            "nemesis_combat": (1.2, 1.2),
            "d6": (1.6, 1.6),
            "d20": (0.7, 1.0),
        },
        pips=PipLook(radius=0.115, spread=0.36, corners=0, turn=0),
        token=TOKEN,
        card=CARD,
        things=Things(
            (0.62, 0.36, 0.25), (0.05, 0.07, 0.14), (0.85, 0.63, 0.33), "20", (0.42, 0.25, 0.12), (0.02, 0.04, 0.30)
        ),
        felts={
            "green": Ground("felt", (0.02, 0.13, 0.05)),
            "black": Ground("felt", (0.022, 0.022, 0.024)),
            "burgundy": Ground("felt", (0.16, 0.012, 0.025)),
            "wood": Ground("wood", (0.34, 0.19, 0.09)),
        },
        table=Ground("wood", (0.28, 0.16, 0.08)),
        rim=Ground("wood", (0.20, 0.09, 0.035)),
        roughness=Roughness(dice=0.13, flats=0.32, table=0.25),
        markers_inside=0.8,
    )
