"""The camera chosen on the page, its messages, and the machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.messaging import BrokerCredentials, MemoryBus
from companion.ops.system_info import system_info
from companion.presentation.responses import CameraChoice
from companion.schema import (
    CameraCheckRequest,
    CameraHealth,
    CameraSight,
    Reading,
    ReadingRemark,
    Refused,
    SeenObject,
    codec,
    topics,
)
from companion.sessions import SessionManager, SetupChoices, SetupChoiceStore, Way
from companion.sessions.store.setup_choices import SetupChoicesError
from companion.settings import CameraSettings, Settings
from companion.setup.camera_check import SIGHT_LIFETIME, CameraCheck
from companion.setup.camera_setup import CameraSetup
from companion.setup.sensor_processes import SensorProcesses
from tests.fakes import TOY
from tests.new_log import new_log

STREAM = "http://192.168.1.7:8080/video"
TRAY = ((10.0, 20.0), (310.0, 20.0), (310.0, 220.0), (10.0, 220.0))


class House:
    """Setup with a bus and one plugged-in camera."""

    def __init__(self, folder: Path, demo: bool = False, **camera: Any) -> None:
        self.settings = Settings(data=folder, camera=CameraSettings(**camera))
        self.bus, self.log, self.now = MemoryBus(), new_log(folder), 0.0
        self.sensors = SensorProcesses(self.settings, BrokerCredentials("127.0.0.1", 1883, "reader", "word"), demo)
        self.hall = SessionManager(self.log, Random(1))
        self.changes: list[float] = []
        self.checks: list[CameraCheckRequest] = []
        self.chosen: list[str] = []
        changed = lambda: self.changes.append(self.now)  # noqa: E731 - a callable is needed
        self.check = CameraCheck(self.bus, self.hall, lambda: "vision-cam0", changed, "lamp", lambda: self.now)
        self.desk = OneCamera(self.sensors, self.check, lambda: self.chosen.append(self.desk.source), "amqtt")
        self.bus.subscribe(
            topics.check("lamp", "vision-cam0"),
            lambda message: self.checks.append(codec.decode(CameraCheckRequest, message.payload)),
        )
        self.bus.start()

    def says(self, sight: CameraSight) -> None:
        self.bus.publish(topics.sight("lamp", "vision-cam0"), codec.encode(sight))


class OneCamera(CameraSetup):
    def cameras(self) -> tuple[CameraChoice, ...]:
        return (CameraChoice("/dev/video0", "C920"),)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    house = House(tmp_path)
    yield house
    house.log.close()


@pytest.mark.parametrize(("way", "source"), [("local", "/dev/video0"), ("stream", STREAM), ("stream", f" {STREAM} ")])
def test_chosen_camera_is_opened_after_a_restart(house: House, tmp_path: Path, way: Way, source: str) -> None:
    house.desk.choose(way, source)
    assert house.sensors.camera_configuration()["camera"] == source.strip()
    again = SensorProcesses(house.settings, BrokerCredentials("127.0.0.1", 1883, "reader", "word"))
    assert again.camera_configuration()["camera"] == source.strip() and again.choices.now.way == way


@pytest.mark.parametrize("way", ["photos", "hand"])
def test_choice_without_camera_opens_none(house: House, way: Way) -> None:
    house.desk.choose("stream", STREAM)
    assert house.sensors.has_camera
    house.desk.choose(way, STREAM)
    assert house.sensors.camera_configuration()["camera"] == "" and not house.sensors.has_camera
    assert house.chosen == [STREAM, ""], "displays miss a camera from then on, or no more"


REFUSED: dict[str, tuple[Way, str]] = {
    "not plugged in": ("local", "/dev/video7"),
    "a file of this machine": ("local", "/etc"),
    "no address": ("stream", "my phone"),
    "a file by its address": ("stream", "file:///etc/passwd"),
    "this machine": ("stream", "http://127.0.0.1:8080/metrics"),
    "this machine, by its name": ("stream", "http://me:word@LocalHost/"),
    "this machine, in figures": ("stream", "http://2130706433/"),
    "this machine, in six": ("stream", "http://[::ffff:7f00:1]:22/"),
    "where clouds keep their keys": ("stream", "http://169.254.169.254/latest"),
    "half a number": ("stream", "http://[::1/video"),
}


@pytest.mark.parametrize("how", REFUSED)
def test_impossible_camera_is_refused(house: House, how: str) -> None:
    with pytest.raises(Refused):
        house.desk.choose(*REFUSED[how])
    assert house.desk.choices.now == SetupChoices()


def test_settings_may_allow_a_camera_on_this_machine(tmp_path: Path) -> None:
    assert not House(tmp_path / "1").sensors.camera_configuration()["may_be_here"]
    assert House(tmp_path / "2", source="http://127.0.0.1/").sensors.camera_configuration()["may_be_here"]
    house = House(tmp_path / "3", this_machine=True)
    house.desk.choose("stream", "http://127.0.0.1:8080/video")
    assert house.sensors.camera_configuration()["may_be_here"]


def test_camera_password_is_kept_and_never_shown(house: House, tmp_path: Path) -> None:
    source = "http://me:secret@192.168.1.7/video"
    house.desk.choose("stream", source)
    assert house.sensors.camera_configuration()["camera"] == source
    assert house.desk.source == "http://192.168.1.7/video"
    house.desk.choose("stream", house.desk.source)
    assert house.desk.choices.now.source == source
    assert (tmp_path / "setup.json").stat().st_mode & 0o077 == 0


def test_another_camera_forgets_the_tray_corners(house: House) -> None:
    house.desk.choose("stream", STREAM)
    house.sensors.frame(TRAY)
    house.desk.choose("stream", STREAM)
    assert house.desk.tapped, "it is the same camera"
    house.desk.choose("local", "/dev/video0")
    assert not house.desk.tapped


@pytest.mark.parametrize("demo", [True, False])
def test_demo_and_settings_override_the_chosen_camera(tmp_path: Path, demo: bool) -> None:
    house = House(tmp_path, demo, source="" if demo else "0")
    house.desk.choices.change(way="stream", source=STREAM)
    told = house.sensors.camera_configuration()
    assert (told["demo"], house.desk.by) == (demo, "demo" if demo else "settings")
    if not demo:
        assert told["camera"] == "0"
        with pytest.raises(Refused, match="settings"):
            house.desk.choose("hand", "")
    house.log.close()


def test_choice_that_cannot_be_stored_is_refused(tmp_path: Path) -> None:
    (tmp_path / "table").touch()  # a file in place of its folder
    choices = SetupChoiceStore(tmp_path / "table" / "setup.json")
    with pytest.raises(SetupChoicesError, match=r"setup\.json"):
        choices.change(way="hand")
    assert choices.now == SetupChoices()


def test_damaged_choices_are_ignored(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "setup.json").write_text('{"way": "sideways"}')
    assert SetupChoiceStore(tmp_path / "setup.json").now == SetupChoices()
    assert "setup.json" in caplog.text


def test_sight_expires_after_seconds(house: House) -> None:
    house.bus.publish(topics.sight("lamp", "vision-cam0"), b"{")
    assert house.desk.sight is None and not house.changes, "unreadable"
    house.says(CameraSight(CameraHealth(blur=0.5)))
    assert house.desk.sight is not None and house.desk.sight.health.blur == 0.5 and house.changes
    house.now = SIGHT_LIFETIME
    assert house.desk.sight is None


def test_sight_remarks_join_their_test_throw(house: House) -> None:
    remark = ReadingRemark("stranger", "Teach it.", (1.0, 2.0, 3.0, 4.0))
    house.hall.test_throws.graded_throws.keep_alive("page")
    house.hall.readings.handle(
        Reading("r1", "lamp", "vision/cam0", "e", 1, objects=(SeenObject("unknown"),), picture="r1.jpg")
    )
    house.says(CameraSight(CameraHealth(), "r1.jpg", (remark,)))
    assert house.hall.test_throws.graded_throws.throws[0].remarks == (remark,)


@pytest.mark.parametrize("whole", [True, False])
def test_new_game_limits_the_camera_to_its_tray_once(house: House, whole: bool) -> None:
    house.desk.check(whole=whole)
    house.hall.open("toy")
    house.hall.set_notice("t1", "info", "The game goes on.")
    assert [one.whole for one in house.checks] == ([True, False] if whole else [False])
    assert len({one.id for one in house.checks}) == len(house.checks)


def test_system_info_counts_log_and_pictures(tmp_path: Path) -> None:
    (tmp_path / "log.db").write_bytes(b"12345")
    (tmp_path / "log.db-wal").write_bytes(b"123")
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "a.jpg").write_bytes(b"12")
    told = system_info(Settings(data=tmp_path), "mosquitto")
    assert (told.log, told.pictures, told.pictures_size, told.elsewhere) == (8, 1, 2, False)
    assert told.free > 0 and dict(told.versions)["Python"].startswith("3.")


@pytest.mark.parametrize(("kind", "told"), [("mosquitto", "Mosquitto"), ("amqtt", "amqtt"), ("external", "external")])
def test_system_info_names_the_running_broker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, told: str
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert dict(system_info(Settings(data=tmp_path), kind).versions)["Broker"] == told


def test_marker_sheet_is_a_pdf(house: House) -> None:
    assert house.desk.sheet("A4", str).startswith(b"%PDF")


@pytest.mark.parametrize("source", ["0", "/dev/v4l/by-id/usb-046d_C920-video-index0", "csi:0"])
def test_local_camera_sets_its_light_again(tmp_path: Path, source: str) -> None:
    house = House(tmp_path, source=source)
    house.desk.check(whole=True)
    house.desk.relight()
    assert [(one.whole, one.light) for one in house.checks] == [(True, False), (True, True)]


@pytest.mark.parametrize("source", ["", STREAM, "/home/pi/pictures", "5.jpg"])
def test_other_sources_refuse_to_set_light(tmp_path: Path, source: str) -> None:
    house = House(tmp_path, source=source)
    with pytest.raises(Refused, match="Only a camera at this machine"):
        house.desk.relight()
    assert house.checks == [] and not house.desk.is_steered
