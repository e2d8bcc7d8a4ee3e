"""Unique words in every message: a small part of `./table prove secrets`."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.messaging.broker import accounts
from tests.messaging.spies import WIDE, Spying
from tests.proofs.proof import ProofError

pytestmark = pytest.mark.broker
FEW = ("#", "$SYS/#", "$share/spies/#", "lamplight/v1/+/reader/+/+")


def test_clients_receive_exactly_their_messages(tmp_path: Path) -> None:
    spying = Spying(tmp_path, Random(3), WIDE)
    spying.hold()
    assert spying.heard > 200 and spying.sent > 30_000


def test_spies_find_a_display_that_receives_readings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = accounts._of_a_display
    monkeypatch.setattr(accounts, "_of_a_display", lambda one: (*right(one), ("read", "lamplight/v1/t1/#")))
    with pytest.raises(ProofError, match=r"display heard [a-z_]+ of t1"):
        Spying(tmp_path, Random(3), FEW).hold()
