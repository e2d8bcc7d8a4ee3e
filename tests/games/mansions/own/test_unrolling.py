"""Events that are written inside another one."""

from companion.games.mansions.content.toml_scenarios.records import unrolled


def names(table, kind="event"):
    return [entry.name for entry in unrolled(kind, "door", table)]


def test_an_event_written_inside_is_called_after_its_place():
    entries = list(unrolled("event", "door", {"test": {}, "passed": {"text": "open"}, "failed": "stuck"}))
    assert [(entry.name, entry.kind) for entry in entries] == [("door", "event"), ("door.passed", "event")]
    assert entries[0].table["passed"] == ["door.passed"]
    assert entries[0].table["failed"] == ["stuck"]
    assert entries[1].table == {"text": "open"}


def test_it_may_go_as_deep_as_one_likes():
    assert names({"next": {"next": {"next": {}}}}) == ["door", "door.next", "door.next.next", "door.next.next.next"]


def test_several_that_follow_are_numbered():
    assert names({"next": [{"when": "a"}, "other", {}]}) == ["door", "door.next1", "door.next3"]


def test_what_a_choice_leads_to_is_called_after_its_number():
    assert names({"choice": [{"label": "a"}, {"label": "b", "next": {}}]}) == ["door", "door.2.next"]


def test_solved_is_what_follows_a_puzzle():
    (puzzle, solved) = unrolled("puzzle", "door", {"solved": {"text": "click"}})
    assert puzzle.table == {"next": ["door.next"]}
    assert solved.kind == "event"


def test_a_single_thing_needs_no_brackets():
    (entry,) = unrolled("event", "door", {"set": "a", "add": "b", "remove": ["c"], "effects": {"clue": 1}})
    assert entry.table == {"set": ["a"], "add": ["b"], "remove": ["c"], "effects": [{"clue": 1}]}
