"""Local rule cases, one file for each game, in the format of the shared ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases.runner import adapter, folder_of, judge, read_cases

FILES = sorted(Path(__file__).parent.glob("*/cases.json"))
ALL = [(folder_of(game), case) for game, cases in map(read_cases, FILES) for case in cases]
CASES = [(folder, case) for folder, case in ALL if folder != "draw_your_weapon"]  # that folder runs its own


@pytest.mark.parametrize(("folder", "case"), CASES, ids=[case["id"] for _, case in CASES])
def test_local_rule_case_holds(folder, case):
    line = judge(case, adapter(folder))
    assert line.result == "passed", line.why


def test_local_rule_case_ids_are_unique():
    ids = [case["id"] for _, case in ALL]
    assert len(ids) == len(set(ids))
