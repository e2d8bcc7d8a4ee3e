"""The tray without markers: four taps on the camera's picture."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.lamp import Lamp

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow]


@pytest.fixture
def framed(lamp: Lamp) -> Iterator[Path]:
    """The file with the tray's corners; behind the test the markers say where the tray is."""
    corners = lamp.folder / "data" / "tray.json"
    yield corners
    if corners.exists():
        table, before = lamp.open("mansions"), lamp.process_of("vision")
        lamp.post(f"/api/tables/{table}/tray", corners=[])
        comes_anew(lamp, table, before)


def comes_anew(lamp: Lamp, table: str, before: int) -> None:
    """Wait until another camera process runs. It may be away only for a moment."""
    lamp.until(lambda: lamp.process_of("vision") not in (0, before))
    lamp.until(lambda: "Tray camera" in lamp.ready(table))


def test_four_taps_show_the_tray_and_the_camera_begins_anew(
    lamp: Lamp, framed: Path, visit: Callable[..., Page]
) -> None:
    table = lamp.open("mansions")
    lamp.rolls(table)
    lamp.post(f"/api/tables/{table}/demo", throw="mom_d8")  # something moves, so that there is a picture
    lamp.until(lambda: lamp.snapshot(table)["tray"])
    page = visit(table)
    page.get_by_test_id("menu").click()
    page.get_by_test_id("corners").click()
    picture = page.get_by_test_id("corner-picture")
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    assert box is not None
    for x, y in ((0.3, 0.2), (0.7, 0.2), (0.7, 0.8), (0.3, 0.8)):
        picture.click(position={"x": x * box["width"], "y": y * box["height"]})
    before = lamp.process_of("vision")
    page.get_by_test_id("corners-save").click()
    expect(page.get_by_text("The tray is set")).to_be_visible()
    assert len(json.loads(framed.read_text())["corners"]) == 4
    comes_anew(lamp, table, before)
