"""What the camera's and the bridge's process are told when they start."""

from pathlib import Path

import pytest

from companion.messaging import BrokerCredentials
from companion.schema import Refused
from companion.settings import BridgeSettings, CameraSettings, SerialReader, Settings
from companion.setup.sensor_processes import SensorProcesses

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
