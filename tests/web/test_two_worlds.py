"""Of two evenings that differ only in what a seat may not know, no byte of any answer to it differs; each other answer is tried."""

from __future__ import annotations

import pytest

from companion.schema import TABLE
from tests.web.two_worlds import twins


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seed", "steps"),
    [
        ("number", 2, 14),
        ("number on the tablet", 2, 14),
        ("ship", 1, 12),
        ("hands", 1, 12),
        ("encounters", 3, 22),
        ("story", 1, 20),
    ],
)
def test_no_preview_tells_two_worlds_apart(name: str, seed: int, steps: int) -> None:
    assert twins(name, seed, steps, ("1", TABLE) if "tablet" in name else ("1",))["previews"] > 20
