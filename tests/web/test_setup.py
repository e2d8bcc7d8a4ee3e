"""The page's doors to set-up, and what it is sent."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Literal

import pytest

from companion.engine import Game
from companion.i18n import Say, _
from companion.presentation.responses import CameraChoice, SystemInfo
from companion.schema import (
    Answer,
    CameraFinding,
    CameraHealth,
    CameraSight,
    MarkerSeen,
    ReaderDescription,
    ReaderStatus,
    ReadingRemark,
    Refused,
    SeenObject,
)
from companion.sessions import SetupChoiceStore, Way
from companion.web.services import Paper
from tests.fakes import TOY
from tests.web.alike import FakeCamera, FakeDemo
from tests.web.conftest import Opening
from tests.web.rig import OURS, Rig, joined

WELL = CameraHealth(
    blur=0.8, light=190, markers=4, px_per_mm=3.1, size=(1280, 720), tray=((1, 1), (9, 1), (9, 9), (1, 9)),
    marks=tuple(MarkerSeen(number, ((1, 1), (2, 1), (2, 2), (1, 2))) for number in range(4)),
)  # fmt: skip
DARK = CameraFinding("dark", "Turn a lamp on.")
SWAPPED = CameraFinding("markers_swapped", "Change 1 and 2.", (1, 2))
TURNED = CameraFinding("tray_turned", "The tray is turned.", grave=False)
FIVE, DOUBT = SeenObject("d6", "5", 0.99, box=(1, 2, 3, 4)), SeenObject("d6", None, 0.5, (("6", 0.5),), (9, 2, 3, 4))


class FakeSettingUp:
    """A house that can be set up; records every request."""

    def __init__(self, folder: Path) -> None:
        self.by: Literal["settings", "demo", "page"] = "page"
        self.choices = SetupChoiceStore(folder / "setup.json")
        self.named = ""
        self.tapped = False
        self.sight: CameraSight | None = None
        self.checks: list[bool] = []
        self.is_steered, self.relit = True, 0

    @property
    def source(self) -> str:
        return self.named or self.choices.now.source

    def cameras(self) -> tuple[CameraChoice, ...]:
        return (CameraChoice("/dev/video0", "C920"),)

    def choose(self, way: Way, source: str) -> None:
        if source == "gone":
            raise Refused("NO_CAMERA", "It is gone.")
        self.choices.change(way=way, source=source)

    def check(self, *, whole: bool) -> None:
        self.checks.append(whole)

    def relight(self) -> None:
        self.relit += 1

    def sheet(self, paper: Paper, say: Say) -> bytes:
        return f"%PDF {paper} {say(_('near left'))}".encode()

    def inside(self) -> SystemInfo:
        return SystemInfo((("Python", "3.11"),), "/data", 5_000, 100, False, 2, 300, 1.5, 7.0)


class Room(Rig):
    """A house that can be set up, with readers in any state."""

    def __init__(self, folder: Path, game: Game[Any, Any]) -> None:
        self.setup = FakeSettingUp(folder)
        camera, self.demo = FakeCamera(sentence="No dice."), FakeDemo("d6", "reroll", "handful")
        super().__init__(folder, game, camera=camera, demo=self.demo, setup=self.setup, broker="It runs.")
        self.framed, self.thrown = camera.framed, 0
        self.client = self.app.test_client()

    def get(self, path: str) -> Any:
        return self.client.get(path).json

    def shown(self) -> Any:
        return self.get("/api/setup")

    def step(self, name: str) -> tuple[str, str]:
        return next((one["state"], one["words"]) for one in self.shown()["steps"] if one["name"] == name)

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(f"/api/setup/{path}", json=body, headers=OURS)

    def sees(
        self, health: CameraHealth | None = WELL, attached: bool = True, reads: tuple[str, ...] = ("card", "d6")
    ) -> None:
        """The camera is chosen, and says this of itself."""
        if not self.setup.named:
            self.setup.choices.change(way="local", source="/dev/video0")
        self.says("vision-cam0", ReaderDescription("camera", "C920", "vision/cam0", "e", reads))
        error = "" if attached else "It cannot be opened."
        self.says("vision-cam0", ReaderStatus("online", attached, 3, health=health, last_error=error))

    def lays(self, *objects: SeenObject) -> None:
        self.thrown += 1
        self.throw(self.thrown, *objects, picture=f"{self.thrown}.jpg")


@pytest.fixture
def room(opening: Opening) -> Room:
    return opening(TOY, Room)


CAMERAS: dict[str, tuple[dict[str, Any], str, str]] = {
    "dark": ({"health": CameraHealth(findings=(DARK,))}, "look", "todo"),
    "markers swapped": ({"health": CameraHealth(markers=4, findings=(SWAPPED,))}, "done", "look"),
    "turned, which is no fault": ({"health": CameraHealth(tray=WELL.tray, findings=(TURNED,))}, "done", "done"),
    "pulled out": ({"attached": False, "health": None}, "look", "todo"),
    "just begun": ({"health": None}, "todo", "todo"),
}


@pytest.mark.parametrize(("told", "camera", "tray"), CAMERAS.values(), ids=CAMERAS)
def test_fault_stands_at_its_step(room: Room, told: dict[str, Any], camera: str, tray: str) -> None:
    room.sees(**told)
    assert (room.step("camera")[0], room.step("tray")[0]) == (camera, tray)


@pytest.mark.parametrize("way", ["hand", "photos"])
def test_a_table_without_a_camera_lacks_nothing(room: Room, way: str) -> None:
    assert room.get("/api/shelf")["setup"] == "due"
    room.post("camera", way=way)
    states = [room.step(name)[0] for name in ("camera", "tray")]
    assert states == (["none", "none"] if way == "hand" else ["done", "none"])
    assert room.get("/api/shelf")["setup"] == "done", "nobody is reminded"


def test_a_camera_that_cannot_be_chosen_is_a_sentence(room: Room) -> None:
    answer = room.post("camera", way="local", source="gone")
    assert (answer.status_code, answer.json["sentence"]) == (422, "It is gone.")
    assert room.post("camera", way="sideways").status_code == 400


def test_set_up_prints_markers_sets_light_and_names_versions(room: Room) -> None:
    for paper in ("a4", "letter"):
        answer = room.client.get(f"/setup/markers-{paper}.pdf")
        assert answer.mimetype == "application/pdf" and answer.data.startswith(b"%PDF")
        assert "Content-Security-Policy" not in answer.headers, "it would keep a browser from showing it"
    assert room.client.get("/setup/markers-a3.pdf").status_code == 422
    assert room.post("light").status_code == 200 and room.setup.relit == 1 and room.shown()["eye"]["steered"]
    told = room.get("/api/setup/inside")
    assert told["versions"] == [["Python", "3.11"]] and told["free"] == 5_000


def test_surroundings_of_the_tray_are_hidden_during_a_game(room: Room) -> None:
    room.post("p1/stay", throwing=False)
    assert not room.hall.test_throws.graded_throws.is_on
    free = [room.shown()["free"]]
    room.hall.open("toy")
    room.post("p1/stay", throwing=False)
    assert room.setup.checks == [True, False]
    assert [*free, room.shown()["free"]] == [True, False]
    room.play_out("t1")
    room.post("p1/stay", throwing=False)
    assert room.setup.checks[-1] is True


def test_the_grade_is_still_known_after_a_restart(room: Room, tmp_path: Path) -> None:
    room.post("p1/stay", throwing=True)
    room.lays(FIVE)
    room.post("throws", number=1, said=["6"])
    assert SetupChoiceStore(tmp_path / "setup.json").now.grade == "care"
    assert room.step("throw") == ("look", "Needs care.")
    room.client.delete("/api/setup/throws", headers=OURS)
    assert room.step("throw")[0] == "todo" and room.shown()["trials"]["throws"] == []


BETTER: dict[str, tuple[tuple[SeenObject, ...], list[str | None], str]] = {
    "of no set": ((SeenObject("unknown", None, 0.8),), [None], "teach it"),
    "it leans": ((FIVE, SeenObject("d6", None, 0.4, cocked=True)), [None, None], "nudge"),
    "over the rim": ((FIVE, SeenObject("d6", None, 0.4, partial=True)), [None, None], "into the open"),
    "wrong": ((FIVE,), ["2"], "It has learned"),
}


@pytest.mark.parametrize(("objects", "said", "words"), BETTER.values(), ids=BETTER)
def test_test_throw_names_its_improvement(room: Room, objects: Any, said: list[str | None], words: str) -> None:
    room.post("p1/stay", throwing=True)
    room.lays(*objects)
    room.post("throws", number=1, said=said)
    assert any(words in one for one in room.shown()["trials"]["throws"][0]["better"])


def test_test_throw_advises_on_a_doubtful_die_once(room: Room) -> None:
    room.post("p1/stay", throwing=True)
    room.lays(FIVE, DOUBT)
    assert "learns from that" in str(room.shown()["trials"]["throws"][0]["better"])
    remark = ReadingRemark("glare", "Turn the lamp aside.", (9, 2, 3, 4))
    room.hall.test_throws.graded_throws.add_remarks("1.jpg", [remark])
    assert room.shown()["trials"]["throws"][0]["better"] == ["Number 2: Turn the lamp aside."]


def test_test_throws_during_a_game_need_consent(room: Room) -> None:
    room.hall.open("toy")
    answer = room.post("p1/stay", throwing=True)
    assert answer.json == {"refused": "A game is on: what is thrown answers it.", "may_insist": True}
    assert answer.status_code == 200, "a page that asks every few seconds does nothing wrong"
    answer = room.post("demo", throw="d6")
    assert answer.status_code == 422 and answer.json["code"] == "GAME_ON"
    photo = room.client.post("/api/setup/photo", data={"photo": (io.BytesIO(b"dice"), "a.jpg")}, headers=OURS)
    assert photo.status_code == 422 and not room.hall.test_throws.graded_throws.is_on and room.demo.thrown == []
    assert room.post("p1/stay", throwing=True, sure=True).json["refused"] == ""
    assert room.hall.test_throws.graded_throws.is_on and room.post("demo", throw="d6").status_code == 200
    assert room.post("p1/stay", throwing=True).json["refused"]
    assert not room.hall.test_throws.graded_throws.is_on, "nobody has touched the page for a while"


def test_test_throws_end_when_something_secret_is_awaited(room: Room) -> None:
    room.hall.open("toy")
    room.post("p1/stay", throwing=True, sure=True)
    prompt = room.hall.snapshot("t1").open[0]
    room.hall.answer("t1", Answer("a", prompt.id, ("cards",), prompt.seat))
    assert room.shown()["hidden"] is True
    for sure in (False, True):
        answer = room.post("p1/stay", throwing=True, sure=sure)
        assert answer.status_code == 200 and "not all may see" in answer.json["refused"]
        assert not answer.json["may_insist"]
    assert not room.hall.test_throws.graded_throws.is_on


def test_seat_device_cannot_set_up_during_a_game(room: Room) -> None:
    room.hall.open("toy")
    phone = joined(room, "1").client
    for path in ("/api/setup", "/api/setup/inside", "/setup/markers-a4.pdf"):
        assert phone.get(path).status_code == 403, path
    assert phone.post("/api/setup/camera", json={"way": "hand"}, headers=OURS).status_code == 403
    assert phone.get("/setup").status_code == 200 and room.client.get("/api/setup").status_code == 200


def test_a_photograph_can_be_a_test_throw(room: Room) -> None:
    for data, status in ((b"dice", 200), (b"cat", 422)):
        answer = room.client.post("/api/setup/photo", data={"photo": (io.BytesIO(data), "a.jpg")}, headers=OURS)
        assert answer.status_code == status
    assert room.client.post("/api/setup/photo", headers=OURS).status_code == 400


def test_tray_is_where_it_was_tapped(room: Room) -> None:
    assert room.post("tray", corners=[[0, 0], [300, 0], [300, 200]]).status_code == 422 and not room.framed
    for corners in ([[0, 0], [300, 0], [300, 200], [0, 200]], []):
        assert room.post("tray", corners=corners).status_code == 200
    assert len(room.framed) == 2
