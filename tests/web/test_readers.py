"""The page's doors to serial readers, and what it is sent."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.engine import Game
from companion.i18n import _
from companion.schema import (
    Answer,
    DriverLine,
    Meaning,
    PortLine,
    PortList,
    PortRequestMessage,
    ReaderDescription,
    ReaderStatus,
    SeenObject,
)
from companion.sessions import TagBook
from companion.web.request.language import COOKIE
from companion.web.services import PortService
from firmware_bridge.drivers.boards.board import DOWN
from tests.fakes import TOY
from tests.presentation.test_visibility import play as hidden
from tests.web.conftest import Opening
from tests.web.rig import OURS, Rig, joined

SKULL = {"kind": "token", "value": "skull"}


class FakePorts:
    """Remembers every wish; one line is plugged in."""

    def __init__(self) -> None:
        self.wishes: list[PortRequestMessage] = []

    def ask(self, wish: PortRequestMessage) -> PortList:
        self.wishes.append(wish)
        line = PortLine("/dev/ttyUSB0", "USB serial converter", "free", "It may be used.")
        return PortList("w", "" if wish.act == "look" else "ModemManager holds it.", (line,), (DriverLine("rdm6300", "125 kHz"),))  # fmt: skip


class Room(Rig):
    """A hall with readers in any state."""

    def __init__(self, folder: Path, game: Game[Any, Any], ports: PortService) -> None:
        super().__init__(folder, game, TagBook({"FILE": Meaning("token", "-1")}), ports=ports)
        self.client: FlaskClient = self.app.test_client()

    def shown(self) -> Any:
        return self.client.get("/api/readers").json

    def tags(self) -> Any:
        return (self.client.get("/api/readers/tags").json or {})["tags"]

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(f"/api/readers/{path}", json=body, headers=OURS)

    def tap(self, *values: str) -> None:
        prompt = self.hall.snapshot("t1").open[0]
        self.hall.answer("t1", Answer(f"{prompt.id}{values}", prompt.id, values, prompt.seat))

    def lay(self, tag: str, seq: int, zone: str = "bag") -> None:
        self.throw(seq, SeenObject("tag", tag, 1.0), at=(f"bridge/{zone}", zone))


@pytest.fixture
def ports() -> FakePorts:
    return FakePorts()


@pytest.fixture
def room(ports: FakePorts, opening: Opening) -> Room:
    return opening(TOY, Room, ports=ports)


def test_serial_line_is_used_or_refused_with_sentence(room: Room, ports: FakePorts) -> None:
    assert {room.post("ports", **body).status_code for body in ({"act": "explode"}, {"where": 3})} == {400}
    answer = room.post("ports", act="use", where="/dev/ttyUSB0", name="bag", driver="rdm6300", zone="bag", prefix="T")
    assert answer.status_code == 200 and answer.json["sentence"] == "ModemManager holds it."
    assert ports.wishes == [PortRequestMessage("", "use", "/dev/ttyUSB0", "bag", "rdm6300", "bag", "T")]


def test_reader_messages_use_the_device_language(room: Room) -> None:
    lost = _("the reader on {where} is lost: look whether its cable is in", where="/dev/ttyUSB0")
    room.says("bridge-bag", ReaderDescription("board", _("Lamplight board"), "bridge/bag", "e", ("tag",), "bag"))
    room.says("bridge-bag", ReaderStatus("online", last_error=lost, inputs=(("button 2", DOWN), ("lid", "ajar"))))

    def shown(language: str) -> Any:
        room.client.set_cookie(COOKIE, language)
        (reader,) = room.shown()["readers"]
        return reader["model"], reader["words"], reader["inputs"]

    assert shown("en") == ("Lamplight board", str(lost), [["button 2", "down"], ["lid", "ajar"]])
    gone = "das Lesegerät an /dev/ttyUSB0 ist weg: sieh nach, ob sein Kabel steckt"
    assert shown("de") == ("Lamplight-Platine", gone, [["Taste 2", "gedrückt"], ["lid", "ajar"]])


def test_reader_hides_tags_that_may_be_a_hand(room: Room) -> None:
    status = ReaderStatus("online", True, inputs=(("battery", "80 %"), ("message", "skull"), ("tag 2", "04A1B2C3")))
    for name, zone in (("bag", "bag"), ("mine", "seat-2")):
        room.says(f"bridge-{name}", ReaderDescription("pn532", "PN532", f"bridge/{name}", "e", ("tag",), zone))
        room.says(f"bridge-{name}", status)

    def shown() -> dict[str, list[str]]:
        return {reader["name"]: [what for what, _ in reader["inputs"]] for reader in room.shown()["readers"]}

    assert shown() == {"bag": ["battery", "message", "tag 2"], "mine": ["battery"]}
    room.hall.open("toy")
    room.tap("cards")
    assert shown() == {"bag": ["battery"], "mine": ["battery"]}


def test_reader_hides_a_secret_still_present(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, play=hidden))
    room.says("bridge-tray", ReaderDescription("pn532", "PN532", "bridge/tray", "e", ("tag",), "tray"))
    room.says("bridge-tray", ReaderStatus("online", True, inputs=(("tag", "04A1B2C3"),)))
    room.hall.open("toy")
    joined(room, "1")
    room.tap("scan")
    room.hall.tags.assign("04A1B2C3", Meaning("card", "AS"))
    room.lay("04A1B2C3", 1, "tray")
    picture = room.hall.snapshot("t1")
    assert picture.rest is not None and picture.rest.taken, "it is answered, and the card lies there still"
    assert room.shown()["readers"][0]["inputs"] == []


def test_tag_is_taught_and_forgotten_and_says_what_it_was(room: Room) -> None:
    assert room.post("tags", tag="X", **SKULL).json == {"before": None}
    assert room.post("tags", tag="X", kind="token", value="cultist").json == {"before": SKULL}
    line = {"tag": "X", "meaning": {"kind": "token", "value": "cultist"}, "taught": True, "file": None}
    assert line in room.tags()
    room.post("forget", tag="X")
    room.post("tags", tag="FILE", **SKULL)
    assert room.post("forget", tag="FILE").json == {"now": {"kind": "token", "value": "-1"}}
    assert room.post("forget", tag="FILE").json == {"now": None}
    assert room.tags() == []


@pytest.mark.parametrize(
    "body", [{"tag": "X", "kind": "smell", "value": "x"}, {"tag": "", **SKULL}, {"tag": "X" * 65, **SKULL}]
)
def test_invalid_tag_or_meaning_is_refused(room: Room, body: dict[str, Any]) -> None:
    assert room.post("tags", **body).status_code in {400, 422}
    assert [line["tag"] for line in room.tags()] == ["FILE"]


def test_lesson_shows_meanings_and_game_continues_after(room: Room) -> None:
    room.hall.open("toy")
    room.tap("bag")
    assert room.post("lesson/p1/stay").status_code == 200 and room.shown()["teaching"]
    room.lay("X", 1)
    room.lay("FILE", 2)
    assert room.shown()["sights"] == [
        {"number": 2, "reader": "bag", "kind": "tag", "tag": "FILE", "meaning": {"kind": "token", "value": "-1"}},
        {"number": 1, "reader": "bag", "kind": "tag", "tag": "X", "meaning": None},
    ]
    assert len(room.hall.snapshot("t1").state.bag) == 4
    room.post("lesson/p1/leave")
    assert not room.shown()["teaching"]
    room.lay("FILE", 3)
    assert len(room.hall.snapshot("t1").state.bag) == 3


def test_a_lesson_waits_while_something_secret_may_be_laid(room: Room) -> None:
    room.hall.open("toy")
    room.tap("cards")
    answer = room.post("lesson/p1/stay")
    assert answer.status_code == 422 and "not all may see" in answer.json["sentence"]
    assert not room.shown()["teaching"]


def test_a_button_may_stand_for_what_can_be_chosen_now(room: Room) -> None:
    room.hall.open("toy")
    deeds = room.shown()["deeds"]
    assert deeds[0] == {"value": "go", "text": "the gold button", "where": ""}
    assert {"value": "coins", "text": "coins", "where": "Ann: what now?"} in deeds
    room.devices.accept(room.devices.invite("t1", "1"))
    assert [deed["value"] for deed in room.shown()["deeds"]] == ["go"], "those of a seat with a phone are hidden"
