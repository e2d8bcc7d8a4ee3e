"""The lesson in a real browser: what is proposed for a thing, what one tap keeps, and where it leads on to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.schema import KitFace, KitLine, KitPage, KitReply, KitRequest, OfferedObject, TrayObjects
from tests.barriers import sideways, too_small
from tests.new_log import new_log
from tests.web.conftest import Stage
from tests.web.test_teach import FakeTeacher, app_with

pytestmark = pytest.mark.browser
BOX = (40.0, 40.0, 30.0, 30.0)
COMBAT = ("hit1", "hit2", "creeper", "adult", "miss")


class OneDie(FakeTeacher):
    """A combat die lies under the camera; it was asked to show one hit."""

    def __init__(self) -> None:
        super().__init__()
        self.guesses: tuple[tuple[str, float], ...] = ()
        self.shots = dict.fromkeys(COMBAT, 0)
        self.wanted = "hit1"

    def ask(self, wish: KitRequest) -> KitReply:
        answer = super().ask(wish)
        if wish.act == "kits":
            return replace(
                answer, kits=(KitLine("mine", "nemesis_combat", own=True, used=False, faces=5, taught=0, shots=0),)
            )
        if wish.act == "look":
            seen = TrayObjects("t1", "none.jpg", (120, 120), (OfferedObject(BOX, self.guesses, sure=False, like=()),))
            return replace(answer, trayful=seen)
        faces = tuple(KitFace(value, shots, 0, "") for value, shots in self.shots.items())
        return replace(answer, kit=KitPage("mine", "nemesis_combat", True, True, faces, self.wanted, False, ()))


@pytest.fixture
def die(tmp_path: Path, stage: Stage, samples: object) -> Iterator[OneDie]:
    log, die = new_log(tmp_path), OneDie()
    stage.app = app_with(tmp_path, log, die).application
    yield die
    log.close()


def gold(page: Page) -> str:
    return page.locator(".lesson-foot > .btn.main").inner_text()


def test_a_die_like_no_face_is_the_one_that_was_asked_for(page: Page, die: OneDie) -> None:
    die.guesses = (("creeper", 0.02),)
    page.goto("/kits#teach/mine")
    expect(page.get_by_test_id("keep")).to_contain_text("Yes, this is One hit")
    assert page.get_by_test_id("guess").first.get_attribute("data-face") == "hit1"


def test_a_die_that_looks_like_another_face_than_was_asked_for_is_kept_by_no_single_tap(
    page: Page, die: OneDie
) -> None:
    die.guesses = (("hit2", 0.4), ("adult", 0.1))
    page.goto("/kits#teach/mine")
    expect(page.get_by_test_id("otherwise")).to_have_text("Asked for was One hit; this looks like Two hits.")
    assert "Two hits or One hit?" in gold(page) and not page.get_by_test_id("keep").count()
    assert [one.get_attribute("data-face") for one in page.get_by_test_id("guess").all()] == ["hit2", "hit1", "adult"]
    page.get_by_test_id("guess").first.click()
    expect(page.get_by_test_id("keep")).to_contain_text("Yes, this is Two hits")


def test_a_die_that_is_clearly_another_face_is_proposed_as_that(page: Page, die: OneDie) -> None:
    die.guesses = (("hit2", 0.9),)
    page.goto("/kits#teach/mine")
    expect(page.get_by_test_id("keep")).to_contain_text("Yes, this is Two hits")
    expect(page.get_by_test_id("otherwise")).to_be_visible()


def test_after_the_lesson_gold_leads_back_to_the_set_up_and_more_stands_beside_it(page: Page, die: OneDie) -> None:
    die.shots = dict.fromkeys(COMBAT, 3)
    page.goto("/kits?from=setup&table=t1#kit/mine")
    onwards = page.locator(".kit-whole .btn.main")
    expect(onwards).to_have_text("Back to the set-up")
    assert onwards.get_attribute("href") == "/setup?table=t1#dice"
    expect(page.get_by_test_id("teach-more")).to_be_visible()
    for width in (1180, 360):
        page.set_viewport_size({"width": width, "height": 820})
        assert not sideways(page) and not too_small(page)


def test_a_kit_of_which_nothing_was_shown_is_taught_first(page: Page, die: OneDie) -> None:
    page.goto("/kits?from=setup#kit/mine")
    expect(page.locator(".kit-whole .btn.main")).to_contain_text("Show it more")


def test_a_kit_that_was_left_without_a_shot_says_what_becomes_of_it(page: Page, die: OneDie) -> None:
    page.goto("/kits")
    expect(page.get_by_test_id("kit-mine")).to_contain_text("nothing shown yet: show it, or throw it away")
    page.get_by_test_id("kit-mine").click()
    expect(page.get_by_test_id("remove")).to_be_visible()


def test_of_a_single_face_nobody_says_that_it_is_like_no_other(page: Page, die: OneDie) -> None:
    die.shots["hit1"] = 1
    page.goto("/kits#kit/mine")
    page.get_by_test_id("of-hit1").wait_for()
    expect(page.get_by_test_id("alike")).to_have_count(0)
    die.shots["miss"] = 1
    page.reload()
    expect(page.get_by_test_id("alike")).to_be_visible()
