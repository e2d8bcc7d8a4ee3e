"""How a language writes figures: 1,5 and 64 % where English has 1.5 and 64%."""

from __future__ import annotations

import re
from dataclasses import dataclass

from babel import Locale, UnknownLocaleError

DECIMAL = re.compile(r"(?<=\d)\.(?=\d)")
PERCENT = re.compile(r"(?<=\d)%")
NARROW = "\u202f"  # a blank at which no line ends


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """What stands between whole numbers and their parts, and behind a number of hundredths."""

    point: str = "."
    percent: str = "%"

    def write(self, text: str) -> str:
        """A text of figures alone.

        >>> NumberFormat(",").write("1.5"), NumberFormat(percent=" %").write("+64%")
        ('1,5', '+64 %')
        """
        return PERCENT.sub(self.percent, DECIMAL.sub(self.point, text))


def figures_of(language: str) -> NumberFormat:
    """As the people of the language write them; as in English where nobody has told."""
    try:
        locale = Locale.parse(language.replace("-", "_"))
        is_apart = "\xa0%" in locale.percent_formats[None].pattern
        return NumberFormat(str(locale.number_symbols["latn"]["decimal"]), f"{NARROW}%" if is_apart else "%")
    except (UnknownLocaleError, ValueError, KeyError):
        return NumberFormat()
