"""Somebody sets the table up and looks."""

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


def test_nobody_is_told_who_has_not_asked(room: Room) -> None:
    room.wait(3)
    assert room.told == [] and not room.audience.is_due(busy=False)


def test_who_asks_is_told_twice_a_second_for_a_while(room: Room) -> None:
    room.ask()
    room.wait(5)
    assert len(room.told) == pytest.approx(9, abs=1)
    room.wait(OPEN_S)
    assert len(room.told) == pytest.approx(OPEN_S / EVERY_S, rel=0.2)
    assert not room.audience.is_open


def test_who_asks_again_in_time_is_told_on(room: Room) -> None:
    for _ in range(3):
        room.ask()
        room.wait(OPEN_S - 2)
    assert len(room.told) == pytest.approx(3 * (OPEN_S - 2) / EVERY_S, rel=0.2)


def test_it_is_measured_as_often_as_it_is_told_and_seldom_while_dice_wait_to_be_read(room: Room) -> None:
    room.ask()
    due = []
    for busy in (False, False, True, True, True, False):
        due.append(room.audience.is_due(busy))
        room.now += EVERY_S
    assert due == [True, True, False, False, True, True]


def test_a_throw_is_told_at_once_with_what_to_do_and_as_long_as_it_lies_there(room: Room) -> None:
    room.ask()
    room.wait(0.1)
    room.audience.add_throw("a.jpg", PICTURE, (DIE,), None)
    room.wait(0.2)
    assert (room.told[-1].picture, len(room.told)) == ("a.jpg", 2)
    assert room.told[-1].remarks == (ReadingRemark("leans", "Roll it again.", (1, 2, 3, 4)),)
    room.wait(1, light=90)
    assert (room.told[-1].picture, room.told[-1].health.light) == ("a.jpg", 90)
    room.audience.add_throw("b.jpg", PICTURE, (), None)
    room.wait(0.2)
    assert (room.told[-1].picture, room.told[-1].remarks) == ("b.jpg", ())


def test_what_was_thrown_before_somebody_asked_is_not_theirs(room: Room) -> None:
    room.audience.add_throw("a.jpg", PICTURE, (DIE,), None)
    room.ask()
    room.wait(1)
    assert room.told[-1].picture == ""
    room.audience.add_throw("b.jpg", PICTURE, (DIE,), None)
    room.wait(OPEN_S + 1)
    room.ask()
    room.wait(1)
    assert room.told[-1].picture == "", "nor what was thrown for those who have gone"


def test_a_throw_that_came_as_they_left_is_not_told_to_the_next(room: Room) -> None:
    room.ask()
    room.audience.add_throw("a.jpg", PICTURE, (DIE,), None)
    room.now += OPEN_S + 1
    room.wait(0.1)
    room.ask()
    room.wait(1)
    assert room.told[-1].picture == ""


def test_a_tray_full_of_strangers_is_no_longer_message_than_the_bus_takes(room: Room) -> None:
    room.ask()
    room.audience.add_throw("a.jpg", PICTURE, (DIE,) * 60, None)
    room.wait(0.2)
    assert len(room.told[-1].remarks) == MOST_REMARKS


def test_without_a_camera_there_is_nothing_to_tell(room: Room) -> None:
    room.ask()
    room.audience.tick(None)
    assert room.told == []


def test_what_lies_beside_the_tray_is_shown_only_to_those_who_may_see_it(room: Room) -> None:
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


def test_who_wants_the_light_found_anew_is_heard_once(room: Room) -> None:
    wishes = []
    room.audience.relight = lambda: wishes.append(room.now)
    room.page.publish(topics.check("t1", "cam"), codec.encode(CameraCheckRequest("c1", light=True)))
    room.ask()
    assert wishes == [room.now] and room.audience.is_open
