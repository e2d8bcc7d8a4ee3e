"""Wishes and corrections over the bus."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.messaging import MemoryBus
from companion.schema import KitLine, KitReply, KitRequest, codec, topics
from tests.vision import taught
from vision.enrolment.corrections import ReadingCorrections
from vision.enrolment.kit_library import KitLibrary
from vision.enrolment.kit_trainer import LOOK_S, KitTrainer
from vision.enrolment.kits_in_use import KitsInUse
from vision.enrolment.lesson import GONE, GONE_S, LEFT_S, KitLesson
from vision.image.frame import Frame
from vision.service.health.checkup import judge_picture
from vision.service.requests.kit_requests import LONG, KitRequests, encode_reply

pytestmark = pytest.mark.slow


class Room:
    """The camera's side of teaching on a bus in memory, and what the rules service hears."""

    def __init__(self, folder: Path) -> None:
        self.now = 50.0
        self.bus = MemoryBus()
        self.rules = self.bus.peer()
        self.heard: list[KitReply] = []
        in_use = KitsInUse((), folder / "kits.json")
        library = KitLibrary(folder, folder, in_use)
        self.school = KitTrainer(library, judge_picture, lesson=KitLesson(lambda: self.now))
        self.teaching = KitRequests(self.school, ReadingCorrections(lambda: ()))
        self.teaching.listen(self.bus, "t1", "vision-cam0")
        self.rules.subscribe(
            topics.taught("t1", topics.ANY), lambda m: self.heard.append(codec.decode(KitReply, m.payload))
        )
        self.bus.start()
        self.rules.start()

    def wish(self, act: str, **more: object) -> None:
        wish = KitRequest("w1", act, "mine", **more)  # type: ignore[arg-type]
        self.rules.publish(topics.teach("t1", "vision-cam0"), codec.encode(wish))
        self.teaching.tick()


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return Room(tmp_path)


def test_a_look_is_answered_as_soon_as_the_tray_rests(room: Room) -> None:
    room.wish("begin", kind="token", values=taught.FACES["token"])
    (answer,) = room.heard
    assert (answer.id, answer.sentence) == ("w1", "")
    assert answer.kit is not None and answer.kit.name == "mine"
    room.wish("look")
    image = taught.picture("tokens_0.jpg")
    for _ in range(7):
        room.now += 0.1
        assert room.teaching.add_frame(Frame(image, room.now, 0), None)
    room.teaching.tick()
    assert room.heard[-1].trayful is not None and len(room.heard[-1].trayful.objects) == 16


def test_kit_look_ends_when_the_page_leaves(room: Room) -> None:
    room.wish("begin", kind="token")
    room.wish("look")
    room.wish("leave")
    room.teaching.tick()
    assert not room.school.lesson.is_open
    assert [answer.waits for answer in room.heard[1:]] == ["", ""]


def test_late_kit_look_does_not_reopen_a_lesson(room: Room) -> None:
    room.wish("begin", kind="token")
    for act in ("look", "leave", "look", "stay"):
        room.wish(act)
    assert not room.school.lesson.is_open and len(room.heard) == 5
    room.now += LEFT_S + 0.1
    room.wish("look")
    assert room.school.lesson.is_open, "who comes back is taught again"


@pytest.mark.parametrize("name", ["teach", "correction"])
@pytest.mark.parametrize("payload", [b"", b"[]", b'{"v":1}', b"\xff"])
def test_a_senseless_wish_is_dropped(room: Room, name: str, payload: bytes) -> None:
    room.rules.publish(topics.of_reader("t1", "vision-cam0", name), payload)
    room.teaching.tick()
    assert room.heard == []


def test_oversized_kit_reply_becomes_an_error() -> None:
    lines = tuple(KitLine(f"kit-{n}", "token", own=True, used=True, faces=1, taught=1, shots=1) for n in range(500))
    assert codec.decode(KitReply, encode_reply(KitReply("w1", kits=lines))).sentence == LONG


@pytest.mark.parametrize(
    ("seconds", "waits", "blind"),
    [(LOOK_S, "Waiting for the camera's picture.", False), (GONE_S + 0.1, str(GONE), True)],
    ids=["for the tray", "for a silent camera"],
)
def test_kit_look_waits(room: Room, seconds: float, waits: str, blind: bool) -> None:
    assert not room.teaching.add_frame(Frame(taught.picture("tokens_0.jpg"), 0.0, 0), None)
    room.wish("begin", kind="token")
    room.wish("look")
    assert len(room.heard) == 1
    room.now += seconds
    room.teaching.tick()
    assert (str(room.heard[-1].waits), room.heard[-1].blind) == (waits, blind)
