"""Values of the dice, tokens and cards of every set. The marks differ from set to set, the names do not."""

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
