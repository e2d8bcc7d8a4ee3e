"""Attacks and injuries of Intruders, their movement, and their bag."""

from dataclasses import replace

import pytest

from companion.engine import Bag, Play
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import AttackCard, Effect, Settings, Tile, Tokens
from companion.games.nemesis.rules.bag_development import develop, spare
from companion.games.nemesis.rules.intruders.attacks import attack, hurt, prowl, smallest_hands
from tests.games.course import give
from tests.games.nemesis import ship as sh
from tests.games.nemesis.ship import ANN, BEN

CLAW = AttackCard("claw", "Claw", ("adult", "queen"), (Effect("light_wound", 2), Effect("slime")), 2, text="It tears.")
SHY = AttackCard("shy", "Shy", ("creeper",), (Effect("serious_wound"),), 3, retreat=True)
DECK = (CLAW, SHY)


def attacked(s, *answers):
    return sh.run_rule(s, lambda g: attack(g, ANN, next(iter(s.intruders)), "event"), *answers)


def injure(s, *answers, injuries=1):
    return sh.run_rule(s, lambda g: hurt(g, ANN, next(iter(s.intruders)), injuries), *answers)


@pytest.mark.parametrize("decks", ["page", "box"])
def test_larva_attack_needs_no_card(decks):
    s = attacked(sh.with_intruder(sh.state(settings=Settings(decks=decks)), "hall", "larva")).state
    assert (s.intruders, s.objects) == ({}, {})
    assert (s.characters[ANN].larva, s.characters[ANN].discard) == (True, ("Contamination",))
    assert sh.story(s)[0] == "A larva clings to Ann"


@pytest.mark.parametrize(
    ("card", "wounds", "text"),
    [
        ("claw", (2, 0, True), "The adult attacks Ann. It tears."),
        ("shy", (0, 0, False), "The adult attacks Ann and misses."),
    ],
)
def test_attack_card_hurts_only_by_its_kinds(card, wounds, text):  # NEM-X-ENC-1
    s = attacked(sh.with_intruder(sh.page(attacks=DECK), "hall"), card).state
    ann = s.characters[ANN]
    assert (ann.light_wounds, ann.serious_wounds, ann.slime) == wounds
    assert sh.story(s) == (card.capitalize(), text)


@pytest.mark.parametrize("changes", [{"room": "lab"}, {"fate": "asleep"}])
def test_attack_needs_its_victim_in_the_room(changes):
    s = sh.with_character(sh.with_intruder(sh.page(attacks=DECK), "hall"), ANN, **changes)
    assert sh.run_without_prompts(s, lambda g: attack(g, ANN, "adult", "event")).facts == []


def test_smallest_hand_is_attacked():
    s = sh.state()
    assert smallest_hands(s, "hall") == (BEN,)
    assert smallest_hands(sh.with_character(s, ANN, hand=("Rest",) * 2), "hall") == (ANN, BEN)
    assert smallest_hands(sh.with_character(s, BEN, fate="dead"), "hall") == (ANN,)


@pytest.mark.parametrize(
    ("answers", "injuries", "rooms", "end"),
    [
        (["claw"], 1, ["lab"], "Its blood, by the card: 2. It stays."),
        (["claw"], 2, [], "2. It dies."),
        (["shy", "2"], 5, ["nest"], "3. It flees."),
    ],
)
def test_blood_of_the_card_decides_the_fate(answers, injuries, rooms, end):
    s = injure(sh.with_intruder(sh.page(attacks=DECK), "lab"), *answers, injuries=injuries).state
    assert [i.room for i in s.intruders.values()] == rooms
    assert s.killed == (() if rooms else ("adult",))
    title, text = sh.story(s)
    assert title == "The adult is hurt"
    assert text.endswith(end)


@pytest.mark.parametrize(("injuries", "lives"), [(3, True), (4, False)])
def test_queen_has_the_blood_of_two_cards(injuries, lives):
    deck = (AttackCard("a", "A", (), (), 1), AttackCard("b", "B", (), (), 3))
    s = injure(sh.with_intruder(sh.page(attacks=deck), "hall", "queen"), ("a", "b"), injuries=injuries).state
    assert bool(s.intruders) is lives


@pytest.mark.parametrize(("becomes", "rooms"), [("stays", ["lab"]), ("dies", []), ("to:nest", ["nest"])])
def test_real_card_decides_the_fate_of_an_intruder(becomes, rooms):
    s = injure(sh.with_intruder(sh.boxed(), "lab"), becomes).state
    assert [i.room for i in s.intruders.values()] == rooms


def test_injury_without_actor_asks_the_table():
    (prompt,) = sh.run_rule(sh.with_intruder(sh.boxed(), "hall"), lambda g: hurt(g, "", "adult", 1)).open
    assert (prompt.seat, str(prompt.whom)) == ("table", "Everybody")


