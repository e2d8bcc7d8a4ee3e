"""Two devices at once: an undo spares all that came after the snapshot it was tapped on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.sessions import AnswerGiven
from tests.web.rig import Page, Rig, joined

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


def test_second_of_two_simultaneous_redos_does_nothing(rig: Rig) -> None:
    tablet, other = rig.page(), rig.page()
    tablet.tap("coins")
    tablet.tap("heads", "heads", "tails")
    for _ in range(2):
        undo_button(tablet, tablet.snapshot())
    step = tablet.snapshot()["redo"]["to"]
    assert [page.post("tables/t1/redo", undone=step).status_code for page in (tablet, other)] == [200, 422]
    assert answers(rig) == [("coins",)]


def test_redo_is_refused_after_an_answer_given_meanwhile(rig: Rig) -> None:
    tablet, other = rig.page(), rig.page()
    tablet.tap("coins")
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
