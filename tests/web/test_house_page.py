"""Pages of the whole house in Chromium: health, evenings as files, refusals, and the repair of a database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion import games
from companion.archive.file import unpack
from companion.errors import StoreError
from companion.i18n.languages import Languages
from companion.ops.recovery import faults_of
from companion.ops.recovery_service import RecoveryService
from companion.sessions import Devices
from companion.web.recovery_app import create_mending_app
from tests.archive.houses import kept
from tests.ops.recovery.houses import damaged
from tests.tab import Tab
from tests.web.conftest import Stage
from tests.web.planted import Evening
from tests.web.rig import Rig
from tests.web.sample_page import misfits

pytestmark = pytest.mark.browser
SHOWN = """() => import(document.querySelector('script[type=module]').src.replace('app.js', 'core/state.js'))
    .then(({present}) => present.value.id)"""


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


def hurt(evening: Evening, **wrong: object) -> None:
    """Replace all faults by this one."""
    care = evening.house.health_monitor
    gathered = replace(care.health._gather(), free=1 << 40, senses=(), is_old=False, heat=0.0)
    care.health._gather = lambda: replace(gathered, **{"connected": True, **wrong})  # type: ignore[arg-type]
    care.health.look()


def test_health_page_updates_by_itself_and_fits(page: Page, evening: Evening) -> None:
    hurt(evening)
    page.get_by_test_id("house").click()
    expect(page.get_by_test_id("verdict")).to_contain_text("All is well.")
    hurt(evening, connected=False, is_old=True, heat=91.0)
    expect(page.get_by_test_id("wrong-broker")).to_contain_text("Tap your answers meanwhile.")
    expect(page.get_by_test_id("verdict")).to_contain_text("Something needs you now.")
    expect(page.get_by_test_id("wrong-heat")).to_be_visible()
    assert misfits(page) == []
    hurt(evening)
    expect(page.get_by_test_id("wrong-broker")).to_have_count(0)
    expect(page.get_by_test_id("verdict")).to_contain_text("All is well.")


def test_unwritten_answer_fault_survives_a_reload(
    page: Page, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> None:
        raise StoreError("The disk is full.")

    page.goto("/t/t1")
    option = page.get_by_test_id("option-pass")
    expect(option).to_be_visible()
    monkeypatch.setattr(evening.hall._log, "append", full)
    option.click()
    expect(page.get_by_test_id("refusal")).to_contain_text("The disk is full.")
    for _ in range(2):  # as a house reloads it
        before = page.evaluate(SHOWN)
        with evening.hall._shelf.change("t1"):
            pass
        page.wait_for_function(f"before => ({SHOWN})().then((now) => now !== before)", arg=before)
    expect(page.get_by_test_id("refusal")).to_contain_text("The disk is full.")


def test_record_is_downloaded_and_imported_unchanged(page: Page, evening: Evening, tmp_path: Path) -> None:
    page.get_by_test_id("keep-t1").click()
    expect(page.get_by_test_id("record-t1")).to_be_visible()
    page.get_by_test_id("keep-t1").click()
    expect(page.get_by_test_id("question")).to_contain_text("every hand")
    assert misfits(page) == []
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
    assert file.suffix == ".lamplight" and unpack(file.name, file.read_bytes())
    page.get_by_test_id("bring").set_input_files(file)
    expect(page.get_by_test_id("brought")).to_contain_text("on the shelf already")


def test_imported_file_becomes_a_table_or_an_error(page: Page, evening: Evening, tmp_path: Path) -> None:
    page.goto("/record?table=t1")
    expect(page.get_by_test_id("home")).to_have_attribute("href", "/t/t1")
    broken, whole = tmp_path / "broken.lamplight", tmp_path / "whole.lamplight"
    broken.write_bytes(kept("nemesis")[:-9])
    whole.write_bytes(kept("nemesis"))
    page.get_by_test_id("bring").set_input_files(broken)
    expect(page.get_by_test_id("trouble")).to_contain_text("broken.lamplight is cut off")
    page.get_by_test_id("bring").set_input_files(whole)
    expect(page.get_by_test_id("brought")).to_contain_text("Nobody has a seat yet")
    expect(page.get_by_test_id("trouble")).to_have_count(0)
    expect(page.get_by_test_id("record-t2")).to_be_visible()
    expect(page.get_by_test_id("open-brought")).to_have_attribute("href", "/t/t2")
    page.get_by_test_id("away-t1").click()
    expect(page.get_by_test_id("trouble")).to_contain_text("on under the lamp")
    evening.hall.open("arkham")
    page.get_by_test_id("away-t1").click()
    expect(page.get_by_test_id("record-t1")).to_have_count(0)
    expect(page.get_by_test_id("put-away")).to_contain_text("Nemesis")
    page.get_by_test_id("out-t1").click()
    expect(page.get_by_test_id("record-t1")).to_be_visible()
    expect(page.get_by_test_id("put-away")).to_have_count(0)


def test_error_page_fits_and_retries(tab: Tab, stage: Stage, rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise StoreError("The store cannot be reached <now>.")

    stage.app = rig.app
    with tab.lent() as page:
        with monkeypatch.context() as away:
            away.setattr(Devices, "find", gone)
            page.goto("/house")
            expect(page.get_by_role("heading", level=2)).to_have_text("The store cannot be reached <now>.")
            assert misfits(page) == []
        expect(page.get_by_role("heading", level=1)).to_have_text("How the house is", timeout=15_000)


def test_damaged_database_is_repaired_by_two_taps(
    tab: Tab, stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    settings = damaged(tmp_path)
    mending = RecoveryService(settings, settings.data / "log.db", faults_of(settings))
    stage.app = create_mending_app(mending, mending.key, Languages(tmp_path / "words"), "", frozenset({"table.local"}))
    with tab.lent() as page:
        page.goto("/")
        expect(page.get_by_test_id("saved")).to_contain_text("3 entries after that cannot be used")
        expect(page.get_by_test_id("saved")).to_contain_text("more than in the backup")
        page.get_by_test_id("take-saved").click()
        expect(page.get_by_test_id("sure")).to_be_focused()
        page.get_by_test_id("not-now").click()
        assert not mending.mended.is_set()
        page.get_by_test_id("take-saved").focus()
        page.keyboard.press("Enter")
        assert misfits(page) == []
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("done")).to_be_visible()
        assert mending.mended.is_set()
        with page.expect_navigation():  # the repaired house reloads the page
            page.route("**/health", lambda route: route.fulfill(json={"healthy": True}))
