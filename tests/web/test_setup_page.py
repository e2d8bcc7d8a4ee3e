"""The page of set-up in a real browser: advice as it comes, taps that are sent, and nothing in anybody's way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Page, expect

from companion import games
from companion.schema import CameraFinding, CameraHealth, CameraSight, Fault, MarkerSeen, ReadingRemark, SeenObject
from companion.sessions.readings.graded_throw_mode import IN_TRIAL
from companion.web.routes.house.setup import SETUP
from tests.barriers import EVERYWHERE, barriers, sideways, too_small
from tests.cut import cut
from tests.fakes import TOY
from tests.screens.trays import THROWS
from tests.web.conftest import Stage
from tests.web.sample_page import until
from tests.web.test_page import MEASURED
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
    """Of the picture that the page shows."""
    image = cv2.imread(str(PICTURE))
    assert image is not None
    found = find_markers(image.astype("uint8"))
    tray = tray_between(found)
    assert tray is not None
    marks = tuple(MarkerSeen(number, tuple((float(x), float(y)) for x, y in quad)) for number, quad in found.items())
    findings = tuple(CameraFinding(fault, f"What to do about {fault}.", markers) for fault, markers in faults)
    return CameraHealth(
        markers=4,
        size=(image.shape[1], image.shape[0]),
        marks=marks,
        tray=() if faults else tray.corners,
        findings=findings,
    )


@pytest.fixture
def room(tmp_path: Path, stage: Stage, samples: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """A house with a camera that sees well, on the stage."""
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    room = Room(tmp_path)
    (tmp_path / "preview.jpg").write_bytes(PICTURE.read_bytes())
    room.camera(health())
    stage.app = room.app
    yield room
    room.hub.close()
    room.log.close()


def opened(page: Page, place: str) -> Page:
    page.goto(f"/setup#{place}")
    page.get_by_test_id("step-camera").wait_for()
    return page


def sees(room: Room, *faults: tuple[Fault, tuple[int, ...]]) -> None:
    """From now on the camera says this."""
    room.setup.sight = CameraSight(health(*faults))
    room.hub.touch(SETUP)


MISTAKES: dict[str, tuple[Fault, tuple[int, ...], str, str]] = {
    "too dark": ("dark", (), "camera", "light"),
    "out of focus": ("blurred", (), "camera", "sharp"),
    "the tray half in sight": ("cut_off", (), "tray", "whole"),
    "two markers exchanged": ("markers_swapped", (1, 2), "tray", "tray"),
}


def test_advice_comes_as_the_picture_changes_at_the_step_where_it_helps(page: Page, room: Room) -> None:
    opened(page, "camera").get_by_test_id("sees-well").wait_for()
    expect(page.locator(".live-tray")).to_have_count(1)
    for fault, markers, step, check in MISTAKES.values():
        sees(room, (fault, markers))
        page.get_by_test_id(f"advice-{fault}").wait_for()
        expect(page.get_by_test_id(f"step-{step}")).to_have_attribute("data-state", "look")
        expect(page.get_by_test_id(f"check-{check}")).to_have_class("warn")
        expect(page.locator(".live-mark.bad")).to_have_count(len(markers))
    sees(room)
    page.get_by_test_id("sees-well").wait_for()


def test_the_light_is_found_anew_by_one_tap_where_the_camera_can(page: Page, room: Room) -> None:
    sees(room)
    page.goto("/setup#camera")
    with page.expect_response("**/api/setup/light"):
        page.get_by_test_id("relight").click()
    assert room.setup.relit == 1
    room.setup.is_steered = False
    room.hub.touch("setup/")
    expect(page.get_by_test_id("relight")).to_have_count(0)


def test_what_a_black_picture_hides_is_neither_well_nor_wrong(page: Page, room: Room) -> None:
    sees(room, ("nothing", ()))
    opened(page, "camera").get_by_test_id("check-sharp").wait_for()
    tones = {name: page.get_by_test_id(f"check-{name}").get_attribute("class") for name in ("light", "sharp", "whole")}
    assert tones == {"light": "warn", "sharp": None, "whole": None}


def test_while_the_tray_is_wrong_gold_does_not_call_the_picture_good(page: Page, room: Room) -> None:
    opened(page, "camera")
    expect(page.get_by_test_id("onwards")).to_contain_text("the picture is good")
    sees(room, ("markers_swapped", (1, 2)))
    expect(page.get_by_test_id("onwards")).not_to_contain_text("the picture is good")


def test_a_throw_is_looked_over_by_tapping_what_is_wrong(page: Page, room: Room) -> None:
    opened(page, "throw").get_by_test_id("throw-ask").wait_for()
    expect(page.get_by_test_id("live")).to_be_visible()
    room.post("p/stay", throwing=True)
    room.throw(FIVE, DOUBT)
    room.hub.touch(SETUP)
    expect(page.get_by_test_id("thing")).to_have_count(2)
    page.get_by_test_id("thing").first.click()
    page.get_by_test_id("face-2").click()
    page.get_by_test_id("judge").click()
    expect(page.get_by_test_id("graded").get_by_test_id("grade")).to_have_attribute("data-grade", "care")
    page.get_by_test_id("overall").wait_for()
    assert room.hall.test_throws.graded_throws.throws[0].said == ("2", "6")
    expect(page.get_by_test_id("step-throw")).to_have_attribute("data-state", "look")


def test_a_handful_of_tokens_is_named_as_one_in_a_demo(page: Page, room: Room) -> None:
    opened(page, "throw").get_by_test_id("throw-ask").wait_for()
    expect(page.get_by_test_id("play-handful")).to_have_text("Lay down a handful")
    expect(page.get_by_test_id("play-d6")).to_have_text("Throw six-sided dice")


def test_a_page_that_waits_for_a_game_is_refused_nothing(page: Page, room: Room) -> None:
    """It says so instead, as often as it asks."""
    room.hall.open("toy")
    refused: list[str] = []
    page.on("response", lambda answer: refused.append(answer.url) if answer.status >= 400 else None)
    with page.expect_response("**/stay"):
        opened(page, "throw")
    expect(page.get_by_test_id("not-now")).to_contain_text("A game is on")
    page.get_by_test_id("throw-first").click()
    expect(page.get_by_test_id("not-now")).to_have_count(0)
    assert refused == []


def test_what_is_thrown_is_a_test_throw_only_while_that_step_is_in_sight(page: Page, room: Room) -> None:
    opened(page, "throw").get_by_test_id("throw-ask").wait_for()
    until(page, lambda: room.hall.test_throws.graded_throws.is_on)
    page.get_by_test_id("step-camera").click()
    until(page, lambda: not room.hall.test_throws.graded_throws.is_on)


def test_while_a_game_is_on_test_throws_come_first_only_where_somebody_taps(
    page: Page, room: Room, stage: Stage
) -> None:
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


def test_a_kit_that_is_not_on_the_table_is_called_as_it_is_among_the_kits(page: Page, room: Room) -> None:
    opened(page, "throw").get_by_test_id("throw-ask").wait_for()
    until(page, lambda: room.hall.test_throws.graded_throws.is_on)
    strange = SeenObject("unknown", None, 0.8, box=(100, 90, 40, 40))
    room.throw(strange)
    room.hall.test_throws.graded_throws.add_remarks(
        "1.jpg", [ReadingRemark("other_kit", "Put it there.", (100, 90, 40, 40), "token", "demo_token")]
    )
    room.hub.touch(SETUP)
    expect(page.get_by_test_id("to-kit")).to_have_text("To the kit “Demo: chaos tokens”")
    expect(page.get_by_test_id("better")).not_to_contain_text("demo_token")
    page.get_by_test_id("thing").click()
    expect(page.get_by_test_id("fan")).to_contain_text("Demo: chaos tokens")


def test_four_taps_on_the_picture_are_the_corners_in_its_own_pixels(page: Page, room: Room) -> None:
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


def test_the_way_to_the_sets_leads_back_to_its_step_and_from_there_to_the_table(page: Page, room: Room) -> None:
    room.hall.open("toy")
    page.goto("/setup?table=t1#dice")
    page.get_by_test_id("teach-die").click()
    page.get_by_test_id("preset-mom_d8").wait_for()
    page.get_by_test_id("home").click()
    page.get_by_test_id("at-dice").wait_for()
    assert page.get_by_test_id("home").get_attribute("href") == "/t/t1"


def test_by_hand_is_one_tap_and_nobody_is_reminded(page: Page, room: Room) -> None:
    room.setup.choices.change(way="", source="")
    page.goto("/")
    page.get_by_test_id("set-up").click()
    page.get_by_test_id("to-hand").click()
    page.get_by_test_id("hand").click()
    page.get_by_test_id("onwards").click()
    page.get_by_test_id("readers").wait_for()
    assert page.get_by_test_id("set-up").count() == 0


def test_the_way_to_set_up_is_whole_on_the_shelf_of_a_german_phone(page: Page, room: Room, stage: Stage) -> None:
    room.setup.choices.change(way="", source="")
    page.context.add_cookies([{"name": "lamplight-language", "value": "de", "url": stage.url}])
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto("/")
    page.get_by_test_id("set-up").wait_for()
    page.evaluate(MEASURED)
    assert sideways(page) + too_small(page) + cut(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_step_is_whole_and_in_nobodys_way(page: Page, room: Room, stage: Stage, language: str) -> None:
    page.context.add_cookies([{"name": "lamplight-language", "value": language, "url": stage.url}])
    room.post("p/stay", throwing=True)
    room.throw(FIVE, DOUBT, SeenObject("unknown", None, 0.7, box=(200, 200, 40, 40)))
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


def test_a_wall_without_a_game_says_so_and_shows_the_first_one(page: Page, room: Room) -> None:
    page.goto("/wall")
    expect(page.get_by_role("status")).to_contain_text("No game lies under the lamp")
    room.hall.open("toy")
    expect(page.get_by_test_id("wall")).to_be_visible()
