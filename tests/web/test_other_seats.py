"""A small part of `./table prove other_seats`: one evening of two seats asked at once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion import games
from companion.sessions.manager import ReadingService
from tests.proofs.proof import ProofError
from tests.web import other_seats

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: other_seats.EACH)


def test_no_route_answers_or_changes_another_seat(tmp_path: Path) -> None:
    tried, counted = other_seats.tried_at(tmp_path, "toy", 2, 20)
    assert tried.keys() >= other_seats.AIMED
    assert len(other_seats.OWN & counted.keys()) > 8, "what was tried counts where the seat's own device does it"


def test_route_without_a_trial_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(other_seats, "AIMED", other_seats.AIMED - {"tray.photo"})
    with pytest.raises(ProofError, match=r"how these are tried: tray\.photo"):
        other_seats.tried_at(tmp_path, "toy", 1, 1)


def test_a_photograph_that_counts_for_another_seat_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    take = ReadingService.handle
    monkeypatch.setattr(ReadingService, "handle", lambda hall, one: take(hall, replace(one, sender="")))
    with pytest.raises(ProofError, match="changed what is another seat's"):
        other_seats.tried_at(tmp_path, "toy", 1, 20)
