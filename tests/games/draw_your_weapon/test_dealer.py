"""The Dealer's evening: scenes, prepared Calls, what is read to all and what the table is told."""

from __future__ import annotations

import pytest

from companion.engine import Run, shown
from companion.games.draw_your_weapon import GAME
from companion.schema import DEALER, Answer, Cards, Paragraph, Refused, Steps, Story
from tests.games.course import begin, give
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


def facts(run):
    return [type(fact).__name__ for fact in run.facts]


def menu(run, name):
    """A way in the Dealer's menu."""
    prompt = next(p for p in run.open if p.at == "menu" and any(o.id == name for o in p.options))
    give_to(run, prompt, name)


def give_to(run, prompt, *values):
    run.answer(Answer(f"a-{prompt.id}", prompt.id, values, prompt.seat))


def test_the_evening_begins_with_the_first_scene_read_to_all():
    run = evening("go")
    assert run.state.scene == "lantern"
    for seat in (DEALER, ANN, "table"):
        assert str(block(run, seat, Story).title) == "The Drowned Lantern"
        assert "The inn leans on the dyke" in str(block(run, seat, Story).text)


def test_the_notes_and_the_prepared_calls_are_the_dealers_alone():
    run = evening("go")
    assert "sold the bell" in str(block(run, DEALER, Paragraph).text)
    assert "6 needed" in str(block(run, DEALER, Cards).cards[0].note)
    for seat in (ANN, "table"):
        said = repr(GAME.view(run.state, seat)) + repr(shown(run.open, seat))
        for secret in ("sold the bell", "What is missing tonight", "The shutter bursts", "Along the dyke", "needed"):
            assert secret not in said


def test_a_prepared_call_is_one_tap_and_its_number_is_fixed_before_the_card():
    run = evening("go", "call:missing", ANN)
    assert facts(run)[-2:] == ["TestCalled", "RequirementFixed"]
    assert run.state.test.required == 6
    assert run.open[0].seat == ANN


@pytest.mark.parametrize(("card", "begins"), [("9D", "The quarter is long past"), ("2C", "Wind, water, and the")])
def test_what_follows_is_read_to_all_at_once(card, begins):
    run = evening("go", "call:missing", ANN)
    give(run, card, seat=ANN)
    assert str(block(run, BEN, Story).text).startswith(begins)


def test_the_outcome_that_was_not_reached_is_sent_to_no_player():
    run = evening("go", "call:missing", ANN)
    give(run, "9D", seat=ANN)
    assert "landlord counting coins" not in repr(GAME.view(run.state, BEN))


def test_a_prepared_contest_is_against_the_figures_that_it_names():
    run = evening("go", "scene:dyke", "call:pace", [ANN, BEN])
    assert run.state.test.who == (ANN, BEN, "corrie")


def test_a_fight_begins_with_its_scene_and_ends_with_it():
    run = evening("go", "scene:dyke", "scene:lock")
    assert run.state.in_combat
    give(run, "scene:bell", seat=DEALER)
    assert not run.state.in_combat


def test_while_a_card_is_awaited_the_dealers_phone_says_the_number():
    run = evening("go", "call:missing", ANN)
    assert [step.note for step in block(run, DEALER, Steps).steps] == ["", "6", "", ""]
    assert not any(step.note for step in block(run, ANN, Steps).steps)


def test_what_can_be_called_freely_is_one_tap_away_and_back():
    run = evening("go", "other")
    assert {"skill_test", "contest", "back"} <= set(options(run))
    give(run, "back", seat=DEALER)
    assert "call:missing" in options(run)


def test_the_table_is_told_and_the_words_taken_away_again():
    run = evening("go")
    menu(run, "note")
    give(run, "It strikes ten. The water stands at the third step.", seat=DEALER)
    told = [(str(b.title), str(b.text)) for b in GAME.view(run.state, "table") if isinstance(b, Story)]
    assert ("The Dealer says", "It strikes ten. The water stands at the third step.") in told
    menu(run, "quiet")
    assert "It strikes ten" not in repr(GAME.view(run.state, "table"))


def test_the_dealer_may_turn_to_any_page_and_read_a_scene_once_more():
    run = evening("go", "call:missing", ANN)
    give(run, "9D", seat=ANN)
    menu(run, "again")
    assert str(block(run, BEN, Story).text).startswith("The inn leans")
    menu(run, "turn")
    give(run, "priory", seat=DEALER)
    assert run.state.scene == "priory"


def test_the_evening_ends_where_nothing_follows():
    run = evening("go", "scene:dyke", "scene:lock")
    assert "end" not in options(run)
    for name in ("scene:bell", "scene:rung"):
        give(run, name, seat=DEALER)
    assert "end" in options(run)
    give(run, "end", seat=DEALER)
    assert run.over


def test_a_call_that_nobody_can_take_is_grey_with_the_reason():
    s = evening("go").state
    for seat in (ANN, BEN, "3"):
        s = having(s, seat, resting=True)
    with pytest.raises(Refused, match="rests"):
        give(Run(GAME, s), "call:missing", seat=DEALER)
