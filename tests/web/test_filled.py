"""The filled slots in a browser, and the three sources."""

from __future__ import annotations

from unittest.mock import ANY

import pytest
from playwright.sync_api import Page, expect

from tests.web.sample_server import SampleServer
from tests.web.test_page import seen, sent, tap

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def amended(samples: SampleServer) -> list[object]:
    return [body for door, body in samples.said if door.endswith("amend")]


def test_wrong_face_is_corrected_in_place_with_two_taps(page: Page, samples: SampleServer) -> None:
    slots = seen(page, "filled").get_by_test_id("filled")
    slots.nth(1).click()
    page.get_by_test_id("fix-investigation").click()
    wrong = sent(samples, page, "amend")
    assert wrong["values"] == ["success", "investigation", "investigation", "blank", "blank"]
    assert amended(samples) == [{"seq": 12, "values": wrong["values"], "seen": wrong["seen"], "id": ANY}]


def test_correction_previews_later_changes(page: Page, samples: SampleServer) -> None:
    seen(page, "filled_before").get_by_test_id("filled").nth(4).click()
    tap(page, "fix-success")
    expect(page.get_by_test_id("preview")).to_be_visible()
    assert [one.get("dry") for one in amended(samples) if isinstance(one, dict)] == [True]
    tap(page, "apply")
    values = ["success", "success", "investigation", "blank", "success"]
    assert sent(samples, page, "amend", before=1) == {"seq": 12, "values": values, "seen": 12, "id": ANY}
    expect(page.get_by_test_id("drawer-log")).to_have_count(0)


def test_refused_correction_is_shown_at_its_slot(page: Page, samples: SampleServer) -> None:
    seen(page, "filled").get_by_test_id("filled").nth(1).click()
    samples.refusal = (422, "Ann has no clue to turn.")
    tap(page, "fix-investigation")
    expect(page.get_by_test_id("fix-refusal")).to_contain_text("Ann has no clue to turn.")


def test_the_app_rolls_for_a_named_seat(page: Page, samples: SampleServer) -> None:
    expect(seen(page, "by_chance").get_by_test_id("virtual")).to_contain_text("Roll for Ann")
    tap(page, "virtual")
    assert sent(samples, page, "virtual")["prompt"] == "p5.0"
