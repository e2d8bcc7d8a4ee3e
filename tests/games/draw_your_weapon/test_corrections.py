"""The people overrule the state at any moment, and the procedure under way goes on."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import Run
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon import facts as events
from companion.games.draw_your_weapon.content import Weapon
from companion.schema import Answer, Refused
from tests.games.course import begin, give, possible
from tests.games.draw_your_weapon.table import ANN, BEN, a_skill_test, having, shared, state


def fact(s, random):
    """Something that people might state."""
    who = random.choice(["1", "2", "3"])
    facts = [
        events.ExperienceGained(who),
        events.CardDrawn(who),
        events.DefenceTaken(who),
        events.DefenceEnded(who),
        events.SpeedChanged(who, 2),
        events.CombatChanged(random.random() < 0.5),
        events.LibraryRenewed(),
        events.PileDiscarded(),
        events.StatRegained(who, "hp", 1),
        events.RestBegan(who),
        events.RestEnded(who, completed=True),
        events.ConditionGained(who, "Down"),
        events.NumberSet(who, "hp", 3),
        events.WeaponPutAway(who, "mace"),
        events.WeaponTaken(who, "rapier"),
        events.WeaponLost(who, "sling"),
        events.HandCounted(who, 6),
        events.HandCounted(who, 0),
        events.TurnBegan(who, 2),
        events.PassageRead("The door falls shut."),
        events.NoteWritten("Midnight."),
    ]
    fixed = [events.RequirementFixed(5)] if s.test and not s.test.played else []
    return random.choice(facts + fixed)


@pytest.mark.slow
@given(st.integers(0, 10_000))
def test_facts_can_be_corrected_at_every_prompt(seed):
    random, run = Random(seed), begin(GAME)
    for number in range(60):
        if not run.open:
            return
        if random.random() < 0.3:
            run.correct(fact(run.state, random))
        assert all(GAME.view(run.state, seat) for seat in (ANN, "dealer", "table"))
        prompt = random.choice(run.open)
        run.answer(Answer(f"a{number}", prompt.id, possible(prompt, random), prompt.seat))


def test_surprise_card_gone_from_the_pile_is_not_kept():  # DYW-SURPRISE-4
    run = a_skill_test(surprise=True)
    give(run, "2")
    give(run, "6C")
    run.correct(events.PileDiscarded())
    give(run, "keep")
    assert run.state.characters[ANN].hand == 5


def test_card_from_an_empty_hand_leaves_the_library():
    run = a_skill_test()
    give(run, "2")
    before = run.state.decks["table"].library + run.state.characters[ANN].hand
    run.correct(events.HandCounted(ANN, 0))
    give(run, "6C")
    assert run.state.characters[ANN].hand == 0
    assert run.state.decks["table"].library == before - 1


def put_right(s, *answers):
    """The Dealer opens the menu and says what is wrong."""
    run = Run(GAME, s)
    prompt = next(p for p in run.open if p.key == "correct")
    run.answer(Answer("menu", prompt.id, (answers[0],), prompt.seat))
    for answer in answers[1:]:
        give(run, *([answer] if isinstance(answer, str) else answer))
    return run


@pytest.mark.parametrize("number", ["hp", "guard", "reserve", "clout", "experience", "level", "speed"])
def test_numbers_of_a_character_can_be_corrected(number):
    run = put_right(state(), number, BEN, "3")
    assert getattr(run.state.characters[BEN], number) == 3


def test_corrected_hp_set_and_clear_down():
    run = put_right(state(), "hp", BEN, "0")
    assert run.state.characters[BEN].conditions == ("Down",)
    assert put_right(run.state, "hp", BEN, "1").state.characters[BEN].conditions == ()


def test_corrected_hand_changes_the_library():
    run = put_right(state(), "hand", BEN, "7")
    assert (run.state.characters[BEN].hand, shared(run.state).library) == (7, shared(state()).library - 2)


def test_corrected_hand_keeps_its_known_cards():
    with pytest.raises(Refused, match="1 to"):
        put_right(having(state(), BEN, known=("7C",)), "hand", BEN, "0")


def test_a_condition_is_gained_and_mended():
    run = put_right(state(), "condition", BEN, "Dazed")
    assert run.state.characters[BEN].conditions == ("Dazed",)
    assert put_right(run.state, "cure", BEN, "Dazed").state.characters[BEN].conditions == ()


def test_new_weapon_asks_range_and_suits():
    run = put_right(state(), "weapon", BEN, "Oar", "3", "8", ("C", "S"), "2")
    assert run.state.characters[BEN].weapons[-1] == Weapon("Oar", 3, 8, ("C", "S"), 2)
    assert run.state.characters[BEN].away == ("rapier",)


def test_card_moves_from_pile_to_hand():
    run = put_right(state(library=36, pile=("7C",)), "card", "table", "7C", ANN)
    ann = run.state.characters[ANN]
    assert (ann.hand, ann.known, shared(run.state).pile) == (6, ("7C",), ())


def test_unseen_card_asks_for_its_source():
    run = put_right(state(), "card", "table", "7C", ANN, "pile")
    assert (run.state.characters[ANN].hand, shared(run.state).pile) == (4, ("7C",))
    assert shared(run.state).library == shared(state()).library


def test_card_cannot_move_to_its_own_place():
    with pytest.raises(Refused, match="pile is not possible"):
        put_right(state(library=36, pile=("7C",)), "card", "table", "7C", "pile")


def test_players_have_no_correction_menu():
    players = [p.key for p in Run(GAME, state()).open if p.at == "menu" and p.seat != "dealer"]
    assert set(players) == {"hands"}
