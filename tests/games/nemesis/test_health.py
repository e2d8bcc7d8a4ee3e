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
    """Return a `Play` on a state with a changed Ann."""
    return Play(with_character(s or state(), ANN, **changes), apply)


def ann(g):
    return g.state.characters[ANN]


def test_death_leaves_a_corpse_and_carried_objects():
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
def test_harm_skips_characters_not_aboard(fate):
    g = holding(fate=fate, serious_wounds=3)
    health.wound(g, ANN, "light")
    health.contaminate(g, ANN)
    health.slime(g, ANN)
    health.larva(g, ANN)
    health.die(g, ANN)
    assert g.facts == []


def test_contamination_supply_is_limited():
    g = holding(hand=("Contamination",))
    g.state = replace(g.state, ship=replace(g.state.ship, contamination=2))
    health.contaminate(g, ANN)
    health.contaminate(g, ANN)
    assert ann(g).discard == ("Contamination",)


def test_second_larva_kills():
    g = holding()
    health.larva(g, ANN)
    assert (ann(g).larva, ann(g).fate) == (True, "aboard")
    health.larva(g, ANN)
    assert ann(g).fate == "dead"


@pytest.mark.parametrize(("on", "hurt"), [("self", {ANN}), ("here", {ANN, BEN}), ("all", {ANN, BEN, "3"})])
def test_harm_reaches_its_victims(on, hurt):
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
def test_harm_of_each_kind_is_applied(deed, what):
    g = holding()
    health.suffer(g, ANN, (Effect(deed),))
    assert {name: getattr(ann(g), name) for name in what} == what


def test_round_skips_a_dead_character():
    s = with_character(page(), BEN, fate="dead")
    run = Run(GAME, s)
    give(run, "pass")
    assert run.state.phase == "event"  # Ben is not asked


def hurt(**changes):
    return with_character(page(), ANN, **changes)


@pytest.mark.parametrize(("n", "left"), [(1, 1), (2, 0), (3, 0)])
def test_healing_does_not_exceed_light_wounds(n, left):
    assert ann(done(hurt(light_wounds=2), Effect("heal_light", n))).light_wounds == left


def test_healing_removes_a_serious_wound():
    assert ann(done(hurt(serious_wounds=2), "heal_serious")).serious_wounds == 1


def test_cleaning_the_room_skips_other_rooms():
    s = with_character(hurt(slime=True), BEN, slime=True, room="lab")
    run = done(s, Effect("clean", on="here"))
    assert [c.slime for c in run.state.characters.values()] == [False, True]


def test_larva_is_removed():
    assert not ann(done(hurt(larva=True), "remove_larva")).larva


SICK = ("Search", "Contamination", "Contamination")


def scanned(*read, **changes):
    return done(with_character(page(), ANN, hand=SICK, **changes), "scan", answers=(read,))


def test_scan_draws_from_unread_cards():
    s = with_character(page(), ANN, hand=SICK)
    run = done(replace(s, ship=replace(s.ship, contamination=3, infected=2)), "scan")
    (prompt,) = run.open
    assert prompt.seat == HOUSE
    assert sorted(option.id for option in prompt.options) == ["clean", "infected", "infected"]


def test_scan_does_not_redraw_known_cards():
    s = with_character(page(), ANN, hand=("Contamination",), infected=1)
    run = done(s, "scan")
    assert not run.open
    assert run.state.characters[ANN].larva


def test_scan_of_real_cards_asks_the_owner():
    s = with_character(page(settings=Settings(hands="box")), ANN, hand=("Action card", *SICK[1:]))
    run = done(s, "scan")
    (prompt,) = run.open
    assert (prompt.seat, prompt.kind, prompt.secret) == (ANN, "count", True)
    answered(run, "1")
    assert run.state.characters[ANN].infected == 1


BAD = "Contamination"


def ship(**ann):
    """Return a ship with four Contamination cards, two of them infected."""
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


def test_final_check_shares_one_supply():
    s = with_character(ship(discard=(BAD, BAD)), BEN, discard=(BAD,))
    run, _ = checked(s, ["infected", "infected"], ["Rest", "Aim", "Weld", BAD], home=(ANN, BEN))
    assert [option.id for option in run.open[0].options] == ["clean", "clean"]


@pytest.mark.parametrize("real", [{"decks": "box"}, {"hands": "box"}], ids=["decks", "hands"])
def test_final_check_of_real_cards_asks_all_seats(real):
    run, found = checked(state(settings=Settings(**real)), home=(ANN, BEN))
    assert [(p.seat, str(p.title)) for p in run.open] == [
        (ANN, "check your Contamination cards. Are you infected?"),
        (BEN, "check your Contamination cards. Are you infected?"),
    ]
    answered(run, "yes", "no")
    assert found == [ANN]


CARDS = ("Rest", "Aim", "Weld", "Fix")


@pytest.mark.parametrize(
    ("character", "answers", "lost"),
    [
        ({"deck": (BAD,)}, (["clean"],), []),
        ({"deck": ("Fix",), "discard": (BAD,)}, (["infected"], (BAD, *CARDS[:3])), [ANN]),
        ({"deck": ("Fix",), "discard": (BAD,)}, (["infected"], CARDS), []),
        ({"deck": ("Fix",), "larva": True}, (CARDS,), []),
        ({"discard": (BAD,), "larva": True}, (["infected"],), [ANN]),
        ({"hand": (BAD, *CARDS[:3]), "infected": 1}, ((*CARDS[:3], BAD),), [ANN]),
    ],
)
def test_final_check_finds_the_lost(character, answers, lost):  # NEM-X-CONTAM-1
    run, found = checked(ship(**character), *answers)
    assert (run.over, found) == ("done", lost)


@pytest.mark.parametrize(
    ("read", "larva", "after"),
    [
        (("clean", "clean"), False, (("Search",), 0, False, "aboard")),
        (("infected", "clean"), False, (("Search", BAD), 1, True, "aboard")),
        (("infected", "clean"), True, (("Search", BAD), 1, True, "dead")),
    ],
)
def test_scan_returns_clean_cards_and_finds_a_larva(read, larva, after):
    one = ann(scanned(*read, larva=larva))
    assert (one.hand, one.infected, one.larva, one.fate) == after


@pytest.mark.parametrize(
    ("light", "serious", "depth", "after"),
    [
        (2, 0, "light", (0, 1, "aboard")),
        (2, 2, "light", (0, 3, "aboard")),
        (0, 3, "light", (1, 3, "dead")),
        (0, 3, "serious", (0, 4, "dead")),
    ],
)
def test_wounds_add_up_and_kill(light, serious, depth, after):
    g = holding(light_wounds=light, serious_wounds=serious)
    health.wound(g, ANN, depth)
    assert (ann(g).light_wounds, ann(g).serious_wounds, ann(g).fate) == after
