"""What is looked for, from what is expected."""

from __future__ import annotations

from companion.schema.expect import Expect, Want
from vision.kit import Kit
from vision.service.expected_faces import allowed, kits_for

KITS = tuple(Kit(kind, kind, "", ()) for kind in ("card", "token", "mom_d8"))


def names(expect: Expect) -> list[str]:
    return [kit.name for kit in kits_for(KITS, expect)]


def test_without_a_question_every_kit_is_looked_for() -> None:
    assert names(Expect()) == ["card", "token", "mom_d8"]


def test_cards_are_not_looked_for_where_dice_are_asked() -> None:
    assert names(Expect("p", (Want("a", ("mom_d8",)),))) == ["token", "mom_d8"]


def test_dice_are_known_apart_from_cards_where_cards_are_asked() -> None:
    assert names(Expect("p", (Want("a", ("card",)), Want("b")))) == ["card", "token", "mom_d8"]


def test_faces_that_several_prompts_want_can_all_be_meant() -> None:
    wants = (Want("a", ("token",), ("skull",)), Want("b", ("token",), ("-1",)))
    assert allowed(Expect("p", wants)) == {"token": frozenset({"skull", "-1"})}


def test_a_kind_of_which_any_face_can_be_meant_is_not_restricted() -> None:
    assert allowed(Expect("p", (Want("c", ("card",)), Want("d", ("card",), ("AS",))))) == {}
