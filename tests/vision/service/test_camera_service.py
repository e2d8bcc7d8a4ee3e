"""The camera process without a camera and a network."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import count, groupby, pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.messaging import MemoryBus, Outbox
from companion.schema import (
    Ack,
    CameraCheckRequest,
    CameraSight,
    DemoCommand,
    Expectation,
    LookAgainRequest,
    PhotoRequest,
    PhotoResult,
    ReaderDescription,
    ReaderStatus,
    Reading,
    ReadingRemark,
    TrayActivity,
    codec,
    topics,
)
from companion.system.supervised_process import PIPE
from tests.messaging.heard import wait_for
from tests.vision.drawn import Die, Film, Scene, draw, read
from tests.vision.odd import packed
from tests.vision.stream.test_sources import Hung
from tests.vision.uvc_camera import UvcCamera
from vision.image.frame import CameraError, Frame
from vision.service.camera_input import CameraInput
from vision.service.camera_service import CameraService
from vision.service.composition import CameraParts, create_service
from vision.service.pictures.page_images import PREVIEW, PageImages
from vision.service.reporter import ReaderIdentity
from vision.service.requests.setup_watchers import OPEN_S
from vision.stream import sources as camera
from vision.stream.demo_camera import DemoCamera, load_throws
from vision.stream.local_camera import LocalCamera
from vision.stream.recording import FrameSource
from vision.stream.stability import RestThresholds
from vision.tray.tray_plane import TrayPlane

pytestmark = pytest.mark.slow

POST = ReaderIdentity("t1", "vision/cam0", kinds=("mom_d8",), model="drawn")
TWO = (Die(150, 100, "success"), Die(300, 220, "blank"))
THROW = Film().still().throw(TWO).still()


def gone() -> FrameSource:
    raise CameraError("No.")


class Desk:
    """A service on a memory bus, with the rules service's subscriptions."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = 0.0
        self.bus = MemoryBus()
        self.rules = self.bus.peer()
        self.heard: list[Reading] = []
        self.service = self.make()

    def make(self) -> CameraService:
        self.rules.start()
        service = create_service(CameraParts(
            bus=self.bus, outbox=Outbox(self.folder / "outbox.db"), post=POST, camera=CameraInput(gone, RestThresholds()),
            read=lambda image, _may, tray: read(image, tray), album=PageImages(self.folder / "pictures", lambda: self.now),
            uploads=self.folder, clock=lambda: self.now, wall=lambda: 1000.0,
        ))  # fmt: skip
        self.rules.subscribe(
            topics.reading("t1", topics.ANY), lambda m: self.heard.append(codec.decode(Reading, m.payload))
        )
        self.bus.start()
        return service

    def play(self, film: Film) -> None:
        for frame in film.frames():
            self.service.loop.step(frame)

    def status(self) -> ReaderStatus:
        return codec.decode(ReaderStatus, self.bus.broker.retained[topics.reader_status("t1", "vision-cam0")])


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_service_resting_dice_answer_no_later_prompt(desk: Desk) -> None:
    """The answer was tapped while the dice were being read."""
    desk.rules.publish(topics.expect("t1"), codec.encode(Expectation("p41")), retain=True)
    frames = list(THROW.frames())
    for frame in frames[:-4]:
        desk.service.loop.step(frame)
    desk.rules.publish(topics.expect("t1"), codec.encode(Expectation("p42")), retain=True)
    for frame in frames[-4:]:
        desk.service.loop.step(frame)
    assert [reading.expect for reading in desk.heard] == ["p41"]


def test_a_damaged_expectation_leaves_the_last_one(desk: Desk) -> None:
    desk.rules.publish(topics.expect("t1"), codec.encode(Expectation("p41")), retain=True)
    desk.rules.publish(topics.expect("t1"), b"{", retain=True)
    assert desk.service.question.expect == Expectation("p41")
    assert desk.service.report.counters.last_error


def test_service_resends_until_acknowledged(desk: Desk) -> None:
    desk.play(THROW)
    desk.now = 10.0
    desk.service.sender.tick()
    assert [reading.id for reading in desk.heard] == [desk.heard[0].id] * 2
    ack = codec.encode(Ack(desk.service.sender.outbox.epoch, 1))
    desk.rules.publish(topics.ack("t1", "vision-cam0"), ack, retain=True)
    desk.now = 20.0
    desk.service.sender.tick()
    assert len(desk.heard) == 2
    assert desk.service.report.status.waiting == 0


