"""Conflicting readers on the page: both readings are shown, one tap decides."""

from __future__ import annotations

from unittest.mock import ANY

import pytest
from playwright.sync_api import Page, expect

from tests.web.sample_server import SampleServer
from tests.web.test_page import sent

pytestmark = pytest.mark.browser


def test_both_are_shown_with_what_each_tap_changes(page: Page, samples: SampleServer) -> None:
    page.goto("/t/two_told")
    card = page.get_by_test_id("both")
    expect(card).to_contain_text("The tag reader told skull, the camera tells cultist. Which is it?")
    expect(card.get_by_test_id("counts")).to_contain_text("nothing changes")
    expect(card.get_by_test_id("both-change")).to_have_text("Ann: 1 success, 2 needed: failed.")
    card.get_by_test_id("was-cultist").click()
    assert sent(samples, page, "/both") == {
        "reading": "c7",
        "which": "was",
        "values": ["cultist"],
        "seen": 12,
        "id": ANY,
    }


@pytest.mark.parametrize("which", ["counts", "next"])
def test_one_tap_settles_it(page: Page, samples: SampleServer, which: str) -> None:
    page.goto("/t/told_next")
    page.get_by_test_id("is-next" if which == "next" else which).click()
    assert sent(samples, page, "/both") == {"reading": "c7", "which": which, "values": [], "id": ANY}


def test_an_untaught_tag_is_offered_beside_what_is_asked(page: Page, samples: SampleServer) -> None:
    page.goto("/t/tag_offered")
    expect(page.get_by_test_id("prompt-card")).to_be_visible()
    page.get_by_test_id("teach-tag").click()
    assert sent(samples, page, "/both") == {"reading": "b8", "which": "taught", "values": [], "id": ANY}
