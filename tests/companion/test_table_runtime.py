"""A table whose camera process is asleep: its last messages are old, and requests wait until it is awake."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion import app
from companion.app import Application
from companion.messaging import MemoryBus
from companion.schema import ReaderDescription, ReaderStatus, codec, topics
from companion.settings import CameraSettings, Settings
from companion.setup import sensor_processes
from companion.web import services
from tests.web.planted import ELSEWHERE

CAMERA = "vision-cam0"


def house_in(folder: Path, source: str = "") -> Application:
    settings = Settings(data=folder, broker=ELSEWHERE, camera=CameraSettings(source=source))
    house = Application(settings, bus=MemoryBus())
    house.connect()
    return house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Application]:
    """Without a camera and its processes."""
    house = house_in(tmp_path)
    yield house
    house.stop()


def comes(house: Application) -> None:
    """The camera process announces itself with a retained message."""
    place = house.settings.place
    told = ReaderDescription("camera", "", "vision/cam0", "e1")
    house.bus.publish(topics.of_reader(place, CAMERA, "description"), codec.encode(told), retain=True)
    status = codec.encode(ReaderStatus("online", attached=True))
    house.bus.publish(topics.of_reader(place, CAMERA, "status"), status, retain=True)


@pytest.mark.slow
def test_retained_message_of_a_removed_camera_is_ignored(house: Application) -> None:
    comes(house)
    assert house.table_runtime.camera_reader() == "" and house.reader_states.summaries() == ()


@pytest.mark.slow
def test_own_address_reaches_home_assistant_and_broker_certificate(
    house: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    urls, names, renewed = list[str](), list[set[str]](), list[bool]()
    where = topics.discovery(house.settings.place)
    house.bus.subscribe(where, lambda told: urls.append(json.loads(told.payload)["device"]["configuration_url"]))
    house.page_address.port = 8000
    broker = SimpleNamespace(encrypted=True, renew=lambda: renewed.append(True), stop=lambda: None)
    monkeypatch.setattr(house, "broker", broker)
    monkeypatch.setattr(app, "make_certificates", lambda _folder, called: names.append(set(called)))
    for now in ("127.0.0.1", "192.168.77.9", "192.168.77.9"):
        monkeypatch.setattr(app, "address", lambda now=now: now)
        monkeypatch.setattr(services, "page_host", lambda _bind, now=now: now)
        house.health_monitor._look_further()
    assert urls[-1:] == ["http://192.168.77.9:8000"] and len(renewed) == 1
    assert ["192.168.77.9" in one for one in names] == [True]


@pytest.mark.slow
def test_status_of_a_configured_camera_is_used(tmp_path: Path) -> None:
    house = house_in(tmp_path, source="0")
    comes(house)
    assert house.table_runtime.camera_reader() == CAMERA
    house.stop()


def test_camera_process_is_started_and_awaited(house: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    resting, woken = threading.Event(), threading.Thread(target=comes, args=(house,))
    resting.set()

    def wake() -> float:
        resting.clear()
        woken.start()
        return 20.0

    monkeypatch.setattr(house, "is_camera_resting", resting.is_set)
    monkeypatch.setattr(house, "wake_camera", wake)
    assert house.table_runtime.awake_camera_reader() == CAMERA
    woken.join()


def test_resting_camera_process_gets_no_request(house: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "is_camera_resting", lambda: False)
    comes(house)
    assert house.table_runtime.awake_camera_reader() == CAMERA
    monkeypatch.setattr(sensor_processes, "IDLE_S", 0.0)
    house.sensors.rest()
    assert house.table_runtime.awake_camera_reader() == ""


def test_missing_camera_process_is_not_awaited(house: Application) -> None:
    assert house.table_runtime.awake_camera_reader() == ""
