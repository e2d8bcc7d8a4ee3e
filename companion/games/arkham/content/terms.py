"""Words of the rulebook: skills and chaos tokens."""

from __future__ import annotations

from companion.i18n import N_
from companion.schema import Faces

SKILLS = (N_("willpower"), N_("intellect"), N_("combat"), N_("agility"))  # AH-ST-GEN-1
WILD = N_("wild")
SYMBOLS = ("skull", "cultist", "tablet", "elder_thing")
ELDER_SIGN, AUTO_FAIL = "elder_sign", "auto_fail"
BLESS, CURSE, FROST = "bless", "curse", "frost"
POOL = (BLESS, CURSE)  # tokens that return to the pool, not to the bag
MOST_OF_POOL = 10  # of each
MOST_OF = {BLESS: MOST_OF_POOL, CURSE: MOST_OF_POOL, FROST: 8}
"""More of these tokens there are not."""
NUMBERS = ("+1", "0", *(str(-n) for n in range(1, 9)))
TOKENS: Faces = (*NUMBERS, *SYMBOLS, AUTO_FAIL, ELDER_SIGN, BLESS, CURSE, FROST)
