"""Menus of corrections: questions, the fact of their answers, and cancelling."""

from __future__ import annotations

import pytest

from companion.engine import Correction, CorrectionMenu, Play, choose, count
from companion.schema import Refusal

GONE = Refusal("GONE", "It is gone.")
MENU: CorrectionMenu[int, object] = CorrectionMenu(
    (
        Correction("hp", "HP", (lambda s, who: count(who, "HP", 0, s, key="hp"),), lambda who, n: (who, n)),
        Correction(
            "move",
            "Moves",
            (lambda _s, _who: "hall", lambda _s, who, here: choose(who, here, ("attic", "leave"), key="to")),
            effect=lambda g, *answers: g.emit(answers),
        ),
    ),
    lambda s, _who: {"move": GONE} if s == 0 else {},
    leave="leave",
)


def corrected(name: str, *answers: str, state: int = 3) -> list[object]:
    play: Play[int, object] = Play(state, lambda s, _event: s)
    course = MENU.correct(("1",), play, (name,))
    question = next(course, None)
    for answer in answers:
        assert question is not None
        try:
            course.send({0: (answer,)})
        except StopIteration:
            return play.facts
    raise AssertionError("another question is open")


@pytest.mark.parametrize(
    ("answers", "facts"),
    [
        (("hp", "2"), [("1", 2)]),
        (("move", "attic"), [("1", "hall", "attic")]),
        (("move", "leave"), []),
    ],
)
def test_correction_applies_the_answers_of_its_questions(answers, facts):
    assert corrected(*answers) == facts


def test_refused_correction_is_grey():
    assert [option.refused for option in MENU.options(0, "1")] == [None, GONE]
