"""The main function in a real browser: a throw under the camera resolves the page's prompt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import vision
from tests.e2e.lamp import TO_A_ROLL, Lamp

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow]

ASKS = {
    # game -> the kind of its throw, and the taps before it
    "mansions": ("mom_d8", TO_A_ROLL),
    "arkham": ("token", {"action": "investigate"}),
    "nemesis": ("nemesis_noise", {"action": r"move:r\d+", "token say": "nothing"}),
    "draw_your_weapon": ("card", {"equired": "5"}),
}

THROWS = Path(vision.__file__).parent / "throws"


def verdict(page: Page) -> Any:
    return page.get_by_test_id("verdict").first


@pytest.mark.parametrize("game", sorted(ASKS))
def test_a_recorded_throw_becomes_a_verdict_without_a_tap(lamp: Lamp, visit: Callable[..., Page], game: str) -> None:
    kind, taps = ASKS[game]
    table = lamp.open(game)
    lamp.until_asks(table, kind, **taps)
    page = visit(table)
    expect(verdict(page)).to_have_count(0)
    lamp.post(f"/api/tables/{table}/demo", throw=kind)
    lamp.until(lambda: lamp.snapshot(table)["tray"])
    assert lamp.snapshot(table)["doubt"] is None
    expect(verdict(page)).to_be_visible()
    assert [line for line in lamp.snapshot(table)["log"] if line["source"] == "camera"]


def test_a_token_over_the_serial_reader_resolves_the_test(lamp: Lamp, visit: Callable[..., Page]) -> None:
    table = lamp.open("arkham")
    lamp.until_asks(table, "tag", action="investigate")
    page = visit(table)
    lamp.post(f"/api/tables/{table}/demo", tag="62E3086D10")
    expect(verdict(page)).to_be_visible()
    assert [line["values"] for line in lamp.snapshot(table)["log"] if line["source"] == "serial"] == [["+1"]]


def test_a_free_roll_from_a_real_photograph(lamp: Lamp, visit: Callable[..., Page], photos: Path) -> None:
    table = lamp.open("arkham")
    page = visit(table)
    page.get_by_test_id("free-roll").first.click()
    page.get_by_test_id("photo").last.set_input_files(photos / "d6_penlington" / "images" / "five_23.jpg")
    expect(page.get_by_test_id("free-words")).to_contain_text("5, 5 and 5: 15")
    assert not lamp.snapshot(table)["tray"]["taken"]


@pytest.mark.parametrize("content", [b"no picture", b"\xff\xd8\xff broken"], ids=["text", "broken"])
def test_bad_picture_is_a_sentence_on_the_page(
    lamp: Lamp, visit: Callable[..., Page], tmp_path: Path, content: bytes
) -> None:
    table = lamp.open("mansions")
    lamp.rolls(table)
    page = visit(table)
    (tmp_path / "bad.jpg").write_bytes(content)
    page.get_by_test_id("photo").first.set_input_files(tmp_path / "bad.jpg")
    expect(page.get_by_text("picture", exact=False).first).to_be_visible()
    assert lamp.asked(table)[0]["kind"] == "roll"


@pytest.mark.parametrize("photo", ["IMG_2447.jpg", "IMG_2441.jpg"], ids=["sure", "asked"])
def test_a_card_on_a_real_photograph_resolves_a_test(
    lamp: Lamp, visit: Callable[..., Page], photos: Path, photo: str
) -> None:
    table = lamp.open("draw_your_weapon")
    lamp.until_asks(table, "card", **ASKS["draw_your_weapon"][1])
    page = visit(table)
    page.get_by_test_id("photo").first.set_input_files(photos / "cards_edje_rank" / "images" / photo)
    expect(verdict(page).or_(page.get_by_test_id("doubt"))).to_be_visible()
    if page.get_by_test_id("doubt").count():  # the suit, in one tap
        page.get_by_test_id("guess").first.click()
    expect(verdict(page)).to_be_visible()
    assert [line["source"] for line in lamp.snapshot(table)["log"] if line["kind"] == "answer"] == ["camera"]
