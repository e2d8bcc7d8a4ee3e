"""What the readers are told to look for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.engine.play import draw
from companion.presentation.expectation import expect_of
from companion.schema.expect import Expect, Want
from companion.schema.prompt import Answer
from companion.sessions.manager import Hall
from tests.fakes import TOY
from tests.new_log import new_log


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    log = new_log(tmp_path)
    hall = Hall(log, Random(1))
    hall.open("toy")
    yield hall
    log.close()


def after(hall: Hall, choice: str) -> Expect:
    prompt = hall.picture("t1").open[0]
    hall.answer("t1", Answer("a", prompt.id, (choice,)))
    return expect_of(hall.picture("t1"))


def test_where_only_taps_answer_nothing_is_looked_for(hall: Hall) -> None:
    assert expect_of(hall.picture("t1")) == Expect("t1.p1")


def test_a_roll_names_its_faces_and_its_count(hall: Hall) -> None:
    assert after(hall, "coins").wants == (Want("p2.0", ("coin",), ("heads", "tails"), 3, "tray"),)


def test_what_a_hand_can_hold_is_not_told(hall: Hall) -> None:
    assert [want.faces for want in after(hall, "cards").wants] == [(), ()]


def test_what_a_deck_lacks_is_not_told(hall: Hall) -> None:
    top = replace(draw("1", "Ann: turn the top card", ("AS", "2S"), of=("card",)), id="p2.0")
    asked = replace(hall.picture("t1"), open=(top,))
    assert [want.faces for want in expect_of(asked).wants] == [()]


def test_no_words_travel(hall: Hall) -> None:
    assert "Ann" not in repr(after(hall, "cards"))
