"""What an Intruder does, and what becomes of it."""

from __future__ import annotations

import pytest

from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import AttackCard, Effect, Settings
from companion.games.nemesis.rules.intruders.attacks import attack, hurt, smallest_hands
from tests.games.course import alone, give
from tests.games.nemesis.ship import ANN, BEN, page, state, told, unasked, with_character, with_intruder

CLAW = AttackCard("claw", "Claw", ("adult", "queen"), (Effect("light_wound", 2), Effect("slime")), 2, text="It tears.")
SHY = AttackCard("shy", "Shy", ("creeper",), (Effect("serious_wound"),), 3, retreat=True)
DECK = (CLAW, SHY)


def attacked(s, *answers):
    run = alone(GAME, s, lambda g: attack(g, ANN, next(iter(s.intruders)), "event"))
    for answer in answers:
        give(run, answer)
    return run


def injured(s, *answers, injuries=1):
    run = alone(GAME, s, lambda g: hurt(g, ANN, next(iter(s.intruders)), injuries))
    for values in answers:
        give(run, *([values] if isinstance(values, str) else values))
    return run


def test_an_attack_card_hurts_where_it_is_for_this_kind():  # NEM-X-ENC-1
    run = attacked(with_intruder(page(attacks=DECK), "hall"), "claw")
    ann = run.state.characters[ANN]
    assert (ann.light_wounds, ann.slime) == (2, True)
    assert told(run.state) == ("Claw", "The adult attacks Ann. It tears.")


def test_against_another_kind_it_misses():
    run = attacked(with_intruder(page(attacks=DECK), "hall"), "shy")
    assert run.state.characters[ANN].serious_wounds == 0
    assert told(run.state) == ("Shy", "The adult attacks Ann and misses.")


@pytest.mark.parametrize("decks", ["page", "box"])
def test_a_larva_needs_no_card_and_stays_on_the_character(decks):
    run = attacked(with_intruder(state(settings=Settings(decks=decks)), "hall", "larva"))
    assert run.state.intruders == {}
    assert run.state.objects == {}
    assert (run.state.characters[ANN].larva, run.state.characters[ANN].discard) == (True, ("Contamination",))


@pytest.mark.parametrize(("larva", "fate"), [(False, "It stays there"), (True, "It is the second one")])
def test_of_a_larva_everybody_reads_where_it_went(larva, fate):
    run = attacked(with_character(with_intruder(page(), "hall", "larva"), ANN, larva=larva))
    title, text = told(run.state)
    assert title == "A larva clings to Ann"
    assert text.startswith(fate)


def test_what_the_card_of_the_box_does_the_people_say():
    run = attacked(with_intruder(state(settings=Settings(decks="box")), "hall"))
    give(run, "light2", "larva")
    assert (run.state.characters[ANN].light_wounds, run.state.characters[ANN].larva) == (2, True)


@pytest.mark.parametrize("changes", [{"room": "lab"}, {"fate": "asleep"}])
def test_who_is_not_there_is_not_attacked(changes):
    s = with_character(with_intruder(page(attacks=DECK), "hall"), ANN, **changes)
    assert unasked(s, lambda g: attack(g, ANN, "adult", "event")).facts == []


@pytest.mark.parametrize(("injuries", "lives"), [(1, True), (2, False)])
def test_as_many_injuries_as_the_card_shows_blood_kill(injuries, lives):
    run = injured(with_intruder(page(attacks=DECK), "hall"), "claw", injuries=injuries)
    assert bool(run.state.intruders) is lives
    assert run.state.killed == (() if lives else ("adult",))


@pytest.mark.parametrize(
    ("answers", "injuries", "end"),
    [
        (["claw"], 1, "Its blood, by the card: 2. It stays."),
        (["claw"], 2, "2. It dies."),
        (["shy", "1"], 1, "3. It flees."),
    ],
)
def test_what_becomes_of_it_everybody_reads(answers, injuries, end):
    run = injured(with_intruder(page(attacks=DECK), "lab"), *answers, injuries=injuries)
    title, text = told(run.state)
    assert title == "The adult is hurt"
    assert text.endswith(end)


def test_without_attack_cards_a_hurt_intruder_stays():
    g = unasked(with_intruder(page(), "hall"), lambda g: hurt(g, ANN, "adult", 9))
    assert g.state.intruders["adult"].injuries == 9


def test_what_is_gone_cannot_be_hurt():
    assert unasked(page(attacks=DECK), lambda g: hurt(g, ANN, "adult", 1)).facts == []


@pytest.mark.parametrize(("becomes", "rooms"), [("stays", ["lab"]), ("dies", []), ("to:nest", ["nest"])])
def test_what_the_card_of_the_box_makes_of_it_the_people_say(becomes, rooms):
    run = injured(with_intruder(state(settings=Settings(decks="box")), "lab"), becomes)
    assert [i.room for i in run.state.intruders.values()] == rooms


def test_a_larva_dies_of_the_first_injury_without_a_card():
    run = injured(with_intruder(page(attacks=DECK), "hall", "larva"))
    assert (run.over, run.state.killed) == ("done", ("larva",))


@pytest.mark.parametrize(("injuries", "lives"), [(3, True), (4, False)])
def test_two_cards_say_how_much_blood_a_queen_has(injuries, lives):
    deck = (AttackCard("a", "A", (), (), 1), AttackCard("b", "B", (), (), 3))
    run = injured(with_intruder(page(attacks=deck), "hall", "queen"), ("a", "b"), injuries=injuries)
    assert bool(run.state.intruders) is lives


def test_a_card_may_let_it_flee_through_a_corridor_of_chance():
    run = injured(with_intruder(page(attacks=DECK), "lab"), "shy", "2", injuries=5)
    assert run.state.intruders["adult"].room == "nest"
    assert run.state.intruders["adult"].injuries == 5


def test_an_injury_of_nobody_in_particular_is_asked_of_the_table():
    s = with_intruder(state(settings=Settings(decks="box")), "hall")
    run = alone(GAME, s, lambda g: hurt(g, "", "adult", 1))
    assert (run.open[0].seat, str(run.open[0].whom)) == ("table", "Everybody")


def test_an_intruder_turns_on_the_smallest_hand():
    s = state()
    assert smallest_hands(s, "hall") == (BEN,)
    assert smallest_hands(with_character(s, ANN, hand=("Rest",) * 2), "hall") == (ANN, BEN)
    assert smallest_hands(with_character(s, BEN, fate="dead"), "hall") == (ANN,)
