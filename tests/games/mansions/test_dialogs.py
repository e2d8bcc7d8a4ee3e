"""Dialogs: buttons, tests and counted successes."""

from __future__ import annotations

import pytest

from companion.games.mansions import GAME
from companion.games.mansions.content import Button, Compare, Component, Trial
from companion.games.mansions.rules.story import find_deciding_button, resolve_text, skill_test_due
from companion.games.mansions.state import Shown, State, Task
from tests.games.course import give
from tests.games.mansions.manor import START, B, S, dice, event, options, says, table, tap, token

YES, NO = event("EventYes", "Done"), event("EventNo", "Done")
OUTCOMES = (Button("Pass", ("EventYes",)), Button("Fail", ("EventNo",)))
NEVER = (Compare("x", "==", "1"),)


def lock(text: str, *buttons: Button, **changes):
    run = table(event("EventLock", *buttons, text=text, trigger=START, **changes), YES, NO)
    if "Ann tests {strength}" in options(run):
        tap(run, "Ann tests {strength}")
    return run


def placed(*buttons: Button, **changes):
    """Return a run with a token on the map."""
    run = table(event("EventA", "On", trigger=START, add=("TokenX",)), token("TokenX", *buttons), YES, **changes)
    tap(run, "On", "TokenX")
    return run


def test_button_without_its_condition_is_grey_or_hidden():
    run = table(event("EventA", Button("Grey", (), NEVER), Button("Hidden", (), NEVER, "hide"), "On", trigger=START))
    refused = {str(option.text): option.refused for option in run.open[0].options}
    assert set(refused) == {"Grey", "On"}
    assert str(refused["Grey"].sentence) == "The story does not allow this yet."
    assert refused["On"] is None


def test_dice_choose_the_button_by_its_words():
    run = lock("The door is jammed ({strength}; 2).", *OUTCOMES)
    dice(run, S, S, B, B)
    assert options(run) == {"Pass": "go", "Fail": "1"}
    tap(run, "go")
    assert says(run) == "EventYes"


def test_roll_allows_an_outcome_by_hand():
    run = lock("The door is jammed ({strength}; 2).", *OUTCOMES)
    tap(run, "Fail")
    assert says(run) == "EventNo"


def test_decided_button_still_needs_its_condition():
    ways = (Button("Pass", ("EventYes",), NEVER), Button("Fail", ("EventNo",), NEVER))
    run = lock("It is stuck.", *ways, trial=Trial("strength", 1))
    dice(run, S, S, S, S)
    tap(run, "Continue")
    assert says(run) == ""


def test_dialog_without_a_number_leaves_the_button_to_players():
    run = lock("Test {strength}.", Button("It opens", ("EventYes",)), Button("It does not", ("EventNo",)))
    dice(run, S, B, B, B)
    assert set(options(run).values()) == {"0", "1"}


def test_successes_are_counted_over_several_visits():
    quota = event("EventLock", *OUTCOMES, text="Test {strength}.", trigger=START, quota="3")
    run = table(quota, YES, event("EventNo", Button("Again", ("EventLock",))))
    tap(run, "Ann tests {strength}")
    dice(run, S, S, B, B)
    tap(run, "2 successes")
    assert (says(run), run.state.story.quotas) == ("EventNo", {"EventLock": 2})
    tap(run, "Again")
    if "Ann tests {strength}" in options(run):
        tap(run, "Ann tests {strength}")
    dice(run, S, B, B, B)
    tap(run, "1 success")
    assert (says(run), run.state.story.quotas) == ("EventYes", {"EventLock": 0})


def test_success_count_is_stored_in_a_variable():
    run = table(event("EventLock", Button("On", ("EventYes",)), trigger=START, quota="hits"), YES)
    give(run, "4")
    assert run.state.story.variables["hits"] == 4
    assert says(run) == "EventYes"


def test_token_dialog_can_be_cancelled():
    run = placed(Button("{action} Search", ("EventYes",)))
    assert says(run) == "TokenX"
    tap(run, "Leave it")
    assert says(run) == ""


def test_action_button_costs_the_active_seat():
    run = placed(Button("{action} Search", ("EventYes",), action=True), counted=True)
    facts = tap(run, "{action} Search", "Bob")
    assert says(run) == "EventYes"
    assert (run.state.seats["2"].actions, run.state.story.active) == (1, "2")
    log = [str(GAME.tell(run.state, fact, "table")) for fact in facts]
    assert [line for line in log if "Search" in line] == ["Bob: Search."]


def test_picked_investigator_is_named_in_later_texts():
    later = event("EventThen", "Done", text="{c:EventWho} hears a step.")
    run = table(event("EventWho", Button("On", ("EventThen",)), trigger=START, heroes=(1, 1)), later)
    tap(run, "Bob", "On")
    assert str(resolve_text(run.state, "{c:EventWho} hears a step.")) == "Bob hears a step."
    assert says(run) == "EventThen"


# --- tests found in texts ---------------------------------------------------------------------------------------------


def due(*components: Component, **changes: object) -> tuple[State, Task | None]:
    """Return the test that the first component has for the first seat."""
    state, one, shown = table(*components, **changes).state, components[0], Shown(components[0].name, "1")
    found = skill_test_due(state, one, shown)
    return state, found.task(one, shown) if found is not None else None


def test_own_strings_are_expanded_before_a_test():
    door = event("EventDoor", "{qst:YES}", "{qst:NO}", text="{qst:TEST:{0}:3}")
    state, task = due(door, words={"TEST": "You push ({strength}; {0}).", "YES": "Pass", "NO": "Fail"})
    assert (task.skill, task.needed) == ("strength", 3)
    assert [find_deciding_button(state, door, Shown("EventDoor", "1", passed=passed)) for passed in (True, False)] == [
        "0",
        "1",
    ]


WIND = event("EventWind", "Go on", text="Each investigator suffers 1 Horror ({will} negates).")
DOOR = event("EventDoor", "Push", text="It is stuck ({strength}).")


@pytest.mark.parametrize(
    ("component", "changes", "seat"),
    [
        (WIND, {}, "1"),
        (WIND, {"tested": ("1",)}, "2"),
        (WIND, {"tested": ("1", "2")}, None),
        (DOOR, {"seat": "1"}, "1"),
        (DOOR, {"seat": "1", "cancel": True}, None),  # a token describes, and the event of its button asks
    ],
)
def test_text_tests_each_seat_that_is_left(component, changes, seat):
    found = skill_test_due(table(component).state, component, Shown(component.name, **changes))
    assert (found.seat if found else None) == seat
