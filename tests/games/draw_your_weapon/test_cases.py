"""The rule cases of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases.draw_your_weapon.adapter import run_case
from tests.cases.runner import judge, read_cases

_game, CASES = read_cases(Path(__file__).with_name("cases.json"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_rule_case_holds(case):
    report = judge(case, run_case)
    assert report.result == "passed", report.why
