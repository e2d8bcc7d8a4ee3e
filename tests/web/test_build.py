"""The page on which one works out where the camera hangs."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.web.request.language import COOKIE
from tests.barriers import EVERYWHERE, barriers, sideways, too_small
from tests.cut import cut
from tests.web.conftest import Stage
from tests.web.rig import OURS, Rig

TOLD = {"tray_mm": [300, 220], "picture_px": [1280, 720], "way": "across", "one": 66}


def asked(rig: Rig, **more: Any) -> Any:
    return rig.page().client.post("/api/build", json=TOLD | more, headers=OURS)


def test_the_server_says_what_is_seen(rig: Rig) -> None:
    told = asked(rig, height_mm=400).json
    assert (told["verdict"], told["height_mm"], told["seen_mm"]) == ("good", 400, [520, 292])


@pytest.mark.parametrize(
    ("way", "one", "other"), [("across", 66, 0), ("corner", 73.4, 0), ("glass", 5, 6.49), ("ruler", 649, 500)]
)
def test_a_lens_is_told_as_its_box_tells_it(rig: Rig, way: str, one: float, other: float) -> None:
    assert asked(rig, way=way, one=one, other=other).json["across_deg"] == pytest.approx(66, abs=0.1)


@pytest.mark.parametrize(
    ("more", "status", "says"),
    [
        ({"one": 3}, 422, "Degrees along the long side: 3 was told, and 15 to 140 can be worked out."),
        ({"way": "corner", "picture_px": [0, 0]}, 422, "Side of the picture in pixels: 0"),
        ({"way": "guess"}, 400, "way"),
        ({"kinds": ["coin"]}, 422, "'coin' is nothing to read here"),
        ({"tray_mm": [300]}, 400, "tray_mm"),
        ({"one": "wide"}, 400, "one"),
    ],
)
def test_what_cannot_be_is_a_sentence(rig: Rig, more: dict[str, Any], status: int, says: str) -> None:
    got = asked(rig, **more)
    assert got.status_code == status
    assert says in got.json["sentence"]


def test_it_is_said_in_german(rig: Rig) -> None:
    client = rig.page().client
    client.set_cookie(COOKIE, "de")
    told: Any = client.post("/api/build", json=TOLD | {"height_mm": 700}, headers=OURS).json
    assert told["words"] == "70 cm sind zu hoch. Hänge sie zwischen 35 und 44 cm hoch."
    assert told["things"][0]["title"] == "Würfel mit Augen"
    wrong: Any = client.post("/api/build", json=TOLD | {"one": 3}, headers=OURS).json
    assert wrong["sentence"] == "Grad entlang der langen Seite: 3 geht nicht, möglich ist 15 bis 140."


@pytest.fixture
def built(page: Page, stage: Stage, rig: Rig) -> Page:
    """The page of a real app."""
    stage.app = rig.app
    page.goto("/build")
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-verdict", "good")
    return page


@pytest.mark.browser
def test_a_hand_on_the_slider_is_told_at_once_what_is_wrong(built: Page) -> None:
    verdict = built.get_by_test_id("verdict")
    built.get_by_test_id("height").fill("700")
    expect(verdict).to_contain_text("70 cm is too far. Hang it between 35 and 44 cm.")
    built.get_by_test_id("best").click()
    expect(verdict).to_contain_text("39 cm is a good height.")
    built.get_by_test_id("camera-wide").click()
    expect(verdict).to_contain_text("The lens is too wide")
    built.get_by_test_id("camera-own").click()
    built.get_by_test_id("way-ruler").click()
    built.get_by_test_id("one").fill("0")
    expect(built.get_by_test_id("trouble")).to_contain_text("Millimetres of the ruler that are seen: 0")
    built.get_by_test_id("one").fill("350,5")
    expect(built.get_by_test_id("trouble")).to_have_count(0)
    built.reload()
    expect(built.get_by_test_id("side")).to_have_attribute(
        "aria-label", "From the side: the camera hangs 44 cm above the tray"
    )


@pytest.mark.browser
def test_of_a_tray_that_cannot_be_nothing_is_said_but_why(built: Page) -> None:
    for told, says in (("0", "Side of the tray in mm: 0"), ("1000", "1,000"), ("abc", "Length"), ("-5", "Length")):
        built.get_by_test_id("short").fill("220")
        built.get_by_test_id("long").fill(told)
        expect(built.get_by_test_id("trouble")).to_contain_text(says)
        expect(built.get_by_test_id("verdict")).to_have_count(0)  # it would be that of the tray before
        expect(built.get_by_test_id("told")).not_to_contain_text("read from here")
        built.get_by_test_id("short").fill("230")
        expect(built.get_by_test_id("trouble")).to_contain_text(says)
        built.get_by_test_id("long").fill("290")
        expect(built.get_by_test_id("verdict")).to_contain_text("is a good height")
        expect(built.get_by_test_id("trouble")).to_have_count(0)


@pytest.mark.browser
def test_it_stands_in_nobody_s_way(built: Page, stage: Stage) -> None:
    """In German: what fits in its words fits in English."""
    built.context.add_cookies([{"name": COOKIE, "value": "de", "url": stage.url}])
    built.reload()
    expect(built.get_by_test_id("verdict")).to_contain_text("39 cm sind eine gute Höhe")
    found = barriers(built)
    built.get_by_test_id("camera-own").click()
    built.get_by_test_id("way-glass").click()
    for name, size in EVERYWHERE.items():
        built.set_viewport_size({"width": size[0], "height": size[1]})
        found += [f"{name}: {one}" for one in too_small(built) + sideways(built) + cut(built)]
    assert "\n".join(found) == ""
