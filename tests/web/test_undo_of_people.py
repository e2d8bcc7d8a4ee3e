"""Draws of the house are no undo steps of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import games
from companion.engine import GameSetup
from companion.presentation import LogReader
from companion.presentation.undo_view import undoable
from companion.schema import Answer
from tests.games.mansions.manor import hall
from tests.games.mansions.test_courses import crowded
from tests.web.house import House

GAME = crowded(hall)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(games, "find", lambda _name: GAME)
    return House(tmp_path, GAME)


def tap(house: House, table: str, option: str) -> None:
    picture = house.hall.snapshot(table)
    prompt = next(p for p in picture.open if option in [o.id for o in p.options])
    house.hall.answer(table, Answer(f"a{len(picture.moments)}", prompt.id, (option,), prompt.seat))


def test_undo_of_draw_includes_its_choice(house):
    table = house.hall.open("mansions", GameSetup(("1", "2")), "look")
    for option in ("attack", "Foe 0", "0:Knife"):
        tap(house, table, option)
    picture = house.hall.snapshot(table)
    assert picture.open[0].kind == "roll"
    step = undoable(picture, LogReader("table", frozenset({"table", "1", "2"})))
    assert str(step.text) == "Ann: attack Foe 0 with what?"
    house.hall.history.undo(table, step.to)
    assert house.hall.snapshot(table).open[0].key == "attack.weapon"
