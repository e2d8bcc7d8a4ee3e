"""The page's doors to kits."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.schema import KitReply, KitRequest
from companion.sessions import SessionManager
from tests.new_log import new_log
from tests.web.alike import app_of, services_of
from tests.web.house import OURS


class FakeTeacher:
    """Remembers every wish."""

    def __init__(self) -> None:
        self.wishes: list[KitRequest] = []
        self.files: list[tuple[str, bytes]] = []

    def ask(self, wish: KitRequest) -> KitReply:
        self.wishes.append(wish)
        return KitReply("w", file="teach/mine-1.zip" if wish.act == "export" else "")

    def photograph(self, kit: str, photograph: bytes) -> KitReply:
        self.files.append((kit, photograph))
        return KitReply("w")

    def take_over(self, parcel: bytes) -> KitReply:
        self.files.append(("", parcel))
        return KitReply("w")


@pytest.fixture
def teacher() -> FakeTeacher:
    return FakeTeacher()


@pytest.fixture
def client(tmp_path: Path, teacher: FakeTeacher) -> Iterator[FlaskClient]:
    log = new_log(tmp_path)
    yield app_of(services_of(tmp_path, log, SessionManager(log, Random(1)), kits=teacher)).test_client()
    log.close()


WISHES: dict[str, tuple[str, dict[str, Any], KitRequest]] = {
    "begin": ("", {"name": "mine", "kind": "token", "values": ["+1"]}, KitRequest("", "begin", "mine", "token", ("+1",))),
    "look": ("/mine/look", {"trayful": "t1"}, KitRequest("", "look", "mine", trayful="t1")),
    "stay": ("/mine/stay", {}, KitRequest("", "stay", "mine")),
    "leave": ("/mine/leave", {}, KitRequest("", "leave", "mine")),
    "names": ("/mine/names", {"trayful": "t1", "names": ["+1", ""]}, KitRequest("", "name", "mine", trayful="t1", names=("+1", ""))),
    "point": ("/mine/point", {"trayful": "t1", "at": [3.0, 4.5]}, KitRequest("", "point", "mine", trayful="t1", at=(3.0, 4.5))),
    "back": ("/mine/back", {"trayful": "t1"}, KitRequest("", "back", "mine", trayful="t1")),
    "forget": ("/mine/forget", {"value": "+1"}, KitRequest("", "forget", "mine", values=("+1",))),
    "shots": ("/mine/shots", {"value": "+1"}, KitRequest("", "shots", "mine", values=("+1",))),
    "drop": ("/mine/drop", {"picture": "teach/1.jpg"}, KitRequest("", "drop", "mine", file="teach/1.jpg")),
    "use": ("/mine/use", {"on": False}, KitRequest("", "use", "mine", on=False)),
    "remove": ("/mine/remove", {}, KitRequest("", "remove", "mine")),
}  # fmt: skip


@pytest.mark.parametrize("door", WISHES)
def test_a_door_is_one_wish(client: FlaskClient, teacher: FakeTeacher, door: str) -> None:
    path, body, wish = WISHES[door]
    assert client.post(f"/api/kits{path}", json=body, headers=OURS).status_code == 200
    assert teacher.wishes == [wish]


def test_kits_are_listed_and_shown(client: FlaskClient, teacher: FakeTeacher) -> None:
    for door in ("begin", "look", "names", "use"):
        answer = client.post(f"/api/kits{WISHES[door][0]}", json={"names": 7}, headers=OURS)
        assert answer.status_code == 400 and teacher.wishes == [], door
    assert client.get("/api/kits").json is not None
    assert client.get("/api/kits/mine").json is not None
    assert [(wish.act, wish.kit) for wish in teacher.wishes] == [("kits", ""), ("kit", "mine")]


def test_files_of_kits_are_handed_on_and_downloaded(client: FlaskClient, teacher: FakeTeacher, tmp_path: Path) -> None:
    client.post("/api/kits/mine/photo", data={"photo": (io.BytesIO(b"dice"), "a.jpg")}, headers=OURS)
    client.post("/api/kits", data={"kit": (io.BytesIO(b"PK"), "a.zip")}, headers=OURS)
    assert teacher.files == [("mine", b"dice"), ("", b"PK")]
    assert client.post("/api/kits/mine/photo", headers=OURS).status_code == 400
    (tmp_path / "teach").mkdir()
    (tmp_path / "teach" / "mine-1.zip").write_bytes(b"PK")
    answer = client.get("/api/kits/mine/file")
    assert answer.data == b"PK" and "mine.zip" in answer.headers["Content-Disposition"]
    answer.close()
