"""Sizes of the tray in mm, and the faces of the pieces."""

import numpy as np

WIDTH, HEIGHT = 300.0, 220.0
"""Size of the felt, inside the rim."""


RIM_WIDTH = 11.0
TABLE_Z = -4.0
"""Height of the table's top. The felt is at 0."""
MARKER_SIDE = 24.0
"""Side of a printed marker with its white border."""
MARKER_INSET = 13.0
"""Distance from the felt's edges to the middle of a marker in the corner."""
_W, _H = WIDTH / 2, HEIGHT / 2


CORNERS = np.array([[-_W, _H, 0], [_W, _H, 0], [_W, -_H, 0], [-_W, -_H, 0]])
"""Corners of the felt: far left, far right, near right, near left."""
EDGES = np.array([_W, _H])
"""Half width and half height of the felt."""
DICE = ("mom_d8", "nemesis_noise", "nemesis_combat", "d6", "d20")
TOKEN_SYMBOLS = ("skull", "cultist", "tablet", "elder_thing", "auto_fail", "elder_sign")
DICE_SYMBOLS = {
    "mom_d8": ("success", "investigation"),
    "nemesis_noise": ("danger", "silence"),
    "nemesis_combat": ("hit1", "hit2", "creeper", "adult", "miss"),
}
LATER_SYMBOLS = ("bless", "curse", "frost")
"""Tokens that only some sets have. The random sets do not: all marks of one come of the same lot, and would change."""
LATER_TOKENS = {"A": LATER_SYMBOLS}
"""By style."""
SYMBOLS = (*(name for names in DICE_SYMBOLS.values() for name in names), *TOKEN_SYMBOLS)
TOKENS = ("+1", "0", "-1", "-2", "-3", "-4", "-5", "-6", "-7", "-8", *TOKEN_SYMBOLS)
SUITS = ("S", "H", "D", "C")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
PRINTED = {
    "mom_d8": ("success", "blank", "investigation", "success", "blank", "investigation", "success", "blank"),
    "nemesis_noise": ("1", "3", "2", "4", "danger", "1", "3", "2", "4", "silence"),
    "nemesis_combat": ("miss", "hit1", "creeper", "hit2", "creeper", "adult"),  # the distribution is invented
}
"""Values of symbol dice, in the order of their faces."""
FACES = {
    "mom_d8": ("success", "investigation", "blank"),
    "nemesis_noise": ("1", "2", "3", "4", "danger", "silence"),
    "nemesis_combat": ("miss", "hit1", "hit2", "creeper", "adult"),
    "d6": tuple(str(i) for i in range(1, 7)),
    "d20": tuple(str(i) for i in range(1, 21)),
}
"""The different faces of each kind of die."""
VALUES = {**FACES, "token": TOKENS, "card": CARDS}
"""All distinguishable values, by kind."""
