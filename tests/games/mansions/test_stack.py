"""Events of a scenario: queue, run, buttons, variables and circles."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.mansions.content import Button, Compare, Component, ItemPart, Operation
from companion.games.mansions.facts import PiecesPlaced, StoryEnded
from companion.games.mansions.rules.story import holds, value
from companion.games.mansions.rules.story.event_stack import dice, operated
from companion.games.mansions.rules.story.silent_chain import MOST_UNSEEN
from companion.games.mansions.state import MOST_WAITING
from tests.games.mansions.manor import event, options, says, sets, table, tap, token

START = "EventStart"


def test_button_runs_its_first_possible_successor():
    run = table(
        event("EventA", Button("On", ("EventB", "EventC")), trigger=START),
        event("EventB", condition=(Compare("x", "==", "1"),)),
        event("EventC", "Done"),
    )
    tap(run, "On")
    assert says(run) == "EventC"


def test_silent_event_takes_its_first_possible_button():
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


def test_waiting_events_run_last_in_first_out():
    run = table(event("EventA", "On", trigger=START), event("EventB", "On", trigger=START))
    assert says(run) == "EventB"
    tap(run, "On")
    assert says(run) == "EventA"


def test_random_event_reaches_all_its_successors():
    ways = [event(f"Event{n}", "Done") for n in range(6)]
    first = event("EventA", Button("On", tuple(one.name for one in ways)), trigger=START, at_random=True)
    came = set()
    for seed in range(30):
        run = table(first, *ways)
        tap(run, "On", random=Random(seed))
        came.add(says(run))
    assert came == {one.name for one in ways}


def test_flag_fires_its_trigger_and_is_reset():
    run = table(
        event("EventA", "On", trigger=START, operations=(sets("@bell", "1"),)),
        event("EventB", "Done", trigger="Varbell"),
    )
    tap(run, "On")
    assert says(run) == "EventB"
    assert run.state.story.variables["@bell"] == 0


def test_end_variable_ends_the_story():
    run = table(event("EventA", "The end", trigger=START, text="Dawn. All is well.", operations=(sets("$end", "1"),)))
    facts = tap(run, "The end")
    assert any(isinstance(fact, StoryEnded) for fact in facts)
    assert str(run.over) == "Dawn."
    assert not run.open


def test_component_is_placed_once():
    run = table(
        event("EventA", Button("On", ("EventB",)), trigger=START, add=("TokenX",)),
        event("EventB", "Done", add=("TokenX",)),
        token("TokenX", "Search"),
    )
    facts = tap(run, "On")
    assert run.state.story.board == ("TokenX",)
    assert not any(isinstance(fact, PiecesPlaced) for fact in facts)


def test_tokens_are_removed_by_one_word():
    run = table(
        event("EventA", Button("On", ("EventB",)), trigger=START, add=("TokenX", "TokenY", "TileZ")),
        event("EventB", "Done", remove=("#tokens",)),
        token("TokenX", "Search"),
        token("TokenY", "Search"),
        Component("TileZ", "tile"),
    )
    tap(run, "On")
    assert run.state.story.board == ("TileZ",)


def test_found_item_is_handed_to_a_seat():
    item = Component("QItemLamp", "item", part=ItemPart(("ItemCommonCandles",), starting=False))
    run = table(event("EventA", "On", trigger=START, add=("QItemLamp",)), item)
    tap(run, "On")
    assert options(run) == {"Ann": "1", "Bob": "2", "It stays on the table": "nobody"}
    tap(run, "Bob")
    assert run.state.seats["2"].possessions == ("Candles",)
    assert run.state.items["Candles"].light_source


A, B = Compare("a", "==", "1"), Compare("b", "==", "1")


def state(**variables: float):
    s = table(event("EventX", trigger="EventStart")).state
    return replace(s, story=replace(s.story, variables=MappingProxyType(variables)))


def test_table_variables_read_the_state():
    s = state()
    assert (value(s, "#heroes"), value(s, "#round"), value(s, "#monsters"), value(s, "#MoMBase")) == (2, 1, 0, 1)


def test_table_variables_are_read_only():
    assert operated(state(), [Operation("#round", "=", "9")], ()) == {}


@pytest.mark.parametrize(
    ("op", "by", "result"),
    [("=", 3, 3.0), ("+", 3, 10.0), ("-", 3, 4.0), ("*", 3, 21.0), ("/", 3, 7 / 3), ("%", 3, 1.0), ("/", 0, 0.0)],
)
def test_operation_changes_the_variable(op, by, result):
    assert operated(state(a=7), [Operation("a", op, f"{by}")], ()) == {"a": result}


def test_operations_see_earlier_results():
    done = operated(state(), [Operation("a", "=", "4"), Operation("b", "=", "a"), Operation("b", "/", "2")], ())
    assert done == {"a": 4.0, "b": 2.0}


def test_operations_draw_each_random_number():
    ops = [Operation("a", "=", "#rand6"), Operation("b", "+", "2"), Operation("b", "+", "#rand4")]
    assert dice(ops) == (6, 4)
    assert operated(state(), ops, (5, 3)) == {"a": 5.0, "b": 5.0}


def test_conditions_have_no_precedence_but_brackets():
    assert not holds(state(a=1), (A, "OR", A, "AND", B))  # with precedence it would hold
    assert holds(state(a=1), (A, "OR", "(", A, "AND", B, ")"))


@given(a=st.integers(-3, 3), b=st.integers(-3, 3), op=st.sampled_from(["==", "!=", ">", ">=", "<", "<="]))
def test_comparisons_match_python(a, b, op):
    assert holds(state(a=a, b=b), (Compare("a", op, "b"),)) is eval(f"{a} {op} {b}")


GO = "Go on"


ITSELF = Button("", ("A",))
SILENT = {"display": False, "trigger": START}
LOUD = {"display": False, "trigger": "Varloud", "operations": (sets("@loud", "1"),)}


@pytest.mark.parametrize(
    "ring",
    [
        [event("A", ITSELF, **SILENT)],
        [event("A", ITSELF, **SILENT, operations=(sets("n", "#rand6"),))],
        [event("A", **LOUD), event("B", **LOUD), event("C", **{**LOUD, "trigger": START})],
    ],
    ids=["one event", "random numbers", "flags"],
)
def test_circle_of_silent_events_is_reported(ring):
    run = table(*ring)
    assert GO in options(run)
    assert run.open[0].key == "circle"


def test_circle_is_followed_by_the_round():
    run = table(event("A", ITSELF, **SILENT))
    tap(run, GO)
    assert "End the phase without Ann, Bob" in options(run) or "Ann" in options(run)
    assert run.state.story.stack == ()


@pytest.mark.slow
def test_circle_with_many_operations_is_reported_early():
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


def test_circle_with_many_conditions_is_reported_early():
    asks = (Compare("never", "==", "1"), "AND") * 400
    waiting = [event(f"W{n}", trigger="Varloud", condition=asks[:-1]) for n in range(20)]
    ring = event("A", Button("", ("A",)), display=False, trigger="EventStart", operations=(sets("@loud", "1"),))
    run = table(ring, *waiting)
    assert GO in options(run)
    assert run.state.story.unseen < 100


def test_flag_queues_a_bounded_number_of_events():
    waiting = [event(f"W{n}", trigger="Varloud") for n in range(3 * MOST_WAITING)]
    run = table(event("A", display=False, trigger="EventStart", operations=(sets("@loud", "1"),)), *waiting)
    assert GO in options(run)
    assert len(run.state.story.stack) == MOST_WAITING + 1


def test_chain_with_a_shown_text_is_no_circle():
    run = table(event("A", Button("On", ("A",)), trigger="EventStart"))
    for _ in range(MOST_UNSEEN + 10):
        tap(run, "On")
    assert says(run) == "A"
