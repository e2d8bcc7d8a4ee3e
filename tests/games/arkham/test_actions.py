"""Actions clause by clause: costs, attacks of opportunity, effects and refusals."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import Play, Run, apply_fact, done
from companion.games.arkham import GAME
from companion.games.arkham import facts as events
from companion.games.arkham.content import Ability, Enemy
from companion.games.arkham.rules.actions import ACTIONS, basic_actions, card_actions
from companion.games.arkham.rules.in_play import automatically_evade, move_by_card, move_clues
from companion.games.arkham.rules.in_play.enemies import move_enemy
from companion.games.arkham.rules.skill_test.steps import commit
from companion.schema import Refused
from tests.examples import so_many
from tests.games.arkham.evening import played
from tests.games.arkham.table import committed, situation
from tests.games.course import alone, play

GHOUL = Enemy("Ghoul", "study", fight=4, evade=2, health=3, attack_damage=1, attack_horror=1)


def with_ghoul(state=None, **changes):
    return replace(state or situation(), enemies=MappingProxyType({"ghoul": replace(GHOUL, **changes)}))


def done_by(deed, *arguments, state=None):
    """The run after an action that asks nothing."""

    def procedure(g):
        yield from deed(g, *arguments) or done()

    return alone(GAME, state or situation(), procedure)


def after_a_test(deed, *arguments, state=None, token: str = "0"):
    """The run after an action that is a test, with one token."""
    return play(committed(done_by(deed, *arguments, state=state)), token)


def ann(run):
    return run.state.seats["1"]


@pytest.mark.parametrize("name", ["investigate", "move", "fight", "evade", "engage", "resource", "draw", "play"])
def test_basic_actions_cost_one_action(name):
    """AH-ACT-*-1."""
    buttons = {option.id for option in Run(GAME, situation()).open[0].options}
    assert name in buttons
    assert next(action.cost for action in ACTIONS if action.name == name) == 1


HERE = Ability("Search"), Ability("Talk", "parley"), Ability("Leave", "resign")
PROVOKE = {
    "investigate": lambda g: basic_actions.investigate(g, "1"),
    "move": lambda g: basic_actions.move(g, "1", "hall"),
    "resource": lambda g: basic_actions.resource(g, "1"),
    "draw": lambda g: basic_actions.draw_card(g, "1"),
    "play": lambda g: card_actions.play_card(g, "1", "Hammer"),
    "engage": lambda g: basic_actions.engage(g, "1", "other"),
    "activate": lambda g: card_actions.activate(g, "1", "place:study:0"),
}
QUIET = {
    "fight": lambda g: basic_actions.fight(g, "1", "ghoul"),
    "evade": lambda g: basic_actions.evade(g, "1", "ghoul"),
    "parley": lambda g: card_actions.activate(g, "1", "place:study:1"),
    "resign": lambda g: card_actions.activate(g, "1", "place:study:2"),
}


def provoked(deed, **changes):
    """Return the facts of Ann's action, with an engaged ghoul, a free one and an exhausted one."""
    foes = {"ghoul": replace(GHOUL, engaged=("1",), **changes), "other": replace(GHOUL, exhausted=True)}
    state = situation(enemies=MappingProxyType(foes))
    state = state.place("study", replace(state.locations["study"], abilities=HERE))
    state = state.with_seat("1", replace(state.seats["1"], hand=("Hammer",), resources=2))
    return done_by(deed, state=state).facts


@pytest.mark.parametrize("deed", PROVOKE.values(), ids=PROVOKE)
def test_action_provokes_each_ready_engaged_enemy_once(deed):
    """AH-X-AOO-1, AH-X-AOO-2, AH-ACT-TURN-3."""
    facts = provoked(deed)
    attacks = [fact for fact in facts if isinstance(fact, events.EnemyAttacked)]
    assert [(fact.enemy, fact.seat, fact.damage, fact.horror, fact.why) for fact in attacks] == [
        ("ghoul", "1", 1, 1, "opportunity")
    ]
    costs = [place for place, fact in enumerate(facts) if isinstance(fact, events.ActionSpent)]
    assert max(costs) < facts.index(attacks[0])
    assert not any(isinstance(fact, events.EnemyTurned) for fact in facts)


