"""Page of a hall's staff in Chromium: calls come first, final actions take two taps."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.i18n.languages import Languages
from companion.presentation.responses import EveningSummary, HallFigures, HallTable, SharedEvent, StaffPage
from companion.sessions import KEEPER, DeviceRepository, Devices
from companion.web.staff_app import create_staff_app
from tests.new_log import new_log
from tests.tab import Tab
from tests.web.conftest import Stage
from tests.web.sample_page import misfits

pytestmark = pytest.mark.browser


def table(name: str, state: str, **more: object) -> HallTable:
    told = HallTable(
        name, state, "here", f"http://{name}.hall.local/", "Nemesis", "Round 3", 4, 41, 2, time.time() - 200
    )  # type: ignore[arg-type]
    return replace(told, **more)


EVENING = EveningSummary("Nemesis", "Round 3", "", 4, 41, 63, 12, 2, 1_795_000_000.0, 1_795_007_500.0)


class Hall:
    """As `companion.hall.staff_service.HallStaff`, without a database."""

    def __init__(self) -> None:
        self.tables = [
            table("lamp-3", "help"),
            table("lamp-7", "wrong", wrong=("Tray camera: it is not there.",)),
            table("lamp-12", "dark", plays="there", address=""),
            *(table(f"lamp-{k}", "playing") for k in (1, 2, 4)),
            table("lamp-5", "free", game="", seats=0, answers=0),
        ]
        self.done: list[str] = []
        self.event: SharedEvent | None = None

    def page(self, assets: str) -> StaffPage:
        calls = sum(one.state == "help" for one in self.tables)
        figures = HallFigures(len(self.tables), 6, calls, 24, 246, 3, (("Nemesis", 6),))
        return StaffPage(assets, figures, self.event, tuple(self.tables))

    def begin(self, title: str, goal: int) -> None:
        self.event = SharedEvent(1, title, goal, 12, 0, 0, is_over=False)

    def end(self, event: int) -> None:
        assert self.event is not None and self.event.id == event
        self.event = replace(self.event, is_over=True)

    def helped(self, name: str) -> None:
        self._becomes(name, "playing")

    def wipe(self, name: str) -> None:
        self._becomes(name, "free")

    def keep_evening(self, name: str) -> str:
        self.done.append(f"{name} evening")
        return "token-of-3"

    def evening(self, token: str) -> EveningSummary | None:
        return EVENING if token == "token-of-3" else None

    def _becomes(self, name: str, state: str) -> None:
        self.done.append(f"{name} {state}")
        self.tables = [replace(one, state=state) if one.name == name else one for one in self.tables]  # type: ignore[arg-type]


@pytest.fixture
def hall() -> Hall:
    return Hall()


@pytest.fixture
def page(tab: Tab, stage: Stage, hall: Hall, tmp_path: Path) -> Iterator[Page]:
    """A complaint in its console fails the test."""
    log = new_log(tmp_path)
    devices = Devices(DeviceRepository(log.database), time.time)
    stage.app = create_staff_app(hall, devices, Languages(tmp_path / "words"), "", frozenset({"table.local"}))
    with tab.lent() as page:
        page.goto(f"/#{devices.invite('', KEEPER)}")
        yield page
    log.close()


def test_staff_answers_a_call_and_wipes_with_a_second_tap(page: Page, hall: Hall) -> None:
    expect(page.locator(".staff-table").first).to_contain_text("lamp-3")
    expect(page.get_by_test_id("table-lamp-3")).to_contain_text("calls for somebody")
    expect(page.get_by_test_id("table-lamp-3")).to_contain_text("for 3 min")
    page.get_by_test_id("helped-lamp-3").click()
    expect(page.get_by_test_id("table-lamp-3")).to_contain_text("playing")
    assert hall.done == ["lamp-3 playing"]
    page.get_by_test_id("wipe-lamp-1").click()
    expect(page.get_by_test_id("table-lamp-1")).to_contain_text("cannot be brought back")
    page.get_by_role("button", name="Not now").click()
    page.get_by_test_id("wipe-lamp-1").click()
    page.get_by_test_id("evening-lamp-2").click()
    expect(page.get_by_test_id("evening")).to_be_visible()
    assert misfits(page) == []
    assert hall.done[1:] == ["lamp-2 evening"]
    page.get_by_test_id("sure-lamp-1").click()
    expect(page.get_by_test_id("table-lamp-1")).to_contain_text("free")
    assert hall.done[2:] == ["lamp-1 free"]


def test_evening_is_taken_home_by_code(page: Page, hall: Hall) -> None:
    page.get_by_test_id("evening-lamp-3").click()
    shown = page.get_by_test_id("evening")
    expect(shown.get_by_role("img")).to_be_visible()
    expect(page.get_by_test_id("evening-lamp-3")).to_have_count(0)
    address = shown.get_by_role("link").get_attribute("href")
    assert address is not None and address.endswith("/evening/token-of-3") and hall.done == ["lamp-3 evening"]
    page.get_by_test_id("evening-done").click()
    expect(shown).to_have_count(0)
    page.goto(address)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.get_by_text("Nemesis")).to_be_visible()
    lines = page.get_by_test_id("lines")
    expect(lines).to_contain_text("2:05 h")
    expect(lines).to_contain_text("Dice thrown")
    expect(page.get_by_role("heading", name="Your evening")).to_be_visible()
    assert misfits(page) == []
