"""Noise, tokens, encounters, combat rolls."""

from dataclasses import replace

import pytest

from companion.games.nemesis.content.ship import Effect, Settings
from companion.games.nemesis.rules.intruders.noise import encounter, held_doors, noise_everywhere
from companion.games.nemesis.state import Corridor
from tests.games.course import give
from tests.games.nemesis import ship as sh
from tests.games.nemesis.ship import ANN, BEN

ALL = {"c1", "c2", "c3"}
DUCT = Corridor(("lab", "engine"), {"lab": ("4",)}, technical=True)


def meet(s, *answers):
    """Run an encounter of Ann; the first answer is the token."""
    return sh.run_rule(s, lambda g: encounter(g, ANN), *answers)


def in_the_lab(s, *noisy):
    return sh.with_noise(sh.with_character(s, ANN, room="lab"), *noisy)


def with_duct(s, **changes):
    return replace(s, corridors={**s.corridors, "t1": replace(DUCT, **changes)})


def test_danger_breaks_a_door_before_an_intruder():
    s = sh.move_to_lab(sh.with_corridor(sh.with_intruder(sh.state(), "nest"), "c2", closed=True), "danger").state
    assert s.intruders["adult"].room == "nest"
    assert (s.corridors["c2"].closed, s.corridors["c2"].broken) == (False, True)
    assert sh.noise_in(s) == ALL


def test_doors_held_need_an_intruder_out_of_combat():
    shut, behind = sh.with_corridor(sh.state(), "c2", closed=True), sh.with_intruder(sh.state(), "nest")
    held = sh.with_corridor(behind, "c2", closed=True)
    assert held_doors(held, "lab") == ("c2",)
    for s in (shut, behind, sh.with_character(held, BEN, room="nest"), sh.with_intruder(shut, "lab")):
        assert held_doors(s, "lab") == ()


def test_noise_number_without_corridor_is_asked():  # NEM-AMB-11
    run = sh.move_to_lab(
        sh.state(corridors={name: Corridor(c.ends, {}) for name, c in sh.state().corridors.items()}), "2"
    )
    assert str(run.open[0].title) == "which corridor has the 2 here?"
    give(run, "c3")
    assert sh.noise_in(run.state) == {"c3"}


@pytest.mark.parametrize(("counts", "noise"), [(True, True), (False, False)])
def test_noise_in_a_technical_corridor_is_a_setting(counts, noise):  # NEM-AMB-4
    s = with_duct(sh.state(settings=Settings(decks="none", technical_counts=counts)))

    def procedure(g):
        noise_everywhere(g, "lab")
        yield from ()

    assert sh.run_without_prompts(s, procedure).state.corridors["t1"].noise is noise


@pytest.mark.parametrize(
    ("before", "effect", "answers", "after"),
    [
        ((), "noise", ("c2",), {"c2"}),
        (("c1", "c2", "c3"), "noise", (), ALL),
        (("c2",), "noise_all", (), ALL),
        (("c1", "c2", "c3"), Effect("quiet", 2), (("c1", "c3"),), {"c2"}),
        (("c1", "c2"), Effect("quiet", 9), (), set()),
    ],
)
def test_noise_effect_changes_markers(before, effect, answers, after):
    assert sh.noise_in(sh.perform_effects(in_the_lab(sh.page(), *before), effect, answers=answers).state) == after


def test_blank_token_makes_noise_everywhere():  # NEM-X-ENC-2
    s = meet(in_the_lab(sh.state()), "blank").state
    assert (sh.noise_in(s), s.bag, s.intruders, s.last.outcome) == (ALL, sh.state().bag, {}, "blank")


@pytest.mark.parametrize(("hand", "counts", "surprise"), [(2, True, True), (3, True, False), (3, False, True)])
def test_surprise_compares_hand_with_token(hand, counts, surprise):  # NEM-X-ENC-1, NEM-AMB-8
    s = sh.state(settings=Settings(decks="none", contamination_counts=counts))
    s = sh.with_character(s, ANN, hand=(*("Search",) * hand, "Contamination"))
    assert meet(s, "adult-4").state.last.surprise is surprise


def test_surprise_with_real_cards_asks_the_effect():
    run = meet(sh.with_character(sh.boxed(), ANN, hand=()), "adult-4", ("serious", "slime", "contamination"))
    ann = run.state.characters[ANN]
    assert (ann.serious_wounds, ann.slime, ann.discard) == (1, True, ("Contamination",))


def test_each_intruder_has_its_own_name():
    run = sh.perform_effects(sh.state(), *(Effect("spawn", what=kind) for kind in ("adult", "larva", "adult")))
    assert [*run.state.intruders] == ["adult1", "larva2", "adult3"]


@pytest.mark.parametrize(("face", "wounds"), [("miss", 1), ("creeper", 1), ("adult", 0), ("hit1", 0)])
def test_melee_miss_wounds_the_attacker(face, wounds):  # NEM-X-MELEE-1
    ann = sh.act(sh.with_intruder(sh.state(), "hall"), "melee:adult", "Search", face).state.characters[ANN]
    assert ann.serious_wounds == wounds
    assert ann.discard == ("Search", "Contamination")
    assert ann.weapons[0].ammo == 2  # NEM-MELEE-1


def test_melee_contamination_is_a_setting():  # NEM-AMB-13
    s = sh.with_intruder(sh.state(settings=Settings(decks="none", melee_contaminates=False)), "hall")
    assert sh.act(s, "melee:adult", "Search", "hit1").state.characters[ANN].discard == ("Search",)
