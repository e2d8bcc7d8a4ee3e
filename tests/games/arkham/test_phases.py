"""Mythos, enemy and upkeep phase, agenda and act, and how a scenario ends."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import Bag, Run
from companion.games.arkham import GAME
from companion.games.arkham.content import Act, Agenda, Effect, Encounter, Enemy, Resolution, Scenario
from companion.games.arkham.names import NAMELESS
from tests.games.arkham.table import asked, situation
from tests.games.course import give, play

GHOUL = Enemy("Ghoul", "study", fight=3, evade=3, health=3, attack_damage=1, attack_horror=1)
STORY = Scenario(
    title="A story",
    agendas=(Agenda("Dusk", 2, turned="Night falls."), Agenda("Night", 1, ending="lost")),
    acts=(
        Act("Search", clues=1, brings=("vault",)),
        Act("Descend", reach="attic", effects=(Effect(horror=1, all=True),)),
        Act("Face it", defeat="ghoul", ending="won"),
    ),
    encounters=MappingProxyType(
        {
            "rats": Encounter("Rats", effects=(Effect(damage=1),)),
            "dread": Encounter("Dread", skill="willpower", difficulty=4, effects=(Effect("failure", horror=2),)),
            "more": Encounter("More", surge=True),
            "fall": Encounter("Fall", effects=(Effect(damage=9),), surge=True),
            "ghoul": Encounter("A ghoul", enemy="ghoul"),
        }
    ),
    resolutions=MappingProxyType({"won": Resolution("Won", "It is over.", 2), "lost": Resolution("Lost", "Too late.")}),
    out_of_time="lost",
)


def at(phase: str, *answers, **changes) -> Run:
    return play(Run(GAME, situation(phase=phase, active="", scenario=STORY, **changes)), *answers)


def foe(**changes):
    return MappingProxyType({"ghoul": replace(GHOUL, **changes)})


def test_mythos_draws_an_encounter_card_per_investigator():
    run = at("mythos", "go", deck=Bag(("rats", "rats", "rats")))
    for name in ("Ann", "Bob", "Cid"):
        assert asked(run) == f"{name}: draw the top card of the encounter deck"
        give(run, "rats")
    assert [who.damage for who in run.state.seats.values()] == [1, 1, 1]
    assert run.state.phase == "investigation"


def test_surging_card_is_followed_by_another_unless_it_defeats():
    assert asked(at("mythos", "go", "more", deck=Bag(("more", "rats", "rats")))).startswith("Ann: draw")
    assert asked(at("mythos", "go", "fall", deck=Bag(("fall", "fall", "fall")))).startswith("Bob: draw")


def test_a_treachery_is_a_skill_test_with_its_own_results():
    run = at("mythos", "go", "dread", deck=Bag(("dread", "rats")))
    assert str(run.state.test.title) == "Dread"
    assert play(run, ("1",), ("2",), "-1").state.seats["1"].horror == 2


def test_drawn_enemy_engages_its_drawer():
    enemies = at("mythos", "go", "ghoul", "ghoul", deck=Bag(("ghoul", "ghoul")), enemies=foe(location="")).state.enemies
    assert (enemies["ghoul"].engaged, enemies["ghoul.2"].engaged, enemies["ghoul.2"].of) == (("1",), ("2",), "ghoul")


def test_agenda_advances_at_its_doom():
    run = at("mythos", "go", doom=1)
    assert asked(run) == "Everybody: the agenda advances, Dusk"
    give(run, "go")
    assert (run.state.agenda, run.state.doom, str(run.state.story)) == (1, 0, "Night falls.")
    lost = play(Run(GAME, replace(run.state, doom=1, phase="mythos", done=("doom",))), "go")
    assert str(lost.over) == "Lost."
    assert asked(Run(GAME, situation(scenario=STORY, doom=5))).startswith("Ann: choose")  # not in other phases


def test_hunters_move_to_the_nearest_investigator_and_engage():
    state = situation(phase="enemy", active="", enemies=foe(location="attic", keywords=("hunter",)))
    run = Run(GAME, state.with_seat("3", replace(state.seats["3"], location="hall")))
    assert asked(run) == "Everybody: Ghoul hunts the nearest investigator"
    give(run, "go")
    assert (run.state.enemies["ghoul"].location, run.state.enemies["ghoul"].engaged) == ("hall", ("3",))


def test_players_choose_between_equal_hunter_paths():
    state = at("enemy", enemies=foe(location="far", keywords=("hunter",))).state
    state = state.place("far", replace(state.locations["attic"], connects=("study", "hall")))
    run = play(Run(GAME, state.with_seat("3", replace(state.seats["3"], location="hall"))), "go")
    assert [option.id for option in run.open[0].options] == ["study", "hall"]


def test_investigator_orders_several_attacks():
    run = at("enemy", enemies=MappingProxyType({n: replace(GHOUL, engaged=("1",)) for n in "ab"}))
    assert asked(run) == "Ann: which enemy attacks first?"
    assert play(run, "b", "a").state.seats["1"].horror == 2


def test_massive_enemy_attacks_all_here():
    run = at("enemy", "ghoul", "ghoul", enemies=foe(keywords=("massive",)))
    assert [who.damage for who in run.state.seats.values()] == [1, 1, 0]


def test_an_enemy_that_has_attacked_is_exhausted_until_upkeep():
    run = at("enemy", "ghoul", enemies=foe(engaged=("1",)))
    assert run.state.enemies["ghoul"].exhausted
    assert not play(run, "go").state.enemies["ghoul"].exhausted
    stopped = at("enemy", "stop ghoul", enemies=foe(engaged=("1",)))
    assert (stopped.state.seats["1"].damage, stopped.state.enemies["ghoul"].exhausted) == (0, True)


def test_an_enemy_whose_prey_falls_engages_another_in_the_place():
    state = situation(scenario=STORY, active="", phase="enemy", enemies=foe(engaged=("1",)))
    run = play(Run(GAME, state.with_seat("1", replace(state.seats["1"], damage=6))), "ghoul")
    assert run.state.seats["1"].left == "killed"
    assert play(run, "go").state.enemies["ghoul"].engaged == ("2",)


def test_upkeep_gives_a_card_and_a_resource():
    s = at("upkeep", "go").state
    assert [(who.unknown, who.resources) for who in s.seats.values()] == [(1, 1)] * 3
    assert (s.round, s.phase, s.seats["1"].actions) == (2, "mythos", 3)


def test_upkeep_limits_hands_to_eight_cards():
    state = at("upkeep").state
    run = play(Run(GAME, state.with_seat("3", replace(state.seats["3"], unknown=8))), "go")
    assert asked(run) == "Cid: discard 1 card"
    assert play(run, NAMELESS).state.seats["3"].unknown == 8


@pytest.mark.parametrize(("active", "held", "left"), [("1", (1, 2), [0, 0]), ("2", (1, 3), [1, 0])])
def test_group_clues_advance_the_act(active, held, left):
    """The active investigator pays first."""
    state = situation(scenario=STORY, active=active)
    state = state.place("vault", replace(state.locations["attic"], hidden=True))
    for seat, clues in zip("12", held, strict=True):
        state = state.with_seat(seat, replace(state.seats[seat], clues=clues))
    s = play(Run(GAME, state), "act").state
    assert [s.seats[seat].clues for seat in "12"] == left
    assert (s.act, s.locations["vault"].hidden) == (1, False)


def test_act_advances_when_all_remaining_have_arrived():
    state = situation(scenario=STORY, act=1, active="3")
    assert asked(Run(GAME, state)).startswith("Cid: choose")
    state = state.with_seat("1", replace(state.seats["1"], left="resigned"))
    run = Run(GAME, state.with_seat("2", replace(state.seats["2"], location="attic")))
    assert asked(run) == "Everybody: the act advances, Descend"
    assert [who.horror for who in play(run, "go").state.seats.values()] == [0, 1, 1]


def test_scenario_ends_when_its_enemy_falls_or_all_have_left():
    run = Run(GAME, situation(scenario=STORY, act=2, enemies=foe(defeated=True, victory=1)))
    assert str(play(run, "go").over) == "Won. Victory points: 1."
    state = situation(scenario=STORY, active="")
    for seat, who in state.seats.items():
        state = state.with_seat(seat, replace(who, left="resigned"))
    assert str(Run(GAME, state).over) == "Lost."
