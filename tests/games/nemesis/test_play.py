"""Rounds, passes and turns."""

from dataclasses import replace

import pytest

from companion.engine import Bag, Run
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import AttackCard, Effect, EventCard
from companion.games.nemesis.rules.intruder_phase import strongest_first
from companion.schema import TABLE, Answer
from tests.games.course import give
from tests.games.nemesis import ship as sh
from tests.games.nemesis.ship import ANN, BEN


def test_sample_asks_for_an_action_at_once():
    run = Run(GAME, sh.awake())
    assert run.at_rest
    assert [str(p.title) for p in run.open if p.at != "menu"] == ["choose an action, 2 actions left"]


def test_round_ends_after_two_actions():  # NEM-X-TURN-1
    run = sh.answer(Run(GAME, sh.state()), "move:lab", "Search", "1", "move:nest", "Rest", "1")
    assert run.state.active == BEN
    assert run.at_rest


def test_new_turn_fills_hands_to_five_cards():  # NEM-X-TURN-1
    run = sh.answer(Run(GAME, sh.with_character(sh.state(), ANN, deck=("Aim", "Weld"))), "pass", "pass")
    (draw,) = run.open
    assert (draw.seat, draw.kind, draw.least) == ("house", "draw", 1)
    give(run, "Weld")
    assert run.state.characters[ANN].hand[-1] == "Weld"
    assert (run.state.active, run.state.turns) == (BEN, 14)  # who begins the turn changes with it
    assert not any(c.passed for c in run.state.characters.values())


def test_phase_does_not_begin_without_a_crew():
    s = sh.with_character(sh.with_room(sh.page(), "lab", marks=("fire",)), BEN, fate="dead")
    run = sh.answer(Run(GAME, sh.with_character(s, ANN, serious_wounds=3, room="lab")), "pass")
    assert run.over
    assert "PhaseBegan" not in {type(fact).__name__ for fact in run.facts}


CLAW = AttackCard("claw", "Claw", ("adult",), (Effect("light_wound"),), 2)
STEPS = EventCard("steps", "Steps", "Somebody walks.", "2", ("adult",), (Effect("light_wound", on="all"),))


def night(s, step="attack", *answers):
    """Run the event phase from a step on."""
    return sh.answer(Run(GAME, replace(s, phase="event", step=step)), *answers)


def with_fire(s, room):
    return sh.with_room(s, room, marks=("fire",))


def test_event_phase_advances_time_without_prompts():
    run = sh.answer(Run(GAME, replace(sh.page(), self_destruct=3)), "pass", "pass")
    assert (run.state.turns, run.state.self_destruct) == (14, 2)
    assert str(run.open[0].title) == "the bag develops, draw an Intruder token"  # nothing else was to be done


def test_event_phase_leads_to_the_next_turn():
    s = sh.with_character(sh.page(bag=Bag(("larva-1",))), ANN, hand=(), deck=("Aim",) * 5)
    s = night(s, "bag", "larva-1", ("Aim",) * 5).state
    assert (s.phase, s.step, s.first, s.active) == ("players", "time", BEN, BEN)
    assert s.told is not None  # what the bag did is still read


@pytest.mark.parametrize(
    ("first", "fates", "next_first"),
    [(ANN, {}, BEN), (BEN, {}, ANN), (ANN, {BEN: "dead"}, ANN), (BEN, {BEN: "pod"}, ANN)],
)
def test_first_player_passes_to_the_next_seat_aboard(first, fates, next_first):
    s = replace(sh.page(), first=first, phase="drawing")
    for seat, fate in fates.items():
        s = sh.with_character(s, seat, fate=fate)
    assert Run(GAME, s).state.first == next_first


def test_event_attack_asks_between_equal_hands():
    run = night(sh.with_character(sh.with_intruder(sh.page(attacks=(CLAW,)), "hall"), ANN, hand=("Rest",) * 2))
    assert [str(option.text) for option in run.open[0].options] == ["Ann", "Ben"]
    sh.answer(run, BEN, "claw")
    assert [c.light_wounds for c in run.state.characters.values()] == [0, 1]


def test_event_attacks_start_with_the_queen():
    s = sh.state()
    for kind in ("larva", "adult", "queen", "creeper", "breeder"):
        s = sh.with_intruder(s, "hall", kind)
    assert strongest_first(s, tuple(s.intruders)) == ("queen", "breeder", "adult", "creeper", "larva")


