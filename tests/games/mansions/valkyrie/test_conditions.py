"""Conditions, operations and buttons of community scenarios."""

from __future__ import annotations

import pytest

from companion.games.mansions.content import Button, Compare, Operation
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
def test_condition_is_read_in_order(told: str, condition: object) -> None:
    assert one("EventA", vartests=told).condition == condition


def test_condition_in_the_old_form_joins_by_and() -> None:
    assert one("EventA", conditions="a,==,1 b,>,c").condition == (A, "AND", B)


def test_condition_prefers_the_new_form() -> None:
    assert one("EventA", conditions="a,==,1", vartests="VarOperation:b,>,c").condition == (B,)


@pytest.mark.parametrize("word", ["a,=,1", "a", "a,==", "VarTestsLogicalOperator:XOR", "VarTestsParenthesis:["])
def test_condition_leaves_out_and_reports_a_bad_word(word: str) -> None:
    found = scenario({"EventA": {"vartests": word}})
    assert found.components["EventA"].condition == ()
    assert found.findings == (f"EventA: vartests: {word!r} is no part of a condition, it is left out.",)


def test_operation_leaves_out_and_reports_a_bad_shape() -> None:
    found = scenario({"EventA": {"operations": "a,=,1 b,^,2 c"}})
    assert found.components["EventA"].operations == (Operation("a", "=", "1"),)
    assert [finding.split(" is ")[0] for finding in found.findings] == [
        "EventA: operations: 'b,^,2'",
        "EventA: operations: 'c'",
    ]


def test_token_ignores_its_conditions() -> None:
    assert one("TokenA", conditions="a,==,1").condition == ()


def test_fire_has_two_names() -> None:
    found = one("EventA", operations="a,=,#fire", conditions="#fire,>,0")
    assert found.operations == (Operation("a", "=", "$fire"),)
    assert found.condition == (Compare("$fire", ">", "0"),)


def test_condition_limits_brackets_and_words() -> None:
    told = "VarTestsParenthesis:( " * 300 + "VarOperation:a,==,1 " + "VarTestsParenthesis:) " * 300
    assert one("EventA", vartests=told).condition == (*("(",) * 20, A, *(")",) * 20)
    assert len(one("EventA", vartests="VarOperation:a,==,1 " * 9000).condition) < 1000


TEXTS = {"EventA.button1": "{action} Enter", "EventA.button2": "{qst:LEAVE}", "LEAVE": "{action} Leave"}


def test_button_has_label_and_successors() -> None:
    found = one("EventA", TEXTS, buttons="2", event1="EventB EventC", event2="")
    assert found.buttons[0] == Button("{action} Enter", ("EventB", "EventC"), action=True)
    assert found.buttons[1].next == ()


def test_button_label_by_reference_costs_an_action() -> None:
    assert one("EventA", TEXTS, buttons="2").buttons[1] == Button("{qst:LEAVE}", action=True)


@pytest.mark.parametrize(
    ("values", "count"),
    [
        ({"buttons": "0"}, 1),
        ({}, 1),
        ({"buttons": "0", "display": "false"}, 0),
        ({"buttons": "2", "display": "False"}, 2),
        ({"buttons": "1", "event3": "EventB"}, 1),
        ({"event1": "EventB", "display": "false"}, 0),
        ({"buttons": "-4", "display": "false"}, 0),
        ({"buttons": "1000000"}, 20),
        ({"buttons": "two"}, 1),
    ],
)
def test_button_count_has_a_minimum_and_a_limit(values: dict[str, str], count: int) -> None:
    assert len(one("EventA", **values).buttons) == count


def test_button_has_a_condition_and_a_fallback() -> None:
    told = {"event1": "EventB", "event1Condition": "VarOperation:a,==,1", "event1ConditionAction": "Hide"}
    assert one("EventA", buttons="1", **told).buttons == (
        Button("", ("EventB",), (Compare("a", "==", "1"),), unmet="hide"),
    )


@pytest.mark.parametrize(
    ("action", "unmet"), [("", "disable"), (",HIDE", "hide"), (",none", "none"), (",?", "disable")]
)
def test_button_condition_may_follow_the_names(action: str, unmet: str) -> None:
    found = one("EventA", buttons="1", event1=f"EventB EventC,a,==,1{action}").buttons[0]
    assert (found.next, found.condition, found.unmet) == (("EventB", "EventC"), (Compare("a", "==", "1"),), unmet)


def test_overlay_that_changes_something_has_a_button() -> None:
    assert one("UIText", display="false", buttons="0").buttons == ()
    for key in ("add", "remove", "operations"):
        assert one("UIText", display="false", buttons="0", **{key: "a,=,1"}).buttons == (Button(),)
