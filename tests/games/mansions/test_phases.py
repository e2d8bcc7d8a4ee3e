"""The round: turns in any order, Fire, mythos, monsters, horror, and the next round."""

from __future__ import annotations

from companion.games.mansions.content import PERILS, Button, Component, SpawnPart, beasts
from companion.games.mansions.facts import EventShown, PhaseBegan, RoundBegan
from companion.games.mansions.rules.story import plain
from companion.games.mansions.state import Shown
from companion.games.mansions.views import log_sentence
from companion.schema import Answer
from tests.games.mansions.evening import event, options, says, table, tap

START = "EventStart"
FIRST = event("EventA", "On", trigger=START)


def names(facts) -> list[str]:
    return [fact.phase for fact in facts if isinstance(fact, PhaseBegan)]


def test_a_quiet_round_passes_with_one_tap():
    run = table(FIRST)
    facts = tap(run, "On", "hold")
    assert names(facts) == ["fire", "mythos", "monsters", "horror", "end"]
    assert [fact.number for fact in facts if isinstance(fact, RoundBegan)] == [2]


def test_turns_come_in_any_order_and_nobody_has_two():
    run = table(FIRST, counted=True)
    tap(run, "On")
    assert {"Ann", "Bob", "End the phase without Ann, Bob"} <= set(options(run))
    tap(run, "Bob", "End the turn")
    assert "Bob" not in [str(option.text) for option in run.open[0].options]
    assert run.state.story.had_turn == ("2",)


def test_people_who_count_for_themselves_act_as_often_as_they_like():
    run = table(FIRST)
    tap(run, "On", "Bob", "End the turn", "Bob")
    assert run.state.story.active == "2"


def test_the_end_of_the_phase_is_heard_before_the_mythos():
    run = table(FIRST, event("EventM", "On", trigger="Mythos"), event("EventT", "On", trigger="EndInvestigatorTurn"))
    tap(run, "On", "hold")
    assert says(run) == "EventT"
    tap(run, "On")
    assert says(run) == "EventM"


def test_what_belongs_to_a_round_happens_in_that_round():
    run = table(FIRST, event("EventTwo", "On", trigger="EndRound2"))
    tap(run, "On", "hold")
    assert says(run) == ""
    tap(run, "hold")
    assert says(run) == "EventTwo"


def test_fire_that_is_reported_spreads_at_the_beginning_of_the_mythos_phase():
    run = table(FIRST)
    tap(run, "On", "set", "somewhere", "hold")
    assert {"It spreads", "All Fire is extinguished"} <= set(options(run))
    tap(run, "All Fire is extinguished")
    assert run.state.story.round == 2
    assert not run.state.story.variables["$fire"]


def test_where_nothing_burns_fire_can_neither_spread_nor_be_put_out():
    run = table(FIRST)
    tap(run, "On")
    fire = next(prompt for prompt in run.open if prompt.key == "fire")
    assert [option.refused is None for option in fire.options] == [True, False, False]


def test_an_elimination_takes_effect_at_the_end_of_the_next_investigator_phase():
    run = table(
        FIRST, event("EventLost", "On", trigger="Eliminated"), event("EventLast", "On", trigger="StartFinalRound")
    )
    tap(run, "On", "1", "End the turn")
    dead = next(prompt for prompt in run.open if prompt.key == "eliminated")
    assert str(dead.title).endswith("at the end of the next investigator phase")
    tap_at(run, dead, "1")
    tap(run, "hold")
    assert says(run) == "EventLast"  # the round after it is the last for everybody
    tap(run, "On", "hold")
    assert says(run) == "EventLost"


def tap_at(run, prompt, value):
    run.answer(Answer(f"x-{prompt.id}", prompt.id, (value,), prompt.seat))


def test_a_defeat_is_told_to_the_scenario_by_the_monster_and_by_what_brought_it():
    spawn = Component(
        "SpawnRat", "spawn", "A rat!", buttons=(Button("On"),), trigger=START, part=SpawnPart(("MonsterCultist",))
    )
    run = table(
        spawn,
        event("EventKind", "On", trigger="DefeatedMonsterCultist"),
        event("EventSpawn", "On", trigger="DefeatedSpawnRat"),
    )
    tap(run, "On")
    (name,) = run.state.monsters
    health = run.state.monsters[name].health
    for _ in range(health - 1):
        tap(run, f"more:{name}")
    tap(run, f"more:{name}", "It is defeated")
    first = says(run)
    tap(run, "On")
    assert {first, says(run)} == {"EventKind", "EventSpawn"}


def test_a_monster_has_the_health_of_its_kind_for_so_many_investigators():
    spawn = Component(
        "SpawnRat",
        "spawn",
        "A rat!",
        buttons=(Button("On"),),
        trigger=START,
        part=SpawnPart(("MonsterDeepOne",), health=1, health_each=1),
    )
    run = table(spawn)
    deep = beasts()["MonsterDeepOne"]
    (monster,) = run.state.monsters.values()
    assert monster.health == round(deep.health + 2 * deep.health_each) + 3


def test_two_of_a_kind_are_told_apart():
    spawns = [
        Component(
            f"Spawn{n}", "spawn", "!", buttons=(Button("On"),), trigger=START, part=SpawnPart(("MonsterCultist",))
        )
        for n in range(2)
    ]
    run = table(*spawns)
    tap(run, "On", "On")
    assert list(run.state.monsters) == ["Cultist", "Cultist 2"]


def test_the_people_may_close_the_scenario_whenever_they_like():
    run = table(FIRST)
    tap(run, "On", "We won")
    assert str(run.over) == "The people closed the story: won."


def test_the_log_has_the_first_words_of_a_mythos_event_of_ours():
    name, peril = next(iter(PERILS.items()))
    told = log_sentence(table().state, EventShown(Shown(name)), "1")
    assert str(told)[:20] == str(plain(peril.text))[:20]
