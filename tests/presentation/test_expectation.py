"""Expectations sent to the readers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.engine import draw
from companion.presentation import expect_of
from companion.schema import Answer, Expectation, ExpectedAnswer
from companion.sessions import SessionManager
from tests.fakes import TOY
from tests.new_log import new_log


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SessionManager]:
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    log = new_log(tmp_path)
    hall = SessionManager(log, Random(1))
    hall.open("toy")
    yield hall
    log.close()


def after(hall: SessionManager, choice: str) -> Expectation:
    prompt = hall.snapshot("t1").open[0]
    hall.answer("t1", Answer("a", prompt.id, (choice,)))
    return expect_of(hall.snapshot("t1"))


def test_tap_prompts_expect_no_reading(hall: SessionManager) -> None:
    assert expect_of(hall.snapshot("t1")) == Expectation("t1.p1")


def test_a_roll_names_its_faces_and_its_count(hall: SessionManager) -> None:
    assert after(hall, "coins").wants == (ExpectedAnswer("p2.0", ("coin",), ("heads", "tails"), 3, "tray"),)


def test_expectation_hides_possible_hand_cards(hall: SessionManager) -> None:
    assert [want.faces for want in after(hall, "cards").wants] == [(), ()]


def test_expectation_hides_missing_deck_cards(hall: SessionManager) -> None:
    top = replace(draw("1", "Ann: turn the top card", ("AS", "2S"), of=("card",)), id="p2.0")
    asked = replace(hall.snapshot("t1"), open=(top,))
    assert [want.faces for want in expect_of(asked).wants] == [()]


def test_no_words_travel(hall: SessionManager) -> None:
    assert "Ann" not in repr(after(hall, "cards"))
