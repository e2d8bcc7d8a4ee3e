"""Set-up pages that watch the camera."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from companion.messaging import MemoryBus
from companion.schema import CameraCheckRequest, CameraHealth, CameraSight, ReadingRemark, SeenObject, codec, topics
from vision.image.decoder import Image
from vision.service.requests.setup_watchers import EVERY_S, MOST_REMARKS, OPEN_S, SetupWatchers
from vision.tray.tray_plane import TrayPlane

PICTURE = np.zeros((10, 10, 3), np.uint8)
DIE = SeenObject("d6", None, box=(1, 2, 3, 4))


@dataclass
class Room:
    """The audience on a bus in memory, and the page's ears."""

    now: float = 100.0
    told: list[CameraSight] = field(default_factory=list)

    def __post_init__(self) -> None:
        bus = MemoryBus()
        self.page = bus.peer()
        self.page.start()
        self.page.subscribe(topics.sight("t1", "cam"), lambda m: self.told.append(codec.decode(CameraSight, m.payload)))
        self.audience = SetupWatchers(lambda: self.now, self.say)
        self.audience.listen(bus, "t1", "cam")
        bus.start()

    def say(self, _image: Image, objects: tuple[SeenObject, ...], _tray: TrayPlane | None) -> tuple[ReadingRemark, ...]:
        return tuple(ReadingRemark("leans", "Roll it again.", seen.box) for seen in objects if seen.box)

    def ask(self, whole: bool = False) -> None:
        self.page.publish(topics.check("t1", "cam"), codec.encode(CameraCheckRequest("c1", whole)))

    def wait(self, s: float, light: int = 120) -> None:
        """The errands' thread runs ten times a second."""
        for _ in range(round(s * 10)):
            self.audience.tick(CameraHealth(light=light))
            self.now += 0.1


@pytest.fixture
def room() -> Room:
    return Room()


def test_setup_measures_seldom_while_dice_wait(room: Room) -> None:
    room.ask()
    due = []
    for busy in (False, False, True, True, True, False):
        due.append(room.audience.is_due(busy))
        room.now += EVERY_S
    assert due == [True, True, False, False, True, True]


def test_setup_ignores_throws_before_the_watch(room: Room) -> None:
    room.audience.add_throw("a.jpg", PICTURE, (DIE,), None)
    room.ask()
    room.wait(1)
    assert room.told[-1].picture == ""
    room.audience.add_throw("b.jpg", PICTURE, (DIE,), None)
    room.wait(OPEN_S + 1)
    room.ask()
    room.wait(1)
    assert room.told[-1].picture == "", "nor what was thrown for those who have gone"


def test_setup_message_size_is_bounded(room: Room) -> None:
    room.ask()
    room.audience.add_throw("a.jpg", PICTURE, (DIE,) * 60, None)
    room.wait(0.2)
    assert len(room.told[-1].remarks) == MOST_REMARKS


def test_setup_full_picture_needs_permission(room: Room) -> None:
    room.ask()
    assert not room.audience.sees_all
    room.ask(whole=True)
    assert room.audience.sees_all
    room.ask()
    assert not room.audience.sees_all
    room.ask(whole=True)
    room.now += OPEN_S + 1
    assert not room.audience.sees_all


def test_a_wish_that_makes_no_sense_is_none(room: Room) -> None:
    room.page.publish(topics.check("t1", "cam"), b'{"v": 1, "whole": 3}')
    assert not room.audience.is_open


def test_setup_exposure_request_counts_once(room: Room) -> None:
    wishes = []
    room.audience.relight = lambda: wishes.append(room.now)
    room.page.publish(topics.check("t1", "cam"), codec.encode(CameraCheckRequest("c1", light=True)))
    room.ask()
    assert wishes == [room.now] and room.audience.is_open


def test_setup_publishes_only_to_watchers_with_a_camera(room: Room) -> None:
    room.wait(3)
    assert not room.audience.is_due(busy=False)
    room.ask()
    room.audience.tick(None)
    assert room.told == []


def test_setup_watch_is_renewed(room: Room) -> None:
    for _ in range(3):
        room.ask()
        room.wait(OPEN_S - 2)
    assert len(room.told) == pytest.approx(3 * (OPEN_S - 2) / EVERY_S, rel=0.2)
