"""Attacks and injuries of Intruders, their movement, and their bag."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engine import Bag, Play
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import AttackCard, Effect, Settings, Tile, Tokens
from companion.games.nemesis.facts import apply
from companion.games.nemesis.rules.bag_development import develop, spare
from companion.games.nemesis.rules.intruders.attacks import attack, hurt, prowl, smallest_hands, token_of
from tests.games.course import alone, give
from tests.games.nemesis.doing import done
from tests.games.nemesis.ship import (
    ANN,
    BEN,
    noisy,
    page,
    state,
    told,
    unasked,
    with_character,
    with_intruder,
    with_noise,
)

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


@pytest.mark.parametrize("decks", ["page", "box"])
def test_larva_attack_needs_no_card(decks):
    run = attacked(with_intruder(state(settings=Settings(decks=decks)), "hall", "larva"))
    assert run.state.intruders == {}
    assert run.state.objects == {}
    assert (run.state.characters[ANN].larva, run.state.characters[ANN].discard) == (True, ("Contamination",))
    assert told(run.state)[0] == "A larva clings to Ann"


def test_real_attack_card_is_entered_by_the_players():
    run = attacked(with_intruder(state(settings=Settings(decks="box")), "hall"))
    give(run, "light2", "larva")
    assert (run.state.characters[ANN].light_wounds, run.state.characters[ANN].larva) == (2, True)


@pytest.mark.parametrize("changes", [{"room": "lab"}, {"fate": "asleep"}])
def test_attack_needs_its_victim_in_the_room(changes):
    s = with_character(with_intruder(page(attacks=DECK), "hall"), ANN, **changes)
    assert unasked(s, lambda g: attack(g, ANN, "adult", "event")).facts == []


def test_injured_intruder_stays_without_attack_cards():
    g = unasked(with_intruder(page(), "hall"), lambda g: hurt(g, ANN, "adult", 9))
    assert g.state.intruders["adult"].injuries == 9


def test_injury_skips_a_removed_intruder():
    assert unasked(page(attacks=DECK), lambda g: hurt(g, ANN, "adult", 1)).facts == []


@pytest.mark.parametrize(("becomes", "rooms"), [("stays", ["lab"]), ("dies", []), ("to:nest", ["nest"])])
def test_real_card_decides_the_fate_of_an_intruder(becomes, rooms):
    run = injured(with_intruder(state(settings=Settings(decks="box")), "lab"), becomes)
    assert [i.room for i in run.state.intruders.values()] == rooms


def test_larva_dies_of_any_injury():
    run = injured(with_intruder(page(attacks=DECK), "hall", "larva"))
    assert (run.over, run.state.killed) == ("done", ("larva",))


@pytest.mark.parametrize(("injuries", "lives"), [(3, True), (4, False)])
def test_queen_has_the_blood_of_two_cards(injuries, lives):
    deck = (AttackCard("a", "A", (), (), 1), AttackCard("b", "B", (), (), 3))
    run = injured(with_intruder(page(attacks=deck), "hall", "queen"), ("a", "b"), injuries=injuries)
    assert bool(run.state.intruders) is lives


def test_injury_without_actor_asks_the_table():
    s = with_intruder(state(settings=Settings(decks="box")), "hall")
    run = alone(GAME, s, lambda g: hurt(g, "", "adult", 1))
    assert (run.open[0].seat, str(run.open[0].whom)) == ("table", "Everybody")


def test_smallest_hand_is_attacked():
    s = state()
    assert smallest_hands(s, "hall") == (BEN,)
    assert smallest_hands(with_character(s, ANN, hand=("Rest",) * 2), "hall") == (ANN, BEN)
    assert smallest_hands(with_character(s, BEN, fate="dead"), "hall") == (ANN,)


def prowled(number, **corridor):
    """An adult in the lab; c2 leads to the nest."""
    s = with_intruder(page(), "lab")
    way = replace(s.corridors["c2"], **corridor)
    g = Play(replace(s, corridors={**s.corridors, "c2": way}), apply)
    prowl(g, "adult", number)
    return g.state


def test_intruder_breaks_a_closed_door_and_stays():
    s = prowled("2", closed=True)
    assert s.intruders["adult"].room == "lab"
    assert (s.corridors["c2"].closed, s.corridors["c2"].broken) == (False, True)


def test_intruder_leaves_through_a_technical_corridor():
    s = prowled("2", technical=True)
    assert s.intruders == {}
    assert s.bag.inside == (*page().bag.inside, token_of(s, "adult"))


def two():
    return with_intruder(with_intruder(state(), "hall"), "hall", "queen")


def test_injure_effect_hits_one_intruder():
    run = done(two(), Effect("injure", 2), answers=("queen",))
    assert {name: i.injuries for name, i in run.state.intruders.items()} == {"adult": 0, "queen": 2}


def test_injure_all_effect_hits_the_room():
    run = done(two(), "injure_all")
    assert [i.injuries for i in run.state.intruders.values()] == [1, 1]


def test_injure_all_effect_may_choose_a_room():
    s = with_intruder(with_intruder(state(), "nest"), "lab", "queen")
    run = done(s, Effect("injure_all", what="any"), answers=("nest",))
    assert [i.injuries for i in run.state.intruders.values()] == [1, 0]


BAG = ("blank", "larva-1", "creeper-1", "adult-3", "queen-4")
BOX = Tokens(BAG, spare=("adult-3", "adult-4", "breeder-4"))
NEST = (Tile("den", "Den", nest=True),)


def ship(**changes):
    s = page(bag=Bag(BAG), tiles=NEST, eggs=2, **changes)
    return replace(
        s,
        ship=replace(s.ship, bag=BOX),
        rooms={**s.rooms, "nest": replace(s.rooms["nest"], tile="den")},
    )


def developed(s, *answers):
    run = alone(GAME, s, develop)
    for answer in answers:
        give(run, answer)
    return run


def test_bag_token_is_drawn_at_the_table():
    prompt, *_ = developed(ship()).open
    assert (prompt.seat, prompt.kind, prompt.of) == ("table", "draw", ("token", "tag"))


def test_bag_adult_makes_characters_roll_noise():
    s = with_character(with_intruder(ship(), "hall"), BEN, room="lab")
    run = developed(s, "adult-3")
    assert str(run.open[0].title) == "roll the noise die in the lab"
    give(run, "2")
    assert noisy(run) == {"c2"}
    assert run.state.bag.inside == BAG
    assert run.over


BITE = AttackCard("bite", "Bite", ("queen",), (Effect("serious_wound"),), 5)


def test_empty_bag_does_not_develop():
    assert unasked(replace(ship(), bag=Bag(())), develop).facts == []


def test_bag_gets_no_token_if_none_is_spare():
    full = replace(ship(), bag=Bag(("blank", "breeder-4")))
    assert spare(full, "breeder") == ""
    assert spare(replace(full, ship=replace(full.ship, bag=Tokens(BAG))), "breeder") == "breeder-4"
    _, text = told(developed(replace(full, bag=Bag(("creeper-1", "breeder-4"))), "creeper-1").state)
    assert "no token is left" in text


@pytest.mark.parametrize(
    ("card", "wounds", "text"),
    [
        ("claw", (2, 0, True), "The adult attacks Ann. It tears."),
        ("shy", (0, 0, False), "The adult attacks Ann and misses."),
    ],
)
def test_attack_card_hurts_only_by_its_kinds(card, wounds, text):  # NEM-X-ENC-1
    run = attacked(with_intruder(page(attacks=DECK), "hall"), card)
    ann = run.state.characters[ANN]
    assert (ann.light_wounds, ann.serious_wounds, ann.slime) == wounds
    assert told(run.state) == (card.capitalize(), text)


@pytest.mark.parametrize(
    ("answers", "injuries", "rooms", "end"),
    [
        (["claw"], 1, ["lab"], "Its blood, by the card: 2. It stays."),
        (["claw"], 2, [], "2. It dies."),
        (["shy", "2"], 5, ["nest"], "3. It flees."),
    ],
)
def test_blood_of_the_card_decides_the_fate(answers, injuries, rooms, end):
    run = injured(with_intruder(page(attacks=DECK), "lab"), *answers, injuries=injuries)
    assert [i.room for i in run.state.intruders.values()] == rooms
    assert run.state.killed == (() if rooms else ("adult",))
    title, text = told(run.state)
    assert title == "The adult is hurt"
    assert text.endswith(end)


@pytest.mark.parametrize(("number", "room"), [("2", "nest"), ("7", "lab")])
def test_intruder_moves_through_the_numbered_corridor(number, room):
    assert prowled(number).intruders["adult"].room == room


@pytest.mark.parametrize(
    ("token", "out", "comes", "text"),
    [
        ("larva-1", True, "adult-3", "Drawn: larva 1. It leaves the bag for good; one comes in: adult 3."),
        ("creeper-1", True, "breeder-4", "Drawn: creeper 1. It leaves the bag for good; one comes in: breeder 4."),
        ("blank", False, "adult-3", "Drawn: blank. It goes back into the bag; one comes in: adult 3."),
        ("queen-4", False, None, "Drawn: queen 4. One more egg lies in the nest. The token goes back into the bag."),
        ("adult-3", False, None, "Drawn: adult 3. Who is not in combat makes noise. The token goes back into the bag."),
    ],
)
def test_bag_develops_by_the_token(token, out, comes, text):  # NEM-X-BAGDEV-1
    s = developed(ship(), token).state
    left = [one for one in BAG if not (out and one == token)]
    assert sorted(s.bag.inside) == sorted([*left, comes] if comes else left)
    assert (s.eggs, s.intruders) == (3 if token == "queen-4" else 2, {})
    assert told(s)[1] == text


@pytest.mark.parametrize(("hand", "wounds"), [(3, 1), (4, 0)])
def test_queen_appears_in_an_occupied_nest(hand, wounds):  # NEM-X-ENC-1
    bite = AttackCard("bite", "Bite", ("queen",), (Effect("serious_wound"),), 5)
    s = with_character(ship(attacks=(bite,)), BEN, room="nest", hand=("Rest",) * hand)
    run = developed(with_noise(s, "c2"), "queen-4", *["bite"] * wounds)
    assert [(i.kind, i.room) for i in run.state.intruders.values()] == [("queen", "nest")]
    assert "queen-4" not in run.state.bag.inside
    assert (noisy(run), run.state.last.seat, run.state.last.surprise) == (set(), BEN, wounds == 1)
    assert run.state.characters[BEN].serious_wounds == wounds
    assert run.over