def test_service_restart_resends_with_the_same_number(desk: Desk) -> None:
    desk.play(THROW)
    desk.service.sender.outbox.close()
    after = Desk(desk.folder)
    after.service.sender.tick()
    assert [reading.id for reading in after.heard] == [desk.heard[0].id]


def test_the_same_dice_after_a_restart_are_no_second_reading(desk: Desk) -> None:
    desk.play(THROW)
    desk.service.sender.outbox.close()
    after = Desk(desk.folder)
    lying = Film()
    lying.scene = THROW.scene
    after.play(lying.still(2))
    assert after.service.report.counters.readings == 0


def test_a_reader_that_stumbles_over_one_frame_reads_the_next(desk: Desk) -> None:
    desk.service.loop.step(Frame(np.zeros((0, 0, 3), np.uint8), 0.0, 0))
    desk.play(THROW)
    assert len(desk.heard) == 1
    assert desk.service.report.counters.bad_frames == 1


class Hurried(threading.Event):
    """Waits hundredths instead of seconds."""

    def wait(self, timeout: float | None = None) -> bool:
        return super().wait(None if timeout is None else timeout / 100)


class Plugged:
    """A camera on USB without automatics, whose pictures are a film; it waits until each was looked at."""

    def __init__(self, film: list[Frame], looked: threading.Semaphore, is_there: bool = True) -> None:
        self.film, self.looked, self.is_there = iter(film), looked, is_there
        self.newest = np.zeros((1, 1, 3), np.uint8)

    def isOpened(self) -> bool:  # noqa: N802 - as OpenCV calls it
        return self.is_there

    def get(self, _prop: int) -> float:
        return -1.0

    def set(self, _prop: int, _value: float) -> bool:
        return False

    def grab(self) -> bool:
        self.looked.acquire()
        frame = next(self.film, None)
        self.newest = self.newest if frame is None else frame.image
        return frame is not None

    def retrieve(self) -> tuple[bool, np.ndarray]:
        return True, self.newest

    def release(self) -> None:
        """It is pulled out, or let go."""
        self.looked.release()


class Looking:
    """Asked about each picture before it is read, as a lesson would be."""

    def __init__(self, looked: threading.Semaphore) -> None:
        self.looked, self.corrections = looked, self

    def add_frame(self, _frame: Frame, _tray: TrayPlane | None) -> bool:
        self.looked.release()
        return False

    def remember(self, *_: object) -> None:
        """Corrections are ignored."""

    def tick(self) -> None:
        """Lessons are ignored."""


def test_service_recovers_a_replugged_camera(desk: Desk) -> None:
    """It is reopened by its persistent name, retried while it is away, and the page shows that meanwhile."""
    name, ticks = "/dev/v4l/by-id/usb-046d_C920-video-index0", count(0, 0.1)
    looked, stop, said = threading.Semaphore(1), Hurried(), list[tuple[bool, str]]()
    lives = [
        Plugged(list(Film().still().frames()), looked),
        Plugged([], looked, is_there=False),
        Plugged([], looked, is_there=False),
        Plugged(list(THROW.frames()), looked),
    ]

    def plugged(which: int | str) -> Plugged:
        assert which == name
        said.append((desk.service.report.counters.attached, desk.service.report.counters.last_error))
        if not lives:
            stop.set()
        return lives.pop(0) if lives else Plugged([], looked, is_there=False)

    desk.service.loop.pictures.teaching = Looking(looked)  # type: ignore[assignment]
    desk.service.loop.open = lambda: LocalCamera(name, lambda: next(ticks), plugged=plugged)  # type: ignore[arg-type]
    desk.service.run(stop)
    assert [[thing.value for thing in reading.objects] for reading in desk.heard] == [["success", "blank"]]
    assert [is_there for is_there, _ in said] == [False] * 5
    assert (
        "stopped sending pictures" in str(said[1][1])
        and "Is it plugged in" in str(said[2][1])
        and "Is it plugged in" in str(said[3][1])
    )
    assert desk.status().reconnects == 2


@pytest.mark.parametrize("lamp", [2.2, 0.45], ids=["on", "off"])
def test_service_light_change_is_not_a_throw(desk: Desk, lamp: float) -> None:
    camera = UvcCamera()
    frames = LocalCamera(0, lambda: camera.now).follow(camera)  # type: ignore[arg-type]

    def play(seconds: float) -> None:
        until = camera.now + seconds
        while camera.now < until:
            desk.service.loop.step(next(frames))

    play(3)
    camera.dice = TWO
    play(3)
    camera.lamp = lamp
    play(12)
    assert camera.exposure == pytest.approx(100 / lamp, rel=0.05)
    assert [[thing.value for thing in reading.objects] for reading in desk.heard] == [["success", "blank"]]
    camera.dice = (Die(400, 200, "investigation"),)
    play(3)
    told = {
        reading.seq: [thing.value for thing in reading.objects] for reading in desk.heard
    }  # the first is sent again
    assert told == {1: ["success", "blank"], 2: ["investigation"]}


