"""Conditions and operations as they stand in a value."""

from __future__ import annotations

import pytest

from companion.games.mansions.content import Compare, Operation
from tests.games.mansions.valkyrie.pack import one, scenario

A, B = Compare("a", "==", "1"), Compare("b", ">", "c")


@pytest.mark.parametrize(
    ("told", "condition"),
    [
        ("VarOperation:a,==,1", (A,)),
        ("VarOperation:a,==,1 VarTestsLogicalOperator:OR VarOperation:b,>,c", (A, "OR", B)),
        (
            "VarTestsParenthesis:( VarOperation:a,==,1 VarTestsLogicalOperator:AND VarOperation:b,>,c VarTestsParenthesis:)",
            ("(", A, "AND", B, ")"),
        ),
        ("VarOperation:a,==,1 VarOperation:b,>,c", (A, "AND", B)),
        (
            "VarOperation:a,==,1 VarTestsLogicalOperator:OR VarOperation:b,>,c VarOperation:a,==,1",
            (A, "OR", B, "OR", A),
        ),
        ("VarOperation:a,==,1 VarOperation:b,>,c VarTestsLogicalOperator:OR", (A, "AND", B)),
        (
            "a,==,1 VarTestsLogicalOperator:OR VarTestsParenthesis:( b,>,c a,==,1 VarTestsParenthesis:) b,>,c VarTestsParenthesis:)",
            (A, "OR", "(", B, "AND", A, ")", "OR", B),
        ),
        ("a,==,1", (A,)),
        ("", ()),
    ],
)
def test_a_condition_is_read_in_its_order(told: str, condition: object) -> None:
    assert one("EventA", vartests=told).condition == condition


def test_old_conditions_must_all_hold() -> None:
    assert one("EventA", conditions="a,==,1 b,>,c").condition == (A, "AND", B)


def test_new_tests_stand_over_old_conditions() -> None:
    assert one("EventA", conditions="a,==,1", vartests="VarOperation:b,>,c").condition == (B,)


@pytest.mark.parametrize("sign", ["==", "!=", ">", ">=", "<", "<="])
def test_every_comparison_is_read(sign: str) -> None:
    assert one("EventA", conditions=f"#round,{sign},3").condition == (Compare("#round", sign, "3"),)  # type: ignore[arg-type]


@pytest.mark.parametrize("word", ["a,=,1", "a", "a,==", "VarTestsLogicalOperator:XOR", "VarTestsParenthesis:["])
def test_a_word_that_is_no_part_of_a_condition_is_left_out_and_told(word: str) -> None:
    found = scenario({"EventA": {"vartests": word}})
    assert found.components["EventA"].condition == ()
    assert found.findings == (f"EventA: vartests: {word!r} is no part of a condition, it is left out.",)


@pytest.mark.parametrize("sign", ["=", "+", "-", "*", "/", "%"])
def test_every_operation_is_read(sign: str) -> None:
    assert one("EventA", operations=f"count,{sign},#rand6").operations == (Operation("count", sign, "#rand6"),)


def test_an_operation_of_another_shape_is_left_out_and_told() -> None:
    found = scenario({"EventA": {"operations": "a,=,1 b,^,2 c"}})
    assert found.components["EventA"].operations == (Operation("a", "=", "1"),)
    assert [finding.split(" is ")[0] for finding in found.findings] == [
        "EventA: operations: 'b,^,2'",
        "EventA: operations: 'c'",
    ]


def test_a_token_lies_there_whatever_its_conditions_say() -> None:
    assert one("TokenA", conditions="a,==,1").condition == ()


def test_fire_has_two_names() -> None:
    found = one("EventA", operations="a,=,#fire", conditions="#fire,>,0")
    assert found.operations == (Operation("a", "=", "$fire"),)
    assert found.condition == (Compare("$fire", ">", "0"),)


def test_brackets_without_end_end() -> None:
    told = "VarTestsParenthesis:( " * 300 + "VarOperation:a,==,1 " + "VarTestsParenthesis:) " * 300
    assert one("EventA", vartests=told).condition == (*("(",) * 20, A, *(")",) * 20)
    assert len(one("EventA", vartests="VarOperation:a,==,1 " * 9000).condition) < 1000
