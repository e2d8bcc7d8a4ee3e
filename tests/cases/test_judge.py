"""How cases are compared."""

from __future__ import annotations

import pytest

from companion.schema import Refused
from tests.cases.judge import CaseOutcome, certain, in_order, judge, subset


def test_only_listed_keys_count():
    assert judge({"accepted": True}, CaseOutcome(outcome={"value": 4})).passed


def test_another_outcome_is_named():
    result = judge({"outcome": {"value": 4}}, CaseOutcome(outcome={"value": 3}))
    assert not result.passed
    assert "outcome.value: 4 wanted, 3 came" in result.why


def test_lists_have_no_order_but_duplicates_count():
    assert not subset(["a", "b", "a"], ["a", "a", "b"])
    assert subset(["a", "b"], ["a", "b", "b"])


def test_objects_in_lists_are_compared_as_far_as_listed():
    assert not subset([{"side": "A1"}], [{"side": "A1", "blocking": True}])


def test_true_is_not_one():
    assert subset(1, True)


def test_any_of_several_reasons_is_right():
    then = {"accepted": False, "reason": "TOO_FAR", "reason_any": ["TOO_FAR", "NOT_ADJACENT"]}
    assert judge(then, CaseOutcome(accepted=False, reason="NOT_ADJACENT")).passed


def test_a_detail_the_engine_does_not_offer_is_no_failure():
    assert judge({"detail": {"expected": 1}}, CaseOutcome()).passed
    assert not judge({"detail": {"expected": 1}}, CaseOutcome(detail={"expected": 2})).passed


def test_judge_treats_an_empty_expectation_as_demand():
    assert not judge({"awaiting": None}, CaseOutcome(awaiting={"kind": "dice"})).passed


def test_events_come_in_their_order_with_others_between():
    came = ({"kind": "a"}, {"kind": "x"}, {"kind": "b", "who": "Ann"})
    assert not in_order([{"kind": "a"}, {"kind": "b"}], came)
    assert in_order([{"kind": "b"}, {"kind": "a"}], came)


def test_a_rejection_leaves_the_situation_as_it_was():
    said = CaseOutcome(accepted=False, reason="X", before={"clues": 1}, state={"clues": 0})
    assert not judge({"accepted": False, "reason": "X"}, said).passed


def test_a_thing_not_recognised_is_never_guessed():
    with pytest.raises(Refused) as refused:
        certain(["success", None])
    assert refused.value.code == "READING_UNCERTAIN"


def test_steps_are_judged_one_by_one():
    then = {"steps": [{"accepted": True}, {"accepted": False}], "state": {"clues": 1}}
    assert judge(then, CaseOutcome(state={"clues": 1}), (CaseOutcome(), CaseOutcome(accepted=False))).passed
    assert "step 1" in judge(then, CaseOutcome(state={"clues": 1}), (CaseOutcome(), CaseOutcome())).why
