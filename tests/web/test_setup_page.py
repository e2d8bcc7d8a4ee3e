"""The page of set-up in a real browser: advice as it comes, taps that are sent, and nothing in anybody's way."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Page, expect

from companion.schema import CameraFinding, CameraHealth, CameraSight, Fault, MarkerSeen, SeenObject
from companion.sessions.readings.graded_throws import IN_TRIAL
from companion.web.routes.house.setup import SETUP
from tests.barriers import EVERYWHERE, barriers, sideways, too_small
from tests.cut import cut
from tests.fakes import TOY
from tests.screens.trays import THROWS
from tests.web.conftest import Opening, Stage
from tests.web.sample_page import MEASURED, until
from tests.web.test_setup import Room
from vision.tray.tray_plane import find_markers, tray_between

pytestmark = pytest.mark.browser
PICTURE = THROWS / "mom_d8" / "4_1" / "frame_000.jpg"
PLACES = ("camera", "camera/choose", "tray", "dice", "throw", "readers", "hand", "house")
FIVE, DOUBT = (
    SeenObject("d6", "5", 0.99, box=(100, 90, 40, 40)),
    SeenObject("d6", None, 0.5, (("6", 0.5),), (300, 90, 40, 40)),
)


def health(*faults: tuple[Fault, tuple[int, ...]]) -> CameraHealth:
    """Return the size of the shown picture."""
    image = cv2.imread(str(PICTURE))
    assert image is not None
    found = find_markers(image.astype("uint8"))
    tray = tray_between(found)
    assert tray is not None
    marks = tuple(MarkerSeen(number, tuple((float(x), float(y)) for x, y in quad)) for number, quad in found.items())
    findings = tuple(CameraFinding(fault, f"What to do about {fault}.", markers) for fault, markers in faults)
    size, corners = (image.shape[1], image.shape[0]), () if faults else tray.corners
    return CameraHealth(markers=4, size=size, marks=marks, tray=corners, findings=findings)


@pytest.fixture
def room(tmp_path: Path, stage: Stage, samples: object, opening: Opening) -> Room:
    """A house with a good camera, on the stage."""
    room: Room = opening(TOY, Room)
    (tmp_path / "preview.jpg").write_bytes(PICTURE.read_bytes())
    room.sees(health())
    stage.app = room.app
    return room


def opened(page: Page, place: str) -> Page:
    page.goto(f"/setup#{place}")
    page.get_by_test_id("step-camera").wait_for()
    return page


def sees(room: Room, *faults: tuple[Fault, tuple[int, ...]]) -> None:
    """Set the state of the camera."""
    room.setup.sight = CameraSight(health(*faults))
    room.hub.touch(SETUP)


def test_throw_in_its_step_is_corrected_by_taps(page: Page, room: Room) -> None:
    opened(page, "throw").get_by_test_id("throw-ask").wait_for()
    until(page, lambda: room.hall.test_throws.graded_throws.is_on)
    expect(page.get_by_test_id("live")).to_be_visible()
    room.lays(FIVE, DOUBT)
    room.hub.touch(SETUP)
    expect(page.get_by_test_id("thing")).to_have_count(2)
    page.get_by_test_id("thing").first.click()
    page.get_by_test_id("face-2").click()
    page.get_by_test_id("judge").click()
    expect(page.get_by_test_id("graded").get_by_test_id("grade")).to_have_attribute("data-grade", "care")
    page.get_by_test_id("overall").wait_for()
    assert room.hall.test_throws.graded_throws.throws[0].said == ("2", "6")
    expect(page.get_by_test_id("step-throw")).to_have_attribute("data-state", "look")
    page.get_by_test_id("step-camera").click()
    until(page, lambda: not room.hall.test_throws.graded_throws.is_on)


def test_test_throws_during_a_game_need_a_tap(page: Page, room: Room, stage: Stage) -> None:
    room.hall.open("toy")
    page.context.add_cookies([{"name": "lamplight-language", "value": "de", "url": stage.url}])
    page.set_viewport_size({"width": 360, "height": 800})
    opened(page, "throw").get_by_test_id("not-now").wait_for()
    page.evaluate(MEASURED)
    assert sideways(page) + too_small(page) + cut(page) == []
    assert not room.hall.test_throws.graded_throws.is_on
    page.get_by_test_id("throw-first").click()
    page.get_by_test_id("throw-ask").wait_for()
    assert room.hall.test_throws.graded_throws.is_on
    notice = room.hall.snapshot("t1").notice
    assert notice is not None and notice.text == IN_TRIAL


def test_four_taps_give_corners_in_picture_pixels(page: Page, room: Room) -> None:
    opened(page, "tray").get_by_test_id("tap-corners").click()
    wide, high = health().size
    corners = [(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)]
    box = page.get_by_test_id("live").bounding_box()
    assert box is not None
    share = min(box["width"] / wide, box["height"] / high)
    left, top = box["x"] + (box["width"] - wide * share) / 2, box["y"] + (box["height"] - high * share) / 2
    for x, y in corners:
        page.mouse.click(left + x * wide * share, top + y * high * share)
    page.get_by_test_id("corners-save").click()
    page.get_by_test_id("tap-corners").wait_for()
    (framed,) = room.framed
    assert isinstance(framed, tuple)
    meant = [side for x, y in corners for side in (x * wide, y * high)]
    assert [side for corner in framed for side in corner] == pytest.approx(meant, abs=3)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_set_up_steps_fit_every_screen(page: Page, room: Room, stage: Stage, language: str) -> None:
    page.context.add_cookies([{"name": "lamplight-language", "value": language, "url": stage.url}])
    room.post("p/stay", throwing=True)
    room.lays(FIVE, DOUBT, SeenObject("unknown", None, 0.7, box=(200, 200, 40, 40)))
    sees(room, ("dark", ()), ("markers_swapped", (1, 2)))
    opened(page, "camera")
    found = []
    for place in PLACES:
        page.evaluate("place => { location.hash = place; }", f"#{place}")
        page.get_by_test_id(f"at-{place.replace('/', '-')}").wait_for()
        page.evaluate(MEASURED)
        page.set_viewport_size({"width": 1180, "height": 420})  # everything scrolls
        found += [f"{place}: {fault}" for fault in (barriers(page) if language == "en" else ())]
        for width, height in EVERYWHERE.values():
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{place} {width}: {fault}" for fault in sideways(page) + too_small(page) + cut(page)]
    assert "\n".join(found) == ""
