"""Requests sent twice, late or from two devices at once: each counts once, and spares what came meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.schema import Reading, SeenObject
from companion.sessions import AnswerGiven, question_of
from companion.sessions.decisions import DecisionService
from tests.web.rig import OURS, Locked, Page, Rig, joined

UNSURE = SeenObject("coin", "tails", 0.6, (("heads", 0.35),))
COINS = (SeenObject("coin", "heads", 0.99), SeenObject("coin", "heads", 0.99), UNSURE)


@contextmanager
def restarted(rig: Rig, folder: Path) -> Iterator[Rig]:
    """The house after a kill, on the same folder."""
    rig.log.close()
    afresh = Rig(folder)
    yield afresh
    afresh.log.close()


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
    with restarted(rig, tmp_path) as afresh:
        page, before = afresh.page(), afresh.hall.snapshot("t1")
        again = page.post(f"tables/t1/{door}", **told)
        assert (again.status_code, again.json["newest"]) == (200, before.moments[-1].entry.seq)
        assert afresh.hall.snapshot("t1").moments == before.moments
        assert page.post(f"tables/t1/{door}", **{**told, "id": "w2"}).status_code in (409, 422)


def test_confirmation_is_idempotent(rig: Rig, tmp_path: Path) -> None:
    told = {**told_twice(rig, rig.page()), "which": "counts", "id": "w1"}
    assert rig.page().post("tables/t1/both", **told).status_code == 200
    with restarted(rig, tmp_path) as afresh:
        page = afresh.page()
        assert page.post("tables/t1/both", **told).json["asked"]
        other = {**told, "which": "was", "values": ["tails", "heads", "heads"]}
        assert page.post("tables/t1/both", **other).json["code"] == "NOT_OPEN"


def test_confirmation_is_refused_after_amendment(rig: Rig) -> None:
    page = rig.page()
    told = {**told_twice(rig, page), "values": ["tails", "heads", "heads"]}
    page.post("tables/t1/both", **told, which="was")
    assert page.post("tables/t1/both", **told, which="counts").json["code"] == "NOT_OPEN"


def saved(page: Page, name: str) -> int:
    page.post("tables/t1/saved", name=name)
    return int(page.snapshot()["saved"][-1]["id"])


@pytest.mark.slow
def test_moment_is_saved_once_and_its_deletion_spares_others(rig: Rig, tmp_path: Path) -> None:
    page = rig.page()
    saved(page, "Before the attic")
    first, second = saved(page, "Before the attic"), saved(page, "Before the cellar")
    forget = f"/api/tables/t1/saved/{second}"
    assert page.client.delete(forget, headers=OURS).status_code == 200
    third = saved(page, "Before the roof")
    with restarted(rig, tmp_path) as afresh:
        page = afresh.page()
        assert page.client.delete(forget, headers=OURS).json["newest"]
        assert [one["id"] for one in page.snapshot()["saved"]] == [first, third]
        assert len(afresh.hall.snapshot("t1").notes) == 1, "it is told once"


def test_interrupted_decision_completes_when_repeated(
    rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    door, told = other_was_right(rig, rig.page())
    with monkeypatch.context() as cut:
        cut.setattr(DecisionService, "_close_conflict", lambda *_: None)  # it is killed before
        assert rig.page().post(f"tables/t1/{door}", **told).status_code == 200
    with restarted(rig, tmp_path) as afresh:
        page, before = afresh.page(), afresh.hall.snapshot("t1")
        assert page.post(f"tables/t1/{door}", **told).status_code == 200
        assert (afresh.hall.snapshot("t1").moments, afresh.hall.snapshot("t1").both) == (before.moments, ())


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


Taking = Callable[[Page, Any], Any]
"""A deed of a device, by the snapshot that it was shown."""


def answers(rig: Rig) -> list[tuple[str, ...]]:
    """That count, the oldest first."""
    whats = (moment.entry.what for moment in rig.hall.snapshot("t1").moments)
    return [what.answer.values for what in whats if isinstance(what, AnswerGiven)]


def first_answer(shown: Any) -> int:
    return int(next(line["amend"] for line in shown["log"] if line["amend"] is not None))


def undo_button(page: Page, shown: Any) -> Any:
    return page.post("tables/t1/undo", to=shown["undo"]["to"], seen=shown["newest"])


def undo_in_the_log(page: Page, shown: Any) -> Any:
    return page.post("tables/t1/undo", to=shown["log"][0]["undo"], seen=shown["newest"])


def saved_moment(page: Page, shown: Any) -> Any:
    return page.post("tables/t1/undo", to=shown["saved"][0]["seq"], seen=shown["newest"])


def another_answer(page: Page, shown: Any) -> Any:
    return page.post("tables/t1/amend", seq=first_answer(shown), values=["bag"], seen=shown["newest"])


def no_answer(page: Page, shown: Any) -> Any:
    return page.post("tables/t1/amend", seq=first_answer(shown), values=None, seen=shown["newest"])


WAYS = [undo_button, undo_in_the_log, saved_moment, another_answer, no_answer]


@pytest.mark.parametrize("take", WAYS, ids=lambda way: way.__name__)
def test_undo_spares_an_answer_given_meanwhile(rig: Rig, take: Taking) -> None:
    tablet, other = rig.page(), rig.page()
    tablet.post("tables/t1/saved", name="The beginning")
    tablet.tap("coins")
    shown = tablet.snapshot()
    other.tap("heads", "heads", "tails")
    late = take(tablet, shown)
    assert late.status_code == 409 and "answered meanwhile" in late.json["sentence"]
    assert answers(rig) == [("coins",), ("heads", "heads", "tails")]
    assert take(tablet, tablet.snapshot()).status_code == 200, "who has seen it may"
    assert answers(rig) in ([], [("coins",)], [("bag",)])


@pytest.mark.parametrize("take", WAYS, ids=lambda way: way.__name__)
def test_second_of_two_simultaneous_undos_does_nothing(rig: Rig, take: Taking) -> None:
    tablet, other = rig.page(), rig.page()
    tablet.post("tables/t1/saved", name="The beginning")
    for values in (("coins",), ("heads", "heads", "tails"), ("1",), ("coins",)):
        tablet.tap(*values, id=f"{values}{tablet.snapshot()['newest']}")
    shown = tablet.snapshot()
    assert shown == {**other.snapshot(), "id": shown["id"]}
    assert take(tablet, shown).status_code == 200
    after = answers(rig)
    second = take(other, shown)
    assert second.status_code == 422 and second.json["code"] in {"NOTHING_TO_UNDO", "NO_ANSWER_THERE"}
    assert answers(rig) == after


def test_undo_spares_an_answer_restored_meanwhile(rig: Rig) -> None:
    tablet, other = rig.page(), rig.page()
    tablet.tap("coins")
    tablet.tap("heads", "heads", "tails")
    undo_button(tablet, tablet.snapshot())
    shown = tablet.snapshot()
    other.post("tables/t1/redo", undone=other.snapshot()["redo"]["to"])
    assert undo_button(tablet, shown).status_code == 409
    assert answers(rig) == [("coins",), ("heads", "heads", "tails")]


def test_redo_counts_once_and_not_after_an_answer_given_meanwhile(rig: Rig) -> None:
    tablet, other = rig.page(), rig.page()
    tablet.tap("coins")
    tablet.tap("heads", "heads", "tails")
    for _ in range(2):
        undo_button(tablet, tablet.snapshot())
    step = tablet.snapshot()["redo"]["to"]
    assert [page.post("tables/t1/redo", undone=step).status_code for page in (tablet, other)] == [200, 422]
    assert answers(rig) == [("coins",)]
    undo_button(tablet, tablet.snapshot())
    step = tablet.snapshot()["redo"]["to"]
    other.tap("bag", id="other")
    assert tablet.post("tables/t1/redo", undone=step).json["code"] == "NOTHING_TO_REDO"
    assert answers(rig) == [("bag",)]


def test_correction_accepts_fitting_answers_given_meanwhile(rig: Rig) -> None:
    """One seat reopens its own card while another plays its own: both are kept."""
    ben, tablet = joined(rig, "2"), rig.page()
    tablet.tap("cards")
    ben.tap("2S", seat="2")
    shown = ben.snapshot()
    back = shown["undo"]
    assert ben.post("tables/t1/amend", seq=back["to"] + 1, values=["AS"], seen=shown["newest"]).status_code == 200
    shown = ben.snapshot()
    tablet.tap("2S", seat="1", id="ann")
    mended = [line["amend"] for line in ben.snapshot()["log"] if line["amend"]][-1]
    assert ben.post("tables/t1/amend", seq=mended, values=["2S"], seen=shown["newest"]).status_code == 200
    assert answers(rig) == [("cards",), ("2S",), ("2S",)]


def test_a_preview_says_up_to_where_it_is_true(rig: Rig) -> None:
    tablet, other = rig.page(), rig.page()
    tablet.tap("coins")
    shown = tablet.snapshot()
    seq = first_answer(shown)
    told = tablet.post("tables/t1/amend", seq=seq, values=["bag"], dry=True).json
    assert (told["newest"], told["later"]) == (shown["newest"], 0)
    other.tap("heads", "heads", "tails")
    assert tablet.post("tables/t1/amend", seq=seq, values=["bag"], seen=told["newest"]).status_code == 409
