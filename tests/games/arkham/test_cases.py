"""The shared rule cases, where the checkout has them."""

from __future__ import annotations

from tests.cases.runner import results


def test_every_shared_case_holds(shared):
    lines = list(results(shared / "rules" / "cases" / "arkham_horror_lcg.json"))
    assert lines
    assert [str(line) for line in lines if line.result == "failed"] == []
