"""Random sets: a number seeds colours, patterns, sizes, fonts and every symbol.

The order in which lots are drawn is part of what a number means: change it, and every style looks different.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from vision.training.trays.marks.colours import Colour, from_hsv, ink_for, lightness, linear, random_colour
from vision.training.trays.marks.fonts import has, random_font
from vision.training.trays.marks.marks import Mark, draw_set, shape_mark
from vision.training.trays.shapes.tray import DICE, DICE_SYMBOLS, SYMBOLS, TOKEN_SYMBOLS
from vision.training.trays.styles.style import (
    CardLook,
    DieLook,
    Draw,
    Ground,
    Pattern,
    PipLook,
    Range,
    Roughness,
    Style,
    Things,
    TokenLook,
)

SEED = 7301
MARK_RADII = {"mom_d8": 0.46, "nemesis_noise": 0.37, "nemesis_combat": 0.52}
"""In half cells; a random style's are 0.9 to 1.06 times as large."""
SIZES = {
    "mom_d8": (16, 20.5),
    "nemesis_noise": (10, 12.2),
    "nemesis_combat": (14.5, 18.5),
    "d6": (12, 18),
    "d20": (12.6, 15.5),
}
MOST_ROUND = {"mom_d8": 1.7, "nemesis_noise": 1.1, "nemesis_combat": 2.4, "d6": 2.6, "d20": 1.2}
"""Mm."""
PATTERNS = ("plain", "plain", "cloud", "veins", "flecks", "blend", "layers", "swirl")
LIGHT_SKIN, DARK_SKIN = np.array((0.72, 0.46, 0.35)), np.array((0.10, 0.045, 0.025))
COINS = ((0.88, 0.66, 0.34), (0.78, 0.78, 0.76), (0.72, 0.42, 0.27), (0.55, 0.52, 0.45))


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """The choices made first: marks, fonts, and the colours of tokens."""

    marks: Mapping[str, Mark]
    radii: Mapping[str, float]
    fonts: tuple[str, str, str]
    ground: Colour
    ink: Colour
    symbol_grounds: Mapping[str, Colour]
    symbol_ink: Colour
    rim: Colour
    minus: str
    rings: tuple[tuple[float, float, Colour], ...]


def random_style(number: int) -> Style:
    """Return the style of this number; the same on every machine with the same fonts."""
    rng = np.random.default_rng([SEED, number])
    printed = _print(rng)
    paper = from_hsv(rng.random(), _between(rng, 0, 0.18), _between(rng, 0.82, 0.98))
    court = shape_mark(rng)
    spin = _spin(rng)
    gloss = _between(rng, 0.05, 0.38)
    shade = rng.random()
    spread = _between(rng, 0.28, 0.42)
    dice = {kind: tuple(_die_look(rng) for _ in range(3)) for kind in DICE}
    wear = _between(rng, 0, 0.12)
    digits = {"nemesis_noise": _between(rng, 0.40, 0.52), "d20": _between(rng, 0.41, 0.48)}
    six_nine = str(rng.choice(["underline", "dot", "bar"]))
    return Style(
        font=printed.fonts[0],
        card_font=printed.fonts[1],
        token_font=printed.fonts[2],
        dice=dice,
        symbols={name: _stamp(printed.marks[name], printed.radii[name]) for name in SYMBOLS},
        danger_ink=None,
        wear=wear,
        digits=digits,
        spin=spin,
        six_nine=six_nine,
        sizes={kind: _range(rng, *SIZES[kind]) for kind in SIZES},
        roundings={kind: (_between(rng, 0.3, most), _between(rng, 0.3, most)) for kind, most in MOST_ROUND.items()},
        pips=_pips(rng, spread),
        token=_token(rng, printed),
        card=_card(rng, paper, court),
        things=_things(rng, shade),
        felts={f"cloth{i}": _cloth(rng) for i in range(4)},
        table=_wood(rng),
        rim=_wood(rng),
        roughness=Roughness(gloss, _between(rng, 0.2, 0.5), _between(rng, 0.12, 0.5)),
        markers_inside=_between(rng, 0.2, 0.9),
    )


def _between(rng: Generator, low: float, high: float) -> float:
    return float(rng.uniform(low, high))


def _range(rng: Generator, low: float, high: float) -> Range:
    first, second = sorted(rng.uniform(low, high, 2))
    return float(first), float(second)


def _print(rng: Generator) -> Print:
    marks = draw_set(rng, SYMBOLS)
    radii = _mark_radii(rng)
    fonts = (random_font(rng), random_font(rng), random_font(rng))
    if rng.random() < 0.4:
        fonts = (fonts[0],) * 3
    ground, ink = _ground_and_ink(rng)
    symbol_grounds, symbol_ink = _symbol_tokens(rng)
    rim = random_colour(rng, 0.08, 0.8)
    has_minus = rng.random() < 0.6 and bool(fonts[2]) and has(fonts[2], "\u2212")
    rings = _rings(rng, rim, ink)
    minus = "\u2212" if has_minus else "-"
    return Print(marks, radii, fonts, ground, ink, symbol_grounds, symbol_ink, rim, minus, rings)


def _mark_radii(rng: Generator) -> dict[str, float]:
    of_dice = {kind: radius * _between(rng, 0.90, 1.06) for kind, radius in MARK_RADII.items()}
    of_tokens = _between(rng, 0.50, 0.66)
    return dict.fromkeys(TOKEN_SYMBOLS, of_tokens) | {
        name: of_dice[kind] for kind, names in DICE_SYMBOLS.items() for name in names
    }


