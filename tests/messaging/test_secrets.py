"""Secrets of a game and forged messages, on a real broker."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.messaging import MqttBus
from companion.messaging.broker import accounts
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.schema import topics
from tests.messaging.heard import Heard
from tests.messaging.planted import EVENINGS, overheard
from tests.messaging.spies import WIDE, Spying
from tests.proofs.proof import ProofError

pytestmark = pytest.mark.broker


def test_broker_drops_messages_that_a_role_may_not_publish(
    mosquitto: EmbeddedBroker, join: Callable[..., MqttBus]
) -> None:
    heard = Heard()
    join(mosquitto, "rules", prepare=lambda bus: bus.subscribe(topics.reading("+", "+"), heard))
    join(mosquitto, "display", table="t1").publish(topics.reading("t1", "cam0"), b"forged")
    join(mosquitto, "reader", table="t2").publish(topics.reading("t1", "cam0"), b"forged")
    acks, mine = Heard(), topics.ack("t1", "judged")  # a reader of this test only, because acks are retained
    reader = join(mosquitto, "reader", table="t1", prepare=lambda bus: bus.subscribe(mine, acks))
    join(mosquitto, "reader", table="t1").publish(mine, b"forged")
    join(mosquitto, "rules").publish(mine, b"true")
    reader.publish(topics.reading("t1", "cam0"), b"end")
    assert b"forged" not in heard.until(b"end")
    assert b"forged" not in acks.until(b"true")


@pytest.mark.parametrize("name", EVENINGS)
def test_clients_receive_only_what_the_wall_shows(name: str) -> None:
    """Cards in hands, unread pages, objectives and a Dealer's notes have planted names."""
    assert overheard(name, 7, 30, restarts=0)["secrets"] > 0


# Unique words in every message: a small part of `./table prove secrets`

FEW = ("#", "$SYS/#", "$share/spies/#", "lamplight/v1/+/reader/+/+")


def test_clients_receive_exactly_their_messages(tmp_path: Path) -> None:
    spying = Spying(tmp_path, Random(3), WIDE)
    spying.hold()
    assert spying.heard > 200 and spying.sent > 30_000


def test_spies_find_a_display_that_receives_readings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = accounts._display_rights
    monkeypatch.setattr(accounts, "_display_rights", lambda one: (*right(one), ("read", "lamplight/v1/t1/#")))
    with pytest.raises(ProofError, match=r"display heard [a-z_]+ of t1"):
        Spying(tmp_path, Random(3), FEW).hold()
