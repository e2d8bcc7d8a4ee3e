"""A small part of `./table prove hostile_bus`: no process fails, hangs, grows or changes, and each fault is logged once."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.messaging.reading_consumer import MOST_READERS
from companion.schema import Ack, ReaderDescription, ReaderStatus, Reading, SeenObject, codec, topics
from tests.hostile import bus as hostile

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("settled")]


@pytest.mark.slow
def test_bus_survives_hostile_messages(tmp_path: Path) -> None:
    found = hostile.flood_all(tmp_path, 7, 25)
    assert {name for name, told in found.items() if told["unread"]} >= {"the house", "the camera", "the bridge"}


@pytest.mark.slow
def test_names_that_are_invented_fill_no_memory(tmp_path: Path) -> None:
    assert hostile.invent_readers(tmp_path, 400)["names"] == 400


def test_bus_serves_the_camera_despite_invented_readers(tmp_path: Path) -> None:
    with ExitStack() as stack:
        house = hostile.house(tmp_path, stack)
        for name in (*(f"bridge-{number}" for number in range(90)), "vision-cam0"):
            source, table = name.replace("-", "/"), hostile.PLACE
            about = ReaderDescription("camera" if name == "vision-cam0" else "scanner", "", source, "e")
            reading = Reading(f"{name}.1", table, source, "e", 1, objects=(SeenObject("d6", "3", 1.0),))
            house.tell(topics.reader_description(table, name), codec.encode(about), retain=True)
            house.other.publish(topics.reader_status(table, name), codec.encode(ReaderStatus("online", attached=True)))
            house.tell(topics.reading(table, name), codec.encode(reading), retain=False)
        retained = house.bus.broker.retained
        assert codec.decode(Ack, retained[topics.ack(table, "vision-cam0")]) == Ack("e", 1)
        assert sum(topic.endswith("/ack") for topic in retained) == MOST_READERS + 1
