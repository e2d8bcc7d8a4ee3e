"""A scenario that runs in a circle without a word: the people hear of it, and can go on."""

from __future__ import annotations

from companion.games.mansions.content import Button
from companion.games.mansions.rules.story.event_stack import MOST_UNSEEN
from tests.games.mansions.evening import event, options, says, sets, table, tap

GO = "Go on"


def test_an_event_that_leads_to_itself_unseen_is_told():
    run = table(event("A", Button("", ("A",)), display=False, trigger="EventStart"))
    assert GO in options(run)
    assert "circle" in run.open[0].title


def test_after_a_circle_the_round_goes_on():
    run = table(event("A", Button("", ("A",)), display=False, trigger="EventStart"))
    tap(run, GO)
    assert "End the phase without Ann, Bob" in options(run) or "Ann" in options(run)
    assert run.state.story.stack == ()


def test_a_circle_that_chance_closes_is_told_too():
    run = table(event("A", Button("", ("A",)), display=False, trigger="EventStart", operations=(sets("n", "#rand6"),)))
    assert GO in options(run)


def test_a_flag_that_raises_itself_for_two_is_told():
    both = {"display": False, "trigger": "Varloud", "operations": (sets("@loud", "1"),)}
    run = table(event("A", **both), event("B", **both), event("C", **{**both, "trigger": "EventStart"}))
    assert GO in options(run)


def test_what_shows_a_word_in_between_is_no_circle():
    run = table(event("A", Button("On", ("A",)), trigger="EventStart"))
    for _ in range(MOST_UNSEEN + 10):
        tap(run, "On")
    assert says(run) == "A"