@pytest.mark.parametrize("deed", QUIET.values(), ids=QUIET)
def test_fight_evade_parley_and_resign_do_not_provoke(deed):
    """AH-X-AOO-1, AH-X-AOO-3."""
    assert not any(isinstance(fact, events.EnemyAttacked) for fact in provoked(deed))


def test_attacks_of_opportunity_stop_after_defeat():
    foes = MappingProxyType({name: replace(GHOUL, engaged=("1",), attack_damage=4) for name in "abc"})
    run = done_by(basic_actions.resource, "1", state=situation(enemies=foes))
    assert sum(isinstance(fact, events.EnemyAttacked) for fact in run.facts) == 2
    assert (ann(run).left, ann(run).resources, ann(run).actions) == ("killed", 0, 0)


@pytest.mark.parametrize(
    "changes",
    [{}, {"exhausted": True}, {"aloof": True}, {"keywords": ("aloof",)}, {"engaged": ("2",)}, {"engaged": ("2", "3")}],
    ids=str,
)
def test_any_enemy_in_the_place_is_engaged_without_a_test(changes):
    """AH-ACT-ENGAGE-2 to AH-ACT-ENGAGE-7, AH-ACT-ENGAGE-9."""
    run = done_by(basic_actions.engage, "1", "ghoul", state=with_ghoul(**changes))
    ghoul = run.state.enemies["ghoul"]
    assert (ghoul.engaged, ghoul.exhausted) == (("1",), changes.get("exhausted", False))
    assert not any(isinstance(fact, events.TestBegan) for fact in run.facts)


@pytest.mark.parametrize(
    ("deed", "arguments", "location", "skill", "difficulty"),
    [
        (basic_actions.evade, ("ghoul",), "study", "agility", 2),
        (basic_actions.fight, ("ghoul",), "study", "combat", 4),
        (basic_actions.investigate, (), "study", "intellect", 2),
        (basic_actions.investigate, (), "attic", "intellect", 4),
    ],
)
def test_action_is_a_test_of_its_skill(deed, arguments, location, skill, difficulty):
    """AH-ACT-EVADE-2, AH-ACT-FIGHT-2, AH-ACT-INVESTIGATE-2."""
    state = replace(with_ghoul(engaged=("1",), location=location), without=("AH-X-AOO",))
    state = state.with_seat("1", replace(state.seats["1"], location=location))
    test = done_by(deed, "1", *arguments, state=state).state.test
    assert (test.skill, test.difficulty, test.performer) == (skill, difficulty, "1")


@pytest.mark.parametrize(
    ("before", "engaged"),
    [
        ({"engaged": ("1",)}, ()),
        ({"engaged": ("1",), "exhausted": True}, ()),
        ({"engaged": ("1", "2")}, ("2",)),
    ],
)
def test_evaded_enemy_is_exhausted_and_disengaged(before, engaged):
    """AH-ACT-EVADE-3, AH-ACT-EVADE-6 to AH-ACT-EVADE-9."""
    ghoul = after_a_test(basic_actions.evade, "1", "ghoul", state=with_ghoul(**before)).state.enemies["ghoul"]
    assert (ghoul.exhausted, ghoul.engaged, ghoul.location) == (True, engaged, "study")


@pytest.mark.parametrize(
    ("engaged", "token", "damage"),
    [
        ((), "+1", 1),
        (("1",), "+1", 1),
        (("2",), "+1", 1),
        (("1", "2"), "+1", 1),
        ((), "-8", 0),
        (("1",), "-8", 0),
        (("1", "2"), "-8", 0),
    ],
)
def test_any_enemy_in_the_place_may_be_attacked(engaged, token, damage):
    """AH-ACT-FIGHT-3, AH-ACT-FIGHT-4, AH-ACT-FIGHT-6, AH-ACT-FIGHT-8, AH-ACT-FIGHT-9."""
    s = after_a_test(basic_actions.fight, "1", "ghoul", state=with_ghoul(engaged=engaged), token=token).state
    assert (s.enemies["ghoul"].damage, [who.damage for who in s.seats.values()]) == (damage, [0, 0, 0])


