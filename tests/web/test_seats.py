"""Seats, their phones, the tablet and walls: who sees and answers what, and whose photograph counts for whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.engine import Play, Rule, roll
from companion.presentation.responses import DemoOffers
from companion.schema import TABLE, Answer, Card, Cards, Expectation, Paragraph, Reading, SeenObject, View
from companion.web.services import Services
from tests.fakes import COIN, TOY, G, Rolled, State
from tests.web.alike import app_of
from tests.web.rig import OURS, Locked, Page, Rig, joined

ACE = SeenObject("card", "AS", 0.99)


def test_phone_answers_for_its_seat_alone(rig: Rig) -> None:
    tablet, phone = rig.page(), joined(rig, "2")
    tablet.tap("cards")
    assert {a["prompt"]["seat"]: a["mine"] for a in phone.snapshot()["asked"]} == {"1": False, "2": True}
    asked = {a["prompt"]["seat"]: a["prompt"]["options"] for a in tablet.snapshot()["asked"]}
    assert asked["1"] and not asked["2"], "the tablet sees no prompt of a phone"
    assert phone.tap("AS", seat="1").status_code == 422
    tablet.tap("AS", seat="1")
    assert not [line for line in tablet.snapshot()["log"] if "AS" in line["text"]], "not before all have answered"
    assert [s["answered"] for s in tablet.snapshot()["sittings"]] == [True, False]
    assert phone.tap("2S", seat="2").status_code == 200
    seqs = [line["seq"] for line in tablet.snapshot()["log"] if line["kind"] == "answer"]
    assert [tablet.client.get(f"/api/tables/t1/possible/{seq}").status_code for seq in seqs] == [200, 422]


def test_tablet_takes_back_a_seat_whose_phone_is_gone(rig: Rig) -> None:
    tablet, phone = rig.page(), joined(rig, "2")
    tablet.tap("cards")
    assert {sitting["seat"]: sitting["claimed"] for sitting in tablet.snapshot()["sittings"]} == {"1": False, "2": True}
    assert tablet.tap("AS", seat="2").status_code == 422
    assert phone.post("tables/t1/unseat", seat="2").status_code == 403
    invited: Any = tablet.post("tables/t1/invite", seat="2").json
    stream = phone.client.get("/api/tables/t1/stream")
    events = iter(stream.response)
    assert b'"seat": "2"' in next(events)  # type: ignore[operator]
    assert tablet.post("tables/t1/unseat", seat="2").status_code == 200
    assert b'"seat": "table"' in next(events)  # type: ignore[operator]
    stream.close()
    late = rig.page().post("join", token=invited["url"].partition("#")[2])
    assert late.status_code == 403 and late.json["sentence"].startswith("This invitation was used or is too old")
    assert tablet.tap("AS", seat="2").status_code == 200 and phone.snapshot()["seat"] == "table"


PUBLIC = Cards("On the table", (Card("c", "Everybody's"),), "1")


def hands(_: State, seat: str) -> View:
    """A hand for each seat, and cards of Ann's that all may see."""
    if seat == TABLE:
        return (PUBLIC, Paragraph("Who plays?"))
    return (PUBLIC, Cards("Your hand", (Card("h", f"Secret of {seat}"),), seat), Paragraph(f"Only {seat}"))


def own(page: Page, table: str = "t1") -> dict[str, bool]:
    sittings = page.client.get(f"/api/tables/{table}/snapshot").json["sittings"]  # type: ignore[index]
    return {sitting["seat"]: sitting["own"] for sitting in sittings}


@pytest.mark.slow
def test_tablet_shows_secrets_of_a_phoneless_seat_on_request(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    def looked(page: Page, seat: str) -> Any:
        return page.client.get(f"/api/tables/t2/own/{seat}").json

    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, view=hands))
    rig.hall.open("toy", name="t2")
    tablet = rig.page()
    assert own(tablet) == {"1": False, "2": False}, "there nothing is hidden"
    assert own(tablet, "t2") == {"1": True, "2": True}
    assert "Secret" not in tablet.client.get("/api/tables/t2/snapshot").text
    (block,) = looked(tablet, "1")["blocks"]
    assert block["cards"][0]["text"] == "Secret of 1"
    phone = joined(rig, "2", "t2")
    assert (own(tablet, "t2"), own(phone, "t2")) == ({"1": True, "2": False}, {"1": False, "2": False})
    assert looked(tablet, "2")["code"] == "NOT_YOURS"
    for seat in ("1", "2", TABLE, "7"):
        assert looked(phone, seat)["code"] == "NOT_YOURS"


WALL = "/api/tables/t1/snapshot?as=wall"


def everybody_rolls(g: G) -> Rule[None]:
    """Dice of the whole table."""
    g.emit(Rolled((yield from g.some(roll(TABLE, "Everybody: roll 2 coins", COIN, 2, of=("coin",))))))


def test_wall_gets_the_public_view_without_prompts(rig: Rig) -> None:
    shown: Any = rig.page().client.get(WALL).json
    tablet = rig.page().snapshot()
    assert shown["seat"] == "wall" and shown["now"] == tablet["now"] and shown["view"] == tablet["view"]
    assert not any(asked["mine"] for asked in shown["asked"])
    assert [asked["prompt"]["options"] for asked in shown["asked"]] == [[] for _ in shown["asked"]]


