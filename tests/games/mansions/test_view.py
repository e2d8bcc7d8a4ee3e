"""What the page shows of a test."""

from __future__ import annotations

import pytest

from companion.games.mansions import GAME
from companion.wire.view import Heading, Odds, Steps, Story, Sum
from tests.games.course import begin, give
from tests.games.mansions.table import B, I, S


def block(state, kind, seat="1"):
    return next((b for b in GAME.view(state, seat) if isinstance(b, kind)), None)


def test_before_the_roll_the_chances_are_exact():
    odds = block(begin(GAME).state, Odds)
    assert odds.subtitle == "3 dice, 2 successes needed"
    assert sum(bar.share for bar in odds.bars) == pytest.approx(1)
    assert odds.chance == pytest.approx(3 * (3 / 8) ** 2 * (5 / 8) + (3 / 8) ** 3)
    assert [bar.label for bar in odds.bars if bar.counts] == ["2", "3"]
    assert odds.sentence == "2 or more"


def test_before_the_roll_the_steps_say_where_one_is():
    assert [s.state for s in block(begin(GAME).state, Steps).steps] == ["done", "now", "todo", "todo", "todo"]


def test_while_clues_are_asked_for_the_faces_so_far_stand_without_a_verdict():
    run = begin(GAME)
    give(run, S, S, B)
    give(run, S, I, B, B, B)
    shown = block(run.state, Sum)
    assert (shown.verdict, shown.faces, shown.object, shown.total) == ("", (S, I, B, B, B), "mom_d8", 1)


def test_the_verdict_stands_while_the_next_roll_is_asked_for():
    run = begin(GAME)
    give(run, S, S, B)
    give(run, S, I, B, B, B)
    give(run, "1")
    shown = block(run.state, Sum)
    assert (shown.title, shown.verdict, shown.total, shown.needed) == ("Enough: the weight rises", "passed", 2, 2)
    assert [(t.label, t.value) for t in shown.terms] == [("successes", 1), ("clues", 1)]
    assert shown.sentence == "Ben: 1 success + 1 clue = 2, 2 needed: passed."
    assert block(run.state, Heading).title == "Will test · The room of nets"
    assert block(run.state, Odds).subtitle.startswith("3 dice")


def test_the_story_tells_what_happened_and_what_comes():
    run = begin(GAME)
    give(run, S, S, B)
    stories = [b for b in GAME.view(run.state, "table") if isinstance(b, Story)]
    assert [s.title for s in stories] == ["What happened", "The winch room"]
