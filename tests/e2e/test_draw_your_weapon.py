"""Draw Your Weapon at a table: cards under the camera, two phones and a Dealer, and their secrets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.duel import Duel
from tests.e2e.lamp import Lamp
from tests.e2e.trays import at_rest, left_half, out_of_focus

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow, pytest.mark.timeout(120)]
PATIENCE_MS = 30_000


@pytest.fixture
def duel(lamp: Lamp) -> Duel:
    return Duel(lamp, lamp.open("draw_your_weapon"))


def test_contest_cards_stay_hidden_until_both_are_in(
    duel: Duel, visit: Callable[..., Page], phones: Callable[[], Page], tmp_path: Path
) -> None:
    tablet, ann, ben = visit(duel.table), duel.seat(phones(), "1"), duel.seat(phones(), "2")
    duel.call("contest", "1", "2")
    duel.answer(ann, "Ann: use a Feature")
    duel.answer(ben, "Ben: use a Feature")
    for phone, seat in ((ann, "1"), (ben, "2")):
        expect(phone.get_by_test_id(f"zone-{seat}")).to_have_class("zone mine ")
    duel.lay(ann, left_half("card", "8c_kh", tmp_path))
    duel.lamp.until(lambda: duel.answered("Ann"))
    crop = duel.sent(ann)["tray"]["picture"]
    assert duel.may_see(ann, crop)
    for other in (tablet, ben):
        assert "8C" not in duel.told(other) and duel.sent(other)["tray"] is None
        assert not duel.may_see(other, crop) and not duel.may_see(other, "/picture/preview.jpg")
    expect(ben.get_by_test_id("zone-1")).to_have_class("zone  laid")
    duel.lay(ben, at_rest("card", "8c_kh"))
    for device in (tablet, ann, ben):
        expect(device.get_by_test_id("verdict").first).to_contain_text("Ben wins the Contest", timeout=PATIENCE_MS)
        assert "8C" in duel.told(device) and duel.may_see(device, duel.sent(device)["tray"]["picture"])


def test_secret_number_is_on_the_dealers_phone_alone(
    duel: Duel, visit: Callable[..., Page], phones: Callable[[], Page]
) -> None:
    tablet, dealer, ann = visit(duel.table), duel.seat(phones(), "dealer"), duel.seat(phones(), "1")
    duel.answer(dealer, "call a test", "skill_test")
    duel.answer(dealer, "name the Attribute and the Suit", "might")
    duel.answer(dealer, "whose test it is", "1")
    duel.answer(dealer, "fix the required Result", "27")
    ann.get_by_test_id("photo").first.wait_for(state="attached")
    assert "27" in str(duel.sent(dealer)["view"])
    for other in (tablet, ann):
        assert "27" not in str(duel.sent(other)["view"]) + str(duel.sent(other)["log"])
        expect(other.get_by_text("27", exact=True)).to_have_count(0)
    duel.lay(ann, at_rest("card", "ks"))
    expect(tablet.get_by_test_id("verdict").first).to_contain_text("Not enough", timeout=PATIENCE_MS)
    assert all("27" not in str(duel.sent(other)["view"]) for other in (tablet, ann))


def test_a_card_that_was_misread_is_corrected_with_one_tap(
    duel: Duel, visit: Callable[..., Page], tmp_path: Path
) -> None:
    page = visit(duel.table)
    duel.call("skill_test", "1", required=5)
    duel.lay(page, out_of_focus("card", "qc", 1.5, tmp_path))
    expect(page.get_by_test_id("doubt")).to_be_visible(timeout=PATIENCE_MS)
    page.locator('[data-testid="guess"][data-face="QC"]').first.click()
    expect(page.get_by_test_id("verdict").first).to_contain_text("Ann makes it")
    assert ["QC"] in [line["values"] for line in duel.sent(page)["log"] if line["kind"] == "answer"]


def test_card_across_the_border_is_claimed_on_a_phone(duel: Duel, phones: Callable[[], Page], tmp_path: Path) -> None:
    ann, ben = duel.seat(phones(), "1"), duel.seat(phones(), "2")
    duel.call("contest", "1", "2")
    duel.answer(ann, "Ann: use a Feature")
    duel.answer(ben, "Ben: use a Feature")
    duel.lamp.photo(
        duel.table, out_of_focus("card", "4d", 2.0, tmp_path)
    )  # as the tablet: a phone's is its seat's alone
    for phone in (ann, ben):
        expect(phone.get_by_test_id("doubt")).to_contain_text("Whose is it?", timeout=PATIENCE_MS)
        assert not duel.sent(phone)["doubt"]["objects"]
    ben.get_by_test_id("whose-2").click()
    expect(ben.get_by_test_id("doubt")).to_contain_text("not sure", timeout=PATIENCE_MS)
    assert duel.sent(ben)["doubt"]["objects"] and not duel.sent(ann)["doubt"]["objects"]
    ben.locator('[data-testid="guess"][data-face="4D"]').first.click()
    duel.lamp.until(lambda: duel.answered("Ben"))
    assert "4D" not in duel.told(ann)
    expect(ann.get_by_test_id("doubt")).to_have_count(0)
