"""Expressions of our scenario files."""

import pytest

from companion.errors import ContentError
from companion.games.mansions.content import Compare, Effect, Operation
from companion.games.mansions.content.toml_scenarios.expressions import condition, effect, operations, trigger
from companion.games.mansions.content.toml_scenarios.records import unrolled

HERE = "a file: event.x"
FEAR, LAMP = Compare("fear", ">=", "3"), Compare("lamp", "==", "0")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ()),
        ("fear >= 3", (FEAR,)),
        ("key", (Compare("key", ">", "0"),)),
        ("not lamp", (LAMP,)),
        ("fear >= 3 and not lamp", (FEAR, "AND", LAMP)),
        ("fear >= 3 or (not lamp and key)", (FEAR, "OR", "(", LAMP, "AND", Compare("key", ">", "0"), ")")),
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
    with pytest.raises(ContentError, match=r"a file: event.x"):
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
        ("mythos", "Mythos"),
        ("the round ends", "EndRound"),
        ("round 3 ends", "EndRound3"),
        ("signal alarm", "Varalarm"),
        ("defeated den", "Defeatedden"),
        ("defeated rat", "DefeatedCustomMonsterrat"),
        ("eliminated", "Eliminated"),
    ],
)
def test_trigger_is_read_from_a_sentence(text, name):
    assert trigger(text, ("rat",), HERE) == name


def test_unknown_trigger_lists_the_known_ones():
    with pytest.raises(ContentError, match="on = 'midnight' is no moment; there are start, mythos"):
        trigger("midnight", (), HERE)


@pytest.mark.parametrize(
    ("told", "is_it"),
    [
        ({"damage": 2, "facing": "down"}, Effect("damage", 2, facing="down")),
        ({"clue": 1, "who": "each"}, Effect("clue", 1, who="each")),
        ({"fire": "Kitchen"}, Effect("fire", what="Kitchen")),
        ({"hurt": 2, "what": "rat"}, Effect("hurt", 2, "rat")),
    ],
)
def test_effect_is_named_by_its_key(told, is_it):
    assert effect(told, HERE) == is_it


@pytest.mark.parametrize("told", [{}, {"pain": 2}, {"damage": 1, "horror": 1}])
def test_effect_needs_exactly_one_kind(told):
    with pytest.raises(ContentError, match="names no effect, or two; there are damage, horror"):
        effect(told, HERE)


def test_effect_refuses_an_unknown_value():
    with pytest.raises(ContentError, match=r"event.x"):
        effect({"damage": 1, "facing": "sideways"}, HERE)


def names(table, kind="event"):
    return [entry.name for entry in unrolled(kind, "door", table)]


def test_nested_event_is_named_after_its_place():
    entries = list(unrolled("event", "door", {"test": {}, "passed": {"text": "open"}, "failed": "stuck"}))
    assert [(entry.name, entry.kind) for entry in entries] == [("door", "event"), ("door.passed", "event")]
    assert entries[0].table["passed"] == ["door.passed"]
    assert entries[0].table["failed"] == ["stuck"]
    assert entries[1].table == {"text": "open"}


def test_nested_events_are_named_by_place_and_number():
    assert names({"next": {"next": {"next": {}}}}) == ["door", "door.next", "door.next.next", "door.next.next.next"]
    assert names({"next": [{"when": "a"}, "other", {}]}) == ["door", "door.next1", "door.next3"]
    assert names({"choice": [{"label": "a"}, {"label": "b", "next": {}}]}) == ["door", "door.2.next"]


def test_nested_event_of_solved_follows_a_puzzle():
    (puzzle, solved) = unrolled("puzzle", "door", {"solved": {"text": "click"}})
    assert puzzle.table == {"next": ["door.next"]}
    assert solved.kind == "event"


def test_lists_with_one_value_need_no_brackets():
    (entry,) = unrolled("event", "door", {"set": "a", "add": "b", "remove": ["c"], "effects": {"clue": 1}})
    assert entry.table == {"set": ["a"], "add": ["b"], "remove": ["c"], "effects": [{"clue": 1}]}
