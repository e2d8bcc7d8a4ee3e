"""How cases are compared, run and counted."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.errors import ContentError
from companion.schema import Refused
from tests.cases.judge import NOT_IMPLEMENTED, CaseOutcome, CaseResult, NotCoveredError, certain, judge
from tests.cases.runner import judge as report
from tests.cases.runner import read_cases, run

EVENTS = ({"kind": "a"}, {"kind": "x"}, {"kind": "b", "who": "Ann"})


@pytest.mark.parametrize(
    ("then", "outcome", "why"),
    [
        ({"accepted": True}, CaseOutcome(outcome={"value": 4}), ""),
        ({"outcome": {"value": 4}}, CaseOutcome(outcome={"value": 3}), "outcome.value: 4 wanted, 3 came"),
        ({"outcome": {"value": 1}}, CaseOutcome(outcome={"value": True}), "1 wanted, True came"),
        ({"state": {"l": ["a", "b", "a"]}}, CaseOutcome(state={"l": ["a", "a", "b"]}), ""),
        ({"state": {"l": ["a", "b"]}}, CaseOutcome(state={"l": ["a", "b", "b"]}), "wanted"),
        ({"state": {"l": [{"side": "A1"}]}}, CaseOutcome(state={"l": [{"side": "A1", "blocking": True}]}), ""),
        ({"reason": "TOO_FAR", "reason_any": ["TOO_FAR", "OFF"]}, CaseOutcome(accepted=False, reason="OFF"), ""),
        ({"detail": {"expected": 1}}, CaseOutcome(), ""),
        ({"detail": {"expected": 1}}, CaseOutcome(detail={"expected": 2}), "detail.expected"),
        ({"awaiting": None}, CaseOutcome(awaiting={"kind": "dice"}), "nothing is to be awaited"),
        ({"events": [{"kind": "a"}, {"kind": "b"}]}, CaseOutcome(events=EVENTS), ""),
        ({"events": [{"kind": "b"}, {"kind": "a"}]}, CaseOutcome(events=EVENTS), "missing"),
        ({"not_events": ["x"]}, CaseOutcome(events=EVENTS), "must not occur"),
        ({"hidden_from": ["2"]}, CaseOutcome(shown_to=frozenset("2")), "2 was shown"),
        ({"accepted": False}, CaseOutcome(accepted=False, before={"a": 1}, state={"a": 0}), "rejected, but"),
        ({"steps": [{"accepted": True}]}, CaseOutcome(), "1 steps wanted, 0 were sent"),
    ],
)
def test_case_judge_compares_what_is_listed(then: dict[str, Any], outcome: CaseOutcome, why: str) -> None:
    result = judge(then, outcome)
    assert result.passed == (why == "") and why in result.why


def test_unrecognised_thing_is_never_guessed() -> None:
    with pytest.raises(Refused, match="recognised"):
        certain(["success", None])


def passes(_case: Mapping[str, object]) -> CaseResult:
    return CaseResult(passed=True)


def differs(_case: Mapping[str, object]) -> CaseResult:
    return CaseResult(passed=False, why="value 3, expected 4")


def raises(_case: Mapping[str, object]) -> CaseResult:
    raise KeyError("shroud")


def is_not_covered(_case: Mapping[str, object]) -> CaseResult:
    raise NotCoveredError


@pytest.mark.parametrize(
    ("run_case", "disputed", "line"),
    [
        (passes, False, "passed A"),
        (differs, False, "failed A: value 3, expected 4"),
        (differs, True, "remark A: disputed (AMB-4), ours differs: value 3, expected 4"),
        (raises, False, "failed A: KeyError: 'shroud'"),
        (is_not_covered, True, f"failed A: {NOT_IMPLEMENTED}"),
        (None, False, f"failed A: {NOT_IMPLEMENTED}"),
    ],
)
def test_case_report(run_case: Callable[[Mapping[str, object]], CaseResult] | None, disputed: bool, line: str) -> None:
    assert str(report({"id": "A", "disputed": disputed, "ambiguity": "AMB-4"}, run_case)) == line


@pytest.mark.parametrize(
    ("text", "remedy"),
    [("{", "no readable case file"), ("[]", '"game" and "cases"'), ('{"game": "chess", "cases": []}', "not known")],
)
def test_invalid_case_file_is_refused(tmp_path: Path, text: str, remedy: str) -> None:
    (tmp_path / "cases.json").write_text(text)
    with pytest.raises(ContentError, match=remedy):
        read_cases(tmp_path / "cases.json")


def test_case_run_counts_in_its_last_line(tmp_path: Path) -> None:
    file, lines = tmp_path / "cases.json", list[str]()
    file.write_text(json.dumps({"game": "nemesis", "version": 1, "cases": []}))
    assert run([file, file], lines.append) and lines[-1] == "0 passed, 0 failed"