def test_running_says_what_the_reader_is_and_ends_when_told(desk: Desk) -> None:
    stop = threading.Event()

    def ending() -> FrameSource:
        stop.set()
        raise CameraError("No.")

    desk.service.loop.open = ending
    desk.service.run(stop)
    told = codec.decode(ReaderDescription, desk.bus.broker.retained[topics.reader_description("t1", "vision-cam0")])
    assert (told.kind, told.reads, told.source) == ("camera", ("mom_d8",), "vision/cam0")


def test_without_a_camera_the_process_waits_for_photographs(desk: Desk) -> None:
    stop = threading.Event()
    stop.set()
    desk.service.loop.open = None
    desk.service.run(stop)
    assert not desk.status().attached


@pytest.fixture
def staged(desk: Desk) -> CameraService:
    camera = DemoCamera(load_throws())
    service = create_service(CameraParts(
        bus=desk.bus.peer(), outbox=desk.service.sender.outbox, post=ReaderIdentity("t2"),
        camera=CameraInput(lambda: camera, RestThresholds(), camera), read=desk.service.reader.read,
        album=desk.service.loop.pictures.album,
    ))  # fmt: skip
    service.sender.bus.start()
    return service


def test_a_throw_is_asked_for_over_the_bus(desk: Desk, staged: CameraService) -> None:
    desk.rules.publish(topics.demo("t2", "vision-cam0"), codec.encode(DemoCommand(throw="token")))
    assert staged.report.counters.last_error == ""
    desk.rules.publish(topics.demo("t2", "vision-cam0"), codec.encode(DemoCommand(throw="nothing")))
    assert "No recorded throw" in str(staged.report.counters.last_error)


@pytest.mark.parametrize("payload", [b"", b"[]", b"{}", b'{"v": 1, "throw": 7}', b"\xff"])
def test_a_senseless_wish_is_no_throw(desk: Desk, staged: CameraService, payload: bytes) -> None:
    wishes = topics.demo("t2", "vision-cam0")
    desk.rules.publish(wishes, payload)
    assert (staged.sender.bus.subscriptions.unread[wishes], staged.report.counters.last_error) == (1, "")


def test_service_status_includes_camera_findings(desk: Desk) -> None:
    desk.service.report.counters.attached = True
    desk.play(Film().lamp(0.25).still())
    desk.service.report.publish(now=True)
    health = desk.status().health
    assert health is not None and health.light < 45
    assert "too dark" in str(health.advice[0])


def test_service_reports_a_pushed_camera(desk: Desk) -> None:
    (desk.folder / "tray.json").write_text("{}")
    desk.service.loop.monitor.corners = desk.folder / "tray.json"
    dice = (*TWO, Die(60, 300), Die(500, 40), Die(420, 280))
    desk.play(Film(scene=Scene(dice)).still())
    pushed = tuple(Die(die.x + 24, die.y, die.face) for die in dice)
    again = Desk(desk.folder / "again")
    again.service.loop.monitor.corners = desk.service.loop.monitor.corners
    again.play(Film(scene=Scene(pushed)).still())
    assert again.service.loop.monitor.checkup.health is not None
    assert again.service.loop.monitor.checkup.health.moved == pytest.approx(24 / 640, abs=0.01)


def ask(desk: Desk, whole: bool = False) -> None:
    """Request set-up messages."""
    desk.service.report.counters.attached = True
    desk.rules.publish(topics.check("t1", "vision-cam0"), codec.encode(CameraCheckRequest("c1", whole)))


def asked(desk: Desk) -> list[CameraSight]:
    """Return the set-up messages received."""
    told: list[CameraSight] = []
    desk.rules.subscribe(topics.sight("t1", topics.ANY), lambda m: told.append(codec.decode(CameraSight, m.payload)))
    ask(desk)
    return told


def test_service_stores_the_corner_view_at_rest(desk: Desk) -> None:
    (desk.folder / "tray.json").write_text("{}")
    desk.service.loop.monitor.corners = desk.folder / "tray.json"
    asked(desk)
    desk.play(Film().throw(TWO))
    assert desk.service.loop.monitor.checkup.health is not None and not (desk.folder / "tray.png").exists()
    desk.now += 1
    desk.play(Film(scene=Scene(TWO)).still(3))
    assert (desk.folder / "tray.png").exists()


