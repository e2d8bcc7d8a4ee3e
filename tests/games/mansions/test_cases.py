"""The shared rule cases, if they are checked out."""

from __future__ import annotations

from tests.cases.runner import results


def test_shared_rule_cases_hold(shared):
    lines = list(results(shared / "rules" / "cases" / "mansions_of_madness_2e.json"))
    assert lines
    assert [str(line) for line in lines if line.result == "failed"] == []
