"""The page on which one works out where the camera hangs."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.web.request.language import COOKIE
from tests.cut import cut
from tests.web.conftest import Stage
from tests.web.rig import OURS, Rig
from tests.web.sample_page import misfits

TOLD = {"tray_mm": [300, 220], "picture_px": [1280, 720], "way": "across", "one": 66}


def asked(rig: Rig, **more: Any) -> Any:
    return rig.page().client.post("/api/build", json=TOLD | more, headers=OURS)


@pytest.mark.parametrize(
    ("way", "one", "other"), [("across", 66, 0), ("corner", 73.4, 0), ("glass", 5, 6.49), ("ruler", 649, 500)]
)
def test_lens_is_given_in_units_of_its_box(rig: Rig, way: str, one: float, other: float) -> None:
    assert asked(rig, way=way, one=one, other=other).json["across_deg"] == pytest.approx(66, abs=0.1)


@pytest.mark.parametrize(
    ("more", "status", "says"),
    [
        ({"one": 3}, 422, "Degrees along the long side: 3 was told, and 15 to 140 can be worked out."),
        ({"way": "guess"}, 400, "way"),
        ({"kinds": ["coin"]}, 422, "'coin' is nothing to read here"),
        ({"tray_mm": [300]}, 400, "tray_mm"),
    ],
)
def test_impossible_mount_is_refused_with_sentence(rig: Rig, more: dict[str, Any], status: int, says: str) -> None:
    got = asked(rig, **more)
    assert got.status_code == status
    assert says in got.json["sentence"]


@pytest.mark.browser
def test_build_page_shows_faults_at_once_and_fits(page: Page, stage: Stage, rig: Rig) -> None:
    stage.app = rig.app
    page.goto("/build")
    verdict = page.get_by_test_id("verdict")
    expect(verdict).to_have_attribute("data-verdict", "good")
    page.get_by_test_id("height").fill("700")
    expect(verdict).to_contain_text("70 cm is too far. Hang it between 35 and 44 cm.")
    page.get_by_test_id("best").click()
    expect(verdict).to_contain_text("39 cm is a good height.")
    page.get_by_test_id("camera-wide").click()
    expect(verdict).to_contain_text("The lens is too wide")
    page.get_by_test_id("camera-own").click()
    page.get_by_test_id("way-ruler").click()
    page.get_by_test_id("one").fill("0")
    expect(page.get_by_test_id("trouble")).to_contain_text("Millimetres of the ruler that are seen: 0")
    page.get_by_test_id("one").fill("350,5")
    expect(page.get_by_test_id("trouble")).to_have_count(0)
    page.reload()
    expect(page.get_by_test_id("side")).to_have_attribute(
        "aria-label", "From the side: the camera hangs 44 cm above the tray"
    )
    page.get_by_test_id("way-glass").click()
    page.context.add_cookies([{"name": COOKIE, "value": "de", "url": stage.url}])  # its words are the longest
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert misfits(page, cut) == []
