"""The runner of rule cases: its counts, and its messages about invalid files."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.errors import ContentError
from tests.cases.judge import NOT_IMPLEMENTED, CaseResult, NotCoveredError
from tests.cases.runner import judge, read_cases, run


def passes(case: Mapping[str, object]) -> CaseResult:
    return CaseResult(passed=True)


def differs(case: Mapping[str, object]) -> CaseResult:
    return CaseResult(passed=False, why="value 3, expected 4")


def raises(case: Mapping[str, object]) -> CaseResult:
    raise KeyError("shroud")


def test_a_case_that_passes_has_no_remark() -> None:
    assert str(judge({"id": "A"}, passes)) == "passed A"


def test_a_case_that_differs_fails_and_says_where() -> None:
    assert str(judge({"id": "A"}, differs)) == "failed A: value 3, expected 4"


def test_a_disputed_case_that_differs_is_a_remark() -> None:
    line = judge({"id": "A", "disputed": True, "ambiguity": "AMB-4"}, differs)
    assert (line.result, line.why) == ("remark", "disputed (AMB-4), ours differs: value 3, expected 4")


def test_a_rule_that_raises_fails_its_case_only() -> None:
    assert str(judge({"id": "A"}, raises)) == "failed A: KeyError: 'shroud'"


def not_covered(case: Mapping[str, object]) -> CaseResult:
    raise NotCoveredError


def test_runner_fails_missing_rules_even_if_disputed() -> None:
    lines = [judge({"id": "A", "disputed": True}, case) for case in (not_covered, not_implemented)]
    assert {(line.result, line.why) for line in lines} == {("failed", NOT_IMPLEMENTED)}


def not_implemented(case: Mapping[str, object]) -> CaseResult:
    return CaseResult(passed=False, why=NOT_IMPLEMENTED)


def test_a_game_without_rules_fails_as_not_implemented() -> None:
    assert judge({"id": "A"}, None).why == "not implemented"


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("{", "no readable case file"),
        ("[]", '"game" and "cases"'),
        ('{"game": "chess", "cases": []}', "'chess' is not known"),
        ('{"game": "nemesis", "cases": [{}]}', "cases[0]"),
    ],
    ids=["no JSON", "a list", "unknown game", "a case without id"],
)
def test_a_file_that_is_none_is_refused_with_its_place(tmp_path: Path, text: str, remedy: str) -> None:
    file = tmp_path / "cases.json"
    file.write_text(text)
    with pytest.raises(ContentError) as caught:
        read_cases(file)
    assert str(file) in str(caught.value)
    assert remedy in str(caught.value)


def test_the_last_line_counts(tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    file.write_text(json.dumps({"game": "nemesis", "version": 1, "cases": []}))
    told: list[str] = []
    assert run([file, file], told.append)
    assert told[-1] == "0 passed, 0 failed"
