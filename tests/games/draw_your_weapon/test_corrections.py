"""Corrections overrule the state at any moment, and the procedure under way goes on."""

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
from tests.games.course import begin, give, play, possible, tap
from tests.games.draw_your_weapon.table import ANN, BEN, a_skill_test, having, shared, state


def fact(s, random):
    """Return a random correction."""
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
    run = play(a_skill_test(surprise=True), "2", "6C")
    run.correct(events.PileDiscarded())
    assert play(run, "keep").state.characters[ANN].hand == 5


def test_card_from_an_empty_hand_leaves_the_library():
    run = play(a_skill_test(), "2")
    before = shared(run.state).library + run.state.characters[ANN].hand
    run.correct(events.HandCounted(ANN, 0))
    give(run, "6C")
    assert (run.state.characters[ANN].hand, shared(run.state).library) == (0, before - 1)


def corrected(s, *answers):
    """Answer the Dealer's menu of corrections, and the prompts after it."""
    run = Run(GAME, s)
    tap(run, "correct", answers[0])
    return play(run, *answers[1:]).state


@pytest.mark.parametrize("number", ["hp", "guard", "reserve", "clout", "experience", "level", "speed"])
def test_numbers_of_a_character_can_be_corrected(number):
    assert getattr(corrected(state(), number, BEN, "3").characters[BEN], number) == 3
    with pytest.raises(Refused, match=f"{int(number == 'level')} to {16 if number == 'hp' else 99}"):
        corrected(state(), number, BEN, "100")


def test_corrected_hp_set_and_clear_down():
    s = corrected(state(), "hp", BEN, "0")
    assert s.characters[BEN].conditions == ("Down",)
    assert corrected(s, "hp", BEN, "1").characters[BEN].conditions == ()


def test_corrected_hand_changes_the_library():
    s = corrected(state(), "hand", BEN, "7")
    assert (s.characters[BEN].hand, shared(s).library) == (7, shared(state()).library - 2)
    with pytest.raises(Refused, match="1 to 42"):
        corrected(having(state(), BEN, known=("7C",)), "hand", BEN, "0")


def test_a_condition_is_gained_and_mended():
    s = corrected(state(), "condition", BEN, "Dazed")
    assert s.characters[BEN].conditions == ("Dazed",)
    assert corrected(s, "cure", BEN, "Dazed").characters[BEN].conditions == ()


def test_new_weapon_asks_range_and_suits():
    ben = corrected(state(), "weapon", BEN, "Oar", "3", "8", ("", "C", "S"), "2").characters[BEN]
    assert (ben.weapons[-1], ben.away) == (Weapon("Oar", 3, 8, ("C", "S"), 2), ("rapier",))


@pytest.mark.parametrize(
    ("pile", "answers", "ann", "after"),
    [
        (("7C",), (ANN,), (6, ("7C",)), (36, ())),
        ((), (ANN, "pile"), (4, ()), (36, ("7C",))),  # an unseen card asks for its source
        ((), ("library", ANN), (6, ("7C",)), (35, ())),
    ],
)
def test_card_is_moved(pile, answers, ann, after):
    s = corrected(state(library=36, pile=pile), "card", "table", "7C", *answers)
    assert (s.characters[ANN].hand, s.characters[ANN].known) == ann
    assert (shared(s).library, shared(s).pile) == after


def test_unseen_card_comes_from_an_unseen_place():
    run = Run(GAME, having(state(), BEN, hand=1, known=("8C",)))
    tap(run, "correct", "card")
    play(run, "table", "7C")
    assert [(o.id, o.refused is None) for o in run.open[0].options] == [
        *(("library", True), (ANN, True), (BEN, False), ("3", True))
    ]


def test_card_cannot_move_to_its_own_place():
    with pytest.raises(Refused, match="pile is not possible"):
        corrected(state(library=36, pile=("7C",)), "card", "table", "7C", "pile")


def test_impossible_correction_is_grey():
    s = state()
    for who in s.characters:
        s = having(s, who, weapons=())
    (prompt,) = [p for p in Run(GAME, s).open if p.key == "correct"]
    assert [option.id for option in prompt.options if option.refused] == ["cure", "disarm"]


def test_players_have_no_correction_menu():
    assert {p.key for p in Run(GAME, state()).open if p.at == "menu" and p.seat != "dealer"} == {"hands"}
