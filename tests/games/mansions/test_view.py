"""Views of a seat: round, test with odds, story, seats."""

from __future__ import annotations

from itertools import product
from types import MappingProxyType

import pytest

from companion.games.mansions import GAME
from companion.games.mansions.content import DIE, Button, Trial
from companion.schema import Cards, Heading, Odds, Steps, Story, Sum
from tests.games.mansions.manor import B, I, S, announce, event, observation, rolled, seat, sets, situation, table, tap

START = "EventStart"


def block(state, kind, who="1"):
    return next((b for b in GAME.view(state, who) if isinstance(b, kind)), None)


def odds_of(clues: int = 2, **changes):
    return block(announce(observation(**changes), situation(ann=seat("Ann", clues=clues))).state, Odds)


def test_view_shows_exact_odds_before_the_roll():
    odds = odds_of(clues=0)
    assert str(odds.subtitle) == "3 dice, 2 successes needed"
    assert sum(bar.share for bar in odds.bars) == pytest.approx(1)
    assert odds.chance == pytest.approx(3 * (3 / 8) ** 2 * (5 / 8) + (3 / 8) ** 3)
    assert [str(bar.label) for bar in odds.bars if bar.counts] == ["2", "3"]
    assert str(odds.sentence) == "2 or more"


@pytest.mark.parametrize("clues", [1, 2, 5])
@pytest.mark.parametrize("needed", [1, 2, 3])
def test_view_odds_with_clues_match_all_throws(clues, needed):
    throws = list(product(DIE.sides, repeat=3))
    reached = sum(faces.count(S) + min(clues, faces.count(I)) >= needed for faces in throws)
    word = "1 clue" if clues == 1 else f"{min(clues, 3)} clues"
    said = str(odds_of(clues, needed=needed).sentence)
    assert said == f"{needed} or more; with {word} {reached / len(throws):.0%}"


def test_view_explains_the_verdict():
    run = rolled(S, S, B)
    shown = block(run.state, Sum)
    assert (shown.verdict, shown.total, shown.needed) == ("passed", 2, 2)
    assert [(str(t.label), t.value) for t in shown.terms] == [("successes", 2)]
    assert str(shown.sentence) == "Ann: 2 successes, 2 needed: passed."


def test_view_shows_the_skills_of_each_seat():
    ann = seat("Ann", skills={"strength": 3, "agility": 4, "observation": 3, "lore": 5, "influence": 2, "will": 4})
    card = block(situation(ann=ann), Cards).cards[0]
    assert str(card.note) == "strength 3 · agility 4 · observation 3 · lore 5 · influence 2 · will 4"


def test_view_shows_round_and_phase():
    state = table(event("EventA", "On", trigger=START)).state
    assert str(block(state, Heading).subtitle).startswith("Round 1 · Investigator")
    steps = block(state, Steps)
    assert [str(step.text) for step in steps.steps] == ["Investigators", "Fire", "Mythos", "Monsters", "Horror"]
    assert [step.state for step in steps.steps] == ["now", "todo", "todo", "todo", "todo"]


def test_view_resolves_the_marks_of_a_text():
    text = "Round {var:n}: {qst:WIND} <i>howls</i> at {c:EventA}. {strength}"
    run = table(
        event("EventA", "On", trigger=START, text=text, operations=(sets("n", "3"),)),
        words=MappingProxyType({"WIND": "the wind"}),
    )
    read = str(block(run.state, Story).text)
    assert read.startswith("Round 3: the wind <i>howls</i>")
    assert read.endswith("{strength}")


def test_view_shows_the_odds_of_a_story_test():
    run = table(event("EventA", Button("On"), Button("Off"), trigger=START, trial=Trial("will", 1, who="chosen")))
    assert block(run.state, Odds) is None  # no seat yet
    tap(run, "Ann tests {will}")
    assert str(block(run.state, Odds).subtitle) == "3 dice, 1 success needed"


def test_view_shows_the_ending():
    run = table(event("EventA", "The end", trigger=START, text="Dawn.", operations=(sets("$end", "1"),)))
    tap(run, "The end")
    assert str(block(run.state, Story).text) == "Dawn."
    assert block(run.state, Steps) is None
