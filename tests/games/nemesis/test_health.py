"""Wounds, Contamination, slime, larvae, scan and final check."""

from dataclasses import replace

import pytest

from companion.engine import Play
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Effect, Settings
from companion.games.nemesis.rules.crew import health
from companion.games.nemesis.rules.crew.health import find_infected
from companion.games.nemesis.state import HeavyObject, Weapon
from companion.schema import HOUSE
from tests.games.nemesis.ship import ANN, BEN, answer, page, perform_effects, run_rule, state, with_character

BAD = "Contamination"


def holding(s=None, **changes):
    """Return a `Play` on a state with a changed Ann."""
    return Play(with_character(s or state(), ANN, **changes), GAME.apply)


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
    for harm in (health.contaminate, health.slime, health.larva, health.die):
        harm(g, ANN)
    assert g.facts == []


def test_contamination_supply_is_limited():
    g = holding(hand=(BAD,))
    g.state = replace(g.state, ship=replace(g.state.ship, contamination=2))
    health.contaminate(g, ANN)
    health.contaminate(g, ANN)
    assert ann(g).discard == (BAD,)


@pytest.mark.parametrize(("on", "victims"), [("self", {ANN}), ("here", {ANN, BEN}), ("all", {ANN, BEN, "3"})])
def test_harm_reaches_its_victims(on, victims):
    s = state()
    s = replace(s, characters={**s.characters, "3": replace(s.characters[BEN], room="lab")})
    g = holding(s)
    health.suffer(g, ANN, (Effect("light_wound", 2, on=on), Effect("noise")))
    assert {seat for seat, c in g.state.characters.items() if c.light_wounds == 2} == victims


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


@pytest.mark.parametrize(
    ("effect", "field", "before", "after"),
    [
        (Effect("heal_light", 1), "light_wounds", 2, 1),
        (Effect("heal_light", 3), "light_wounds", 2, 0),
        (Effect("heal_serious"), "serious_wounds", 2, 1),
        (Effect("remove_larva"), "larva", True, False),
    ],
)
def test_healing_takes_no_more_than_there_is(effect, field, before, after):
    assert getattr(ann(perform_effects(with_character(page(), ANN, **{field: before}), effect)), field) == after


SICK = ("Search", BAD, BAD)


@pytest.mark.parametrize(
    ("read", "larva", "after"),
    [
        (("clean", "clean"), False, (("Search",), 0, False, "aboard")),
        (("infected", "clean"), False, (("Search", BAD), 1, True, "aboard")),
        (("infected", "clean"), True, (("Search", BAD), 1, True, "dead")),
    ],
)
def test_scan_returns_clean_cards_and_finds_a_larva(read, larva, after):
    c = ann(perform_effects(with_character(page(), ANN, hand=SICK, larva=larva), "scan", answers=(read,)))
    assert (c.hand, c.infected, c.larva, c.fate) == after


def test_scan_draws_from_unread_cards():
    s = with_character(page(), ANN, hand=SICK)
    run = perform_effects(replace(s, ship=replace(s.ship, contamination=3, infected=2)), "scan")
    (prompt,) = run.open
    assert prompt.seat == HOUSE
    assert sorted(option.id for option in prompt.options) == ["clean", "infected", "infected"]


def test_scan_does_not_redraw_known_cards():
    run = perform_effects(with_character(page(), ANN, hand=(BAD,), infected=1), "scan")
    assert not run.open
    assert ann(run).larva


def test_scan_of_real_cards_asks_the_owner():
    s = with_character(page(settings=Settings(hands="box")), ANN, hand=("Action card", *SICK[1:]))
    run = perform_effects(s, "scan")
    (prompt,) = run.open
    assert (prompt.seat, prompt.kind, prompt.secret) == (ANN, "count", True)
    assert ann(answer(run, "1")).infected == 1


CARDS = ("Rest", "Aim", "Weld", "Fix")


def sick(**changes):
    """Return a ship with four Contamination cards, two of them infected."""
    s = page()
    s = replace(s, ship=replace(s.ship, contamination=4, infected=2))
    return with_character(s, ANN, **{"hand": CARDS[:3], **changes})


def check(s, *answers, home=(ANN,)):
    """Run the final check. Return the run and the lost seats."""
    lost = []

    def procedure(g):
        lost.extend((yield from find_infected(g, home)))

    return run_rule(s, procedure, *answers), lost


@pytest.mark.parametrize(
    ("character", "answers", "lost"),
    [
        ({"deck": (BAD,)}, (("clean",),), []),
        ({"deck": ("Fix",), "discard": (BAD,)}, (("infected",), (BAD, *CARDS[:3])), [ANN]),
        ({"deck": ("Fix",), "discard": (BAD,)}, (("infected",), CARDS), []),
        ({"deck": ("Fix",), "larva": True}, (CARDS,), []),
        ({"discard": (BAD,), "larva": True}, (("infected",),), [ANN]),
        ({"hand": (BAD, *CARDS[:3]), "infected": 1}, ((*CARDS[:3], BAD),), [ANN]),
    ],
)
def test_final_check_finds_the_lost(character, answers, lost):  # NEM-X-CONTAM-1
    run, lost_seats = check(sick(**character), *answers)
    assert (run.over, lost_seats) == ("done", lost)


@pytest.mark.parametrize("real", [{"decks": "box"}, {"hands": "box"}], ids=["decks", "hands"])
def test_final_check_of_real_cards_asks_all_seats(real):
    run, lost = check(state(settings=Settings(**real)), home=(ANN, BEN))
    title = "check your Contamination cards. Are you infected?"
    assert [(p.seat, str(p.title)) for p in run.open] == [(ANN, title), (BEN, title)]
    answer(run, "yes", "no")
    assert lost == [ANN]
