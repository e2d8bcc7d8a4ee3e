"""Planted secrets in random evenings: every byte sent to other devices is searched."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable

import pytest

from companion.games.draw_your_weapon import GAME as DUEL
from companion.schema import DEALER, TABLE, Seat
from tests.web.planted import (
    SEEDS,
    STEPS,
    Evening,
    hidden_aboard,
    hidden_pages,
    planted_adventure,
    planted_ship,
    read_so_far,
)

pytestmark = pytest.mark.slow  # whole evenings


@pytest.mark.parametrize("seed", range(SEEDS))
def test_objectives_hands_and_items_reach_their_owner_only(begin: Callable[..., Evening], seed: int) -> None:
    evening = begin(planted_ship(), seed=seed)
    found = 0
    for _ in evening.steps():
        for seat in evening.devices:
            sent = evening.sent(seat)
            assert not [word for word in hidden_aboard(evening, seat) if word in sent], f"to {seat}"
            found += "Zqtitle" in sent and "of" + seat in sent
    assert found, "their owner reads them"
    assert evening.display and evening.expected, "the house tells them"
    public = b"".join(evening.display + evening.expected).decode()
    assert not [word for word in hidden_aboard(evening, TABLE) if word in public]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_dealer_pages_reach_no_seat_before_they_are_read(begin: Callable[..., Evening], seed: int) -> None:
    evening = begin(planted_adventure(), seed=seed)
    evening.answer(DEALER, "go")
    found = 0
    for s in evening.steps():
        read = read_so_far(evening)
        for seat in evening.devices:
            sent = evening.sent(seat)
            assert not [word for word in hidden_pages(s, seat, read) if word in sent], f"to {seat}"
            found += "Zqcall" in sent and "Zqnotes" in sent
        public = b"".join(evening.display + evening.expected).decode()
        assert not [word for word in hidden_pages(s, TABLE, read) if word in public]
        assert b"Zq" not in b"".join(evening.expected)
    assert found, "the Dealer reads them"


def test_adventure_in_full_is_sent_to_no_seat(begin: Callable[..., Evening]) -> None:
    evening = begin(DUEL)
    sheet = f"/api/games/draw_your_weapon/sheets/adventure/{DUEL.sample.choices['adventure']}"
    for path in (sheet, f"{sheet}/file"):
        for seat, device in evening.devices.items():
            with device.get(path) as answer:
                is_sent = answer.status_code == 200 and "notes" in answer.get_data(as_text=True)
            assert not is_sent, f"to {seat} while it is played"


@pytest.mark.parametrize("seat", ["1", TABLE])
def test_the_stream_says_what_the_snapshot_says(begin: Callable[..., Evening], seat: Seat) -> None:
    evening = begin(planted_adventure())
    evening.answer(DEALER, "go")
    assert "Zqcall" not in evening.stream(seat) and "Zqcall" in evening.stream(DEALER)


def without_names(sent: str) -> str:
    """Without what differs between any two houses: names of pages, and in the spreadsheet when it was."""
    lines = [line.lstrip("\ufeff") for line in sent.splitlines() if line]
    pages = [json.loads(line) for line in lines if line.startswith("{")]
    for page in pages:
        page.pop("id", None)
    rows = list(csv.DictReader(line for line in lines if not line.startswith("{")))
    for row in rows:
        row.pop("time")
    return json.dumps([pages, rows])


def test_secret_number_changes_no_byte_for_others(begin: Callable[..., Evening]) -> None:
    """Out of reach either way, so that cards decide alike, and hidden."""
    title = "fix the required Result"
    twins = [begin(DUEL, seed=5, choose={title: (number,), "call a test": ("skill_test",)}) for number in ("29", "30")]
    fixed = 0
    for one, other in zip(*(twin.steps(max(STEPS, 25)) for twin in twins), strict=True):
        fixed += one != other
        for seat in twins[0].devices:
            if seat != DEALER:
                assert without_names(twins[0].sent(seat)) == without_names(twins[1].sent(seat)), f"to {seat}"
    assert fixed, "the number was fixed"
    assert twins[0].display == twins[1].display and twins[0].expected == twins[1].expected
