"""The page before an evening in Chromium, on a real hall with a toy that has a form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.fakes import FORMED
from tests.tab import Tab
from tests.web.conftest import Opening, Stage
from tests.web.house import House
from tests.web.sample_page import misfits, tap

pytestmark = pytest.mark.browser


@pytest.fixture
def house(opening: Opening) -> House:
    return opening(FORMED, House)


@pytest.fixture
def page(tab: Tab, stage: Stage, house: House) -> Iterator[Page]:
    """A tablet at the page before the toy; a complaint in its console fails the test."""
    stage.app = house.app
    with tab.lent() as page:
        page.goto("/new/toy")
        expect(page.get_by_test_id("begin")).to_be_visible()
        yield page


def begun(page: Page, house: House) -> dict[str, object]:
    """Return the set-up of the table."""
    expect(page.get_by_test_id("table")).to_be_visible()
    return dict(house.hall.snapshot(page.url.rpartition("/")[2]).setup.choices)


def kept(house: House) -> dict[str, object]:
    return dict(house.library.all("toy", "hero"))


def test_choices_by_touch_reach_the_new_table(page: Page, house: House) -> None:
    page.get_by_test_id("name-2").fill("Bea")
    tap(page, "mood-wild", "points-more", "points-more", "points-less")
    page.get_by_test_id("hero.2").select_option("bold")
    page.locator("summary").click()
    tap(page, "dark", "begin")
    chosen = begun(page, house)
    heroes = {"1": "bold", "2": "bold"}
    assert chosen == {"mood": "wild", "points": 1, "dark": True, "hero": heroes, "rival": ""}
    assert house.hall.snapshot("t1").setup.names == {"1": "The Bold", "2": "Bea"}


def test_refusal_stands_beside_its_field_and_keeps_input(page: Page, house: House) -> None:
    page.get_by_test_id("name-1").fill("Ann")
    page.get_by_test_id("points").fill("9")
    tap(page, "mood-wild", "begin")
    expect(page.locator(".kind-number").get_by_test_id("fault")).to_have_text("A number from 0 to 5 is needed, not 9.")
    expect(page.get_by_test_id("trouble")).to_contain_text("Points to begin with: A number")
    expect(page.get_by_test_id("points")).to_have_value("9")
    expect(page.get_by_test_id("name-1")).to_have_value("Ann")
    expect(page.get_by_test_id("mood-wild")).to_have_attribute("aria-pressed", "true")
    assert house.hall.ids() == ()


def test_typed_hero_is_kept_without_faults_and_seated(page: Page, house: House) -> None:
    tap(page, "type-in-hero")
    expect(page.get_by_test_id("besides")).to_have_count(0)
    page.get_by_test_id("title").fill("Mara Quill")
    page.get_by_test_id("skills.brains").fill("12")
    page.get_by_test_id("health").fill("much")
    tap(page, "keep")
    expect(page.locator(".form-group").get_by_test_id("fault")).to_contain_text("0 to 9 is needed, not 12")
    faults = page.get_by_test_id("trouble").get_by_role("listitem")
    expect(faults).to_have_text(["Health: A number from 1 to 20 is needed, not 'much'.", re.compile("Skills · Brains")])
    expect(page.get_by_test_id("title")).to_have_value("Mara Quill")
    assert kept(house) == {}
    page.get_by_test_id("skills.brains").fill("3")
    page.get_by_test_id("health").fill("7")
    tap(page, "skills.brains-more", "sign-minus", "traits-wet", "items-add")
    page.get_by_test_id("items.0.name").fill("Rope")
    tap(page, "keep")
    expect(page.get_by_test_id("news")).to_have_text("Kept: Mara Quill.")
    expect(page.get_by_test_id("hero.1")).to_have_value("mara-quill")
    mara = {"title": "Mara Quill", "health": 7, "skills": {"brains": 4}, "sign": "minus", "traits": ["wet"]}
    assert kept(house)["mara-quill"] == {**mara, "items": [{"name": "Rope", "worth": 0}], "notes": ""}
    tap(page, "begin")
    assert begun(page, house)["hero"] == {"1": kept(house)["mara-quill"], "2": "bold"}


def test_own_sheet_is_edited_deleted_and_imported_again(page: Page, house: House, tmp_path: Path) -> None:
    house.put("ann", {"title": "Ann", "health": 4, "secret": 1})
    page.reload()
    tap(page, "own-hero", "edit-ann")
    expect(page.get_by_test_id("besides")).to_have_text(
        "Also set, and kept as it is: something that is not asked here."
    )
    tap(page, "health-more", "keep")
    expect(page.get_by_test_id("own-sheet-ann")).to_be_visible()
    edited = kept(house)["ann"]
    assert isinstance(edited, dict) and (edited["health"], edited["secret"]) == (5, 1)
    with page.expect_download() as caught:
        tap(page, "file-ann")
    file = tmp_path / caught.value.suggested_filename
    caught.value.save_as(file)
    tap(page, "drop-ann")
    assert "ann" in kept(house)
    tap(page, "drop-ann")
    expect(page.get_by_test_id("own-sheet-ann")).to_have_count(0)
    assert kept(house) == {}
    page.goto("/new/toy")
    page.get_by_test_id("import-hero").first.set_input_files(file)
    expect(page.get_by_test_id("news")).to_have_text("Taken over: Ann.")
    expect(page.get_by_test_id("hero.1")).to_have_value("ann")


def test_next_evening_form_is_filled_from_the_last(page: Page, house: House) -> None:
    house.put("mara", {"title": "Mara"})
    house.begin(seats=2, names=["Ann", "Ben"], choices={"hero": {"1": "meek", "2": "mara"}})
    house.library.delete("toy", "hero", "mara")
    house.play_out("t1")
    page.goto("/t/t1")
    tap(page, "next")
    expect(page.get_by_test_id("name-2")).to_have_value("Ben")
    expect(page.get_by_test_id("mood-wild")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("hero.2").locator("option:checked")).to_have_text("Mara (comes along)")
    expect(page.get_by_test_id("besides")).to_have_text(
        "Comes along from the last evening: something that is not asked here."
    )
    expect(page.get_by_test_id("sample")).to_have_count(0)
    tap(page, "begin")
    page.wait_for_url("**/t/t2")
    chosen = begun(page, house)
    assert (chosen["mood"], chosen["won"], chosen["hero"]) == ("wild", 1, {"1": "meek", "2": {"title": "Mara"}})


def test_form_fits_every_screen_with_finger_sized_targets(page: Page, house: House) -> None:
    house.put("ann", {"title": "Ann"})
    page.reload()
    for steps in ((), ("own-hero",), ("type-in-hero", "items-add")):
        tap(page, *steps)
        assert misfits(page) == [], steps
        expect(page.locator(".foot .main")).to_be_in_viewport(ratio=1)
