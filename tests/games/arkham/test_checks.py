"""Skill tests step by step."""

from dataclasses import replace
from types import MappingProxyType

from companion.engine import Run
from companion.games.arkham import GAME
from companion.games.arkham import content as c
from companion.games.arkham.facts import EnemyAttacked, EnemyDefeated, ResultApplied
from companion.games.arkham.rules.actions import basic_actions
from companion.games.arkham.rules.in_play import enter_play
from companion.games.arkham.rules.skill_test import Consequence
from companion.games.arkham.rules.skill_test.steps import nothing
from companion.schema import Answer
from tests.games.arkham.table import asked, begun, committed, drawn, situation, verdict
from tests.games.course import alone, give, play


def test_reaching_the_difficulty_is_success():
    assert drawn("intellect", 3, "0").passed
    assert not drawn("intellect", 3, "-1").passed


def test_the_sum_names_its_reasons():
    run = play(committed(begun("intellect", 3), ("Notes",)), "skull")
    assert [(str(t.label), t.value) for t in verdict(run).terms] == [("intellect", 3), ("icons", 2), ("skull", -2)]


def test_committed_cards_go_to_their_discard_piles():
    run = play(committed(begun("intellect", 3), ("Notes",), ("Courage",)), "0")
    assert run.state.seats["1"].discard == ("Notes",)
    assert run.state.seats["2"].discard == ("Courage",)
    assert run.state.seats["1"].hand == ("Courage",)


EEL = c.Enemy("Ink Eel", "study", fight=3, evade=3, health=1, engaged=("1",), attack_damage=1)
STORY = c.Scenario(
    title="A story",
    agendas=(c.Agenda("Dusk", 9),),
    acts=(c.Act("Search", clues=1, per_investigator=False),),
    resolutions=MappingProxyType({"out": c.Resolution("Out", "Away.")}),
)


def in_the_window(run, choice):
    """Answer Ann's window during the draw."""
    prompt = next(p for p in run.open if p.seat == "1" and p.kind == "choose")
    run.answer(Answer(f"a-{prompt.id}", prompt.id, (choice,), "1"))


def bitten(**keywords):
    """Ann fights or evades an eel, and her dog bites it dead in the window before the token."""
    dog = c.Card("asset", abilities=(c.Ability("Bite", "free", effects=(c.Effect(hit=1),)),))
    state = situation(enemies=MappingProxyType({"eel": replace(EEL, **keywords)}))
    state = replace(state, cards={**state.cards, "Dog": dog})
    return state.with_seat("1", replace(state.seats["1"], in_play=("Dog",)))


def test_enemy_killed_during_the_test_does_not_retaliate():
    for token in ("auto_fail", "0"):
        run = committed(alone(GAME, bitten(retaliate=True), lambda g: basic_actions.fight(g, "1", "eel")))
        in_the_window(run, "use:card:1:Dog:0")
        give(run, token, seat="1")
        kinds = [type(fact) for fact in run.facts]
        assert EnemyAttacked not in kinds
        assert kinds.count(EnemyDefeated) == 1


def test_defeat_in_st_7_stops_further_results():
    skull = c.SymbolEffect(effects=(c.Effect("success", horror=9),))
    state = situation(symbols=MappingProxyType({"skull": skull}))
    won = Consequence("clue", "a clue", "success", nothing)
    run = play(committed(begun("intellect", 1, state, won)), "skull", ("", "skull.0", "clue"))
    assert run.state.seats["1"].left == "insane"
    assert [fact.result for fact in run.facts if isinstance(fact, ResultApplied)] == ["skull.0"]


def test_a_clue_is_discovered_where_the_test_was_made():
    skull = c.SymbolEffect(effects=(c.Effect(to="attic"),))
    state = situation(symbols=MappingProxyType({"skull": skull}))
    state = state.place("attic", replace(state.locations["attic"], clues=5))
    run = play(committed(alone(GAME, state, lambda g: basic_actions.investigate(g, "1"))), "skull")
    assert (run.state.seats["1"].clues, run.state.locations["study"].clues) == (1, 1)
    assert run.state.locations["attic"].clues == 5


def test_last_clue_of_the_last_action_advances_the_act():
    state = situation(scenario=STORY)
    run = play(Run(GAME, state.with_seat("1", replace(state.seats["1"], actions=1, clues=0))), "investigate")
    committed(run)
    give(run, "0")
    assert asked(run) == "Ann: choose an action, no actions left"
    give(run, "act")
    assert run.state.act == 1


def test_an_ending_in_the_midst_of_a_test_ends_it():
    skull = c.SymbolEffect(reveal=1, effects=(c.Effect(ending="out"),))
    state = situation(scenario=STORY, symbols=MappingProxyType({"skull": skull}))
    run = play(Run(GAME, state), "test", "agility", "3")
    committed(run)
    give(run, "skull")
    assert str(run.over) == "Out."
    assert run.state.test is None


def test_enemy_does_not_spawn_at_an_unknown_location():
    state = situation(enemies=MappingProxyType({"eel": replace(EEL, location="", engaged=(), spawn="attic")}))
    state = state.place("attic", replace(state.locations["attic"], hidden=True))
    state = state.with_seat("3", replace(state.seats["3"], location="hall"))

    assert alone(GAME, state, lambda g: enter_play(g, "eel", "1")).state.enemies["eel"].location == "study"