def _ground_and_ink(rng: Generator) -> tuple[Colour, Colour]:
    while True:
        ground = random_colour(rng, 0.15, 0.95)
        ink = ink_for(rng, [ground])
        if ink is not None:
            return ground, ink


def _symbol_tokens(rng: Generator) -> tuple[dict[str, Colour], Colour]:
    """Return the grounds of tokens with symbols, in three of ten sets all equal, and an ink visible on all of them."""
    is_dark = rng.random() < 0.5
    low, high = (0.06, 0.40) if is_dark else (0.66, 0.95)
    grounds = {name: random_colour(rng, low, high) for name in TOKEN_SYMBOLS}
    if rng.random() < 0.3:
        grounds = dict.fromkeys(grounds, grounds["skull"])
    plain = (0.9, 0.9, 0.9) if is_dark else (0.01, 0.01, 0.01)
    return grounds, ink_for(rng, list(grounds.values()), 0.42) or plain


def _rings(rng: Generator, rim: Colour, ink: Colour) -> tuple[tuple[float, float, Colour], ...]:
    """Up to three rings near the edge of a token, from outside to inside."""
    rings: list[tuple[float, float, Colour]] = []
    radius = 1.0
    for _ in range(int(rng.integers(0, 4))):
        radius -= _between(rng, 0.03, 0.09)
        width = _between(rng, 0.02, 0.11)
        if radius - width < 0.74:
            break
        rings.append((radius, width, rim if rng.random() < 0.5 else ink))
        radius -= width
    return tuple(rings)


def _stamp(mark: Mark | None, radius: float) -> Draw:
    """Draw a mark, if any."""
    return lambda canvas: canvas if mark is None else canvas.stamp(mark, radius)


def _spin(rng: Generator) -> dict[str, float]:
    noise = float(rng.choice([0, 180]))
    combat = float(rng.choice([0, 45, 90, _between(rng, 0, 360)]))
    return {"nemesis_noise": noise, "nemesis_combat": combat, "mom_d8": float(rng.choice([0, 0, 60, 180]))}


def _die_look(rng: Generator) -> DieLook:
    """Return a body of one or two colours near in lightness, and an ink that shows on both."""
    while True:
        body = random_colour(rng, 0.05, 0.95)
        kind = str(rng.choice(PATTERNS))
        light = lightness(body)
        second = random_colour(rng, max(0, light - 0.12), min(1, light + 0.12))
        ink = ink_for(rng, [body] if kind == "plain" else [body, second])
        if ink is not None:
            cells, amount, angle = _between(rng, 1.5, 9), _between(rng, 0.3, 1), _between(rng, 0, 6.28)
            return DieLook(body, ink, Pattern(kind, second, cells, amount, angle))


def _pips(rng: Generator, spread: float) -> PipLook:
    radius = _between(rng, 0.085, min(0.16, spread * 0.42))
    return PipLook(radius, spread, int(rng.choice([0, 0, 0, 3, 4, 5, 6])), _between(rng, 0, 90))


def _token(rng: Generator, printed: Print) -> TokenLook:
    return TokenLook(
        radius=_between(rng, 11, 14),
        thick=_between(rng, 1.4, 3.0),
        ground=printed.ground,
        ink=printed.ink,
        rim=printed.rim,
        symbol_ink=printed.symbol_ink,
        symbol_grounds=printed.symbol_grounds,
        minus=printed.minus,
        rings=printed.rings,
        mottle=_between(rng, 0, 0.5),
        vignette=_between(rng, 0, 0.4) * (rng.random() < 0.4),
        digit=_between(rng, 0.5, 0.74),
    )


def _card(rng: Generator, paper: Colour, court: Mark | None) -> CardLook:
    return CardLook(
        paper=paper,
        red=from_hsv(_between(rng, -0.03, 0.04) % 1, _between(rng, 0.75, 1), _between(rng, 0.6, 0.9)),
        black=linear([_between(rng, 0.02, 0.16)] * 3),
        index=_between(rng, 0.12, 0.2),
        index_suit=_between(rng, 0.08, 0.115),
        ace=_between(rng, 0.3, 0.6),
        pip=_between(rng, 0.14, 0.19),
        initial=_between(rng, 0.45, 0.72),
        court=_stamp(court, _between(rng, 0.35, 0.55)),
        court_inks={rank: random_colour(rng, 0.3, 0.75) for rank in "JQK"},
        back=random_colour(rng, 0.1, 0.5),
    )


def _things(rng: Generator, shade: float) -> Things:
    """`shade`: of the skin, 0 light to 1 dark."""
    skin = LIGHT_SKIN * (1 - shade) + DARK_SKIN * shade
    sleeve = random_colour(rng, 0.05, 0.8)
    coin = np.array(COINS[rng.integers(4)]) * _between(rng, 0.85, 1.05)
    text = str(rng.choice(["2", "10", "25", "50", "100"]))
    coaster, pen = random_colour(rng, 0.1, 0.8), random_colour(rng, 0.05, 0.8)
    return Things(_colour(skin), sleeve, _colour(coin), text, coaster, pen)


def _colour(values: np.ndarray) -> Colour:
    red, green, blue = (float(v) for v in values)
    return red, green, blue


def _cloth(rng: Generator) -> Ground:
    kind = str(rng.choice(["felt", "felt", "felt", "wood", "leather", "weave"]))
    return Ground(kind, random_colour(rng, 0.10, 0.65 if kind == "wood" else 0.50, 0.9))


def _wood(rng: Generator) -> Ground:
    """Return the ground of the table or of the rim: wood more often than not."""
    kind = str(rng.choice(["wood", "wood", "leather", "plain", "felt"]))
    return Ground(kind, random_colour(rng, 0.08, 0.75, 0.7))
