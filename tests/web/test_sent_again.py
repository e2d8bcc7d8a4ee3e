"""A repeated request after a lost response counts once and gets the same result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.schema import Reading, SeenObject
from companion.sessions import AnswerGiven, question_of
from companion.sessions.decisions import DecisionService
from tests.web.auth.test_permissions import Locked
from tests.web.rig import OURS, Page, Rig

UNSURE = SeenObject("coin", "tails", 0.6, (("heads", 0.35),))
COINS = (SeenObject("coin", "heads", 0.99), SeenObject("coin", "heads", 0.99), UNSURE)


def tapped(rig: Rig, page: Page) -> tuple[str, dict[str, Any]]:
    return "answer", {"prompt": page.prompt()["id"], "values": ["coins"], "id": "w1"}


def left_to_chance(rig: Rig, page: Page) -> tuple[str, dict[str, Any]]:
    page.tap("coins")
    return "virtual", {"prompt": page.prompt()["id"], "id": "w1"}


def settled(rig: Rig, page: Page) -> tuple[str, dict[str, Any]]:
    page.tap("coins")
    rig.throw(1, *COINS)
    values = ["heads", "heads", "tails"]
    return "doubt", {"reading": "r1", "prompt": page.prompt()["id"], "values": values, "id": "w1"}


def kept(rig: Rig, page: Page) -> tuple[str, dict[str, Any]]:
    page.tap("coins")
    page.tap("heads", "heads", "tails", id="w0")
    page.post("tables/t1/undo", to=page.snapshot()["undo"]["to"])
    return "keep", {"prompt": page.prompt()["id"], "aside": "w0", "id": "w1"}


def taken_back(rig: Rig, page: Page) -> tuple[str, dict[str, Any]]:
    page.tap("coins")
    return "undo", {"to": page.snapshot()["undo"]["to"], "id": "w1"}


def brought_back(rig: Rig, page: Page) -> tuple[str, dict[str, Any]]:
    page.tap("coins")
    page.post("tables/t1/undo", to=page.snapshot()["undo"]["to"])
    return "redo", {"undone": page.snapshot()["redo"]["to"], "id": "w1"}


def amended(rig: Rig, page: Page) -> tuple[str, dict[str, Any]]:
    page.tap("coins")
    page.tap("heads", "heads", "tails")
    seq = next(m.entry.seq for m in rig.hall.snapshot("t1").moments if isinstance(m.entry.what, AnswerGiven))
    return "amend", {"seq": seq, "values": ["coins"], "id": "w1"}


def told_twice(rig: Rig, page: Page) -> dict[str, Any]:
    """Two cameras tell something else of one throw."""
    page.tap("coins")
    question = f"t1.{question_of(rig.hall.snapshot('t1').open)}"
    heads, tails = SeenObject("coin", "heads", 0.99), SeenObject("coin", "tails", 0.99)
    for place, shown in enumerate(((heads, heads, heads), (heads, heads, tails))):
        source = f"vision/cam{place}"
        rig.hall.readings.handle(Reading(f"r{place}", "lamp", source, "e", 1, question, "tray", shown))
    (both,) = rig.hall.snapshot("t1").both
    return {"reading": both.reading.id}


def other_was_right(rig: Rig, page: Page) -> tuple[str, dict[str, Any]]:
    values = ["tails", "heads", "heads"]
    return "both", {**told_twice(rig, page), "which": "was", "values": values, "id": "w1"}


@pytest.mark.parametrize(
    "deed", [tapped, left_to_chance, settled, kept, taken_back, brought_back, amended, other_was_right]
)
def test_repeated_request_after_kill_counts_once(rig: Rig, tmp_path: Path, deed: Any) -> None:
    door, told = deed(rig, rig.page())
    assert rig.page().post(f"tables/t1/{door}", **told).status_code == 200
    rig.log.close()
    afresh = Rig(tmp_path)
    try:
        page, before = afresh.page(), afresh.hall.snapshot("t1")
        again = page.post(f"tables/t1/{door}", **told)
        assert (again.status_code, again.json["newest"]) == (200, before.moments[-1].entry.seq)
        assert afresh.hall.snapshot("t1").moments == before.moments
        assert page.post(f"tables/t1/{door}", **{**told, "id": "w2"}).status_code in (409, 422)
    finally:
        afresh.log.close()


def test_confirmation_is_idempotent(rig: Rig, tmp_path: Path) -> None:
    told = {**told_twice(rig, rig.page()), "which": "counts", "id": "w1"}
    assert rig.page().post("tables/t1/both", **told).status_code == 200
    rig.log.close()
    afresh = Rig(tmp_path)
    try:
        page = afresh.page()
        assert page.post("tables/t1/both", **told).json["asked"]
        other = {**told, "which": "was", "values": ["tails", "heads", "heads"]}
        assert page.post("tables/t1/both", **other).json["code"] == "NOT_OPEN"
    finally:
        afresh.log.close()


def test_confirmation_is_refused_after_amendment(rig: Rig) -> None:
    page = rig.page()
    told = {**told_twice(rig, page), "values": ["tails", "heads", "heads"]}
    page.post("tables/t1/both", **told, which="was")
    assert page.post("tables/t1/both", **told, which="counts").json["code"] == "NOT_OPEN"


def saved(page: Page, name: str) -> int:
    page.post("tables/t1/saved", name=name)
    return int(page.snapshot()["saved"][-1]["id"])


def test_a_moment_is_saved_once(rig: Rig) -> None:
    page = rig.page()
    saved(page, "Before the attic")
    saved(page, "Before the attic")
    assert [one["name"] for one in page.snapshot()["saved"]] == ["Before the attic"]


def test_repeated_deletion_spares_other_moments(rig: Rig, tmp_path: Path) -> None:
    page = rig.page()
    first, second = saved(page, "Before the attic"), saved(page, "Before the cellar")
    forget = f"/api/tables/t1/saved/{second}"
    assert page.client.delete(forget, headers=OURS).status_code == 200
    third = saved(page, "Before the roof")
    rig.log.close()
    afresh = Rig(tmp_path)
    try:
        page = afresh.page()
        assert page.client.delete(forget, headers=OURS).json["newest"]
        assert [one["id"] for one in page.snapshot()["saved"]] == [first, third]
        assert len(afresh.hall.snapshot("t1").notes) == 1, "it is told once"
    finally:
        afresh.log.close()


def test_interrupted_decision_completes_when_repeated(
    rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    door, told = other_was_right(rig, rig.page())
    with monkeypatch.context() as cut:
        cut.setattr(DecisionService, "_close_conflict", lambda *_: None)  # it is killed before
        assert rig.page().post(f"tables/t1/{door}", **told).status_code == 200
    rig.log.close()
    afresh = Rig(tmp_path)
    try:
        page, before = afresh.page(), afresh.hall.snapshot("t1")
        assert page.post(f"tables/t1/{door}", **told).status_code == 200
        assert (afresh.hall.snapshot("t1").moments, afresh.hall.snapshot("t1").both) == (before.moments, ())
    finally:
        afresh.log.close()


def sent(phone: FlaskClient, door: str, **told: Any) -> Any:
    answer = phone.post(f"/api/tables/t1/{door}", json=told, headers=OURS)
    return answer.status_code, answer.get_json().get("code")


def test_repeated_request_reveals_no_answer_of_another_seat(rig: Rig) -> None:
    locked = Locked(rig)
    ann, ben = locked.device(("t1", "1")), locked.device(("t1", "2"))
    asked = {"prompt": rig.hall.snapshot("t1").open[0].id, "values": ["coins"]}
    assert sent(ann, "answer", **asked, id="w1") == (200, None)
    assert sent(ann, "answer", **asked, id="w1") == (200, None)
    for door, told in (
        ("answer", asked),
        ("undo", {"to": 10**9}),
        ("redo", {"undone": 0}),
        ("amend", {"seq": 10**9, "values": None}),
        ("both", {"reading": "r1", "which": "next"}),
    ):
        refused = sent(ben, door, **told, id="never")
        assert refused == sent(ben, door, **told, id="w1") and refused[0] in (409, 422), door