def test_service_motion_is_not_flicker(desk: Desk) -> None:
    asked(desk)
    desk.play(Film().still(0.3))
    at_rest = len(desk.service.loop.monitor.checkup._lights)
    desk.play(Film().throw(TWO))
    assert len(desk.service.loop.monitor.checkup._lights) <= at_rest + 2


def test_service_setup_throw_carries_picture_and_advice(desk: Desk) -> None:
    told = asked(desk)
    desk.service.audience.remarks = lambda _image, objects, _tray: tuple(
        ReadingRemark("leans", "Roll it again.", seen.box) for seen in objects if seen.box
    )
    desk.play(THROW)
    desk.service.audience.tick(desk.service.report.health)
    assert told[-1].picture == desk.heard[0].picture
    assert len(told[-1].remarks) == 2


def test_service_full_picture_needs_setup_and_permission(desk: Desk) -> None:
    desk.service.loop.tray = desk.service.loop.watch.tray = TrayPlane(((200, 100), (440, 100), (440, 260), (200, 260)))
    preview, lying = desk.folder / "pictures" / PREVIEW, Film().still(0.2)

    def corner() -> float:
        desk.now += 1
        desk.play(lying)
        shown = cv2.imread(str(preview))
        assert shown is not None
        return float(shown[:50, :50].mean())

    ask(desk)
    assert corner() < 5
    ask(desk, whole=True)
    assert corner() > 30
    desk.now += OPEN_S
    assert corner() < 5, "it does not stay on the disk"


def test_service_lost_camera_deletes_the_full_picture(desk: Desk) -> None:
    ask(desk, whole=True)
    desk.play(Film().still(0.2))
    assert (desk.folder / "pictures" / PREVIEW).exists()
    desk.service.loop.follow(gone, threading.Event())
    assert not (desk.folder / "pictures" / PREVIEW).exists()


def test_service_reports_a_silent_camera(desk: Desk) -> None:
    desk.service.report.counters.attached = True
    desk.play(Film().still())
    desk.now += 10
    assert desk.service.report.health is not None and "sends no pictures any more" in str(
        desk.service.report.health.advice[0]
    )
    desk.service.report.counters.attached = False
    assert desk.service.report.health is None


