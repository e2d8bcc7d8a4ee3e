"""The camera's process on a real broker, with the recorded throws for a camera."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from shutil import copy

import pytest

from companion.messaging import Bus, MqttBus
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.schema import (
    UNKNOWN,
    Ack,
    CameraCheckRequest,
    CameraSight,
    DemoCommand,
    Expectation,
    ExpectedAnswer,
    ReaderStatus,
    Reading,
    codec,
    topics,
)
from tests.e2e.trays import THROWS, at_rest
from tests.messaging.heard import Heard, wait_for
from vision.service.settings import CameraProcessSettings

pytestmark = [pytest.mark.broker, pytest.mark.slow, pytest.mark.timeout(110)]

READER = "vision-cam0"
THREE = Expectation("t1.p41", (ExpectedAnswer("p41.0", ("mom_d8",), count=3, zone="tray"),))


class Ears:
    """The rules service's ears, which acknowledge nothing by themselves."""

    def __init__(self) -> None:
        self.readings, self.status = Heard(), Heard()

    def join(self, bus: Bus) -> None:
        bus.subscribe(topics.reading("t1", "+"), self.readings)
        bus.subscribe(topics.reader_status("t1", "+"), self.status)

    def wait_for_camera(self) -> None:
        while not codec.decode(ReaderStatus, self.status.next().payload).attached:
            pass

    def reading(self) -> Reading:
        return codec.decode(Reading, self.readings.next().payload)


@contextmanager
def camera(settings: CameraProcessSettings) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "-m", "vision", "-"], stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(json.dumps(codec.to_json(settings)).encode())
    process.stdin.close()
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def settings(mosquitto: EmbeddedBroker, tmp_path: Path) -> CameraProcessSettings:
    places = {name: str(tmp_path / name) for name in ("folder", "pictures", "uploads")}
    return CameraProcessSettings(
        "t1", **places, account=mosquitto.account("reader", "t1"), kits=("demo_mom_d8",), demo=True
    )


@pytest.fixture
def ears() -> Ears:
    return Ears()


def test_killed_process_resends_an_uncommitted_throw(
    mosquitto: EmbeddedBroker, join: Callable[..., MqttBus], settings: CameraProcessSettings, ears: Ears
) -> None:
    rules = join(mosquitto, "rules", prepare=ears.join)
    rules.publish(topics.expect("t1"), codec.encode(THREE), retain=True)
    with camera(settings):
        ears.wait_for_camera()
        rules.publish(topics.demo("t1", READER), codec.encode(DemoCommand(throw="mom_d8")))
        first = ears.reading()
    assert (first.expect, first.seq, len(first.objects)) == ("t1.p41", 1, 3)
    assert (Path(settings.pictures) / first.picture).exists()
    with camera(settings):
        wait_for(lambda: ears.reading().id == first.id)
        rules.publish(topics.ack("t1", READER), codec.encode(Ack(first.epoch, 1)), retain=True)
        ears.wait_for_camera()
        rules.publish(topics.demo("t1", READER), codec.encode(DemoCommand(throw="mom_d8")))
        while (second := ears.reading()).id == first.id:
            pass
    assert (second.epoch, second.seq) == (first.epoch, 2)


def test_photo_in_a_folder_is_read(
    mosquitto: EmbeddedBroker, join: Callable[..., MqttBus], settings: CameraProcessSettings, ears: Ears, tmp_path: Path
) -> None:
    """The dice are of another kit than the one on the table."""
    phone, told = tmp_path / "phone", Heard()
    phone.mkdir()
    copy(THROWS / "mom_d8" / "2_0" / "frame_000.jpg", phone / "empty.jpg")

    def listening(bus: Bus) -> None:
        ears.join(bus)
        bus.subscribe(topics.sight("t1", "+"), told)

    rules = join(mosquitto, "rules", prepare=listening)
    with camera(replace(settings, camera=str(phone), kits=("d6",), demo=False)):
        ears.wait_for_camera()
        rules.publish(topics.check("t1", READER), codec.encode(CameraCheckRequest("c1")))
        assert codec.decode(CameraSight, told.next().payload).health.size == (640, 360)
        copy(at_rest("mom_d8", "2_0"), phone / "throw.jpg")
        reading = ears.reading()
        while (sight := codec.decode(CameraSight, told.next().payload)).picture != reading.picture:
            pass
    assert {seen.kind for seen in reading.objects} == {UNKNOWN}
    assert [(remark.doing, remark.kit) for remark in sight.remarks] == [("other_kit", "demo_mom_d8")] * 2
    assert sight.health.findings == () and len(sight.health.tray) == 4


def test_a_process_that_is_killed_is_offline(
    mosquitto: EmbeddedBroker, join: Callable[..., MqttBus], settings: CameraProcessSettings, ears: Ears
) -> None:
    join(mosquitto, "rules", prepare=ears.join)
    with camera(settings):
        ears.wait_for_camera()
    while codec.decode(ReaderStatus, ears.status.next().payload).state != "offline":
        pass


def test_a_process_told_to_end_says_good_bye(
    mosquitto: EmbeddedBroker, join: Callable[..., MqttBus], settings: CameraProcessSettings, ears: Ears
) -> None:
    join(mosquitto, "rules", prepare=ears.join)
    with camera(settings) as process:
        ears.wait_for_camera()
        process.terminate()
        assert process.wait(30) == 0
    while codec.decode(ReaderStatus, ears.status.next().payload).state != "offline":
        pass


def test_orphaned_process_ends_by_itself(settings: CameraProcessSettings) -> None:
    house = subprocess.Popen([sys.executable, "-c", ""])
    house.wait()
    with camera(replace(settings, parent=house.pid)) as process:
        assert process.wait(30) == 0


def test_a_process_ends_with_its_house(
    mosquitto: EmbeddedBroker, join: Callable[..., MqttBus], settings: CameraProcessSettings, ears: Ears
) -> None:
    join(mosquitto, "rules", prepare=ears.join)
    words = "import json, os, subprocess, sys; told = json.loads(sys.argv[1]) | {'parent': os.getpid()}\nsubprocess.Popen([sys.executable, '-m', 'vision', '-'], stdin=subprocess.PIPE).communicate(json.dumps(told).encode())"
    house = subprocess.Popen([sys.executable, "-c", words, json.dumps(codec.to_json(settings))])
    ears.wait_for_camera()
    house.kill()
    house.wait()
    while codec.decode(ReaderStatus, ears.status.next().payload).state != "offline":
        pass
