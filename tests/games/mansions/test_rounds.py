"""A whole round: turns, Fire, events, monsters, horror checks, and what waits for the round after."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.games.mansions.facts import InvestigatorEliminated, MonsterActivated, PhaseBegan, RoundBegan
from companion.games.mansions.rules.story import value
from companion.schema import TABLE
from tests.games.mansions.evening import event, says, tap
from tests.games.mansions.manor import RAT, begun, card, dice, hall, say
from tests.games.mansions.table import seat, whole

TOUGH = {"health": 99, "sanity": 99}


def calm(*monsters, **changes):
    """Two who are not easily harmed."""
    return hall(*monsters, ann=seat("Ann", **TOUGH), bob=seat("Bob", clues=0, **TOUGH), **changes)


def until(run, done):
    """Give any answer until something holds; rolls are blank, counts are nought."""
    for _ in range(60):
        if done(run):
            return run
        prompt = next(p for p in run.open if not p.at) if any(not p.at for p in run.open) else run.open[0]
        if prompt.kind == "roll":
            dice(run, *["blank"] * prompt.most)
        elif prompt.kind == "count":
            say(run, prompt, str(prompt.least))
        else:
            free = [o.id for o in prompt.options if o.refused is None]
            say(run, prompt, *(free[-1:] if prompt.least else ()))
    raise AssertionError("it never comes to that")


def test_everybody_has_a_turn_in_an_order_of_their_own():
    run = begun(hall())
    tap(run, "End the turn")
    assert str(card(run).options[0].text) == "Bob"
    tap(run, "Bob")
    assert whole(run.state, card(run)) == "Bob: 2 actions left"


def test_a_round_has_its_phases_in_order():
    run = begun(calm(RAT))
    until(run, lambda run: run.state.story.round == 2)
    phases = [fact.phase for fact in run.facts if isinstance(fact, PhaseBegan)]
    assert phases == ["fire", "mythos", "monsters", "horror", "end"]
    assert MonsterActivated("Rat") in run.facts
    assert [who.actions for who in run.state.seats.values()] == [2, 2]


def test_what_was_left_of_extinguish_and_of_a_move_is_gone_with_the_round():
    state = hall(ann=seat("Ann", extinguish_left=2, steps_left=1, evaded=True))
    run = until(begun(state), lambda run: any(isinstance(fact, RoundBegan) for fact in run.facts))
    who = run.state.seats["1"]
    assert (who.extinguish_left, who.steps_left, who.evaded) == (0, 0, False)


def test_an_elimination_is_heard_of_at_the_end_of_the_next_investigator_phase():
    story = {"components": MappingProxyType({"EventGone": event("EventGone", "Done", trigger="Eliminated")})}
    run = begun(calm(scenario=story))
    run.correct(InvestigatorEliminated("2"))
    until(run, lambda run: run.state.story.round == 2)
    assert says(run) == ""
    until(run, lambda run: says(run) == "EventGone")
    assert run.state.story.round == 2
    assert run.state.story.phase != "investigator"


def test_the_scenario_hears_that_fire_was_set_and_that_it_is_out():
    run = begun(hall(ann=seat("Ann", possessions=("Lantern",))))
    tap(run, "set_fire", "A2")
    assert value(run.state, "$fire") == 1
    menu = next(p for p in run.open if p.at == "menu" and p.key == "fire")
    assert menu.seat == TABLE
    say(run, menu, "out")
    assert (value(run.state, "$fire"), run.state.tokens.fire) == (0, ())


def test_a_defeat_is_told_to_the_scenario():
    told = {
        "components": MappingProxyType(
            {
                "EventKind": event("EventKind", "Done", trigger="DefeatedMonsterRat"),
                "EventSpawn": event("EventSpawn", "Done", trigger="DefeatedSpawnRat"),
            }
        )
    }
    run = begun(hall(replace(RAT, damage=3), scenario=told))
    tap(run, "more:Rat", "It is defeated")
    assert says(run) == "EventKind"
    tap(run, "Done")
    assert says(run) == "EventSpawn"


def test_who_is_eliminated_in_their_own_turn_only_ends_it():
    run = begun(hall(ann=seat("Ann", eliminated=True)))
    assert [option.id for option in card(run).options] == ["go"]


def test_who_was_eliminated_meanwhile_owes_no_horror_check():
    gone = seat("Bob", eliminated=True)
    run = begun(hall(RAT, bob=gone, story={"phase": "horror", "to_check": ("2",), "active": ""}))
    assert not any("Bob" in whole(run.state, prompt) for prompt in run.open if prompt.key not in ("whose_turn", "turn"))
    assert run.state.story.aloud is None
