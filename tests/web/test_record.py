"""Evenings as files over HTTP: permission, consent, download and import."""

from __future__ import annotations

import io
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.schema import Answer
from companion.sessions import digest_of
from companion.web.download_tickets import MOST_TICKETS, VALID_S, DownloadTickets
from companion.web.routes.games.record import HOLDS_HIDDEN, KEPT_NOTE
from tests.archive.forger import members_of
from tests.web.house import OURS
from tests.web.planted import Evening, planted_ship

Begin = Callable[..., Evening]


def wish(device: FlaskClient, hidden: bool = False, query: str = "") -> Any:
    return device.post(f"/api/tables/t1/record{query}", json={"hidden": hidden}, headers=OURS)


def fetched(device: FlaskClient) -> bytes:
    """The file, as the tablet gets it that knows what is in it."""
    way = wish(device, hidden=True).get_json()
    return bytes(device.get(way["path"]).data)


def send(device: FlaskClient, content: bytes, name: str = "evening.lamplight") -> Any:
    return device.post("/api/records", data={"record": (io.BytesIO(content), name)}, headers=OURS)


def sentence(answer: Any) -> str:
    assert answer.status_code >= 400, answer.data[:200]
    return str(answer.get_json()["sentence"])


@pytest.mark.slow
def test_download_of_open_table_needs_consent_and_is_announced(begin: Begin) -> None:
    evening = begin(planted_ship())
    assert sentence(wish(evening.tablet)) == str(HOLDS_HIDDEN)
    assert evening.hall.snapshot("t1").notice is None
    assert b"Zq" in b"".join(members_of(fetched(evening.tablet)).values())
    for device in evening.devices.values():
        assert str(KEPT_NOTE) in device.get("/api/tables/t1/snapshot").text


@pytest.mark.slow
def test_download_ticket_works_once_for_its_tablet(begin: Begin) -> None:
    evening = begin(games.find("nemesis"))
    for reader, is_open in ((evening.devices["1"], False), (evening.tablet, True)):
        path = wish(evening.tablet, hidden=True).get_json()["path"]
        assert (reader.get(path).status_code == 200) is is_open
        if is_open:
            assert "closed" in sentence(evening.tablet.get(path))


@pytest.mark.slow
def test_an_evening_that_is_over_is_kept_without_a_question(begin: Begin) -> None:
    evening = begin(games.find("arkham"), phones=())
    while (picture := evening.hall.snapshot("t1")) and not picture.over:
        for _ in evening.steps(20):
            pass
        ends = [p for p in evening.open if any(o.id in ("resign", "end") for o in p.options)]
        if ends:
            values = next((o.id,) for o in ends[0].options if o.id in ("resign", "end"))
            evening.hall.answer("t1", Answer(f"end{evening.step}", ends[0].id, values, ends[0].seat))
    assert wish(evening.tablet).status_code == 200
    assert evening.hall.snapshot("t1").notice is None


@pytest.mark.slow
def test_imported_record_becomes_a_table_without_seats(begin: Begin) -> None:
    here, there = (begin(games.find("nemesis")) for _ in range(2))
    list(here.steps(9))
    content = fetched(here.tablet)
    found = send(there.tablet, content).get_json()
    assert (found["table"], found["here"]) == ("t2", False)
    assert there.hall.lit == "t1"
    assert there.house.devices.claimed("t2") == frozenset()
    snapshot = there.tablet.get("/api/tables/t2/snapshot").get_json()
    assert snapshot["view"] == here.tablet.get("/api/tables/t1/snapshot").get_json()["view"]
    assert send(there.tablet, content).get_json() | {"notes": []} == found | {"here": True, "notes": []}


@pytest.mark.slow
def test_imported_picture_is_shown_as_reading(begin: Begin) -> None:
    evening = begin(games.find("nemesis"), phones=())
    picture = b"\xff\xd8\xff\xc0\x00\x0b\x08\x00\x08\x00\x08\x01\x01\x11\x00"
    evening.house.settings.data.joinpath("brought").mkdir()
    (evening.house.settings.data / "brought" / f"{digest_of(picture)}.jpg").write_bytes(picture)
    with evening.tablet.get(f"/picture/{digest_of(picture)}") as answer:
        assert (answer.data, answer.mimetype) == (picture, "image/jpeg")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "private" in answer.headers["Cache-Control"]


def test_tickets_expire_and_are_limited() -> None:
    now = [0.0]
    tickets = DownloadTickets(lambda: now[0])
    first, second = tickets.give("t1"), tickets.give("t2")
    assert (tickets.redeem(first), tickets.redeem(first), tickets.redeem("")) == ("t1", "", "")
    now[0] = VALID_S
    assert tickets.redeem(second) == ""
    old, *others = [tickets.give("t3") for _ in range(MOST_TICKETS + 1)]
    assert [tickets.redeem(one) for one in (old, *others)] == ["", *["t3"] * MOST_TICKETS]


@pytest.mark.slow
def test_record_file_contains_no_devices(begin: Begin) -> None:
    evening = begin(games.find("nemesis"))
    keys = [c.value for device in evening.devices.values() for c in device._cookies.values() if "t1" in c.key]
    assert keys
    content = b"".join(members_of(fetched(evening.tablet)).values())
    secrets = [*keys, *(sha256(key.encode()).hexdigest() for key in keys), str(evening.house.settings.data)]
    assert [secret for secret in secrets if secret.encode() in content] == []
