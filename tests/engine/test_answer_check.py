"""Words as an answer."""

from __future__ import annotations

import pytest

from companion import games
from companion.engine import MOST_LETTERS, check_answer, write
from companion.engine.answer_check import answerable
from companion.games.nemesis.content.ship import KINDS
from companion.i18n import _
from companion.schema import Refused

ASKED = write("1", "Ann: which card?", ("Machete", "Flashlight"), "2.B")


@pytest.mark.parametrize("words", ["Machete", "x", "Ein müder Wächter", "x" * MOST_LETTERS])
def test_words_of_ones_own_answer_as_well_as_a_proposal(words: str) -> None:
    check_answer(ASKED, (words,))


@pytest.mark.parametrize(
    "values",
    [(), ("",), (" ",), (" Machete",), ("two\nlines",), ("x" * (MOST_LETTERS + 1),), ("one", "two")],
    ids=["nothing", "empty", "a blank", "a blank before", "a line break", "too long", "two"],
)
def test_check_refuses_an_invalid_name(values: tuple[str, ...]) -> None:
    with pytest.raises(Refused, match="Ann: which card\\?”: a few words are needed, 40 letters at most") as refused:
        check_answer(ASKED, values)
    assert refused.value.code == "NO_WORDS"


def test_a_refusal_names_the_figure_that_is_asked() -> None:
    """A seat may have several such prompts."""
    asked = write("1", _("what is it called?"), whom="The chapel door")
    with pytest.raises(Refused, match="The chapel door: what is it called\\?”: a few words are needed"):
        check_answer(asked, ())


def test_words_can_be_asked_for_without_a_proposal() -> None:
    assert answerable(write("1", "Ann: which card?"))


def test_check_accepts_long_text_where_wanted():
    asked = write("dealer", "Dealer: what does the table read?", letters=200)
    check_answer(asked, ("The water stands at the third step. " * 3 + "Hurry.",))
    with pytest.raises(Refused, match="200 letters at most"):
        check_answer(asked, ("x" * 201,))
    with pytest.raises(Refused, match="40 letters at most"):
        check_answer(write("1", "Ann: which card?"), ("x" * 41,))


def test_every_face_of_our_games_has_a_word():
    """Its id is in no catalogue: that would be English in any language."""
    faces = {face for kind in games.kinds().values() for face in (*kind.faces, kind.rest)} | set(KINDS)
    assert {face for face in faces if face.isidentifier()} <= games.face_words().keys()
