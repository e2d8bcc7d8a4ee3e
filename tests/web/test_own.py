"""Secrets of a seat without a phone: shown on the tablet only on request."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion import games
from companion.engine import Game
from companion.schema import TABLE, Card, Cards, Paragraph, View
from tests.fakes import TOY, State
from tests.web.rig import Page, Rig, joined

PUBLIC = Cards("On the table", (Card("c", "Everybody's"),), "1")


def hands(_: State, seat: str) -> View:
    """A hand for each seat, and cards of Ann's that all may see."""
    if seat == TABLE:
        return (PUBLIC, Paragraph("Who plays?"))
    return (PUBLIC, Cards("Your hand", (Card("h", f"Secret of {seat}"),), seat), Paragraph(f"Only {seat}"))


@pytest.fixture
def game() -> Game[Any, Any]:
    return replace(TOY, view=hands)


def looked(page: Page, seat: str) -> Any:
    return page.client.get(f"/api/tables/t1/own/{seat}").json


def own(page: Page) -> dict[str, bool]:
    return {sitting["seat"]: sitting["own"] for sitting in page.snapshot()["sittings"]}


def test_tablet_shows_secrets_of_a_seat_without_phone(rig: Rig) -> None:
    (block,) = looked(rig.page(), "1")["blocks"]
    assert block["cards"][0]["text"] == "Secret of 1"


def test_unasked_the_tablet_is_sent_nothing_of_it(rig: Rig) -> None:
    tablet = rig.page()
    assert own(tablet) == {"1": True, "2": True}
    assert "Secret" not in str(tablet.snapshot())


def test_tablet_refuses_secrets_of_a_seat_with_phone(rig: Rig) -> None:
    tablet, phone = rig.page(), joined(rig, "2")
    assert own(tablet) == {"1": True, "2": False}
    assert looked(tablet, "2")["code"] == "NOT_YOURS"
    assert own(phone) == {"1": False, "2": False}
    for seat in ("1", "2", TABLE, "7"):
        assert looked(phone, seat)["code"] == "NOT_YOURS"


def test_tablet_offers_no_secrets_when_nothing_is_hidden(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, view=lambda _s, _seat: (PUBLIC,)))
    rig.hall.open("toy", name="t2")
    sittings = rig.page().client.get("/api/tables/t2/snapshot").json["sittings"]  # type: ignore[index]
    assert not any(sitting["own"] for sitting in sittings)
