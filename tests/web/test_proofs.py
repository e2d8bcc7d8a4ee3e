"""Small parts of `./table prove`: two worlds that differ in a secret, every route, and another seat's prompt."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion import games
from companion.schema import TABLE
from companion.sessions.manager import ReadingService
from tests.proofs.proof import ProofError
from tests.web import every_door, other_seats
from tests.web.two_worlds import twins

pytestmark = pytest.mark.slow


WORLDS = (
    ("number", 2, 11), ("number on the tablet", 2, 11), ("ship", 1, 9), ("hands", 1, 11), ("encounters", 3, 17),
    ("story", 1, 14),
)  # fmt: skip
"""Kind, seed and answers."""


@pytest.mark.parametrize(("name", "seed", "steps"), WORLDS)
def test_no_preview_tells_two_worlds_apart(name: str, seed: int, steps: int) -> None:
    assert twins(name, seed, steps, ("1", TABLE) if "tablet" in name else ("1",))["previews"] > 20


@pytest.mark.parametrize("name", ["adventure", "ship"])
def test_hidden_values_leak_through_no_route(name: str) -> None:
    found = every_door.asked_for(name, 1, 1)
    assert found["doors"] > 50 and found["roles"] > 6


@pytest.fixture
def each_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: other_seats.EACH)


@pytest.mark.usefixtures("each_at_once")
def test_no_route_answers_or_changes_another_seat(tmp_path: Path) -> None:
    tried, counted = other_seats.tried_at(tmp_path, "toy", 2, 13)
    assert tried.keys() >= other_seats.AIMED
    assert len(other_seats.OWN & counted.keys()) > 8, "what was tried counts where the seat's own device does it"


@pytest.mark.usefixtures("each_at_once")
def test_a_photograph_that_counts_for_another_seat_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    take = ReadingService.handle
    monkeypatch.setattr(ReadingService, "handle", lambda hall, one: take(hall, replace(one, sender="")))
    with pytest.raises(ProofError, match="changed what is another seat's"):
        other_seats.tried_at(tmp_path, "toy", 1, 20)
