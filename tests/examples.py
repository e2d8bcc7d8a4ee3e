"""How many examples a property is asked for, and of recorded pictures how many are looked at.

`LAMPLIGHT_EXAMPLES=1000` and `LAMPLIGHT_PICTURES=1`, as in `./table prove long`, ask for so many more, and for all.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

USUAL = 25
EXAMPLES = int(os.environ.get("LAMPLIGHT_EXAMPLES", f"{USUAL}"))
EVERY_PICTURE = bool(os.environ.get("LAMPLIGHT_PICTURES"))


def so_many(usual: int) -> int:
    """Of one whose examples take long, `usual` in the suite; more where all others are asked for more."""
    return max(1, usual * EXAMPLES // USUAL)


def some(all_of_them: Sequence[T], step: int) -> Sequence[T]:
    """Of recordings the first one and every `step`th after it; all of them where every picture is asked for."""
    return all_of_them if EVERY_PICTURE else all_of_them[::step]
