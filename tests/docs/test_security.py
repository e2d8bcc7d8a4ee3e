"""Numbers and names in docs/security.md match the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.messaging import reading_consumer
from companion.messaging.broker import mosquitto_config
from companion.messaging.broker.accounts import BrokerAccount
from companion.presentation.pages import reader_health
from companion.schema import codec, topics
from companion.sessions import device_access
from companion.settings import BrokerSettings
from companion.web.request.limits import RATES
from tests.proofs import proof

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
FLAT = re.sub(r"\s+", " ", TEXT)


def test_security_page_states_the_limits_of_the_code(tmp_path: Path) -> None:
    told = dict(line.rpartition(" ")[::2] for line in mosquitto_config.config(tmp_path, ()).splitlines())
    on_their_way, waiting = (int(told[name]) >> 20 for name in ("max_inflight_bytes", "max_queued_bytes"))
    assert (
        f"packets of {told['max_packet_size']} bytes, {mosquitto_config.MOST_CONNECTIONS} connections at each listener"
        in FLAT
    )
    assert f"{on_their_way} MiB on their way to and {waiting} MiB waiting for one client" in FLAT
    assert (
        f"payload of ours is {codec.MOST_BYTES >> 10} KiB at most, a table has {reading_consumer.MOST_READERS} readers"
        in FLAT
    )
    assert reading_consumer.MOST_READERS == reader_health.MOST_READERS
    assert f"at port {BrokerSettings().tls_port}" in FLAT
    assert device_access.INVITATION_VALID == 120 and RATES["joining.join"] == "20 per minute"
    assert "once, two minutes, twenty tries a minute" in FLAT


@pytest.mark.parametrize(
    ("access", "named"),
    [
        (BrokerAccount("rules", "lamp", ""), "`rules-TABLE`"),
        (BrokerAccount("reader", "lamp", "", topics.reader_of("vision/cam0")), "`reader_vision-NAME`"),
        (BrokerAccount("reader", "lamp", ""), "`reader-TABLE`"),
        (BrokerAccount("display", "lamp", "", "kitchen"), "`display_NAME`"),
        (BrokerAccount("home", "lamp", "", "ha"), "`home_NAME`"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_security_page_names_broker_accounts(access: BrokerAccount, named: str) -> None:
    name = access.name.removeprefix("vision-") or "-"
    assert access.user.replace("-lamp", "-TABLE").replace(name, "NAME" if access.name else "-") in named
    assert f"| {named}" in TEXT


def test_security_page_names_existing_proofs() -> None:
    named = re.findall(r"^- `(\w+)`: ", TEXT, re.MULTILINE)
    assert len(named) >= 2 and set(named) <= set(proof.names())
