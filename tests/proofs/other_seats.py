"""Every route by every device on prompts of another seat, in games of every kind: nothing counts, and a sentence gives the reason."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path
from unittest.mock import patch

from companion import games
from tests.proofs.proof import Numbers, ProofError, Tell
from tests.web.other_seats import EACH, OWN, tried_at

EVENINGS = 2  # of each game
STEPS = 20  # questions of one, at each of which every device tries all there is
AT_ONCE = 5 * STEPS  # of the game that asks two seats at once: there most of it would count


def prove(seed: int, tell: Tell) -> Numbers:
    """Raises ProofError with what was found first."""
    tried, counted = Counter[str](), Counter[str]()
    for number in range(EVENINGS):
        for name in (*games.names(), EACH.name):
            steps, find = (AT_ONCE, lambda _name: EACH) if name == EACH.name else (STEPS, games.find)
            with tempfile.TemporaryDirectory() as folder, patch.object(games, "find", find):
                told, done = tried_at(Path(folder), name, seed + number, steps)
            tried, counted = tried + Counter(told), counted + Counter(done)
            tell(f"{name}: {sum(told.values())} tries, none counted; the seats' own did {sum(done.values())}")
    if missing := OWN - counted.keys():
        raise ProofError(
            f"seed {seed}: by these not even the seat's own device did anything: {', '.join(sorted(missing))}"
        )
    return {
        "tries": sum(tried.values()),
        "doors": len(tried),
        "tries of doors that answer or change": {door: tried[door] for door in sorted(OWN)},
        "done by the seat's own device": {door: counted[door] for door in sorted(OWN)},
        "counted for another seat": 0,
    }
