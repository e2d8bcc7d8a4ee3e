"""The numbers a scenario keeps."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.mansions.content import Compare, Operation
from companion.games.mansions.rules.story import holds, value
from companion.games.mansions.rules.story.event_stack import dice, operated
from tests.games.mansions.evening import event, table

A, B = Compare("a", "==", "1"), Compare("b", "==", "1")


def state(**variables: float):
    s = table(event("EventX", trigger="EventStart")).state
    return replace(s, story=replace(s.story, variables=MappingProxyType(variables)))


def test_one_that_was_never_set_is_nought():
    assert value(state(), "nobody") == 0


def test_what_the_table_knows_is_read_from_it():
    s = state()
    assert (value(s, "#heroes"), value(s, "#round"), value(s, "#monsters"), value(s, "#MoMBase")) == (2, 1, 0, 1)


def test_what_the_table_knows_is_never_set():
    assert operated(state(), [Operation("#round", "=", "9")], ()) == {}


@pytest.mark.parametrize(("op", "result"), [("=", 3.0), ("+", 10.0), ("-", 4.0), ("*", 21.0), ("/", 7 / 3), ("%", 1.0)])
def test_every_operation(op, result):
    assert operated(state(a=7), [Operation("a", op, "3")], ()) == {"a": result}


def test_operations_see_what_the_ones_before_them_did():
    done = operated(state(), [Operation("a", "=", "4"), Operation("b", "=", "a"), Operation("b", "/", "2")], ())
    assert done == {"a": 4.0, "b": 2.0}


def test_dividing_by_nought_is_nought():
    assert operated(state(a=7), [Operation("a", "/", "b")], ()) == {"a": 0.0}


def test_chance_is_asked_for_each_random_number():
    ops = [Operation("a", "=", "#rand6"), Operation("b", "+", "2"), Operation("b", "+", "#rand4")]
    assert dice(ops) == (6, 4)
    assert operated(state(), ops, (5, 3)) == {"a": 5.0, "b": 5.0}


def test_conditions_are_read_from_left_to_right_without_precedence():
    assert not holds(state(a=1), (A, "OR", A, "AND", B))  # with precedence it would hold


def test_brackets_hold_together():
    assert holds(state(a=1), (A, "OR", "(", A, "AND", B, ")"))


def test_no_condition_holds_always():
    assert holds(state(), ())


@given(a=st.integers(-3, 3), b=st.integers(-3, 3), op=st.sampled_from(["==", "!=", ">", ">=", "<", "<="]))
def test_comparisons_are_those_of_arithmetic(a, b, op):
    assert holds(state(a=a, b=b), (Compare("a", op, "b"),)) is eval(f"{a} {op} {b}")
