"""Mythos, enemy and upkeep phase, agenda and act, and how a scenario ends."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.engine import Bag, Run
from companion.games.arkham import GAME
from companion.games.arkham.content import Act, Agenda, Effect, Encounter, Enemy, Resolution, Scenario
from companion.games.arkham.names import NAMELESS
from companion.games.arkham.state import State
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
            "ghoul": Encounter("A ghoul", enemy="ghoul"),
        }
    ),
    resolutions=MappingProxyType({"won": Resolution("Won", "It is over.", 2), "lost": Resolution("Lost", "Too late.")}),
    out_of_time="lost",
)


def at(phase: str, **changes) -> Run:
    return Run(GAME, situation(phase=phase, active="", scenario=STORY, **changes))


def foe(**changes):
    return MappingProxyType({"ghoul": replace(GHOUL, **changes)})


def deck(*cards: str) -> Bag:
    return Bag(cards)


def test_mythos_draws_an_encounter_card_per_investigator():
    run = play(at("mythos", deck=deck("rats", "rats", "rats")), "go")
    for name in ("Ann", "Bob", "Cid"):
        assert asked(run) == f"{name}: draw the top card of the encounter deck"
        give(run, "rats")
    assert [who.damage for who in run.state.seats.values()] == [1, 1, 1]
    assert run.state.phase == "investigation"


def test_a_card_that_surges_is_followed_by_another():
    run = play(at("mythos", deck=deck("more", "rats", "rats")), "go", "more")
    assert asked(run).startswith("Ann: draw")


def test_surge_stops_after_defeat():
    fatal = replace(
        STORY, encounters=MappingProxyType({"fall": Encounter("Fall", effects=(Effect(damage=9),), surge=True)})
    )
    run = play(Run(GAME, situation(phase="mythos", active="", scenario=fatal, deck=deck("fall", "fall", "fall"))), "go")
    give(run, "fall")
    assert asked(run).startswith("Bob: draw")


def test_a_treachery_is_a_skill_test_with_its_own_results():
    run = play(at("mythos", deck=deck("dread", "rats")), "go", "dread")
    assert str(run.state.test.title) == "Dread"
    play(run, ("1",), ("2",), "-1")
    assert run.state.seats["1"].horror == 2


def test_drawn_enemy_engages_its_drawer():
    run = play(at("mythos", deck=deck("ghoul", "ghoul"), enemies=foe(location="")), "go", "ghoul", "ghoul")
    assert run.state.enemies["ghoul"].engaged == ("1",)
    assert run.state.enemies["ghoul.2"].engaged == ("2",)
    assert run.state.enemies["ghoul.2"].of == "ghoul"


def test_agenda_advances_at_its_doom():
    run = play(at("mythos", doom=1), "go")
    assert asked(run) == "Everybody: the agenda advances, Dusk"
    give(run, "go")
    assert (run.state.agenda, run.state.doom, str(run.state.story)) == (1, 0, "Night falls.")
    give(at_lost := Run(GAME, replace(run.state, doom=1, phase="mythos", done=("doom",))), "go")
    assert str(at_lost.over) == "Lost."


def test_hunters_move_to_the_nearest_investigator_and_engage():
    hunter = foe(location="attic", keywords=("hunter",))
    state = situation(phase="enemy", active="", scenario=STORY, enemies=hunter)
    state = state.with_seat("3", replace(state.seats["3"], location="hall"))
    state = state.place("attic", replace(state.locations["attic"], connects=("hall",)))
    run = Run(GAME, state)
    assert asked(run) == "Everybody: Ghoul hunts the nearest investigator"
    give(run, "go")
    assert (run.state.enemies["ghoul"].location, run.state.enemies["ghoul"].engaged) == ("hall", ("3",))


def test_players_choose_between_equal_hunter_paths():
    run = at("enemy", enemies=foe(location="far", keywords=("hunter",)))
    state = run.state.place("far", replace(run.state.locations["attic"], connects=("study", "hall")))
    run = play(Run(GAME, state.with_seat("3", replace(state.seats["3"], location="hall"))), "go")
    assert [option.id for option in run.open[0].options] == ["study", "hall"]


def test_investigator_orders_several_attacks():
    run = at("enemy", enemies=MappingProxyType({n: replace(GHOUL, engaged=("1",)) for n in "ab"}))
    assert asked(run) == "Ann: which enemy attacks first?"
    play(run, "b", "a")
    assert run.state.seats["1"].horror == 2


def test_massive_enemy_attacks_all_here():
    run = play(at("enemy", enemies=foe(keywords=("massive",))), "ghoul", "ghoul")
    assert [who.damage for who in run.state.seats.values()] == [1, 1, 0]


def test_upkeep_gives_a_card_and_a_resource():
    run = play(at("upkeep"), "go")
    assert [(who.unknown, who.resources) for who in run.state.seats.values()] == [(1, 1)] * 3
    assert (run.state.round, run.state.phase, run.state.seats["1"].actions) == (2, "mythos", 3)


def test_at_upkeep_enemies_ready_and_engage_who_is_there():
    run = play(at("upkeep", enemies=foe(exhausted=True, location="attic")), "go")
    assert (run.state.enemies["ghoul"].exhausted, run.state.enemies["ghoul"].engaged) == (False, ("3",))


def test_upkeep_limits_hands_to_eight_cards():
    state = at("upkeep").state
    run = play(Run(GAME, state.with_seat("3", replace(state.seats["3"], unknown=8))), "go")
    assert asked(run) == "Cid: discard 1 card"
    give(run, NAMELESS)
    assert run.state.seats["3"].unknown == 8


def clued(**changes) -> State:
    state = situation(scenario=STORY, **changes)
    return state.with_seat("2", replace(state.seats["2"], clues=2)).with_seat("1", replace(state.seats["1"], clues=1))


def test_group_clues_advance_the_act():
    hidden = replace(situation().locations["attic"], hidden=True)
    run = play(Run(GAME, clued().place("vault", hidden)), "act")
    assert [run.state.seats[seat].clues for seat in "12"] == [0, 0]
    assert run.state.act == 1
    assert not run.state.locations["vault"].hidden


def test_advancing_seat_spends_its_clues_first():
    state = clued()
    run = play(Run(GAME, replace(state.with_seat("2", replace(state.seats["2"], clues=3)), active="2")), "act")
    assert [run.state.seats[seat].clues for seat in "12"] == [1, 0]


def test_an_act_says_how_many_clues_are_missing():
    run = Run(GAME, situation(scenario=STORY))
    button = next(option for option in run.open[0].options if option.id == "act")
    assert str(button.refused.sentence) == "Search takes 3 clues, the group has 0."


def test_act_advances_when_all_have_arrived():
    state = situation(scenario=STORY, act=1)
    for seat, who in state.seats.items():
        state = state.with_seat(seat, replace(who, location="attic"))
    run = Run(GAME, state)
    assert asked(run) == "Everybody: the act advances, Descend"
    give(run, "go")
    assert [who.horror for who in run.state.seats.values()] == [1, 1, 1]


def test_act_waits_for_all_remaining_investigators():
    state = situation(scenario=STORY, act=1, active="3")
    assert asked(Run(GAME, state)).startswith("Cid: choose")
    for seat in "12":
        state = state.with_seat(seat, replace(state.seats[seat], left="resigned"))
    assert asked(Run(GAME, state)) == "Everybody: the act advances, Descend"


def test_the_scenario_is_won_when_its_enemy_falls():
    run = play(Run(GAME, situation(scenario=STORY, act=2, enemies=foe(defeated=True, victory=1))), "go")
    assert str(run.over) == "Won. Victory points: 1."


def test_scenario_ends_when_all_have_left():
    state = situation(scenario=STORY, active="")
    for seat, who in state.seats.items():
        state = state.with_seat(seat, replace(who, left="resigned"))
    assert str(Run(GAME, state).over) == "Lost."


def test_an_enemy_that_has_attacked_is_exhausted_until_upkeep():
    run = play(at("enemy", enemies=foe(engaged=("1",))), "ghoul")
    assert run.state.enemies["ghoul"].exhausted
    give(run, "go")
    assert not run.state.enemies["ghoul"].exhausted


def test_an_attack_may_be_stopped_by_a_card():
    run = play(at("enemy", enemies=foe(engaged=("1",))), "stop ghoul")
    assert (run.state.seats["1"].damage, run.state.enemies["ghoul"].exhausted) == (0, True)


def test_an_enemy_whose_prey_falls_engages_another_in_the_place():
    state = situation(scenario=STORY, active="", phase="enemy", enemies=foe(engaged=("1",)))
    run = play(Run(GAME, state.with_seat("1", replace(state.seats["1"], damage=6))), "ghoul")
    assert run.state.seats["1"].left == "killed"
    give(run, "go")
    assert run.state.enemies["ghoul"].engaged == ("2",)


def test_story_texts_are_appended():
    story = replace(STORY, agendas=(Agenda("Dusk", 2, turned="Night falls.", brings=("ghoul",)), STORY.agendas[1]))
    ghoul = foe(location="", story="It has a name.")
    run = play(Run(GAME, situation(phase="mythos", active="", scenario=story, doom=1, enemies=ghoul)), "go", "go")
    assert str(run.state.story) == "Night falls.\n\nIt has a name."


def test_the_agenda_turns_in_the_mythos_phase_alone():
    run = Run(GAME, situation(scenario=STORY, doom=5))
    assert asked(run).startswith("Ann: choose an action")
