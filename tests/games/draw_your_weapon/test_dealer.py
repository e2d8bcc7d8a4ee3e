"""The Dealer's story: scenes, prepared calls, notes, endings."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine import Run, prompts_for_seat
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.content import adventures
from companion.games.draw_your_weapon.state import characters_in_scene, scene_of
from companion.schema import DEALER, Answer, Cards, Paragraph, Refused, Steps, Story
from tests.games.course import begin, give, play, possible, tap
from tests.games.draw_your_weapon.table import ANN, BEN, having


def evening(*taps):
    """The sample, with these taps of the Dealer."""
    return play(begin(GAME), *((DEALER, *([one] if isinstance(one, str) else one)) for one in taps))


def block(run, seat, kind):
    return next((b for b in GAME.view(run.state, seat) if isinstance(b, kind)), None)


def options(run, seat=DEALER):
    return [option.id for option in next(p for p in run.open if p.seat == seat).options]


def test_first_scene_is_read_to_all():
    run = evening("go")
    assert (run.state.scene, str(GAME.where(run.state))) == ("lantern", "The Drowned Lantern")
    for seat in (DEALER, ANN, "table"):
        assert str(block(run, seat, Story).title) == "The Drowned Lantern"
        assert "The inn leans on the dyke" in str(block(run, seat, Story).text)


def test_notes_and_calls_are_hidden_from_players():
    run = evening("go")
    assert "sold the bell" in str(block(run, DEALER, Paragraph).text)
    assert "6 needed" in str(block(run, DEALER, Cards).cards[0].note)
    for seat in (ANN, "table"):
        sent = repr(GAME.view(run.state, seat)) + repr(prompts_for_seat(run.open, seat))
        for secret in ("sold the bell", "What is missing tonight", "The shutter bursts", "Along the dyke", "needed"):
            assert secret not in sent


def test_prepared_call_fixes_its_number_before_the_card():
    run = evening("go", "call:missing", ANN)
    assert [type(fact).__name__ for fact in run.facts][-2:] == ["TestCalled", "RequirementFixed"]
    assert (run.state.test.required, run.open[0].seat) == (6, ANN)
    assert [step.note for step in block(run, DEALER, Steps).steps] == ["", "6", "", ""]
    assert not any(step.note for step in block(run, ANN, Steps).steps)


@pytest.mark.parametrize(("card", "begins"), [("9D", "The quarter is long past"), ("2C", "Wind, water, and the")])
def test_call_outcome_is_read_to_all(card, begins):
    run = play(evening("go", "call:missing", ANN), (ANN, card))
    assert str(block(run, BEN, Story).text).startswith(begins)
    assert ("landlord counting coins" in repr(GAME.view(run.state, BEN))) is (card == "2C")


def test_a_prepared_contest_is_against_the_figures_that_it_names():
    assert evening("go", "scene:dyke", "call:pace", [ANN, BEN]).state.test.who == (ANN, BEN, "corrie")


def test_a_fight_begins_with_its_scene_and_ends_with_it():
    run = evening("go", "scene:dyke", "scene:lock")
    assert run.state.in_combat
    assert not play(run, (DEALER, "scene:bell")).state.in_combat


def test_free_calls_are_one_tap_away():
    run = evening("go", "other")
    assert {"skill_test", "contest", "back"} <= set(options(run))
    assert "call:missing" in options(play(run, (DEALER, "back")))


def test_note_is_shown_and_removed():
    run = evening("go")
    tap(run, "story", "note")
    give(run, "It strikes ten. The water stands at the third step.", seat=DEALER)
    shown = [(str(b.title), str(b.text)) for b in GAME.view(run.state, "table") if isinstance(b, Story)]
    assert ("The Dealer says", "It strikes ten. The water stands at the third step.") in shown
    tap(run, "story", "quiet")
    assert "It strikes ten" not in repr(GAME.view(run.state, "table"))


def test_dealer_may_open_any_scene_and_reread_one():
    run = play(evening("go", "call:missing", ANN), (ANN, "9D"))
    tap(run, "story", "again")
    assert str(block(run, BEN, Story).text).startswith("The inn leans")
    tap(run, "story", "turn")
    assert play(run, (DEALER, "priory")).state.scene == "priory"


def test_session_ends_at_a_last_scene():
    run = evening("go", "scene:dyke", "scene:lock")
    assert "end" not in options(run)
    play(run, (DEALER, "scene:bell"), (DEALER, "scene:rung"))
    assert "end" in options(run)
    assert play(run, (DEALER, "end")).over


def test_impossible_call_is_refused_with_the_reason():
    s = evening("go").state
    for seat in (ANN, BEN, "3"):
        s = having(s, seat, resting=True)
    with pytest.raises(Refused, match="Ann rests"):
        give(Run(GAME, s), "call:missing", seat=DEALER)


def test_contest_needs_two_who_can_play_a_card():
    s = evening("go").state
    for name in characters_in_scene(s):
        if name not in (ANN, BEN):
            s = having(s, name, resting=True)
    play(Run(GAME, s), (DEALER, "other"), (DEALER, "contest"))
    with pytest.raises(Refused, match="Ben rests"):
        play(Run(GAME, having(s, BEN, resting=True)), (DEALER, "other"), (DEALER, "contest"))


def test_players_know_the_scenes_that_were_read_to_them():
    s = evening("go").state
    known = GAME.veil(s, frozenset({ANN}), s)
    assert (str(GAME.where(known)), repr(known.adventure).count("sold the bell")) == ("The Drowned Lantern", 0)
    assert "sold the bell" in repr(GAME.veil(s, frozenset({DEALER}), s).adventure)


BELL = adventures.adventures()["bell"]
ENDINGS = {
    "rung": ("tower", "dyke", "pump", "cottage", "lock", "bell", "rung"),
    "fields": ("tower", "priory", "fields"),
    "boats": ("dyke", "lock", "boats"),
    "bargain": ("tower", "priory", "lock", "bargain"),
}
LONG = 200  # answers, for one Call


def make_call(run, random, call):
    """Make a prepared Call where a player can take it, and answer at random until its end."""
    prompt = next(p for p in run.open if p.seat == DEALER)
    if next(o for o in prompt.options if o.id == f"call:{call.id}").refused is not None:
        return
    give(run, f"call:{call.id}", seat=DEALER)
    for _ in range(LONG):
        if run.at_rest:
            return
        prompt = random.choice([p for p in run.open if p.at != "menu"])
        run.answer(Answer(f"a{random.random()}", prompt.id, possible(prompt, random), prompt.seat))
    raise AssertionError("a Call never ends")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ending", ENDINGS)
def test_bell_reaches_each_ending(ending, seed):
    random, run = Random(seed), evening("go")
    for name in ENDINGS[ending]:
        for call in scene_of(run.state).calls:
            make_call(run, random, call)
        give(run, f"scene:{name}", seat=DEALER)
    assert run.state.scene == ending
    give(run, "end", seat=DEALER)
    assert str(run.over) == f"The evening is over: {scene_of(run.state).title!s}."


@pytest.mark.parametrize("scene", BELL.scenes, ids=lambda scene: scene.id)
def test_bell_calls_can_all_be_made(scene):
    for call in scene.calls:
        run = evening("go")
        tap(run, "story", "turn")
        give(run, scene.id, seat=DEALER)
        make_call(run, Random(1), call)
        assert run.state.last is not None
        assert run.state.passage in {call.passed, call.failed, scene.read}