@pytest.fixture
def beats(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Callable[[], bool]:
    """Return whether the process sends its heartbeat."""

    def are_heard() -> bool:
        heard, said = os.pipe()
        monkeypatch.setenv(PIPE, str(said))
        desk.service.run_errands(Ticks(3))
        os.close(said)
        with open(heard, "rb") as pipe:  # noqa: PTH123 - a handle
            return pipe.read() != b""

    return are_heard


class Ticks(Hurried):
    """Set after so many waits."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.left = count

    def wait(self, timeout: float | None = None) -> bool:
        self.left -= 1
        return self.left < 0 or super().wait(timeout)


def test_service_heartbeat_needs_a_running_loop(desk: Desk, beats: Callable[[], bool]) -> None:
    desk.play(Film().still())
    desk.now += 59
    assert beats()
    desk.now += 2
    assert not beats(), "a look at a picture has hung for a minute, or a driver"
    desk.play(Film().still())
    assert beats()
    desk.service.loop.open, desk.now = None, 1e6
    assert beats(), "without a camera it lives all the same"


def test_service_hanging_driver_stops_the_heartbeat(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in the process can end such a thread: its keeper ends the process, which is no longer heard."""
    monkeypatch.setattr(camera, "WAIT_S", 0.01)
    desk.service.loop.longest_s = 0.05
    stop, hung, said = Hurried(), Hung(), list[tuple[bool, bool]]()

    def opened() -> FrameSource:
        said.append((desk.service.loop.is_turning, hung.freed.is_set()))
        if len(said) == 1:
            return hung
        stop.set()
        raise CameraError("No.")

    def time_passes() -> None:
        wait_for(lambda: "no picture for" in str(desk.service.report.counters.last_error))
        desk.now += 61
        said.append((desk.service.loop.is_turning, hung.freed.is_set()))
        hung.freed.set()

    passing = threading.Thread(target=time_passes)
    passing.start()
    desk.service.loop.open = opened
    desk.service.run(stop)
    passing.join(20)
    assert said == [(True, False), (False, False), (True, True)]


def test_service_throw_becomes_one_reading_on_the_bus(desk: Desk) -> None:
    desk.rules.publish(topics.expect("t1"), codec.encode(Expectation("p41")), retain=True)
    desk.play(THROW)
    (reading,) = desk.heard
    assert (reading.table, reading.source, reading.zone, reading.seq) == ("t1", "vision/cam0", "tray", 1)
    assert sorted(seen.value or "" for seen in reading.objects) == ["blank", "success"]
    assert (reading.expect, len(reading.tray)) == ("p41", 4)
    assert (desk.folder / "pictures" / reading.picture).exists()
    desk.service.report.publish(now=True)
    assert (desk.status().state, desk.status().readings, desk.status().waiting) == ("online", 1, 1)


def test_service_checks_the_camera_when_idle_or_watched(desk: Desk) -> None:
    desk.play(Film().throw(TWO))
    assert desk.service.loop.monitor.checkup.health is None
    told = asked(desk)
    desk.play(Film().throw(TWO))
    desk.service.audience.tick(desk.service.report.health)
    assert told and told[0].health.size == (640, 360)


def test_service_photo_answers_the_open_prompt(desk: Desk) -> None:
    answers: list[PhotoResult] = []
    desk.rules.subscribe(
        topics.photo_result("t1", topics.ANY), lambda m: answers.append(codec.decode(PhotoResult, m.payload))
    )
    desk.rules.publish(topics.expect("t1"), codec.encode(Expectation("p41")), retain=True)
    for name in ("a.png", "missing.png"):
        (desk.folder / "a.png").write_bytes(packed(".png", draw(Scene(TWO))))
        desk.rules.publish(topics.photo("t1", "vision-cam0"), codec.encode(PhotoRequest(name)))
        desk.service.photographs.tick()
    assert [reading.expect for reading in desk.heard] == ["p41"]
    assert sorted(seen.value or "" for seen in desk.heard[0].objects) == ["blank", "success"]
    assert [(answer.name, bool(answer.sentence)) for answer in answers] == [("a.png", False), ("missing.png", True)]


def heard(desk: Desk, film: Film) -> list[str]:
    said: list[str] = []
    desk.rules.subscribe(POST.topic("live"), lambda m: said.append(codec.decode(TrayActivity, m.payload).tray))
    desk.play(film)
    return said


def test_camera_loop_reports_motion_then_reading_then_rest(desk: Desk) -> None:
    said = heard(desk, THROW)
    assert all(one != other for one, other in pairwise(said)), "changes only"
    assert [what for what, _ in groupby(said)][-3:] == ["moving", "reading", "still"]


def test_camera_loop_reports_a_resting_hand(desk: Desk) -> None:
    film = Film().still().throw(TWO).still().rest_hand(1.0).still()
    said = heard(desk, film)
    assert "hand" in said
    assert said[-1] == "still"


def test_camera_loop_lost_camera_ends_waiting(desk: Desk) -> None:
    said: list[str] = []
    desk.rules.subscribe(POST.topic("live"), lambda m: said.append(codec.decode(TrayActivity, m.payload).tray))
    for frame in list(THROW.frames())[:8]:
        desk.service.loop.step(frame)
    assert said[-1] == "moving"
    desk.service.loop.follow(gone, threading.Event())
    assert said[-1] == "still"


def test_camera_loop_look_again_repeats_the_reading(desk: Desk) -> None:
    whole = list(replace(THROW, scenes=list(THROW.scenes)).still(4).frames())
    asked_at, wished_at = len(whole) - 36, len(whole) - 20
    for place, frame in enumerate(whole):
        if place == asked_at:
            desk.rules.publish(topics.expect("t1"), codec.encode(Expectation("p42")), retain=True)
        if place == wished_at:
            assert len(desk.heard) == 1, "nothing new lies there"
            desk.rules.publish(topics.look("t1", POST.reader), codec.encode(LookAgainRequest("w1")))
        desk.service.loop.step(frame)
    first, again = desk.heard[0], desk.heard[-1]  # the first is resent meanwhile without an acknowledgement
    assert [seen.value for seen in first.objects] == [seen.value for seen in again.objects]
    assert (again.seq, again.expect) == (2, "p42")


def test_a_wish_at_an_empty_tray_tells_nothing(desk: Desk) -> None:
    desk.play(Film().still())
    desk.rules.publish(topics.look("t1", POST.reader), codec.encode(LookAgainRequest("w1")))
    desk.play(Film().still(2))
    assert desk.heard == []
