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

PATIENCE_MS = 30_000  # for a camera on a busy machine


@pytest.fixture
def stand() -> Iterator[CameraStand]:
    stand = CameraStand(THROWS / "mom_d8" / "2_0" / "frame_000.jpg")
    yield stand
    stand.stop()


@pytest.fixture
def lamp(stand: CameraStand, tmp_path: Path) -> Iterator[Lamp]:
    """A server of its own: the camera's picture is another than the teaching tests have."""
    lamp = Lamp(tmp_path, "--camera", stand.url)
    yield lamp
    lamp.stop()


def test_look_again_rereads_untouched_dice(stand: CameraStand, lamp: Lamp, page: Page) -> None:
    table = lamp.open("mansions")
    lamp.rolls(table)  # three dice
    page.goto(f"http://table.local:{lamp.port}/t/{table}")
    stand.play(at_rest("mom_d8", "2_0"))
    expect(page.get_by_test_id("doubt")).to_contain_text("3 wanted, 2 seen", timeout=PATIENCE_MS)
    first = lamp.snapshot(table)["doubt"]["id"]
    page.get_by_test_id("look-again").click()
    lamp.until(lambda: (lamp.snapshot(table)["doubt"] or {}).get("id") not in (None, first))
    expect(page.get_by_test_id("doubt")).to_contain_text("3 wanted, 2 seen")
    assert not lamp.read(table), "it was only looked at"
    stand.play(at_rest("mom_d8", "3_0"))
    expect(page.get_by_test_id("filled")).to_have_count(3, timeout=PATIENCE_MS)
    assert len(lamp.read(table)) == 1
