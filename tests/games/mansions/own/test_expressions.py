"""Expressions, nested events and map drawings of our scenario files."""

import pytest

from companion.errors import ContentError
from companion.games.mansions.content import Compare, Operation
from companion.games.mansions.content.toml_scenarios.expressions import condition, effect, operations, trigger
from companion.games.mansions.content.toml_scenarios.map_drawing import (
    Rect,
    border,
    lay_out,
    positions_of,
    read_drawing,
)
from companion.games.mansions.content.toml_scenarios.records import Room, Token, unroll

HERE = "a file: event.x"
FEAR, LAMP, KEY = Compare("fear", ">=", "3"), Compare("lamp", "==", "0"), Compare("key", ">", "0")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ()),
        ("fear >= 3", (FEAR,)),
        ("key", (KEY,)),
        ("fear >= 3 and not lamp", (FEAR, "AND", LAMP)),
        ("fear >= 3 or (not lamp and key)", (FEAR, "OR", "(", LAMP, "AND", KEY, ")")),
        ("#heroes == 1", (Compare("#heroes", "==", "1"),)),
        ("tide < flood", (Compare("tide", "<", "flood"),)),
        ("android and north", (Compare("android", ">", "0"), "AND", Compare("north", ">", "0"))),
    ],
)
def test_condition_is_read_from_left_to_right(text, parts):
    assert condition(text, HERE) == parts


@pytest.mark.parametrize(
    "text",
    ["fear >=", "and fear", "fear fear", "(fear", "fear)", "fear and", "not 3", "fear ~ 3", ">= 3", "fear == ==", "()"],
)
def test_broken_condition_names_its_place(text):
    with pytest.raises(ContentError, match=HERE):
        condition(text, HERE)


@pytest.mark.parametrize(
    ("change", "operation"),
    [
        ("fear + 1", Operation("fear", "+", "1")),
        ("fear=0", Operation("fear", "=", "0")),
        ("luck = d6", Operation("luck", "=", "#rand6")),
        ("last = #round", Operation("last", "=", "#round")),
        ("met_keeper", Operation("met_keeper", "=", "1")),
        ("signal alarm", Operation("@alarm", "=", "1")),
    ],
)
def test_operation_is_read_from_a_sentence(change, operation):
    assert operations([change], HERE) == (operation,)


@pytest.mark.parametrize("change", ["fear + ", "fear ++ 1", "#round = 2", "fear 1", ""])
def test_broken_operation_shows_an_example(change):
    with pytest.raises(ContentError, match="is no change; write"):
        operations([change], HERE)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("", ""),
        ("start", "EventStart"),
        ("the round ends", "EndRound"),
        ("round 3 ends", "EndRound3"),
        ("signal alarm", "Varalarm"),
        ("defeated den", "Defeatedden"),
        ("defeated rat", "DefeatedCustomMonsterrat"),
    ],
)
def test_trigger_is_read_from_a_sentence(text, name):
    assert trigger(text, ("rat",), HERE) == name
    with pytest.raises(ContentError, match="on = 'midnight' is no moment; there are start, mythos"):
        trigger("midnight", (), HERE)


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        *((one, "names no effect, or two; there are damage, horror") for one in ({}, {"pain": 2}, {"clue": 1, "hurt": 1})),
        ({"damage": 1, "facing": "sideways"}, "event.x"),
    ],
)  # fmt: skip
def test_effect_needs_exactly_one_kind_and_known_values(record, fault):
    with pytest.raises(ContentError, match=fault):
        effect(record, HERE)


@pytest.mark.parametrize(
    ("kind", "table", "entries"),
    [
        (
            "event",
            {"test": {}, "passed": {"text": "open"}, "failed": "stuck"},
            {"door": {"test": {}, "passed": ["door.passed"], "failed": ["stuck"]}, "door.passed": {"text": "open"}},
        ),
        ("event", {"next": {"next": {}}}, {"door": {"next": ["door.next"]}, "door.next": {"next": ["door.next.next"]}, "door.next.next": {}}),
        ("event", {"next": [{"when": "a"}, "other", {}]}, {"door": {"next": ["door.next1", "other", "door.next3"]}, "door.next1": {"when": "a"}, "door.next3": {}}),
        (
            "token",
            {"choice": [{"label": "a"}, {"label": "b", "next": {}}]},
            {"door": {"choice": [{"label": "a"}, {"label": "b", "next": ["door.2.next"]}]}, "door.2.next": {}},
        ),
        ("puzzle", {"solved": {"text": "click"}}, {"door": {"next": ["door.next"]}, "door.next": {"text": "click"}}),
        ("event", {"set": "a", "remove": ["c"], "effects": {}}, {"door": {"set": ["a"], "remove": ["c"], "effects": [{}]}}),
    ],
)  # fmt: skip
def test_nested_events_are_named_by_place_and_number(kind, table, entries):
    found = list(unroll(kind, "door", table))
    assert {entry.name: entry.table for entry in found} == entries
    assert [entry.kind for entry in found] == [kind, *["event"] * (len(found) - 1)]


# --- the map ----------------------------------------------------------------------------------------------------------

ROOMS = {"Hall": Room("h", "ground", doors=("Den",)), "Den": Room("d", "ground"), "Loft": Room("l", "roof")}
MAP = "hhdd\nhhdd\nll.."


def laid(**changes):
    return lay_out({**ROOMS, **changes}, MAP, "here")


def test_drawing_cell_is_one_by_two_with_y_up():
    rects = read_drawing("aabb\naabb\n..cc", "here")
    assert rects == {"a": Rect(0, 0, 2, 4), "b": Rect(2, 0, 2, 4), "c": Rect(2, -4, 2, 2)}
    assert border(rects["a"], rects["b"]) == Rect(2, 0, 0, 4)
    assert border(rects["b"], rects["c"]) == Rect(2, -4, 2, 0)
    assert border(rects["a"], rects["c"]) is None  # a corner is no border
    assert (laid().tile("ground"), laid().tile("cellar")) == (Rect(0, 0, 4, 4), None)
    with pytest.raises(ContentError, match="here: the a in the map are no rectangle"):
        read_drawing("aa\na.", "here")


@pytest.mark.parametrize(
    ("rooms", "sentence"),
    [
        ({"Attic": Room("x", "roof")}, "room.Attic has the sign 'x', which the map does not show"),
        ({"Attic": Room("l", "roof")}, "have the same sign 'l'"),
        ({"Den": Room("d", "ground", adjacent=("Loft",))}, "room.Den: Den and Loft do not touch on the map"),
        ({"Den": Room("d", "ground", adjacent=("Cave",))}, "there is no space 'Cave'; there are Hall, Den, Loft"),
        ({"Loft": Room("d", "roof")}, "have the same sign|the map shows l, which is the sign of no room"),
    ],
)
def test_rooms_must_fit_the_drawing(rooms, sentence):
    with pytest.raises(ContentError, match=sentence):
        laid(**rooms)


@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        (Token("search", "Cave"), "token.a lies in the space 'Cave'; there are Hall, Den, Loft"),
        (Token("search"), "token.a lies in the space ''"),
        (Token("explore", between=("Hall",)), "between names two spaces"),
        (Token("explore", between=("Den", "Loft")), "Den and Loft do not touch"),
    ],
)
def test_token_needs_a_known_place(token, sentence):
    with pytest.raises(ContentError, match=sentence):
        positions_of(laid(), {"a": token}, "here")
