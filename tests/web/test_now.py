"""The sentence on every display: what is asked, of whom."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion import games
from companion.engine.play import Rule, choose
from companion.presentation.prompts import now_line, prompts_together
from tests.fakes import TOY, G, Scored
from tests.web.house import House


def free(g: G) -> Rule[None]:
    """Both may do the same, one of them something else as well."""
    yield from g.first(
        choose("1", "Ann: act if you wish", ("go",)),
        choose("2", "Ben: act if you wish", ("go",)),
        choose("2", "Ben: is it over?", ("yes",)),
    )
    g.emit(Scored(1))


def test_those_who_are_asked_the_same_are_named_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, play=free))
    house = House(tmp_path)
    table = house.hall.open("toy", name="t1")
    assert now_line(house.hall.picture(table)) == "Ann and Ben: act if you wish · Ben: is it over?"


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
def test_all_of_a_table_are_everybody(names: list[str], said: str) -> None:
    assert prompts_together(names, ["Ann", "Ben", "Cleo"]) == said
