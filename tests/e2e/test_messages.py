"""Messages of a demo on its own broker: the camera with recorded throws, the bridge with a simulated tag, and the pages' requests to both."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.messaging import BrokerCredentials, Message
from companion.messaging.broker.accounts import Accounts, Role, rights
from tests.asyncapi import fits
from tests.asyncapi.listener import Listener
from tests.e2e.lamp import Lamp
from tests.e2e.trays import at_rest

pytestmark = [pytest.mark.broker, pytest.mark.slow]

ROLES: tuple[tuple[Role, str], ...] = (("rules", ""), ("reader", ""), ("reader", "vision-cam0"), ("display", ""))
READERS = {
    "demo",
    "reading",
    "ack",
    "live",
    "photo",
    "photo_result",
    "teach",
    "taught",
    "ports",
    "ports_told",
    "correction",
    "check",
    "sight",
}
PUBLIC = {
    "public_event",
    "table_status",
    "expect",
    "public_state",
    "public_light",
    "reader_status",
    "reader_description",
}


@pytest.fixture
def listeners(lamp: Lamp) -> Iterator[list[Listener]]:
    """One of each account: together they may hear all that anybody hears."""
    folder = lamp.folder / "data" / "broker"
    with ExitStack() as stack:
        yield [stack.enter_context(listener(folder, *role)) for role in ROLES]


def listener(folder: Path, role: Role, name: str) -> Listener:
    access = Accounts(folder).of(role, "lamp", name)
    [port] = [
        line.split()[1] for line in (folder / "mosquitto.conf").read_text().splitlines() if line[:9] == "listener "
    ]
    patterns = tuple(pattern for way, pattern in rights(access) if way == "read")
    return Listener(BrokerCredentials(port=int(port), user=access.user, password=access.password), patterns, "messages")


def test_demo_messages_match_the_document(lamp: Lamp, listeners: list[Listener]) -> None:
    table = lamp.open("arkham")
    lamp.until_asks(table, "token", action="investigate")
    lamp.post(f"/api/tables/{table}/demo", throw="token")
    [seen] = lamp.until(lambda: lamp.read(table))
    lamp.post(f"/api/tables/{table}/amend", seq=seen["seq"], values=["skull" if seen["values"] != ["skull"] else "0"])
    lamp.until_asks(table, "tag", action="investigate")
    lamp.post(f"/api/tables/{table}/demo", tag="62E3086D10")
    lamp.until(lambda: lamp.read(table, "serial"))
    lamp.photo(table, at_rest("token", "skull"))
    lamp.post("/api/setup/page/stay", throwing=False)
    assert lamp.get("/api/kits")["kits"] and lamp.get("/api/readers/ports")["drivers"]

    told, heard = fits.read(), lambda: [message for one in listeners for message in list(one.heard)]
    lamp.until(lambda: {told.channel(message.topic) for message in heard()} >= READERS | PUBLIC)
    assert [said for message in heard() if (said := misfit(told, message))] == []


def misfit(told: fits.Document, message: Message) -> str:
    """Return how a message differs from the document, as a sentence."""
    if message.retain and not told.retained(message.topic):
        return f"{message.topic} is retained"
    return told.trouble(message.topic, message.payload)
