"""Planted secrets in random evenings: they leak through no preview, past or search."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any
from urllib.parse import quote

import pytest

from companion.games.draw_your_weapon import GAME as DUEL
from companion.schema import DEALER, TABLE, Answer, Seat
from companion.sessions import AnswerGiven
from companion.web.request.language import COOKIE
from tests.games.course import possible
from tests.web.house import OURS
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

pytestmark = pytest.mark.slow


HERE = "/api/tables/t1"
TO_A_CONTEST = {"call a test": ("contest",), "Attribute and the Suit": ("might",)}
WALL = "?as=wall"


def moved_to_and_fro(evening: Evening, hidden: Callable[[Seat], Iterable[str]]) -> None:
    """Some steps, of which a part is taken back, one is amended, others follow, and moments are named."""
    for _ in evening.steps(STEPS + 4):
        pass
    evening.hall.history.save("t1", "Before it")
    evening.hall.history.undo("t1", evening_seqs(evening)[-4])
    for place, _ in enumerate(evening.steps(2)):
        evening.hall.history.save("t1", f"Since then {place}")
    assert evening.hall.snapshot("t1").taken_back and any(hidden(TABLE)), "there is something to hide"


def evening_seqs(evening: Evening) -> list[int]:
    return [m.entry.seq for m in evening.hall.snapshot("t1").moments if isinstance(m.entry.what, AnswerGiven)]


def all_that_was(evening: Evening, seat: Seat, look_for: Iterable[str] = ()) -> Iterator[tuple[str, str]]:
    """Return all routes to another time with their responses."""
    device = evening.devices[seat]
    for door in ("snapshot", "log?most=200", "log?only=rolls", "log?only=mine&most=200", "steps"):
        yield door, device.get(f"{HERE}/{door}").get_data(as_text=True)
    yield "wall", device.get(f"{HERE}/snapshot{WALL}").get_data(as_text=True)
    for word in look_for:
        told = device.get(f"{HERE}/log?find={quote(word)}")
        yield f"find {word}", told.get_data(as_text=True)
        assert told.get_json()["lines"] == [], f"{word} is found by {seat}"
    for moment in evening.hall.snapshot("t1").moments[::4]:
        seq = moment.entry.seq
        yield f"past {seq}", device.get(f"{HERE}/past?at={seq}").get_data(as_text=True)
        yield f"past of the wall {seq}", device.get(f"{HERE}/past?at={seq}&as=wall").get_data(as_text=True)
    yield from would_be(evening, seat)


def would_be(evening: Evening, seat: Seat) -> Iterator[tuple[str, str]]:
    """Every answer as if it had been none, and as if it had been another one; nothing is changed by it."""
    device, before = evening.devices[seat], evening.hall.snapshot("t1").moments
    for moment in before:
        given, seq = moment.entry.what, moment.entry.seq
        if not isinstance(given, AnswerGiven):
            continue
        yield f"possible {seq}", device.get(f"{HERE}/possible/{seq}").get_data(as_text=True)
        for values in (None, possible(evening.hall.history.asked_at("t1", seq), evening.random)):
            for door in (f"{HERE}/amend", f"{HERE}/amend{WALL}"):
                dry = device.post(door, json={"seq": seq, "values": values, "dry": True}, headers=OURS)
                yield f"amend {seq} to {values}", dry.get_data(as_text=True)
    assert evening.hall.snapshot("t1").moments == before


def looked_through(evening: Evening, hidden: Callable[[Seat], list[str]]) -> int:
    """Check that no device gets a hidden value, each second one in German; return the number of previews."""
    told = 0
    for number, (seat, device) in enumerate(evening.devices.items()):
        words = sorted(set(hidden(seat)))
        device.set_cookie(COOKIE, ("en", "de")[number % 2])
        for door, answer in all_that_was(evening, seat, words[:3]):
            assert not [word for word in words if word in answer], f"{door} to {seat}"
            told += '"replayed"' in answer
    return told


@pytest.mark.parametrize("seed", range(SEEDS))
def test_hand_leaks_through_no_preview_past_or_search(begin: Callable[..., Evening], seed: int) -> None:
    evening = begin(planted_ship(), seed=seed)
    hidden = partial(hidden_aboard, evening)
    moved_to_and_fro(evening, hidden)
    assert looked_through(evening, hidden) > 10


def test_dealer_pages_leak_through_no_preview_past_or_search(begin: Callable[..., Evening]) -> None:
    evening = begin(planted_adventure(), seed=1)
    evening.answer(DEALER, "go")

    def hidden(seat: Seat) -> list[str]:
        return hidden_pages(evening.state, seat, read_so_far(evening))

    moved_to_and_fro(evening, hidden)
    assert looked_through(evening, hidden) > 10


def test_tablet_preview_shows_public_facts_only(begin: Callable[..., Evening]) -> None:
    evening = begin(planted_ship(), seed=3, phones=())
    moved_to_and_fro(evening, partial(hidden_aboard, evening))
    secret = hidden_aboard(evening, TABLE)
    dry = [(door, told) for door, told in would_be(evening, TABLE) if '"replayed"' in told]
    assert len(dry) > 10
    for door, told in dry:  # a tried answer would be placed there
        assert not [word for word in secret if word in told and word not in door]


def contest(evening: Evening, card: str) -> None:
    """Ask two seats for a hand card; one has answered."""
    for number in range(12):
        cards = [p for p in evening.open if p.kind == "show"]
        if len(cards) > 1:
            evening.hall.answer("t1", Answer("laid", cards[0].id, (card,), cards[0].seat))
            return
        prompt = next((p for p in evening.open if p.seat == DEALER), evening.open[0])
        wanted = next((v for word, v in TO_A_CONTEST.items() if word in str(prompt.title)), None)
        values = wanted or tuple(option.id for option in prompt.options[: prompt.least])
        evening.hall.answer("t1", Answer(f"c{number}", prompt.id, values, prompt.seat))
    raise AssertionError(f"no contest: {evening.open}")


def without_ids(told: str) -> Any:
    """Without what differs between any two houses."""
    found = json.loads(told)
    for name in ("id", "assets"):
        found.pop(name, None)
    return found


def test_face_down_card_leaks_through_no_preview_past_or_search(begin: Callable[..., Evening]) -> None:
    """Two evenings that differ in that card alone send every other device the same."""
    evenings = [begin(DUEL, seed=5), begin(DUEL, seed=5)]
    for evening, card in zip(evenings, ("AS", "2H"), strict=True):
        contest(evening, card)
    laid = evenings[0].hall.snapshot("t1").moments[-1].entry.what
    assert isinstance(laid, AnswerGiven) and laid.answer.values == ("AS",)
    whose, differs = laid.prompt.seat, 0
    for seat in evenings[0].devices:
        for (door, one), (_, other) in zip(*(all_that_was(e, seat) for e in evenings), strict=True):
            if seat == whose:
                differs += without_ids(one) != without_ids(other)
            else:
                assert without_ids(one) == without_ids(other), f"{door} to {seat}"
    assert differs, "its owner reads it"
