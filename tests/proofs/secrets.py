"""A unique word in every message, games with planted secrets, and pairs of games: no byte reaches a client that may not have it."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from tests.messaging.planted import EVENINGS, overheard
from tests.messaging.spies import EVERYBODY, EXACT, WIDE, Spying
from tests.proofs.proof import Numbers, Tell
from tests.web.every_door import EVENINGS as BY_DOORS
from tests.web.every_door import asked_for
from tests.web.two_worlds import KINDS as TWO_WORLDS
from tests.web.two_worlds import twins

STEPS = 120  # answers of an evening
LOOKS = 30  # answers of a game after each of which every device requests every route
TRIED = 18  # answers of an evening that is played twice: each other value of each is tried
TWINS = 1  # such evenings of each kind


def prove(seed: int, tell: Tell) -> Numbers:
    """Raises ProofError."""
    found: dict[str, object] = {"roles": len(EVERYBODY), "patterns": len(WIDE) + len(EXACT)}
    with tempfile.TemporaryDirectory() as folder:
        spying = Spying(Path(folder), Random(seed), (*WIDE, *EXACT), alone=True)
        spying.hold()
    tell(f"{spying.taps} connections were sent {spying.sent} bytes, and no word of another's")
    evenings = {name: overheard(name, seed, STEPS) for name in EVENINGS}
    tell(f"{len(evenings)} evenings were listened to")
    found["mosquitto"] = {
        "connections": spying.taps,
        "words": len(spying.said),
        "heard_by_whom_they_are_for": spying.heard,
        "bytes": spying.sent,
        "evenings": evenings,
        "found": 0,
    }
    found["http"] = {name: asked_for(name, seed, LOOKS) for name in BY_DOORS}
    tell(f"http: {len(BY_DOORS)} evenings were looked at behind every door")
    found["two_worlds"] = {name: [twins(name, seed + one, TRIED) for one in range(TWINS)] for name in TWO_WORLDS}
    tell(f"previews: {len(TWO_WORLDS)} kinds of evenings were played twice, and no seat could tell which was which")
    return found