@pytest.mark.parametrize(
    ("there", "bonus", "token", "found"),
    [(2, 0, "0", 1), (1, 0, "0", 1), (0, 0, "0", 0), (2, 5, "0", 2), (2, 0, "-2", 0)],
)
def test_investigate_discovers_clues(there, bonus, token, found):
    """AH-ACT-INVESTIGATE-3 to AH-ACT-INVESTIGATE-6, AH-ST-7-2: at most those of the location."""
    state = situation(bonus_clues=bonus)
    state = state.place("study", replace(state.locations["study"], clues=there))
    run = after_a_test(basic_actions.investigate, "1", state=state, token=token)
    assert (ann(run).clues, run.state.locations["study"].clues, ann(run).actions) == (found, there - found, 2)


def test_a_way_may_lead_in_one_direction_only():
    """AH-ACT-MOVE-2, AH-ACT-MOVE-4, AH-ACT-MOVE-5, AH-AMB-14."""
    state = situation(active="3")
    assert done_by(basic_actions.move, "3", "hall", state=state).state.seats["3"].location == "hall"
    state = situation()
    inside = state.with_seat("1", replace(state.seats["1"], location="hall"))
    with pytest.raises(Refused, match="Hall does not connect to Attic"):
        done_by(basic_actions.move, "1", "attic", state=inside)


@pytest.mark.parametrize(("per_investigator", "clues"), [(True, 6), (False, 2)])
def test_location_clues_are_fixed_or_per_investigator(per_investigator, clues):
    """AH-ACT-MOVE-3, AH-ACT-MOVE-6, AH-ACT-MOVE-8 to AH-ACT-MOVE-10."""
    state = situation()
    hall = replace(state.locations["hall"], clue_value=2, per_investigator=per_investigator)
    run = done_by(basic_actions.move, "1", "hall", state=state.place("hall", hall))
    assert run.facts[1] == events.Moved("1", "study", "hall")
    assert (run.state.locations["hall"].revealed, run.state.locations["hall"].clues) == (True, clues)


def test_a_place_is_revealed_once():
    """AH-ACT-MOVE-15."""
    state = done_by(basic_actions.move, "1", "hall").state
    state = state.place("hall", replace(state.locations["hall"], clues=1))
    after = done_by(basic_actions.move, "2", "hall", state=replace(state, active="2"))
    assert after.state.locations["hall"].clues == 1
    assert not any(isinstance(fact, events.LocationRevealed) for fact in after.facts)


def test_move_ends_with_defeat():
    state = with_ghoul(engaged=("1",), attack_damage=7)
    assert ann(done_by(basic_actions.move, "1", "hall", state=state)).location == "study"


few = settings(max_examples=so_many(15), deadline=None)
seeds = st.integers(0, 10_000)


@pytest.mark.slow
@given(seeds)
@few
def test_grey_buttons_say_why(seed):
    for run, _ in played(seed, answers=60):
        for prompt in run.open:
            for option in prompt.options:
                if option.refused is not None:
                    assert option.refused.code == option.refused.code.upper()
                    sentence = str(option.refused.sentence)
                    assert sentence.endswith(".")
                    assert sentence[0].isupper() or sentence.split(maxsplit=1)[0] in str(option.text)


DEEDS = {
    "investigate": lambda g, seat: basic_actions.investigate(g, seat),
    "move": lambda g, seat: basic_actions.move(g, seat, "hall"),
    "fight": lambda g, seat: basic_actions.fight(g, seat, "ghoul"),
    "evade": lambda g, seat: basic_actions.evade(g, seat, "ghoul"),
    "engage": lambda g, seat: basic_actions.engage(g, seat, "ghoul"),
    "resource": lambda g, seat: basic_actions.resource(g, seat),
    "draw": lambda g, seat: basic_actions.draw_card(g, seat),
    "play": lambda g, seat: card_actions.play_card(g, seat, "Hammer"),
    "end": lambda g, seat: [basic_actions.end_turn(g, seat)],
}


