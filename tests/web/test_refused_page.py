"""A refused page shows a sentence and a way on; scripts get JSON."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.errors import StoreError
from companion.sessions import Devices
from tests.barriers import EVERYWHERE, barriers, sideways, too_small
from tests.tab import Tab
from tests.web.conftest import Stage
from tests.web.rig import Rig

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
GONE = "The store cannot be reached <now>."


def gone(*_: object) -> None:
    raise StoreError(GONE)


def test_an_address_that_leads_nowhere_leads_to_the_games(rig: Rig) -> None:
    answer = rig.app.test_client().get("/nothing/there", headers=BROWSER)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert 'href="/"' in answer.text and "core/retry.js" not in answer.text
    assert rig.app.test_client().get("/nothing/there").json["code"] == "HTTP"


def test_error_page_retries_while_the_store_is_away(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Devices, "find", gone)
    answer = rig.app.test_client().get("/house", headers=BROWSER)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "The store cannot be reached &lt;now&gt;." in answer.text
    assert "core/retry.js" in answer.text


@pytest.mark.browser
def test_error_page_fits_every_screen(tab: Tab, stage: Stage, rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.app = rig.app
    with tab.lent() as page:
        with monkeypatch.context() as away:
            away.setattr(Devices, "find", gone)
            page.goto("/house")
            expect(page.get_by_role("heading", level=2)).to_have_text(GONE)
            found: list[str] = []
            for width, height in EVERYWHERE.values():
                page.set_viewport_size({"width": width, "height": height})
                found += [f"{width}x{height}: {what}" for what in (*sideways(page), *too_small(page))]
            assert not found + barriers(page)
        expect(page.get_by_role("heading", level=1)).to_have_text("How the house is", timeout=15_000)
