"""What is shown: buttons, tests that fill it in, successes that are counted."""

from __future__ import annotations

from companion.games.mansions import GAME
from companion.games.mansions.content import Button, Compare, Trial
from companion.games.mansions.rules.story import words
from companion.schema import Answer
from tests.games.course import give
from tests.games.mansions.evening import event, options, says, sets, table, tap, token
from tests.games.mansions.table import B, I, S

START = "EventStart"
YES, NO = event("EventYes", "Done"), event("EventNo", "Done")
OUTCOMES = (Button("Pass", ("EventYes",)), Button("Fail", ("EventNo",)))


def roll(run, *faces: str):
    prompt = next(p for p in run.open if p.kind == "roll")
    give_to(run, prompt, faces)


def give_to(run, prompt, values):
    run.answer(Answer(f"g-{prompt.id}", prompt.id, tuple(values), prompt.seat))


def locked(text: str, *buttons: Button, **changes):
    run = table(event("EventLock", *buttons, text=text, trigger=START, **changes), YES, NO)
    if "Ann tests {strength}" in options(run):
        tap(run, "Ann tests {strength}")
    return run


def test_a_single_button_is_the_golden_one():
    assert options(table(event("EventA", "On", trigger=START))) == {"On": "go"}


def test_a_button_whose_condition_does_not_hold_is_grey_or_hidden():
    never = (Compare("x", "==", "1"),)
    run = table(
        event("EventA", Button("Grey", (), never), Button("Hidden", (), never, "hide"), Button("On"), trigger=START)
    )
    texts = {str(option.text): option.refused for option in run.open[0].options}
    assert str(texts["Grey"].sentence) == "The story does not allow this yet."
    assert "Hidden" not in texts
    assert texts["On"] is None


def test_the_dice_take_the_way_that_the_words_on_the_buttons_mean():
    run = locked("The door is jammed ({strength}; 2).", *OUTCOMES)
    roll(run, S, S, B, B)
    assert options(run) == {"Pass": "go", "Fail": "1"}
    tap(run, "go")
    assert says(run) == "EventYes"


def test_too_few_successes_make_the_other_way_golden():
    run = locked("The door is jammed ({strength}; 2).", *OUTCOMES)
    roll(run, S, B, B, B)
    assert options(run) == {"Pass": "0", "Fail": "go"}


def test_clues_turn_investigations_in_it():
    run = locked("The door is jammed ({strength}; 2).", *OUTCOMES)
    roll(run, S, I, B, B)
    assert run.open[0].kind == "count"
    give(run, "1")
    assert options(run)["Pass"] == "go"


def test_beside_the_roll_the_outcome_may_be_given_by_hand():
    run = locked("The door is jammed ({strength}; 2).", *OUTCOMES)
    tap(run, "Fail")
    assert says(run) == "EventNo"


def test_without_a_number_the_people_pick_the_way():
    run = locked("Test {strength}.", Button("It opens", ("EventYes",)), Button("It does not", ("EventNo",)))
    roll(run, S, B, B, B)
    assert set(options(run).values()) == {"0", "1"}


def test_successes_are_counted_over_several_visits():
    quota = event("EventLock", *OUTCOMES, text="Test {strength}.", trigger=START, quota="3")
    run = table(quota, event("EventYes", "Done"), event("EventNo", Button("Again", ("EventLock",))))
    tap(run, "Ann tests {strength}")
    roll(run, S, S, B, B)
    tap(run, "2 successes")
    assert says(run) == "EventNo"
    assert run.state.story.quotas == {"EventLock": 2}
    tap(run, "Again", "Ann tests {strength}") if "Ann tests {strength}" in options(run) else tap(run, "Again")
    roll(run, S, B, B, B)
    tap(run, "1 success")
    assert says(run) == "EventYes"
    assert run.state.story.quotas == {"EventLock": 0}


def test_a_count_may_go_into_a_variable():
    run = table(event("EventLock", Button("On", ("EventYes",)), trigger=START, quota="hits"), YES)
    give(run, "4")
    assert run.state.story.variables["hits"] == 4
    assert says(run) == "EventYes"


def test_a_test_of_ours_opens_as_a_roll_and_goes_on():
    run = table(event("EventLock", *OUTCOMES, trigger=START, trial=Trial("lore", 1, who="chosen")), YES, NO)
    tap(run, "Bob tests {lore}")
    roll(run, S, B, B)
    assert says(run) == "EventYes"
    assert run.state.last.passed


def test_everybody_tests_one_after_the_other():
    run = table(event("EventFear", "On", trigger=START, trial=Trial("will", who="each", injury="horror", amount=2)))
    roll(run, S, B, B)
    roll(run, S, S, B)
    assert [who.horror.total for who in run.state.seats.values()] == [1, 0]
    assert options(run) == {"On": "go"}


def test_a_token_may_be_left_alone():
    run = table(
        event("EventA", "On", trigger=START, add=("TokenX",)),
        token("TokenX", Button("{action} Search", ("EventYes",))),
        YES,
    )
    tap(run, "On", "TokenX")
    assert says(run) == "TokenX"
    tap(run, "Leave it")
    assert says(run) == ""


def test_its_action_is_spent_by_whoever_has_the_turn():
    run = table(
        event("EventA", "On", trigger=START, add=("TokenX",)),
        token("TokenX", Button("{action} Search", ("EventYes",), action=True)),
        YES,
        counted=True,
    )
    tap(run, "On", "TokenX", "{action} Search", "Bob")
    assert says(run) == "EventYes"
    assert run.state.seats["2"].actions == 1
    assert run.state.story.active == "2"


def test_an_action_is_told_once():
    run = table(
        event("EventA", "On", trigger=START, add=("TokenX",)),
        token("TokenX", Button("{action} Search", ("EventYes",), action=True)),
        YES,
        counted=True,
    )
    facts = tap(run, "On", "TokenX", "{action} Search", "Bob")
    told = [str(GAME.tell(run.state, fact, "table")) for fact in facts]
    assert [line for line in told if "Search" in line] == ["Bob: Search."]


def test_operations_of_a_token_are_done_when_it_is_tapped():
    run = table(
        event("EventA", "On", trigger=START, add=("TokenX",)), token("TokenX", "Look", operations=(sets("seen", "1"),))
    )
    tap(run, "On", "TokenX")
    assert run.state.story.variables["seen"] == 1


def test_an_event_may_mean_investigators_whom_later_texts_name():
    run = table(
        event("EventWho", Button("On", ("EventThen",)), trigger=START, heroes=(1, 1)),
        event("EventThen", "Done", text="{c:EventWho} hears a step."),
    )
    tap(run, "Bob", "On")
    assert str(words(run.state, "{c:EventWho} hears a step.")) == "Bob hears a step."
    assert says(run) == "EventThen"


def test_a_way_that_the_dice_decided_and_nothing_allows_is_not_taken():
    never = (Compare("x", ">", "0"),)
    ways = (Button("Pass", ("EventYes",), never), Button("Fail", ("EventNo",), never))
    run = locked("It is stuck.", *ways, trial=Trial("strength", 1))
    roll(run, S, S, S, S)
    tap(run, "Continue")
    assert says(run) == ""
