"""A preview that meets hidden values, or an error of a rule."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.engine import SOMETHING_HIDDEN, hidden
from companion.schema import Answer, Refused
from companion.sessions import AnswerGiven, GameTable, preview
from tests.fakes import TOY, State

EYES = frozenset({"1"})
DECIDES = "The points decide."


def rolled(veil: Callable[..., Any], unsure: tuple[int, ...] = ()) -> GameTable[Any, Any]:
    """Three coins were rolled and their points counted; the roll is at 3, the count after it."""
    table = GameTable.begin(replace(TOY, veil=veil, faceless=lambda s: replace(s, coins=())), TOY.sample)
    table.answer(Answer("what", table.open[0].id, ("coins",), "1"))
    table.answer(Answer("roll", table.open[0].id, ("heads", "heads", "heads"), "1", unsure=unsure))
    table.answer(Answer("count", table.open[0].id, ("2",), "1"))
    return table


def seq_of(table: GameTable[Any, Any], answer: str) -> int:
    given = [(m.entry.seq, m.entry.what) for m in table.known.states]
    return next(seq for seq, what in given if isinstance(what, AnswerGiven) and what.answer.id == answer)


def no_points(s: State, _eyes: object, _now: State) -> State:
    return replace(s, points=hidden(DECIDES))


def no_number(s: State, _eyes: object, _now: State) -> State:
    return replace(s, points=())  # type: ignore[arg-type]  # adding to it is what a rule stumbles at


def test_preview_logs_an_error_of_a_rule(caplog: pytest.LogCaptureFixture) -> None:
    table = rolled(no_number)
    with caplog.at_level(logging.DEBUG):
        found = preview(table, seq_of(table, "count"), ("3",), EYES)
    assert found.stops == SOMETHING_HIDDEN
    assert {str(one.exc_info[1]) for one in caplog.records if one.exc_info} >= {
        "'>=' not supported between instances of 'tuple' and 'int'"
    }
    assert any("can only concatenate tuple" in str(one.exc_info[1]) for one in caplog.records if one.exc_info)


def test_preview_does_not_log_hidden_values(caplog: pytest.LogCaptureFixture) -> None:
    table = rolled(no_points)
    with caplog.at_level(logging.DEBUG):
        assert preview(table, seq_of(table, "count"), ("3",), EYES).stops == DECIDES
    assert [one for one in caplog.records if one.exc_info] == []


@pytest.mark.parametrize(("veil", "why"), [(no_points, DECIDES), (no_number, SOMETHING_HIDDEN)])
def test_preview_refuses_while_another_die_is_unsure(veil: Callable[..., Any], why: str) -> None:
    """Where hidden values decide whether it matters, the preview does not reveal that."""
    table = rolled(veil, (0, 1))
    with pytest.raises(Refused, match=f"^{why!s} Another die of this roll was never sure, and may matter. Tap"):
        preview(table, seq_of(table, "roll"), ("heads", "tails", "heads"), EYES)
