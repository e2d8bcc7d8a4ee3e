"""Previews of an amendment: limited to known facts, and announced to the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.games.draw_your_weapon import GAME as DUEL
from companion.schema import DEALER, TABLE, Answer, Seat
from companion.sessions import AnswerGiven
from tests.web.house import OURS
from tests.web.planted import Evening

HERE = "/api/tables/t1"
WANTED = {"call a test": ("skill_test",), "Attribute and the Suit": ("might",), "whose test it is": ("1",)}
NUMBER = "11"


def card_of_a_test(evening: Evening, card: str) -> None:
    """The Dealer fixes a number in secret, and the first seat plays a card."""
    for number in range(12):
        laid = next((p for p in evening.open if p.kind == "show"), None)
        if laid is not None:
            evening.hall.answer("t1", Answer("laid", laid.id, (card,), laid.seat))
            return
        prompt = next((p for p in evening.open if p.seat == DEALER), evening.open[0])
        wanted = next((values for word, values in WANTED.items() if word in str(prompt.title)), None)
        first = (NUMBER,) if prompt.kind == "count" else tuple(o.id for o in prompt.options[: prompt.least])
        evening.hall.answer("t1", Answer(f"c{number}", prompt.id, wanted or first, prompt.seat))
    raise AssertionError(f"no card was asked for: {evening.open}")


def seq_of(evening: Evening, kind: str) -> tuple[int, Seat]:
    given = [m.entry for m in evening.hall.snapshot("t1").moments if isinstance(m.entry.what, AnswerGiven)]
    return next((e.seq, e.what.prompt.seat) for e in reversed(given) if e.what.prompt.kind == kind)


def tried(evening: Evening, device: Seat, seq: int, *values: str, **more: Any) -> Any:
    wish = {"seq": seq, "values": values, "dry": True, **more}
    return evening.devices[device].post(f"{HERE}/amend", json=wish, headers=OURS)


@pytest.mark.slow
def test_preview_reveals_no_dealer_number(begin: Callable[..., Evening]) -> None:
    """The Dealer's own preview is complete, and each is announced to the others."""
    evening = begin(DUEL, seed=1)
    card_of_a_test(evening, "7S")
    count, _ = seq_of(evening, "count")
    assert [tried(evening, DEALER, count, n).get_json()["verdict"][1] for n in ("1", "30")] == ["passed", "failed"]
    seq, seat = seq_of(evening, "show")
    told = [tried(evening, seat, seq, f"{rank}S").get_json() for rank in ("2", "9", "K")]
    assert all(one["come"][-1] == "The Dealer's number decides." and one["verdict"][1] == "" for one in told)
    assert [one["come"][0].partition("plays the ")[2].partition(" ")[0] for one in told] == ["2", "9", "King"]
    words = f"{evening.state.characters[seat].name} tries what another answer would change."
    for device in evening.devices.values():
        assert device.get(f"{HERE}/snapshot").get_json()["notice"]["text"] == words


LOOKS: dict[str, tuple[dict[str, Any], list[str] | None]] = {
    "joined in a sentence": ({"tell": lambda s, _fact, _seat: ", ".join((*"so", s.adventure.text))}, ["9S"]),
    "returned as the sentence": ({"tell": lambda s, _fact, _seat: s.adventure.text}, ["9S"]),
    "taken off how it ended": ({"over": lambda s: "".removeprefix(s.adventure.text)}, None),
    "looked for in what is shown": ({"view": lambda s, _seat: ()[: "so".startswith(s.adventure.text)]}, None),
}


@pytest.mark.slow
@pytest.mark.parametrize(("part", "values"), LOOKS.values(), ids=LOOKS)
def test_preview_stops_at_hidden_state(
    begin: Callable[..., Evening], part: dict[str, Any], values: list[str] | None
) -> None:
    evening = begin(replace(DUEL, **part), seed=1)
    card_of_a_test(evening, "7S")
    seq, seat = seq_of(evening, "show")
    answer = tried(evening, seat, seq, values=values)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    assert answer.get_json()["come"][-1] in {"Something hidden decides.", "What the Dealer alone knows decides."}


@pytest.mark.slow
def test_game_without_secrecy_declaration_has_no_preview(begin: Callable[..., Evening]) -> None:
    evening = begin(replace(DUEL, veil=None), seed=1)
    card_of_a_test(evening, "7S")
    seq, seat = seq_of(evening, "show")
    for values in (["2S"], ["KS"], None):
        told = tried(evening, seat, seq, values=values).get_json()
        assert told["come"] == ["Something hidden decides."] and told["verdict"][1] == told["asks"] == ""


@pytest.mark.slow
@pytest.mark.parametrize("door", ["possible", "amend"])
def test_shared_screen_previews_no_secret_answer(begin: Callable[..., Evening], door: str) -> None:
    evening = begin(DUEL, seed=1, phones=())
    card_of_a_test(evening, "7S")
    seq, _ = seq_of(evening, "count")
    answer = tried(evening, TABLE, seq, "12") if door == "amend" else evening.tablet.get(f"{HERE}/possible/{seq}")
    assert answer.status_code == 422 and NUMBER not in answer.get_data(as_text=True)