def test_wall_is_offered_no_undo_and_no_amendment(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, play=everybody_rolls))
    rig.hall.open("toy", name="t2")
    rig.hall.answer("t2", Answer("a", rig.hall.snapshot("t2").open[0].id, ("heads", "tails"), TABLE))
    pages: Any = [rig.page().client.get(f"/api/tables/t2/snapshot{who}").json for who in ("", "?as=wall")]
    tablet, wall = pages
    assert tablet["undo"] and tablet["thrown"]["mine"] and tablet["log"][0]["amend"]
    assert wall["thrown"]["slots"] == tablet["thrown"]["slots"]
    assert (wall["undo"], wall["redo"], wall["thrown"]["mine"]) == (None, None, False)
    assert all(line["undo"] is line["amend"] is None for line in wall["log"])


def two_kinds(g: Play) -> Rule[None]:  # type: ignore[type-arg]
    yield from g.ask(
        roll("1", "Ann: a coin", COIN, 1, of=("coin",)), roll("2", "Ben: a die", ("1", "2"), 1, of=("d6",))
    )


def test_seat_cannot_settle_another_seats_uncertain_reading(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, play=two_kinds))
    locked = Locked(rig)
    hall, table = rig.hall, rig.hall.open("toy")
    ann = locked.device((table, "1"))
    mine, theirs = hall.snapshot(table).open
    seen = SeenObject("d6", "2", 0.6, (("1", 0.35),))
    expect = f"{table}.{mine.id.partition('.')[0]}"
    hall.readings.handle(Reading("r1", "lamp", "vision/cam0", "e", 1, expect, "tray", (seen,)))
    before = hall.snapshot(table)
    assert before.doubt is not None and before.doubt.prompts == (theirs,)
    told = {"reading": "r1", "prompt": mine.id, "values": ["heads"], "id": "w1"}
    answer = ann.post(f"/api/tables/{table}/doubt", json=told, headers=OURS)
    assert (answer.status_code, answer.get_json()["code"]) == (422, "NOT_MEANT")
    assert hall.snapshot(table).moments == before.moments and hall.snapshot(table).doubt == before.doubt


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

    def given(self, table: str) -> list[tuple[str, str]]:
        """Seats and senders of the cards."""
        whats = [moment.entry.what for moment in self.hall.snapshot(table).moments]
        return [(what.answer.by, what.answer.sender) for what in whats if hasattr(what, "answer")][1:]


def post(phone: FlaskClient, door: str, **told: Any) -> Any:
    return phone.post(f"/api/tables/{door}", json=told, headers=OURS)


def photograph(phone: FlaskClient, table: str, content: bytes = b"card") -> Any:
    sent = {"photo": (BytesIO(content), "a.jpg")}
    return phone.post(f"/api/tables/{table}/photo", data=sent, headers=OURS)


@pytest.fixture
def room(rig: Rig) -> Room:
    rig.hall.open("toy")
    return Room(rig)


def test_photograph_of_an_unasked_seat_is_refused(room: Room) -> None:
    ben = room.device(("t1", "2"))
    before = room.hall.snapshot("t1")
    told = photograph(ben, "t1")
    assert (told.status_code, told.json["code"]) == (422, "NOTHING_ASKED") and "Ben" in told.json["sentence"]
    assert (room.looked, room.hall.snapshot("t1")) == (0, before)


LAMP_STAYS: dict[str, Callable[[FlaskClient], Any]] = {
    "rubbish": lambda phone: photograph(phone, "t2", b"rubbish"),
    "a look": lambda phone: post(phone, "t2/look"),
    "a demo throw": lambda phone: post(phone, "t2/demo", throw="coin"),
    "no throw": lambda phone: post(phone, "t2/demo", throw="no such throw"),
}


@pytest.mark.parametrize("ask", LAMP_STAYS.values(), ids=LAMP_STAYS)
def test_refused_phone_selects_no_table(room: Room, ask: Callable[[FlaskClient], Any]) -> None:
    room.cards("t2")
    told = ask(room.device(("t2", "1")))
    assert (told.status_code, room.hall.lit) == (422, "t1") and told.json["sentence"]
    assert (room.looked, room.thrown) == (0, [])


def test_photograph_answers_for_its_sender_and_selects_a_table(room: Room) -> None:
    room.cards("t2")
    ben, tablet = room.device(("t2", "2")), room.device(("", "table"))
    for sender, lit in ((ben, "t1"), (tablet, "t2")):
        assert photograph(sender, "t2").status_code == 200
        assert room.hall.lit == lit
    assert room.given("t2") == [("2", "2"), ("1", "table")]
    sent = [line["sent"] for line in tablet.get("/api/tables/t2/snapshot").json["log"] if line["kind"] == "answer"]
    assert sorted(sent) == ["photograph, Ben’s phone", "photograph, tablet"]


def test_table_opened_by_keeper_phone_waits_on_the_shelf(room: Room) -> None:
    keeper = room.device(("", "keeper"))
    opened = keeper.post("/api/tables", json={"game": "toy"}, headers=OURS).json["table"]
    assert opened in room.hall.ids() and room.hall.lit == "t1"
    by_tablet = room.device(("", "table")).post("/api/tables", json={"game": "toy"}, headers=OURS).json["table"]
    assert room.hall.lit == by_tablet
    assert [board.table for board in room.rig.log.open_tables() if board.lit] == [by_tablet]
