"""Noise, tokens, encounters, combat rolls."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engine import Bag
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import AttackCard, Effect, Settings
from companion.games.nemesis.rules.intruders.noise import (
    doors_held,
    encounter,
    noise_everywhere,
)
from companion.games.nemesis.state import Corridor
from tests.games.course import alone, give
from tests.games.nemesis.doing import answered, done
from tests.games.nemesis.ship import (
    ANN,
    BEN,
    acting,
    moved,
    noisy,
    page,
    state,
    unasked,
    with_character,
    with_corridor,
    with_intruder,
    with_noise,
)


def shot(s, face):
    run = acting(s)
    answered(run, "shoot:pistol/adult", "Search", face)
    return run


def met(token, s=None):
    """Run an encounter of Ann with this token."""
    run = alone(GAME, s or state(), lambda g: encounter(g, ANN))
    give(run, token)
    return run


def test_danger_breaks_a_door_before_an_intruder():
    s = with_intruder(state(), "nest")
    shut = {**s.corridors, "c2": replace(s.corridors["c2"], closed=True)}
    run = moved(replace(s, corridors=shut), "danger")
    assert run.state.intruders["adult"].room == "nest"
    assert (run.state.corridors["c2"].closed, run.state.corridors["c2"].broken) == (False, True)
    assert noisy(run) == {"c1", "c2", "c3"}


def test_noise_number_without_corridor_is_asked():  # NEM-AMB-11
    s = state()
    del_numbers = {name: type(c)(c.ends, {}) for name, c in s.corridors.items()}
    run = moved(state(corridors=del_numbers), "2")
    assert str(run.open[0].title) == "which corridor has the 2 here?"
    give(run, "c3")
    assert noisy(run) == {"c3"}


def test_surprise_with_real_cards_asks_the_effect():
    s = with_character(state(settings=Settings(decks="box")), ANN, hand=())
    run = met("adult-4", s)
    give(run, "serious", "slime", "contamination")
    ann = run.state.characters[ANN]
    assert (ann.serious_wounds, ann.slime, ann.discard) == (1, True, ("Contamination",))


def test_blank_token_makes_noise_everywhere():  # NEM-X-ENC-2
    run = met("blank", with_character(state(), ANN, room="lab"))
    assert noisy(run) == {"c1", "c2", "c3"}
    assert run.state.bag == state().bag
    assert run.state.intruders == {}
    assert run.state.last.outcome == "blank"


def test_token_without_number_is_asked():
    run = met("adult", state(bag=Bag(("adult",))))
    give(run, "4")
    assert not run.state.last.surprise


def test_miss_draws_no_attack_card():
    assert shot(with_intruder(state(settings=Settings(decks="box")), "hall"), "miss").over


@pytest.mark.parametrize(("face", "wounds"), [("miss", 1), ("creeper", 1), ("adult", 0), ("hit1", 0)])
def test_melee_miss_wounds_the_attacker(face, wounds):  # NEM-X-MELEE-1
    run = acting(with_intruder(state(), "hall"))
    answered(run, "melee:adult", "Search", face)
    ann = run.state.characters[ANN]
    assert ann.serious_wounds == wounds
    assert ann.discard == ("Search", "Contamination")
    assert ann.weapons[0].ammo == 2  # NEM-MELEE-1


def test_melee_contamination_is_a_setting():  # NEM-AMB-13
    run = acting(with_intruder(state(settings=Settings(decks="none", melee_contaminates=False)), "hall"))
    answered(run, "melee:adult", "Search", "hit1")
    assert run.state.characters[ANN].discard == ("Search",)


CLAW = AttackCard("claw", "Claw", ("adult",), (Effect("serious_wound"),), 2)


DUCT = Corridor(("lab", "engine"), {"lab": ("4",)}, technical=True)


def with_duct(s, **changes):
    return replace(s, corridors={**s.corridors, "t1": replace(DUCT, **changes)})


@pytest.mark.parametrize(("counts", "noise"), [(True, True), (False, False)])
def test_noise_in_a_technical_corridor_is_a_setting(counts, noise):  # NEM-AMB-4
    s = with_duct(state(settings=Settings(decks="none", technical_counts=counts)))

    def procedure(g):
        noise_everywhere(g, "lab")
        yield from ()

    assert unasked(s, procedure).state.corridors["t1"].noise is noise


def test_encounter_clears_all_noise_of_the_room():
    s = with_character(with_noise(with_duct(state(), noise=True), "c1", "c2"), ANN, room="lab")
    run = alone(GAME, s, lambda g: encounter(g, ANN))
    give(run, "larva-1")
    assert not any(c.noise for c in run.state.corridors.values())


def shut(s, name="c2"):
    return with_corridor(s, name, closed=True)


def test_doors_held_need_an_intruder_out_of_combat():
    assert doors_held(shut(state()), "lab") == ()
    assert doors_held(shut(with_intruder(state(), "nest")), "lab") == ("c2",)
    assert doors_held(shut(with_character(with_intruder(state(), "nest"), BEN, room="nest")), "lab") == ()
    assert doors_held(with_intruder(state(), "nest"), "lab") == ()
    assert doors_held(shut(with_intruder(state(), "lab")), "lab") == ()


def in_the_lab(*corridors):
    return with_noise(with_character(page(), ANN, room="lab"), *corridors)


@pytest.mark.parametrize(("hand", "counts", "surprise"), [(2, True, True), (3, True, False), (3, False, True)])
def test_surprise_compares_hand_with_token(hand, counts, surprise):  # NEM-X-ENC-1, NEM-AMB-8
    s = state(settings=Settings(decks="none", contamination_counts=counts))
    s = with_character(s, ANN, hand=(*("Search",) * hand, "Contamination"))
    assert met("adult-4", s).state.last.surprise is surprise


@pytest.mark.parametrize(
    ("before", "effect", "answers", "after"),
    [
        ((), "noise", ("c2",), {"c2"}),
        (("c1", "c2", "c3"), "noise", (), {"c1", "c2", "c3"}),
        (("c2",), "noise_all", (), {"c1", "c2", "c3"}),
        (("c1", "c2", "c3"), Effect("quiet", 2), (("c1", "c3"),), {"c2"}),
        (("c1", "c2"), Effect("quiet", 9), (), set()),
    ],
)
def test_noise_effect_changes_markers(before, effect, answers, after):
    assert noisy(done(in_the_lab(*before), effect, answers=answers)) == after


def test_each_intruder_has_its_own_name():
    run = done(state(), *(Effect("spawn", what=kind) for kind in ("adult", "larva", "adult")))
    assert [*run.state.intruders] == ["adult1", "larva2", "adult3"]
