"""Evenings as files in Chromium: kept after a question, brought from a file, refused with a sentence, by hand and by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion import games
from companion.archive.file import unpack
from tests.archive.houses import kept
from tests.barriers import EVERYWHERE, barriers, sideways, too_small
from tests.tab import Tab
from tests.web.conftest import Stage
from tests.web.planted import Evening

pytestmark = pytest.mark.browser


@pytest.fixture
def evening(begin: Callable[..., Evening]) -> Evening:
    return begin(games.find("nemesis"), phones=())


@pytest.fixture
def page(tab: Tab, stage: Stage, evening: Evening) -> Iterator[Page]:
    """A tablet at the shelf; a complaint in its console fails the test."""
    stage.app = evening.app
    with tab.lent() as page:
        page.goto("/")
        yield page


def test_record_is_downloaded_and_imported_unchanged(page: Page, evening: Evening, tmp_path: Path) -> None:
    page.get_by_test_id("keep-t1").click()
    expect(page.get_by_test_id("record-t1")).to_be_visible()
    page.get_by_test_id("keep-t1").click()
    expect(page.get_by_test_id("question")).to_contain_text("every hand")
    page.get_by_test_id("leave").click()
    expect(page.get_by_test_id("question")).to_have_count(0)
    assert evening.hall.snapshot("t1").notice is None
    page.get_by_test_id("keep-t1").click()
    expect(page.get_by_test_id("keep-hidden")).to_be_focused()
    with page.expect_download() as caught:
        page.keyboard.press("Enter")
    expect(page.get_by_test_id("kept")).to_contain_text(caught.value.suggested_filename)
    file = tmp_path / caught.value.suggested_filename
    caught.value.save_as(file)
    assert file.suffix == ".lamplight"
    assert unpack(file.name, file.read_bytes())
    page.get_by_test_id("bring").set_input_files(file)
    expect(page.get_by_test_id("brought")).to_contain_text("on the shelf already")


def test_imported_file_becomes_a_table_or_an_error(page: Page, evening: Evening, tmp_path: Path) -> None:
    page.get_by_test_id("record").click()
    broken, whole = tmp_path / "broken.lamplight", tmp_path / "whole.lamplight"
    broken.write_bytes(kept("nemesis")[:-9])
    whole.write_bytes(kept("nemesis"))
    page.get_by_test_id("bring").set_input_files(broken)
    expect(page.get_by_test_id("trouble")).to_contain_text("broken.lamplight is cut off")
    page.get_by_test_id("bring").set_input_files(whole)
    expect(page.get_by_test_id("brought")).to_contain_text("Nobody has a seat yet")
    expect(page.get_by_test_id("trouble")).to_have_count(0)
    expect(page.get_by_test_id("record-t2")).to_be_visible()
    page.get_by_test_id("open-brought").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    assert page.url.endswith("/t/t2")


def test_an_evening_is_put_away_and_taken_out_again(page: Page, evening: Evening) -> None:
    page.goto("/record")
    page.get_by_test_id("away-t1").click()
    expect(page.get_by_test_id("trouble")).to_contain_text("on under the lamp")
    evening.hall.open("arkham")
    page.get_by_test_id("away-t1").click()
    expect(page.get_by_test_id("record-t1")).to_have_count(0)
    expect(page.get_by_test_id("put-away")).to_contain_text("Nemesis")
    page.get_by_test_id("out-t1").click()
    expect(page.get_by_test_id("record-t1")).to_be_visible()
    expect(page.get_by_test_id("put-away")).to_have_count(0)


def test_record_dialog_fits_every_screen(page: Page) -> None:
    page.goto("/record?table=t1")
    page.get_by_test_id("keep-t1").click()
    expect(page.get_by_test_id("question")).to_be_visible()
    found: list[str] = []
    for width, height in EVERYWHERE.values():
        page.set_viewport_size({"width": width, "height": height})
        found += sideways(page) + too_small(page)
    assert found + barriers(page) == []
    assert page.get_by_test_id("home").get_attribute("href") == "/t/t1"
