"""What is staged of a fact."""

from __future__ import annotations

import pytest

from companion.games.nemesis.facts import CardTold
from companion.games.nemesis.views.cues import cue
from tests.games.nemesis.ship import state


@pytest.mark.parametrize("title", ["Fore pods", "The bag develops"])
def test_what_a_card_or_a_room_says_is_no_encounter(title: str) -> None:
    staged = cue(state(), CardTold(title, "Two pods behind two hatches."))
    assert staged is not None and (staged.kind, staged.title) == ("card", title)
