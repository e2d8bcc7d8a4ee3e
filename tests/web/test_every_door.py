"""Of a small part of what `./table prove secrets` asks for: one look behind every door, by everybody."""

from __future__ import annotations

import pytest

from tests.proofs.proof import ProofError
from tests.web import every_door

pytestmark = pytest.mark.slow


def test_nobody_finds_what_is_hidden_behind_any_door() -> None:
    found = every_door.asked_for("adventure", 1, 0)
    assert found["doors"] > 50 and found["roles"] == 8


def test_what_is_found_is_named_with_its_door(monkeypatch: pytest.MonkeyPatch) -> None:
    make, _ = every_door.EVENINGS["ship"]
    everything = {"ship": (make, lambda: lambda *_: ["t1"])}
    monkeypatch.setattr(every_door, "EVENINGS", everything)
    with pytest.raises(ProofError, match=r"1 found \['t1'\] behind /"):
        every_door.asked_for("ship", 1, 0)
