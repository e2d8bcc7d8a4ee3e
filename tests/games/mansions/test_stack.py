"""Events of a scenario: queued, run, left by a button."""

from __future__ import annotations

from random import Random

from companion.games.mansions.content import Button, Compare, Component, ItemPart
from companion.games.mansions.facts import PiecesPlaced, StoryEnded
from tests.games.mansions.evening import event, options, says, sets, table, tap, token

START = "EventStart"


def test_what_the_start_triggers_is_shown_first():
    assert says(table(event("EventA", "On", trigger=START))) == "EventA"


def test_a_button_runs_the_first_of_its_ways_whose_condition_holds():
    run = table(
        event("EventA", Button("On", ("EventB", "EventC")), trigger=START),
        event("EventB", condition=(Compare("x", "==", "1"),)),
        event("EventC", "Done"),
    )
    tap(run, "On")
    assert says(run) == "EventC"


def test_what_is_not_there_is_passed_over():
    run = table(event("EventA", Button("On", ("EventNowhere", "EventC")), trigger=START), event("EventC", "Done"))
    tap(run, "On")
    assert says(run) == "EventC"


def test_an_event_that_shows_nothing_takes_its_first_possible_button():
    run = table(
        event(
            "EventA",
            Button("no", ("EventB",), (Compare("x", "==", "0"),)),
            Button("yes", ("EventC",)),
            trigger=START,
            display=False,
            operations=(sets("x", "1"),),
        ),
        event("EventB", "Done"),
        event("EventC", "Done"),
    )
    assert says(run) == "EventC"  # its operations come before its buttons


def test_of_two_that_wait_the_last_one_runs_first():
    run = table(event("EventA", "On", trigger=START), event("EventB", "On", trigger=START))
    assert says(run) == "EventB"
    tap(run, "On")
    assert says(run) == "EventA"


def test_chance_decides_between_the_ways_of_a_random_event():
    ways = [event(f"Event{n}", "Done") for n in range(6)]
    first = event("EventA", Button("On", tuple(one.name for one in ways)), trigger=START, at_random=True)
    came = set()
    for seed in range(30):
        run = table(first, *ways)
        tap(run, "On", random=Random(seed))
        came.add(says(run))
    assert came == {one.name for one in ways}


def test_a_flag_fires_its_trigger_and_falls():
    run = table(
        event("EventA", "On", trigger=START, operations=(sets("@bell", "1"),)),
        event("EventB", "Done", trigger="Varbell"),
    )
    tap(run, "On")
    assert says(run) == "EventB"
    assert run.state.story.variables["@bell"] == 0


def test_the_story_ends_when_it_says_so():
    run = table(event("EventA", "The end", trigger=START, text="Dawn. All is well.", operations=(sets("$end", "1"),)))
    facts = tap(run, "The end")
    assert any(isinstance(fact, StoryEnded) for fact in facts)
    assert str(run.over) == "Dawn."
    assert not run.open


def test_what_is_laid_down_twice_lies_there_once():
    run = table(
        event("EventA", Button("On", ("EventB",)), trigger=START, add=("TokenX",)),
        event("EventB", "Done", add=("TokenX",)),
        token("TokenX", "Search"),
    )
    facts = tap(run, "On")
    assert run.state.story.board == ("TokenX",)
    assert not any(isinstance(fact, PiecesPlaced) for fact in facts)


def test_all_tokens_are_taken_away_by_one_word():
    run = table(
        event("EventA", Button("On", ("EventB",)), trigger=START, add=("TokenX", "TokenY", "TileZ")),
        event("EventB", "Done", remove=("#tokens",)),
        token("TokenX", "Search"),
        token("TokenY", "Search"),
        Component("TileZ", "tile"),
    )
    tap(run, "On")
    assert run.state.story.board == ("TileZ",)


def test_an_item_that_is_found_is_handed_to_somebody():
    item = Component("QItemLamp", "item", part=ItemPart(("ItemCommonCandles",), starting=False))
    run = table(event("EventA", "On", trigger=START, add=("QItemLamp",)), item)
    tap(run, "On")
    assert options(run) == {"Ann": "1", "Bob": "2", "It stays on the table": "nobody"}
    tap(run, "Bob")
    assert run.state.seats["2"].possessions == ("Candles",)
    assert run.state.items["Candles"].light_source


def test_numbers_of_chance_are_drawn_before_anything_happens():
    run = table(event("EventA", "On", trigger=START, operations=(sets("x", "#rand6"),)))
    assert 1 <= run.state.story.variables["x"] <= 6
