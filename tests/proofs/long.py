"""The long forms of tests that the suite runs short: whole evenings by the thousand, tens of thousands of events, every screen."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from tests.proofs.proof import ROOT, Numbers, ProofError, Tell

COUNTED = re.compile(r"(\d+) passed")
GIVEN = re.compile(r"^ *@given\(|^class .*RuleBasedStateMachine", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Part:
    """Tests, and how long they are to be."""

    tests: tuple[str, ...]
    knobs: Mapping[str, str]


PROPERTIES = tuple(
    sorted(
        str(path.relative_to(ROOT))
        for path in (ROOT / "tests").rglob("test_*.py")
        if GIVEN.search(path.read_text(encoding="utf-8"))
    )
)
PARTS: Mapping[str, Part] = {
    "properties": Part(PROPERTIES, {"LAMPLIGHT_EXAMPLES": "1000"}),
    "evenings": Part(
        ("tests/games/arkham/test_properties.py", "tests/games/test_random_games.py"), {"LAMPLIGHT_GAMES": "2000"}
    ),
    "secrets in long evenings": Part(("tests/web/test_privacy.py",), {"LAMPLIGHT_STEPS": "25"}),
    "boards": Part(
        ("tests/firmware_bridge/test_soak.py", "tests/firmware_bridge/test_firmware.py"), {"LAMPLIGHT_EVENTS": "10000"}
    ),
    "tags": Part(
        ("tests/sessions/matching/test_second_reading_always.py", "tests/sessions/test_manager_tags_random.py"),
        {"LAMPLIGHT_GAMES": "500"},
    ),
    "samples": Part(("tests/web/test_every_sample.py", "tests/e2e/test_barriers.py"), {"LAMPLIGHT_SCREENS": "1"}),
    "updates": Part(("tests/updating/test_cuts.py",), {"LAMPLIGHT_CUTS": "1"}),
    "shapes of the database": Part(("tests/sessions/store/test_database.py",), {"LAMPLIGHT_CUTS": "1"}),
    "pictures": Part(
        ("tests/vision/test_variants.py", "tests/vision/test_sequences.py", "tests/vision/stream/test_demo_camera.py"),
        {"LAMPLIGHT_PICTURES": "1"},
    ),
}


def prove(seed: int, tell: Tell) -> Numbers:
    """Their chances have seeds of their own; `seed` is that of the order of Python's sets. Raises ProofError."""
    passed = {}
    for name, part in PARTS.items():
        passed[name] = held(name, part, seed)
        tell(f"{name}: {passed[name]} tests passed")
    return {"passed": passed, "knobs": {name: dict(part.knobs) for name, part in PARTS.items()}}


def held(name: str, part: Part, seed: int) -> int:
    """Return the number of passed tests. Raises ProofError with the last output."""
    environment = {**os.environ, **part.knobs, "PYTHONHASHSEED": str(seed)}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "2", "--timeout", "3600", *part.tests]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    counted = COUNTED.search(done.stdout)
    if done.returncode or counted is None:
        raise ProofError(f"{name}: {done.stdout.strip()[-2000:]}")
    return int(counted[1])
