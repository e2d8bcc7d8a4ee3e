"""The now line of every display: the prompt and its addressees."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion import games
from companion.engine import Rule, choose
from companion.i18n import _
from companion.presentation import now_line
from companion.presentation.prompts import prompts_together
from companion.schema import TABLE, Prompt, from_json, to_json
from tests.fakes import TOY, G, Scored
from tests.web.house import House


def figures(g: G) -> Rule[None]:
    """One seat plays two figures, and the whole table is asked too."""
    yield from g.first(
        choose("1", _("lay a card"), ("go",), key="card"),
        choose("2", _("lay a card"), ("go",), key="card", about="pike", whom="Pike"),
        choose("2", _("lay a card"), ("go",), key="card", about="hanne", whom="Hanne"),
        choose(TABLE, "The end: is it over?", ("yes",)),
    )
    g.emit(Scored(1))


def test_now_line_names_whom_the_prompts_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(TOY, play=figures, called=lambda _state, seat: {"1": "Roland"}[seat])
    monkeypatch.setattr(games, "find", lambda _name: game)
    house = House(tmp_path)
    table = house.hall.open("toy", name="t1")
    assert str(now_line(house.hall.snapshot(table))) == "Roland, Pike and Hanne: lay a card · The end: is it over?"


def test_prompt_addressee_is_stored_when_it_differs() -> None:
    prompt = choose("2", "lay a card", ("go",), whom="Pike")
    assert from_json(Prompt, to_json(prompt)).whom == "Pike"
    assert "whom" not in to_json(choose("2", "lay a card", ("go",)))


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Ann"], "Ann"),
        (["Ann", "Ben"], "Ann and Ben"),
        (["Ann", "Cleo"], "Ann and Cleo"),
        (["Ann", "Ben", "Cleo"], "Everybody"),
        (["Ann", "Ben", "Dealer"], "Ann, Ben and Dealer"),
    ],
)
def test_now_line_names_all_seats_together(names: list[str], said: str) -> None:
    assert str(prompts_together(names, ["Ann", "Ben", "Cleo"])) == said
