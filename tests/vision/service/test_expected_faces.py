"""Faces to look for, from an expectation."""

from __future__ import annotations

from companion.schema import Expectation, ExpectedAnswer
from vision.kit import Kit
from vision.service.expected_faces import allowed_faces, kits_for

KITS = tuple(Kit(kind, kind, "", ()) for kind in ("card", "token", "mom_d8"))


def names(expect: Expectation) -> list[str]:
    return [kit.name for kit in kits_for(KITS, expect)]


def test_without_a_question_every_kit_is_looked_for() -> None:
    assert names(Expectation()) == ["card", "token", "mom_d8"]


def test_cards_are_not_looked_for_where_dice_are_asked() -> None:
    assert names(Expectation("p", (ExpectedAnswer("a", ("mom_d8",)),))) == ["token", "mom_d8"]


def test_dice_are_known_apart_from_cards_where_cards_are_asked() -> None:
    assert names(Expectation("p", (ExpectedAnswer("a", ("card",)), ExpectedAnswer("b")))) == ["card", "token", "mom_d8"]


def test_faces_that_several_prompts_want_can_all_be_meant() -> None:
    wants = (ExpectedAnswer("a", ("token",), ("skull",)), ExpectedAnswer("b", ("token",), ("-1",)))
    assert allowed_faces(Expectation("p", wants)) == {"token": frozenset({"skull", "-1"})}


def test_expected_faces_leave_open_kinds_unrestricted() -> None:
    assert (
        allowed_faces(Expectation("p", (ExpectedAnswer("c", ("card",)), ExpectedAnswer("d", ("card",), ("AS",))))) == {}
    )
