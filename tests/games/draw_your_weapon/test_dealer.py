"""The Dealer's story: scenes, prepared calls, notes, endings."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine import Run, prompts_for_seat
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.content import adventures
from companion.games.draw_your_weapon.state import players, scene_of
from companion.schema import DEALER, Answer, Cards, Paragraph, Refused, Steps, Story
from tests.games.course import begin, give, possible
from tests.games.draw_your_weapon.table import ANN, BEN, having


def evening(*taps):
    """The sample, with these taps of the Dealer."""
    run = begin(GAME)
    for values in taps:
        give(run, *([values] if isinstance(values, str) else values), seat=DEALER)
    return run


def block(run, seat, kind):
    return next((b for b in GAME.view(run.state, seat) if isinstance(b, kind)), None)


def options(run, seat=DEALER):
    return [option.id for option in next(p for p in run.open if p.seat == seat).options]


def fact_names(run):
    return [type(fact).__name__ for fact in run.facts]


def menu(run, name):
    """Answer an option of the Dealer's menu."""
    prompt = next(p for p in run.open if p.at == "menu" and any(o.id == name for o in p.options))
    give_to(run, prompt, name)


def give_to(run, prompt, *values):
    run.answer(Answer(f"a-{prompt.id}", prompt.id, values, prompt.seat))


def test_first_scene_is_read_to_all():
    run = evening("go")
    assert run.state.scene == "lantern"
    for seat in (DEALER, ANN, "table"):
        assert str(block(run, seat, Story).title) == "The Drowned Lantern"
        assert "The inn leans on the dyke" in str(block(run, seat, Story).text)


def test_notes_and_calls_are_hidden_from_players():
    run = evening("go")
    assert "sold the bell" in str(block(run, DEALER, Paragraph).text)
    assert "6 needed" in str(block(run, DEALER, Cards).cards[0].note)
    for seat in (ANN, "table"):
        said = repr(GAME.view(run.state, seat)) + repr(prompts_for_seat(run.open, seat))
        for secret in ("sold the bell", "What is missing tonight", "The shutter bursts", "Along the dyke", "needed"):
            assert secret not in said


def test_prepared_call_fixes_its_number_before_the_card():
    run = evening("go", "call:missing", ANN)
    assert fact_names(run)[-2:] == ["TestCalled", "RequirementFixed"]
    assert run.state.test.required == 6
    assert run.open[0].seat == ANN


@pytest.mark.parametrize(("card", "begins"), [("9D", "The quarter is long past"), ("2C", "Wind, water, and the")])
def test_call_outcome_is_read_to_all(card, begins):
    run = evening("go", "call:missing", ANN)
    give(run, card, seat=ANN)
    assert str(block(run, BEN, Story).text).startswith(begins)


def test_a_prepared_contest_is_against_the_figures_that_it_names():
    run = evening("go", "scene:dyke", "call:pace", [ANN, BEN])
    assert run.state.test.who == (ANN, BEN, "corrie")


def test_a_fight_begins_with_its_scene_and_ends_with_it():
    run = evening("go", "scene:dyke", "scene:lock")
    assert run.state.in_combat
    give(run, "scene:bell", seat=DEALER)
    assert not run.state.in_combat


def test_number_is_shown_to_the_dealer_during_the_test():
    run = evening("go", "call:missing", ANN)
    assert [step.note for step in block(run, DEALER, Steps).steps] == ["", "6", "", ""]
    assert not any(step.note for step in block(run, ANN, Steps).steps)


def test_free_calls_are_one_tap_away():
    run = evening("go", "other")
    assert {"skill_test", "contest", "back"} <= set(options(run))
    give(run, "back", seat=DEALER)
    assert "call:missing" in options(run)


def test_note_is_shown_and_removed():
    run = evening("go")
    menu(run, "note")
    give(run, "It strikes ten. The water stands at the third step.", seat=DEALER)
    told = [(str(b.title), str(b.text)) for b in GAME.view(run.state, "table") if isinstance(b, Story)]
    assert ("The Dealer says", "It strikes ten. The water stands at the third step.") in told
    menu(run, "quiet")
    assert "It strikes ten" not in repr(GAME.view(run.state, "table"))


def test_dealer_may_open_any_scene_and_reread_one():
    run = evening("go", "call:missing", ANN)
    give(run, "9D", seat=ANN)
    menu(run, "again")
    assert str(block(run, BEN, Story).text).startswith("The inn leans")
    menu(run, "turn")
    give(run, "priory", seat=DEALER)
    assert run.state.scene == "priory"


def test_session_ends_at_a_last_scene():
    run = evening("go", "scene:dyke", "scene:lock")
    assert "end" not in options(run)
    for name in ("scene:bell", "scene:rung"):
        give(run, name, seat=DEALER)
    assert "end" in options(run)
    give(run, "end", seat=DEALER)
    assert run.over


def test_impossible_call_is_refused_with_the_reason():
    s = evening("go").state
    for seat in (ANN, BEN, "3"):
        s = having(s, seat, resting=True)
    with pytest.raises(Refused, match="rests"):
        give(Run(GAME, s), "call:missing", seat=DEALER)


BELL = adventures.adventures()["bell"]
WAYS = {
    "rung": ("lantern", "tower", "dyke", "pump", "cottage", "lock", "bell", "rung"),
    "fields": ("lantern", "tower", "priory", "fields"),
    "boats": ("lantern", "dyke", "lock", "boats"),
    "bargain": ("lantern", "tower", "priory", "lock", "bargain"),
}
LONG = 200  # answers, for one Call


def to_rest(run, random):
    """Answer prompts at random until the run is at rest."""
    for _ in range(LONG):
        if run.at_rest:
            return
        prompt = random.choice([p for p in run.open if p.at != "menu"])
        run.answer(Answer(f"a{random.random()}", prompt.id, possible(prompt, random), prompt.seat))
    raise AssertionError("a Call never ends")


def made(run, random, call):
    """Make a prepared Call where a player can take it."""
    prompt = next(p for p in run.open if p.seat == DEALER)
    if next(o for o in prompt.options if o.id == f"call:{call.id}").refused is None:
        give(run, f"call:{call.id}", seat=DEALER)
        to_rest(run, random)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ending", WAYS)
def test_bell_reaches_each_ending(ending, seed):
    random, run = Random(seed), begin(GAME)
    give(run, "go", seat=DEALER)
    for name in WAYS[ending][1:]:
        for call in scene_of(run.state).calls:
            made(run, random, call)
        give(run, f"scene:{name}", seat=DEALER)
    assert run.state.scene == ending
    give(run, "end", seat=DEALER)
    assert str(run.over) == f"The evening is over: {scene_of(run.state).title!s}."


@pytest.mark.parametrize("seed", range(3))
def test_bell_calls_can_all_be_made(seed):
    random = Random(seed)
    for scene in BELL.scenes:
        for call in scene.calls:
            run = begin(GAME)
            give(run, "go", seat=DEALER)
            story = next(p for p in run.open if p.at == "menu" and any(o.id == "turn" for o in p.options))
            run.answer(Answer("turn", story.id, ("turn",), DEALER))
            give(run, scene.id, seat=DEALER)
            made(run, random, call)
            assert run.state.last is not None
            assert run.state.passage in {call.passed, call.failed, scene.read}
            assert players(run.state)
