"""A small part of `./table prove secrets`: every device requests every route."""

from __future__ import annotations

import pytest

from tests.proofs.proof import ProofError
from tests.web import every_door

pytestmark = pytest.mark.slow


def test_hidden_values_leak_through_no_route() -> None:
    found = every_door.asked_for("adventure", 1, 0)
    assert found["doors"] > 50 and found["roles"] == 8


def test_leak_report_names_its_route(monkeypatch: pytest.MonkeyPatch) -> None:
    make, _ = every_door.EVENINGS["ship"]
    everything = {"ship": (make, lambda: lambda *_: ["t1"])}
    monkeypatch.setattr(every_door, "EVENINGS", everything)
    with pytest.raises(ProofError, match=r"1 found \['t1'\] behind /"):
        every_door.asked_for("ship", 1, 0)