def refusal_of(deed, state, seat: str = "1") -> Refused:
    g = Play(state, apply_fact)
    with pytest.raises(Refused) as wrong:
        list(deed(g, seat))
    assert (g.state, g.facts) == (state, [])
    return wrong.value


@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)
def test_an_action_out_of_turn_is_refused(deed):
    """AH-ACT-TURN-6."""
    state = with_ghoul(engaged=("1",))
    assert str(refusal_of(deed, state, "2").sentence) == "It is not Bob's turn."
    assert str(refusal_of(deed, replace(state, phase="enemy")).sentence) == (
        "Actions are taken in the investigation phase; this is the enemy phase."
    )


@pytest.mark.parametrize(
    ("deed", "code"),
    [
        (lambda g, _: basic_actions.fight(g, "1", "far"), "NOT_SAME_PLACE"),
        (lambda g, _: basic_actions.fight(g, "1", "nobody"), "UNKNOWN_TARGET"),
        (lambda g, _: basic_actions.fight(g, "1", "gone"), "UNKNOWN_TARGET"),
        (lambda g, _: basic_actions.evade(g, "1", "free"), "ENEMY_NOT_ENGAGED_WITH_YOU"),
        (lambda g, _: basic_actions.evade(g, "1", "nobody"), "UNKNOWN_TARGET"),
        (lambda g, _: basic_actions.engage(g, "1", "mine"), "ALREADY_ENGAGED"),
        (lambda g, _: basic_actions.engage(g, "1", "far"), "NOT_SAME_PLACE"),
        (lambda g, _: basic_actions.engage(g, "1", "massive"), "MASSIVE"),
        (lambda g, _: basic_actions.move(g, "1", "attic"), "NOT_ADJACENT"),
        (lambda g, _: basic_actions.move(g, "1", "moon"), "UNKNOWN_TARGET"),
        (lambda g, _: basic_actions.move(g, "1", "study"), "SAME_PLACE"),
        (lambda g, _: card_actions.play_card(g, "1", "Notes"), "SKILL_CARD_NOT_PLAYABLE"),
        (lambda g, _: card_actions.play_card(g, "1", "Hammer"), "CARD_NOT_IN_HAND"),
        (lambda g, _: card_actions.activate(g, "1", "place:study:0"), "UNKNOWN_TARGET"),
        (lambda g, _: move_enemy(g, "nobody", "hall"), "UNKNOWN_TARGET"),
        (lambda g, _: move_enemy(g, "mine", "attic"), "NOT_ADJACENT"),
        (lambda g, _: [automatically_evade(g, "1", "free")], "ENEMY_NOT_ENGAGED_WITH_YOU"),
        (lambda g, _: [move_by_card(g, "1", "moon")], "UNKNOWN_TARGET"),
        (lambda g, _: [move_by_card(g, "1", "study")], "SAME_PLACE"),
        (lambda g, _: [move_clues(g, "study", "study", 1)], "SAME_PLACE"),
        (lambda g, _: [move_clues(g, "study", "moon", 1)], "UNKNOWN_TARGET"),
        (lambda g, _: commit(g), "NO_TEST"),
    ],
)
def test_a_target_that_does_not_fit_costs_nothing(deed, code):
    """AH-ACT-MOVE-14 and the like: the action is not spent."""
    foes = {
        "mine": replace(GHOUL, engaged=("1",)),
        "free": replace(GHOUL, aloof=True),
        "far": replace(GHOUL, location="attic"),
        "gone": replace(GHOUL, defeated=True),
        "massive": replace(GHOUL, keywords=("massive",)),
    }
    wrong = refusal_of(deed, situation(enemies=MappingProxyType(foes)))
    assert (wrong.code, str(wrong.sentence)[-1]) == (code, ".")
