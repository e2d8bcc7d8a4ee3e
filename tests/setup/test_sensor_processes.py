"""What the camera's and the bridge's process are told when they start."""

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
    return [one["name"] for one in made.of_bridge()["readers"]]


def test_a_table_without_a_line_has_no_serial_reader(tmp_path: Path) -> None:
    assert names(sensors(tmp_path)) == []


def test_a_demo_without_a_line_has_a_reader_that_only_pretends(tmp_path: Path) -> None:
    (pretends,) = sensors(tmp_path, demo=True).of_bridge()["readers"]
    assert (pretends["name"], pretends["port"]) == ("bag", "")


def test_a_demo_pretends_nothing_under_the_name_of_a_reader_that_is_there(tmp_path: Path) -> None:
    bridge = BridgeSettings(readers=(SerialReader(port="/dev/ttyUSB1", reader="bag"),))
    (real,) = sensors(tmp_path, demo=True, bridge=bridge).of_bridge()["readers"]
    assert real["port"] == "/dev/ttyUSB1"


def test_further_readers_stand_beside_the_first(tmp_path: Path) -> None:
    further = (SerialReader(port="/dev/ttyUSB1", reader="tower"),)
    assert names(sensors(tmp_path, bridge=BridgeSettings(port="/dev/ttyUSB0", readers=further))) == ["bag", "tower"]


def test_throws_are_recorded_ones_where_a_demo_has_no_camera(tmp_path: Path) -> None:
    assert sensors(tmp_path, demo=True).of_camera()["demo"] is True
    assert sensors(tmp_path, demo=True, camera=CameraSettings(source="0")).of_camera()["demo"] is False
    assert sensors(tmp_path).of_camera()["demo"] is False


def test_the_picture_of_now_lies_in_memory_where_the_page_looks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    told = sensors(tmp_path / "table").of_camera()
    assert told["preview"] == str(memory_folder(tmp_path / "table")) != told["pictures"]
    monkeypatch.setenv("RUNTIME_DIRECTORY", "")
    monkeypatch.setenv("XDG_RUNTIME_DIR", "")
    assert sensors(tmp_path / "table").of_camera()["preview"] == told["pictures"]


def test_corners_that_were_tapped_are_told_until_they_are_taken_back(tmp_path: Path) -> None:
    made = sensors(tmp_path)
    assert made.of_camera()["tray"] == ""
    made.frame(TRAY)
    assert Path(made.of_camera()["tray"]).parent == tmp_path
    made.frame(())
    assert made.of_camera()["tray"] == ""


def test_a_tray_of_the_settings_is_not_tapped_anew(tmp_path: Path) -> None:
    made = sensors(tmp_path, camera=CameraSettings(tray=tmp_path / "mine.json"))
    with pytest.raises(Refused, match="settings"):
        made.frame(TRAY)
    assert made.of_camera()["tray"] == str(tmp_path / "mine.json")


class Child:
    """A process of the house that is only noted."""

    def __init__(self, name: str, *_: object) -> None:
        self.name, self.is_kept, self.is_resting = name, False, True

    def start(self, *, resting: bool = False) -> None:
        self.is_kept, self.is_resting = True, resting

    def wake(self) -> None:
        self.is_resting = False

    def rest(self) -> None:
        self.is_resting = True

    def renew(self) -> None:
        """Nothing runs."""

    def stop(self) -> None:
        self.is_kept = False


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sensor_processes, "ManagedProcess", Child)


@pytest.mark.usefixtures("noted")
def test_without_a_camera_its_process_begins_when_somebody_asks(tmp_path: Path) -> None:
    made = sensors(tmp_path)
    made.start()
    assert made.is_camera_resting and not made._bridge.is_resting
    assert STARTS_S - 1 < made.wake_camera() <= STARTS_S
    assert not made.is_camera_resting
    made.stop()
    assert made.wake_camera() == 0.0, "nobody waits for a process that never comes"


@pytest.mark.usefixtures("noted")
def test_a_process_that_nobody_has_asked_for_a_while_rests_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
def test_a_camera_is_looked_through_from_the_start_and_does_not_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sensor_processes, "IDLE_S", 0.0)
    made = sensors(tmp_path, camera=CameraSettings(source="0"))
    made.start()
    made.rest()
    assert not made.is_camera_resting and not made._eye.is_resting
    made.stop()


@pytest.mark.usefixtures("noted")
def test_a_camera_that_is_chosen_wakes_the_process(tmp_path: Path) -> None:
    made = sensors(tmp_path)
    made.start()
    made.choices.change(way="local", source="/dev/video0")
    made.look_elsewhere()
    assert not made._eye.is_resting
    made.stop()


@pytest.mark.usefixtures("noted")
@pytest.mark.parametrize("is_damaged", [False, True])
def test_readings_that_have_not_arrived_are_sent_without_a_camera_too(tmp_path: Path, is_damaged: bool) -> None:
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
