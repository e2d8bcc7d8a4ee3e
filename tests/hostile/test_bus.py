"""Of a small part of what `./table prove hostile_bus` says: nobody stumbles, waits, grows or is changed, and it is said once."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.messaging import MemoryBus, Message
from tests.hostile import bus as hostile
from tests.proofs.proof import ProofError

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("settled")]


@pytest.mark.slow
def test_what_no_honest_part_says_stops_nobody(tmp_path: Path) -> None:
    found = hostile.hold(tmp_path, 7, 25)
    assert {name for name, told in found.items() if told["unread"]} >= {"the house", "the camera", "the bridge"}


@pytest.mark.slow
def test_names_that_are_invented_fill_no_memory(tmp_path: Path) -> None:
    assert hostile.names(tmp_path, 400)["names"] == 400


def test_noise_on_a_line_breaks_no_driver() -> None:
    assert hostile.lines(Random(7), 40)["pieces"] >= 200


def test_a_handler_that_stumbles_is_found() -> None:
    def stumbles(_message: Message) -> None:
        raise RuntimeError("a mistake of ours")

    bus = MemoryBus()
    bus.subscribe("a", stumbles)
    bus.start()
    with pytest.raises(ProofError, match="stumbled over b'x' on a"):
        hostile.Listener("it", bus, lambda: 0, lambda: None).tell("a", b"x", retain=False)
