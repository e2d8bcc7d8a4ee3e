"""Requests of phones concern their own seat and table, and leave the current table alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.presentation.responses import DemoOffers
from companion.schema import Expectation, Reading, SeenObject
from companion.web.services import Services
from tests.web.alike import app_of
from tests.web.auth.test_permissions import Locked
from tests.web.rig import OURS, Rig

ACE = SeenObject("card", "AS", 0.99)


class Room(Locked):
    """Two tables, the first one current, and a camera process that always sees the same card."""

    is_there, offers, recorded = True, DemoOffers(("coin",), ()), ()

    def __init__(self, rig: Rig) -> None:
        super().__init__(rig)
        self.hall, self.looked, self.thrown = rig.hall, 0, list[tuple[str, str]]()
        self.hall.light("t1")
        house: Services = self.app.extensions["lamplight"]
        self.app = app_of(replace(house, camera=self, demo=self))
        self.devices = self.app.extensions["lamplight"].devices

    def throw(self, kind: str, sender: str) -> None:
        self.thrown.append((kind, sender))

    def look_again(self) -> None:
        self.looked += 1

    def read_photograph(self, photo: bytes, sender: str, expect: Expectation) -> str:
        if photo != b"card":
            return "This is no photograph."
        self.looked += 1
        said = Reading(f"r{self.looked}", "lamp", "vision/cam0", "e", self.looked, expect.expect, "tray", (ACE,))
        self.hall.readings.handle(replace(said, sender=sender))
        return ""

    def cards(self, table: str) -> None:
        """Ask each seat for a card."""
        tablet, (prompt,) = self.device(("", "table")), self.hall.snapshot(table).open
        lit = self.hall.lit
        assert post(tablet, f"{table}/answer", prompt=prompt.id, values=["cards"], id=f"c{table}").status_code == 200
        self.hall.light(lit)


def post(phone: FlaskClient, door: str, **told: Any) -> Any:
    return phone.post(f"/api/tables/{door}", json=told, headers=OURS)


def photograph(phone: FlaskClient, table: str, content: bytes = b"card") -> Any:
    sent = {"photo": (BytesIO(content), "a.jpg")}
    return phone.post(f"/api/tables/{table}/photo", data=sent, headers=OURS)


@pytest.fixture
def room(rig: Rig) -> Room:
    rig.hall.open("toy")
    return Room(rig)


def given(room: Room, table: str) -> list[tuple[str, str]]:
    moments = room.hall.snapshot(table).moments
    return [(m.entry.what.answer.by, m.entry.what.answer.sender) for m in moments if hasattr(m.entry.what, "answer")][
        1:
    ]


def test_photograph_answers_for_the_seat_of_its_sender(room: Room) -> None:
    room.cards("t1")
    ben, tablet = room.device(("t1", "2")), room.device(("", "table"))
    assert photograph(ben, "t1").status_code == 200
    assert given(room, "t1") == [("2", "2")]
    assert photograph(tablet, "t1").status_code == 200
    assert given(room, "t1") == [("2", "2"), ("1", "table")]
    sent = [line["sent"] for line in tablet.get("/api/tables/t1/snapshot").json["log"] if line["kind"] == "answer"]
    assert sorted(sent) == ["photograph, Ben’s phone", "photograph, tablet"]


def test_photograph_of_an_unasked_seat_is_refused(room: Room) -> None:
    ben = room.device(("t1", "2"))
    before = room.hall.snapshot("t1")
    told = photograph(ben, "t1")
    assert (told.status_code, told.json["code"]) == (422, "NOTHING_ASKED") and "Ben" in told.json["sentence"]
    assert (room.looked, room.hall.snapshot("t1")) == (0, before)


LAMP_STAYS: list[Callable[[FlaskClient], Any]] = [
    lambda phone: photograph(phone, "t2", b"rubbish"),
    lambda phone: post(phone, "t2/look"),
    lambda phone: post(phone, "t2/demo", throw="coin"),
    lambda phone: post(phone, "t2/demo", throw="no such throw"),
]


@pytest.mark.parametrize("ask", LAMP_STAYS, ids=["rubbish", "a look", "a demo throw", "no throw"])
def test_a_phone_that_is_refused_moves_no_lamp(room: Room, ask: Callable[[FlaskClient], Any]) -> None:
    room.cards("t2")
    told = ask(room.device(("t2", "1")))
    assert (told.status_code, room.hall.lit) == (422, "t1") and told.json["sentence"]
    assert (room.looked, room.thrown) == (0, [])


def test_phone_photograph_is_read_for_its_own_table(room: Room) -> None:
    room.cards("t2")
    assert photograph(room.device(("t2", "1")), "t2").status_code == 200
    assert (given(room, "t2"), room.hall.lit) == ([("1", "1")], "t1")


def test_the_tablets_photograph_that_answers_moves_it(room: Room) -> None:
    room.cards("t2")
    ben, tablet = room.device(("t2", "2")), room.device(("", "table"))
    for sender, lit in ((ben, "t1"), (tablet, "t2")):
        assert photograph(sender, "t2").status_code == 200
        assert room.hall.lit == lit
    assert given(room, "t2") == [("2", "2"), ("1", "table")]


def test_table_opened_by_keeper_phone_waits_on_the_shelf(room: Room) -> None:
    keeper = room.device(("", "keeper"))
    opened = keeper.post("/api/tables", json={"game": "toy"}, headers=OURS).json["table"]
    assert opened in room.hall.ids() and room.hall.lit == "t1"
    by_tablet = room.device(("", "table")).post("/api/tables", json={"game": "toy"}, headers=OURS).json["table"]
    assert room.hall.lit == by_tablet
    assert [board.table for board in room.rig.log.open_tables() if board.lit] == [by_tablet]
