"""Wounds, Contamination, slime, larvae, scan and final check."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engine import Play, Run
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Effect, Settings
from companion.games.nemesis.facts import apply
from companion.games.nemesis.rules.crew import health
from companion.games.nemesis.rules.crew.health import infected_ones
from companion.games.nemesis.state import HeavyObject, Weapon
from companion.schema import HOUSE
from tests.games.course import alone, give
from tests.games.nemesis.doing import answered, done
from tests.games.nemesis.ship import ANN, BEN, page, state, with_character


def holding(s=None, **changes):
    """What a rule has in its hands, with Ann as she is told."""
    return Play(with_character(s or state(), ANN, **changes), apply)


def ann(g):
    return g.state.characters[ANN]


def test_the_third_light_wound_is_a_serious_one():
    g = holding(light_wounds=2)
    health.wound(g, ANN, "light")
    assert (ann(g).light_wounds, ann(g).serious_wounds, ann(g).fate) == (0, 1, "aboard")


@pytest.mark.parametrize("depth", ["light", "serious"])
def test_a_further_wound_at_three_serious_ones_kills(depth):
    g = holding(serious_wounds=3)
    health.wound(g, ANN, depth)
    assert ann(g).fate == "dead"


def test_the_third_serious_wound_does_not_kill_yet():
    g = holding(serious_wounds=2, light_wounds=2)
    health.wound(g, ANN, "light")
    assert (ann(g).serious_wounds, ann(g).fate) == (3, "aboard")


def test_death_leaves_a_corpse_and_what_was_carried():
    egg = {"egg1": HeavyObject("egg", "")}
    g = holding(state(objects=egg), heavy=("egg1",), items=("tape",), weapons=(Weapon("pistol", 2),))
    health.die(g, ANN)
    assert {name: (o.kind, o.room) for name, o in g.state.objects.items()} == {
        "egg1": ("egg", "hall"),
        "corpse of Ann": ("character_corpse", "hall"),
    }
    assert g.state.item_discard == ("pistol", "tape")
    assert (ann(g).heavy, ann(g).items, ann(g).weapons) == ((), (), ())


@pytest.mark.parametrize("fate", ["dead", "pod", "asleep"])
def test_whoever_is_not_aboard_is_passed_over(fate):
    g = holding(fate=fate, serious_wounds=3)
    health.wound(g, ANN, "light")
    health.contaminate(g, ANN)
    health.slime(g, ANN)
    health.larva(g, ANN)
    health.die(g, ANN)
    assert g.facts == []


def test_contamination_comes_from_a_supply_that_ends():
    g = holding(hand=("Contamination",))
    g.state = replace(g.state, ship=replace(g.state.ship, contamination=2))
    health.contaminate(g, ANN)
    health.contaminate(g, ANN)
    assert ann(g).discard == ("Contamination",)


def test_a_second_larva_kills():
    g = holding()
    health.larva(g, ANN)
    assert (ann(g).larva, ann(g).fate) == (True, "aboard")
    health.larva(g, ANN)
    assert ann(g).fate == "dead"


@pytest.mark.parametrize(("on", "hurt"), [("self", {ANN}), ("here", {ANN, BEN}), ("all", {ANN, BEN, "3"})])
def test_harm_reaches_whom_it_says(on, hurt):
    s = state()
    s = replace(s, characters={**s.characters, "3": replace(s.characters[BEN], room="lab")})
    g = holding(s)
    health.suffer(g, ANN, (Effect("light_wound", 2, on=on), Effect("noise")))
    assert {seat for seat, c in g.state.characters.items() if c.light_wounds == 2} == hurt


@pytest.mark.parametrize(
    ("deed", "what"),
    [
        ("light_wound", {"light_wounds": 1}),
        ("serious_wound", {"serious_wounds": 1}),
        ("contamination", {"discard": ("Contamination",)}),
        ("slime", {"slime": True}),
        ("larva", {"larva": True}),
    ],
)
def test_every_harm_is_done(deed, what):
    g = holding()
    health.suffer(g, ANN, (Effect(deed),))
    assert {name: getattr(ann(g), name) for name in what} == what


def test_whoever_dies_in_their_own_round_is_passed_over():
    s = with_character(page(), BEN, fate="dead")
    run = Run(GAME, s)
    give(run, "pass")
    assert run.state.phase == "event"  # Ben is not asked


def hurt(**changes):
    return with_character(page(), ANN, **changes)


@pytest.mark.parametrize(("n", "left"), [(1, 1), (2, 0), (3, 0)])
def test_light_wounds_are_dressed_never_more_than_there_are(n, left):
    assert ann(done(hurt(light_wounds=2), Effect("heal_light", n))).light_wounds == left


def test_a_serious_wound_is_dressed():
    assert ann(done(hurt(serious_wounds=2), "heal_serious")).serious_wounds == 1


def test_who_stands_elsewhere_is_not_in_the_room():
    s = with_character(hurt(slime=True), BEN, slime=True, room="lab")
    run = done(s, Effect("clean", on="here"))
    assert [c.slime for c in run.state.characters.values()] == [False, True]


def test_a_larva_is_taken_out():
    assert not ann(done(hurt(larva=True), "remove_larva")).larva


SICK = ("Search", "Contamination", "Contamination")


def scanned(*read, **changes):
    return done(with_character(page(), ANN, hand=SICK, **changes), "scan", answers=(read,))


def test_clean_cards_leave_the_hand():
    ann = scanned("clean", "clean").state.characters[ANN]
    assert (ann.hand, ann.infected, ann.larva) == (("Search",), 0, False)


def test_an_infected_card_stays_and_brings_a_larva():
    ann = scanned("infected", "clean").state.characters[ANN]
    assert (ann.hand, ann.infected, ann.larva) == (("Search", "Contamination"), 1, True)


def test_a_scan_with_a_second_larva_kills():
    assert scanned("infected", "clean", larva=True).state.characters[ANN].fate == "dead"


def test_chance_says_it_out_of_what_no_scan_has_found():
    s = with_character(page(), ANN, hand=SICK)
    run = done(replace(s, ship=replace(s.ship, contamination=3, infected=2)), "scan")
    (prompt,) = run.open
    assert prompt.seat == HOUSE
    assert sorted(option.id for option in prompt.options) == ["clean", "infected", "infected"]


def test_a_card_that_is_known_as_infected_is_not_read_by_chance_again():
    s = with_character(page(), ANN, hand=("Contamination",), infected=1)
    run = done(s, "scan")
    assert not run.open
    assert run.state.characters[ANN].larva


def test_real_cards_are_read_by_their_owner_in_secret():
    s = with_character(page(settings=Settings(hands="box")), ANN, hand=("Action card", *SICK[1:]))
    run = done(s, "scan")
    (prompt,) = run.open
    assert (prompt.seat, prompt.kind, prompt.secret) == (ANN, "count", True)
    answered(run, "1")
    assert run.state.characters[ANN].infected == 1


BAD = "Contamination"


def ship(**ann):
    """Of four Contamination cards two are infected."""
    s = page()
    s = replace(s, ship=replace(s.ship, contamination=4, infected=2))
    return with_character(s, ANN, **{"hand": ("Rest", "Aim", "Weld"), **ann})


def checked(s, *answers, home=(ANN,)):
    found = []

    def check(g):
        found.extend((yield from infected_ones(g, home)))

    run = alone(GAME, s, check)
    for values in answers:
        give(run, *values)
    return run, found


def test_clean_cards_are_clean():
    run, found = checked(ship(deck=(BAD,)), ["clean"])
    assert (run.over, found) == ("done", [])


@pytest.mark.parametrize(
    ("drawn", "lost"), [((BAD, "Rest", "Aim", "Weld"), [ANN]), (("Rest", "Aim", "Weld", "Fix"), [])]
)
def test_an_infected_card_has_four_cards_drawn(drawn, lost):
    run, found = checked(ship(deck=("Fix",), discard=(BAD,)), ["infected"], drawn)
    assert (run.over, found) == ("done", lost)


def test_a_larva_alone_has_four_cards_drawn_too():
    run, found = checked(ship(larva=True, deck=("Fix",)), ["Rest", "Aim", "Weld", "Fix"])
    assert (run.over, found) == ("done", [])


def test_a_larva_and_an_infected_card_are_past_saving():
    run, found = checked(ship(larva=True, discard=(BAD,)), ["infected"])
    assert (run.over, found) == ("done", [ANN])


def test_a_card_that_a_scan_called_infected_is_not_read_again():
    run, found = checked(ship(hand=(BAD, "Rest", "Aim", "Weld"), infected=1), ["Rest", "Aim", "Weld", BAD])
    assert (run.over, found) == ("done", [ANN])


def test_what_one_has_no_other_has():
    s = with_character(ship(discard=(BAD, BAD)), BEN, discard=(BAD,))
    run, _ = checked(s, ["infected", "infected"], ["Rest", "Aim", "Weld", BAD], home=(ANN, BEN))
    assert [option.id for option in run.open[0].options] == ["clean", "clean"]


@pytest.mark.parametrize("real", [{"decks": "box"}, {"hands": "box"}], ids=["decks", "hands"])
def test_real_cards_the_people_read_all_at_once(real):
    run, found = checked(state(settings=Settings(**real)), home=(ANN, BEN))
    assert [(p.seat, str(p.title)) for p in run.open] == [
        (ANN, "check your Contamination cards. Are you infected?"),
        (BEN, "check your Contamination cards. Are you infected?"),
    ]
    give(run, "yes")
    give(run, "no")
    assert found == [ANN]
