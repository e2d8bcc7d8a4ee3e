"""Repair page of a damaged database in Chromium: fault, one choice with a second tap, way back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.i18n.languages import Languages
from companion.ops.recovery import faults_of
from companion.ops.recovery_service import RecoveryService
from companion.web.recovery_app import create_mending_app
from tests.barriers import EVERYWHERE, barriers, sideways, too_small
from tests.ops.recovery.houses import damaged
from tests.tab import Tab
from tests.web.conftest import Stage

pytestmark = pytest.mark.browser


@pytest.fixture
def mending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RecoveryService:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    settings = damaged(tmp_path)
    return RecoveryService(settings, settings.data / "log.db", faults_of(settings))


@pytest.fixture
def page(tab: Tab, stage: Stage, mending: RecoveryService, tmp_path: Path) -> Iterator[Page]:
    """A complaint in its console fails the test."""
    stage.app = create_mending_app(mending, mending.key, Languages(tmp_path / "words"), "", frozenset({"table.local"}))
    with tab.lent() as page:
        page.goto("/")
        yield page


def test_two_taps_go_on_with_what_could_be_saved(page: Page, mending: RecoveryService) -> None:
    expect(page.get_by_test_id("saved")).to_contain_text("3 entries after that cannot be used")
    expect(page.get_by_test_id("saved")).to_contain_text("more than in the backup")
    page.get_by_test_id("take-saved").click()
    expect(page.get_by_test_id("sure")).to_be_focused()
    page.get_by_test_id("not-now").click()
    assert not mending.mended.is_set()
    page.get_by_test_id("take-saved").focus()
    page.keyboard.press("Enter")
    found: list[str] = []
    for width, height in EVERYWHERE.values():
        page.set_viewport_size({"width": width, "height": height})
        found += sideways(page) + too_small(page)
    assert found + barriers(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("done")).to_be_visible()
    assert mending.mended.is_set()
    with page.expect_navigation():  # the repaired house reloads the page
        page.route("**/health", lambda route: route.fulfill(json={"healthy": True}))
