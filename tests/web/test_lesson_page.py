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
    """A combat die under the camera, asked to show one hit."""

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


def test_lookalike_die_needs_a_second_tap(page: Page, die: OneDie) -> None:
    die.guesses = (("hit2", 0.4), ("adult", 0.1))
    page.goto("/kits#teach/mine")
    expect(page.get_by_test_id("otherwise")).to_have_text("Asked for was One hit; this looks like Two hits.")
    assert "Two hits or One hit?" in gold(page) and not page.get_by_test_id("keep").count()
    assert [one.get_attribute("data-face") for one in page.get_by_test_id("guess").all()] == ["hit2", "hit1", "adult"]
    page.get_by_test_id("guess").first.click()
    expect(page.get_by_test_id("keep")).to_contain_text("Yes, this is Two hits")


def test_finished_lesson_leads_back_to_set_up(page: Page, die: OneDie) -> None:
    die.shots = dict.fromkeys(COMBAT, 3)
    page.goto("/kits?from=setup&table=t1#kit/mine")
    onwards = page.locator(".kit-whole .btn.main")
    expect(onwards).to_have_text("Back to the set-up")
    assert onwards.get_attribute("href") == "/setup?table=t1#dice"
    expect(page.get_by_test_id("teach-more")).to_be_visible()
    for width in (1180, 360):
        page.set_viewport_size({"width": width, "height": 820})
        assert not sideways(page) and not too_small(page)