@pytest.mark.parametrize(("s", "injuries"), [(sh.page(), []), (sh.with_intruder(sh.page(), "hall"), [9])])
def test_injury_needs_an_intruder_and_its_death_a_card(s, injuries):
    g = sh.run_without_prompts(s, lambda g: hurt(g, ANN, "adult", 9))
    assert [i.injuries for i in g.state.intruders.values()] == injuries


def prowled(number, **corridor):
    """Move an adult out of the lab; c2 leads to the nest."""
    g = Play(sh.with_corridor(sh.with_intruder(sh.page(), "lab"), "c2", **corridor), GAME.apply)
    prowl(g, "adult", number)
    return g.state


@pytest.mark.parametrize(("number", "room"), [("2", "nest"), ("7", "lab")])
def test_intruder_moves_through_the_numbered_corridor(number, room):
    assert prowled(number).intruders["adult"].room == room


def test_intruder_breaks_a_closed_door_and_stays():
    s = prowled("2", closed=True)
    assert s.intruders["adult"].room == "lab"
    assert (s.corridors["c2"].closed, s.corridors["c2"].broken) == (False, True)


def test_intruder_leaves_through_a_technical_corridor():
    s = prowled("2", technical=True)
    assert s.intruders == {}
    assert s.bag.inside == (*sh.page().bag.inside, "adult-2")  # the first of that kind in the box


TWO = sh.with_intruder(sh.with_intruder(sh.state(), "hall"), "hall", "queen")
APART = sh.with_intruder(sh.with_intruder(sh.state(), "nest"), "lab", "queen")


@pytest.mark.parametrize(
    ("s", "effect", "answers", "injuries"),
    [
        (TWO, Effect("injure", 2), ("queen",), [0, 2]),
        (TWO, Effect("injure_all"), (), [1, 1]),
        (APART, Effect("injure_all", what="any"), ("nest",), [1, 0]),
    ],
)
def test_injure_effect_hits_one_or_a_room(s, effect, answers, injuries):
    run = sh.perform_effects(s, effect, answers=answers)
    assert [i.injuries for i in run.state.intruders.values()] == injuries


BAG = ("blank", "larva-1", "creeper-1", "adult-3", "queen-4")
BOX = Tokens(BAG, spare=("adult-3", "adult-4", "breeder-4"))


def ship(box=BOX, bag=BAG, **changes):
    s = sh.page(bag=Bag(bag), tiles=(Tile("den", "Den", nest=True),), eggs=2, **changes)
    return sh.with_room(replace(s, ship=replace(s.ship, bag=box)), "nest", tile="den")


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
    s = sh.run_rule(ship(), develop, token).state
    left = [inside for inside in BAG if not (out and inside == token)]
    assert sorted(s.bag.inside) == sorted([*left, comes] if comes else left)
    assert (s.eggs, s.intruders) == (3 if token == "queen-4" else 2, {})
    assert sh.story(s)[1] == text


def test_bag_adult_makes_characters_roll_noise():
    run = sh.run_rule(sh.with_character(sh.with_intruder(ship(), "hall"), BEN, room="lab"), develop, "adult-3")
    assert str(run.open[0].title) == "roll the noise die in the lab"
    give(run, "2")
    assert (sh.noise_in(run.state), run.state.bag.inside) == ({"c2"}, BAG)
    assert run.over


@pytest.mark.parametrize(("hand", "wounds"), [(3, 1), (4, 0)])
def test_queen_appears_in_an_occupied_nest(hand, wounds):  # NEM-X-ENC-1
    bite = AttackCard("bite", "Bite", ("queen",), (Effect("serious_wound"),), 5)
    s = sh.with_character(ship(attacks=(bite,)), BEN, room="nest", hand=("Rest",) * hand)
    run = sh.answer(sh.run_rule(sh.with_noise(s, "c2"), develop), "queen-4", *["bite"] * wounds)
    s = run.state
    assert [(i.kind, i.room) for i in s.intruders.values()] == [("queen", "nest")]
    assert "queen-4" not in s.bag.inside
    assert (sh.noise_in(s), s.last.seat, s.last.surprise) == (set(), BEN, wounds == 1)
    assert s.characters[BEN].serious_wounds == wounds
    assert run.over


def test_empty_bag_does_not_develop():
    assert sh.run_without_prompts(ship(bag=()), develop).facts == []


def test_bag_gets_no_token_if_none_is_spare():
    full = ("creeper-1", "breeder-4")
    assert spare(ship(bag=full), "breeder") == ""
    assert spare(ship(Tokens(BAG), full), "breeder") == "breeder-4"
    assert "no token is left" in sh.story(sh.run_rule(ship(bag=full), develop, "creeper-1").state)[1]