def test_event_attacks_end_with_the_last_victim():
    s = sh.with_intruder(sh.with_intruder(sh.page(attacks=(CLAW,)), "hall"), "hall", "larva")
    s = night(
        sh.with_character(sh.with_character(s, ANN, room="lab"), BEN, serious_wounds=3), "attack", "go", "claw"
    ).state
    assert (s.characters[BEN].fate, s.step) == ("dead", "bag")


def test_event_attack_with_real_cards_asks_the_effect():
    run = night(sh.with_intruder(sh.boxed(), "hall"))
    assert str(run.open[0].title) == "the adult attacks, draw an attack card. What does it do?"
    assert sh.answer(run, "slime").state.characters[BEN].slime


def test_fire_injures_intruders():  # NEM-X-FIRE-1
    run = night(with_fire(sh.with_intruder(sh.page(attacks=(CLAW,)), "nest", injuries=1), "nest"), "fire")
    assert str(run.open[0].title) == "the adult burns in the nest"
    assert sh.answer(run, "go", "claw").state.killed == ("adult",)


@pytest.mark.parametrize("answers", [["pass"], ["move:nest", "Search", "silence"]])
def test_fire_wounds_a_character_at_round_end(answers):  # NEM-X-FIRE-1
    s = sh.with_character(with_fire(with_fire(sh.page(), "lab"), "nest"), ANN, room="lab", actions=1)
    s = sh.answer(Run(GAME, s), *answers).state
    assert (s.characters[ANN].light_wounds, s.active) == (1, BEN)


def test_event_card_moves_its_kinds_after_it_was_read():
    s = sh.with_character(sh.with_intruder(sh.page(events=(STEPS,)), "lab"), ANN, room="engine")
    run = night(sh.with_intruder(s, "engine", "creeper"), "card", "go", "steps")
    assert str(run.open[0].title) == "read the event, Steps"
    assert sh.story(run.state) == ("Steps", "Somebody walks. Adults go through corridor 2.")
    assert run.state.intruders["adult"].room == "lab"
    sh.answer(run, "go")
    assert {name: i.room for name, i in run.state.intruders.items()} == {"adult": "nest", "creeper": "engine"}
    assert [c.light_wounds for c in run.state.characters.values()] == [1, 1]


def test_event_card_leaves_intruders_in_combat():
    s = sh.with_character(sh.with_intruder(sh.page(events=(STEPS,)), "lab"), ANN, room="lab")
    assert night(s, "card", "go", "steps", "go").state.intruders["adult"].room == "lab"


@pytest.mark.parametrize(("fate", "victim"), [("aboard", BEN), ("asleep", ANN)])
def test_event_effect_hits_the_first_player(fate, victim):
    event = replace(STEPS, effects=(Effect("serious_wound"),))
    s = replace(sh.with_character(sh.page(events=(event,)), BEN, fate=fate), first=BEN)
    s = night(s, "card", "go", "steps", "go").state
    assert [seat for seat, c in s.characters.items() if c.serious_wounds] == [victim]


@pytest.mark.parametrize(("answers", "room"), [(("2", "adult"), "nest"), (("none",), "lab")])
def test_real_event_card_is_entered_by_the_players(answers, room):
    run = night(sh.with_intruder(sh.boxed(), "lab"), "card", *answers)
    assert run.state.intruders["adult"].room == room
    assert str(run.open[0].title) == "do what else the event card says"
    assert sh.answer(run, "go").state.step == "bag"


def tap(run, seat, key, *answers):
    """Answer the prompt of a seat and those after it."""
    prompt = next(p for p in run.open if (p.seat, p.key) == (seat, key))
    for value in answers:
        run.answer(Answer(f"a-{prompt.id}", prompt.id, (value,), prompt.seat))
        prompt = run.open[0]


def test_event_prompt_is_rebuilt_after_a_correction():
    run = night(sh.with_intruder(sh.page(attacks=(CLAW,)), "hall"))
    assert str(run.open[0].title) == "the adult attacks Ben"
    tap(run, BEN, "correct", "dead")
    assert str(run.open[0].title) == "the adult attacks Ann"
    tap(run, TABLE, "event.attack", "go", "claw")
    assert run.state.characters[ANN].light_wounds == 1


def test_bag_prompt_offers_a_token_just_added():
    run = night(sh.page(bag=Bag(("blank",))), "bag")
    tap(run, TABLE, "correct", "token_more", "queen-4")
    assert [option.id for option in run.open[0].options] == ["blank", "queen-4"]
