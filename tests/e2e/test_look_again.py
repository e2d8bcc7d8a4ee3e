"""A doubt about the tray, and one tap that makes the camera look again, without touching a die."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.lamp import Lamp
from tests.e2e.stand import CameraStand
from tests.e2e.trays import THROWS, at_rest

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow]

EMPTY = THROWS / "mom_d8" / "2_0" / "frame_000.jpg"
PATIENCE = 30_000  # ms, for a camera on a busy machine


@pytest.fixture
def camera() -> Iterator[CameraStand]:
    camera = CameraStand(EMPTY)
    yield camera
    camera.stop()


@pytest.fixture
def house(camera: CameraStand, tmp_path: Path) -> Iterator[Lamp]:
    """A server with a camera over the tray."""
    house = Lamp(tmp_path, "--camera", camera.url)
    yield house
    house.stop()


def test_look_again_rereads_untouched_dice(camera: CameraStand, house: Lamp, page: Page) -> None:
    table = house.open("mansions")
    house.rolls(table)  # three dice
    page.goto(f"http://table.local:{house.port}/t/{table}")
    camera.play(at_rest("mom_d8", "2_0"))
    expect(page.get_by_test_id("doubt")).to_contain_text("3 wanted, 2 seen", timeout=PATIENCE)
    first = house.snapshot(table)["doubt"]["id"]
    page.get_by_test_id("look-again").click()
    house.until(lambda: (house.snapshot(table)["doubt"] or {}).get("id") not in (None, first))
    expect(page.get_by_test_id("doubt")).to_contain_text("3 wanted, 2 seen")
    assert not house.read(table), "it was only looked at"
    camera.play(at_rest("mom_d8", "3_0"))
    expect(page.get_by_test_id("filled")).to_have_count(3, timeout=PATIENCE)
    assert len(house.read(table)) == 1
