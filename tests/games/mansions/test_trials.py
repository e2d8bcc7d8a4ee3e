"""Which test something shown asks for: ours as written, a community's as its words say it."""

from companion.engine import Run
from companion.games.mansions.content import Button, Component, PuzzlePart, Trial
from companion.games.mansions.rules.story import decided_by, skill_test_due
from companion.games.mansions.state import Shown, State, Task
from tests.games.mansions.evening import event, table


def asked(*components: Component, **changes: object) -> tuple[State, Task | None]:
    """What the first of them asks of the first seat."""
    run: Run = table(*components, **changes)
    one, shown = components[0], Shown(components[0].name, "1")
    found = skill_test_due(run.state, one, shown)
    return run.state, found.task(one, shown) if found is not None else None


def test_a_test_of_ours_stands_as_it_is_written() -> None:
    _, task = asked(event("EventDoor", "Open", "Stuck", trial=Trial("strength", 2, more=1)))
    assert task is not None
    assert (task.skill, task.needed, task.more, task.event) == ("strength", 2, 1, "EventDoor")


def test_words_of_a_community_ask_with_their_number() -> None:
    _, task = asked(event("EventDoor", "Pass", "Fail", text="It is stuck ({strength}; 2)."))
    assert task is not None
    assert (task.skill, task.needed) == ("strength", 2)


def test_own_strings_in_the_text_are_read_through() -> None:
    door = event("EventDoor", "{qst:YES}", "{qst:NO}", text="{qst:TEST:{0}:3}")
    strings = {"TEST": "You push ({strength}; {0}).", "YES": "Pass", "NO": "Fail"}
    state, task = asked(door, words=strings)
    assert task is not None
    assert (task.skill, task.needed) == ("strength", 3)
    assert decided_by(state, door, Shown("EventDoor", "1", passed=True)) == "0"
    assert decided_by(state, door, Shown("EventDoor", "1", passed=False)) == "1"


def test_buttons_that_do_not_say_it_are_left_to_the_people() -> None:
    door = event("EventDoor", "Left", "Right", text="It is stuck ({strength}; 2).")
    state, _ = asked(door)
    assert decided_by(state, door, Shown("EventDoor", "1", passed=True)) == ""


def test_what_successes_prevent_is_known_where_the_text_is_plain() -> None:
    _, task = asked(event("EventWind", "Go on", text="Suffer 2 facedown Horror ({will}-1 negates)."))
    assert task is not None
    assert (task.injury, task.amount, task.facing, task.more) == ("horror", 2, "down", -1)


def test_a_text_before_a_puzzle_asks_for_nothing_since_the_puzzle_does() -> None:
    puzzle = Component("PuzzleKey", "puzzle", buttons=(Button(),), part=PuzzlePart())
    door = event("EventDoor", Button("Try", ("PuzzleKey",)), text="You might guess the combination ({observation}).")
    _, task = asked(door, puzzle)
    assert task is None


def test_a_token_that_may_be_left_alone_only_tells() -> None:
    door = event("EventDoor", "Push", text="It is stuck ({strength}).")
    run: Run = table(door)
    assert skill_test_due(run.state, door, Shown("EventDoor", "1", cancel=True)) is None
    assert skill_test_due(run.state, door, Shown("EventDoor", "1")) is not None


def test_what_was_tested_is_not_tested_again() -> None:
    door = event("EventDoor", "Pass", "Fail", text="It is stuck ({strength}; 2).")
    run: Run = table(door)
    assert skill_test_due(run.state, door, Shown("EventDoor", "1", tested=("1",))) is None


def test_everybody_who_is_meant_tests_one_after_the_other() -> None:
    wind = event("EventWind", "Go on", text="Each investigator suffers 1 Horror ({will} negates).")
    run: Run = table(wind)
    first, second = (
        skill_test_due(run.state, wind, Shown("EventWind")),
        skill_test_due(run.state, wind, Shown("EventWind", tested=("1",))),
    )
    assert (first and first.seat, second and second.seat) == ("1", "2")
    assert skill_test_due(run.state, wind, Shown("EventWind", tested=("1", "2"))) is None


def test_who_makes_a_test_of_whoever_is_chosen_is_said_even_of_a_token() -> None:
    _, task = asked(event("EventDoor", "Open", "Stuck", trial=Trial("strength", 2, "chosen")))
    assert task is not None
    assert task.seat == ""
