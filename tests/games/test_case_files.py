"""The rule cases of each game: local ones in one file a game, and the shared ones where the checkout has them."""

from pathlib import Path

import pytest

from tests.cases.runner import adapter, folder_of, judge, read_cases, results

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


@pytest.mark.parametrize("game", ["arkham_horror_lcg", "draw_your_weapon", "mansions_of_madness_2e", "nemesis"])
def test_shared_rule_cases_hold(game, shared):
    lines = list(results(shared / "rules" / "cases" / f"{game}.json"))
    assert lines
    assert [str(line) for line in lines if line.result == "failed"] == []
