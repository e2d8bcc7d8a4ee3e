"""The shared rule cases, where they lie beside the checkout."""

from __future__ import annotations

from companion.cases import results


def test_every_shared_case_of_a_test_holds(shared):
    lines = list(results(shared / "rules" / "cases" / "mansions_of_madness_2e.json"))
    assert {"MOM-09", "MOM-11", "MOM-12"} <= {line.id for line in lines if line.result == "passed"}
    assert [str(x) for x in lines if x.result == "failed" and "not implemented" not in x.why] == []
