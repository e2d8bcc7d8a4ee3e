"""A scenario that runs in a circle without a word: the people hear of it, and can go on."""

from __future__ import annotations

import pytest

from companion.games.mansions.content import Button, Compare
from companion.games.mansions.rules.story.silent_chain import MOST_UNSEEN
from companion.games.mansions.state import MOST_WAITING
from tests.games.mansions.evening import event, options, says, sets, table, tap

GO = "Go on"


def test_an_event_that_leads_to_itself_unseen_is_told():
    run = table(event("A", Button("", ("A",)), display=False, trigger="EventStart"))
    assert GO in options(run)
    assert run.open[0].key == "circle"


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


@pytest.mark.slow
def test_a_circle_of_events_that_set_very_much_is_told_before_memory_is_full():
    ring = [
        event(
            f"A{n}",
            Button("", (f"A{(n + 1) % 60}",)),
            display=False,
            trigger="EventStart" if n == 0 else "",
            operations=tuple(sets(f"v{n}-{place}", "1") for place in range(400)),
        )
        for n in range(60)
    ]
    run = table(*ring)
    assert GO in options(run)
    assert len(run.state.story.variables) < 60 * 400, "it was told before each had its turn"


def test_a_circle_that_wakes_events_which_ask_for_very_much_is_told_early():
    asks = (Compare("never", "==", "1"), "AND") * 400
    waiting = [event(f"W{n}", trigger="Varloud", condition=asks[:-1]) for n in range(20)]
    ring = event("A", Button("", ("A",)), display=False, trigger="EventStart", operations=(sets("@loud", "1"),))
    run = table(ring, *waiting)
    assert GO in options(run)
    assert run.state.story.unseen < 100


def test_of_a_flag_that_wakes_very_many_no_more_wait_than_a_circle_has():
    waiting = [event(f"W{n}", trigger="Varloud") for n in range(3 * MOST_WAITING)]
    run = table(event("A", display=False, trigger="EventStart", operations=(sets("@loud", "1"),)), *waiting)
    assert GO in options(run)
    assert len(run.state.story.stack) == MOST_WAITING + 1


def test_what_shows_a_word_in_between_is_no_circle():
    run = table(event("A", Button("On", ("A",)), trigger="EventStart"))
    for _ in range(MOST_UNSEEN + 10):
        tap(run, "On")
    assert says(run) == "A"
