"""Text beside a prompt: title in the now line, answer in the log."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine import choose, roll, write
from companion.i18n import Text, _, from_data
from companion.presentation.log_lines import given_words
from companion.presentation.prompts import prompt_views
from companion.schema import TABLE, Answer, Option, Words
from companion.sessions import SessionManager
from tests.new_log import new_log

PROPOSED = write("1", _("what is it?"), (Option("Broken", from_data("Broken")),))


@pytest.mark.parametrize(("game", "said"), [("arkham", {""}), ("nemesis", {"graph"}), ("draw_your_weapon", set())])
def test_now_line_names_the_only_awaited_prompt(tmp_path, game: str, said: set[str]) -> None:
    """Menu prompts stand beside it; of several prompts none is named alone."""
    hall = SessionManager(new_log(tmp_path), Random(1))
    views = prompt_views(hall.snapshot(hall.open(game)), TABLE, frozenset())
    assert {one.prompt.at for one in views if one.above} == said
    assert sum(one.above for one in views) == len(said)


@pytest.mark.parametrize(
    ("value", "words"),
    [("King", "King"), ("AS", "AS"), ("my_charm", "my_charm"), ("Broken", from_data("Broken"))],
    ids=["a word of ours", "a card", "an underscore", "a proposal"],
)
def test_typed_words_stay_and_proposals_are_translated(value: str, words: Words) -> None:
    assert given_words(Answer("a", "p1.0", (value,)), PROPOSED) == (words,)


def test_chosen_option_and_face_have_their_names() -> None:
    chosen = choose("1", _("what now?"), (Option("go", _("Leave")),), key="way")
    assert given_words(Answer("a", "p1.0", ("go",)), chosen) == (_("Leave"),)
    (face,) = given_words(Answer("a", "p1.0", ("QH",)), roll("1", _("draw"), ("QH",), 1, key="draw"))
    assert isinstance(face, Text) and str(face) == "Queen of Hearts"
