"""Number of examples for a property, and of recorded pictures to check.

`LAMPLIGHT_EXAMPLES=1000` and `LAMPLIGHT_PICTURES=1`, as in `./table prove long`, check that many, and all.
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
    """Return the examples of a slow property: `usual` in the suite, more in a long run."""
    return max(1, usual * EXAMPLES // USUAL)


def some(all_of_them: Sequence[T], step: int) -> Sequence[T]:
    """Return the first recording and every `step`th after it; all in a long run."""
    return all_of_them if EVERY_PICTURE else all_of_them[::step]
