"""How many examples a property is asked for. `LAMPLIGHT_EXAMPLES=1000`, as in `./table prove long`, asks for so many more of each."""

from __future__ import annotations

import os

USUAL = 25
EXAMPLES = int(os.environ.get("LAMPLIGHT_EXAMPLES", f"{USUAL}"))


def so_many(usual: int) -> int:
    """Of one whose examples take long, `usual` in the suite; more where all others are asked for more."""
    return max(1, usual * EXAMPLES // USUAL)
