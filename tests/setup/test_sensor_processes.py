"""The input of the camera's and the bridge's process at their start."""

from pathlib import Path

import pytest

from companion.messaging import BrokerCredentials, Outbox
from companion.schema import Reading, Refused
from companion.settings import BridgeSettings, CameraSettings, SerialReader, Settings
from companion.setup import sensor_processes
from companion.setup.sensor_processes import STARTS_S, SensorProcesses
from companion.system.data_dir import memory_folder

ACCOUNT = BrokerCredentials("127.0.0.1", 1883, "reader", "word")
TRAY = ((10.0, 20.0), (310.0, 20.0), (310.0, 220.0), (10.0, 220.0))


def sensors(folder: Path, demo: bool = False, **settings: object) -> SensorProcesses:
    return SensorProcesses(Settings(data=folder, **settings), ACCOUNT, demo)


def names(made: SensorProcesses) -> list[str]:
    return [one["name"] for one in made.bridge_configuration()["readers"]]


def test_table_without_lines_has_no_serial_reader(tmp_path: Path) -> None:
    assert names(sensors(tmp_path)) == []


def test_demo_without_lines_has_a_virtual_reader(tmp_path: Path) -> None:
    (pretends,) = sensors(tmp_path, demo=True).bridge_configuration()["readers"]
    assert (pretends["name"], pretends["port"]) == ("bag", "")


def test_demo_uses_a_real_reader_of_that_name(tmp_path: Path) -> None:
    bridge = BridgeSettings(readers=(SerialReader(port="/dev/ttyUSB1", reader="bag"),))
    (real,) = sensors(tmp_path, demo=True, bridge=bridge).bridge_configuration()["readers"]
    assert real["port"] == "/dev/ttyUSB1"


def test_further_readers_follow_the_first(tmp_path: Path) -> None:
    further = (SerialReader(port="/dev/ttyUSB1", reader="tower"),)
    assert names(sensors(tmp_path, bridge=BridgeSettings(port="/dev/ttyUSB0", readers=further))) == ["bag", "tower"]


def test_demo_without_camera_plays_recorded_throws(tmp_path: Path) -> None:
    assert sensors(tmp_path, demo=True).camera_configuration()["demo"] is True
    assert sensors(tmp_path, demo=True, camera=CameraSettings(source="0")).camera_configuration()["demo"] is False
    assert sensors(tmp_path).camera_configuration()["demo"] is False


def test_preview_is_written_into_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    told = sensors(tmp_path / "table").camera_configuration()
    assert told["preview"] == str(memory_folder(tmp_path / "table")) != told["pictures"]
    monkeypatch.setenv("RUNTIME_DIRECTORY", "")
    monkeypatch.setenv("XDG_RUNTIME_DIR", "")
    assert sensors(tmp_path / "table").camera_configuration()["preview"] == told["pictures"]


def test_tapped_corners_are_passed_until_removed(tmp_path: Path) -> None:
    made = sensors(tmp_path)
    assert made.camera_configuration()["tray"] == ""
    made.frame(TRAY)
    assert Path(made.camera_configuration()["tray"]).parent == tmp_path
    made.frame(())
    assert made.camera_configuration()["tray"] == ""


def test_tray_of_settings_cannot_be_tapped(tmp_path: Path) -> None:
    made = sensors(tmp_path, camera=CameraSettings(tray=tmp_path / "mine.json"))
    with pytest.raises(Refused, match="settings"):
        made.frame(TRAY)
    assert made.camera_configuration()["tray"] == str(tmp_path / "mine.json")


class Child:
    """A process that is recorded, not started."""

    def __init__(self, name: str, *_: object) -> None:
        self.name, self.is_kept, self.is_resting = name, False, True

    def start(self, *, resting: bool = False) -> None:
        self.is_kept, self.is_resting = True, resting

    def wake(self) -> None:
        self.is_resting = False

    def rest(self) -> None:
        self.is_resting = True

    def renew(self) -> None:
        """Nothing to stop."""

    def stop(self) -> None:
        self.is_kept = False


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sensor_processes, "ManagedProcess", Child)


@pytest.mark.usefixtures("noted")
def test_process_without_camera_starts_on_request(tmp_path: Path) -> None:
    made = sensors(tmp_path)
    made.start()
    assert made.is_camera_resting and not made._bridge.is_resting
    assert STARTS_S - 1 < made.wake_camera() <= STARTS_S
    assert not made.is_camera_resting
    made.stop()
    assert made.wake_camera() == 0.0, "nobody waits for a process that never comes"


@pytest.mark.usefixtures("noted")
def test_process_without_requests_rests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = sensors(tmp_path)
    made.start()
    made.wake_camera()
    made.rest()
    assert not made.is_camera_resting, "it was asked just now"
    monkeypatch.setattr(sensor_processes, "IDLE_S", 0.0)
    made.rest()
    assert made.is_camera_resting
    made.stop()


@pytest.mark.usefixtures("noted")
def test_process_with_camera_never_rests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sensor_processes, "IDLE_S", 0.0)
    made = sensors(tmp_path, camera=CameraSettings(source="0"))
    made.start()
    made.rest()
    assert not made.is_camera_resting and not made._camera.is_resting
    made.stop()


@pytest.mark.usefixtures("noted")
def test_chosen_camera_wakes_the_process(tmp_path: Path) -> None:
    made = sensors(tmp_path)
    made.start()
    made.choices.change(way="local", source="/dev/video0")
    made.look_elsewhere()
    assert not made._camera.is_resting
    made.stop()


@pytest.mark.usefixtures("noted")
@pytest.mark.parametrize("is_damaged", [False, True])
def test_unsent_readings_wake_the_process(tmp_path: Path, is_damaged: bool) -> None:
    path = tmp_path / "vision" / "lamp-vision-cam0.outbox.db"
    path.parent.mkdir()
    if is_damaged:
        path.write_bytes(b"no database" * 1000)
    else:
        outbox = Outbox(path)
        outbox.put(Reading("", "lamp", "vision/cam0", "", 0))
        outbox.close()
    made = sensors(tmp_path)
    made.start()
    assert not made.is_camera_resting
    made.stop()
