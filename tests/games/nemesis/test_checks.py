"""How the dice and the bag decide."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import Bag
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Settings
from companion.games.nemesis.rules.intruders.combat import injuries
from companion.games.nemesis.rules.intruders.noise import encounter
from companion.schema import Refused
from tests.games.course import alone, give
from tests.games.nemesis.ship import ANN, BEN, acting, moved, noisy, state, with_character, with_intruder, with_noise


def shot(s, face):
    run = acting(s)
    for answer in ("shoot:pistol/adult", "Search", face):
        give(run, answer)
    return run


def met(token, s=None):
    """An encounter of Ann, with this token."""
    run = alone(GAME, s or state(), lambda g: encounter(g, ANN))
    give(run, token)
    return run


@pytest.mark.parametrize(("face", "corridor"), [("1", "c1"), ("2", "c2"), ("3", "c3"), ("4", "c3")])
def test_a_number_makes_noise_in_its_corridor(face, corridor):  # NEM-X-NOISE-1
    assert noisy(moved(None, face)) == {corridor}


def test_the_number_is_looked_for_at_the_entered_room():
    assert noisy(moved(None, "1")) == {"c1"}  # c2 and c3 have their 1 at the other end


def test_silence_is_silence():  # NEM-X-NOISE-3
    run = moved(None, "silence")
    assert (noisy(run), run.state.last.outcome) == (set(), "silence")


def test_slime_turns_silence_into_danger():  # NEM-X-NOISE-3
    run = moved(with_character(state(), ANN, slime=True), "silence")
    assert (noisy(run), run.state.last.outcome) == ({"c1", "c2", "c3"}, "danger")


def test_danger_brings_the_intruders_from_next_door():  # NEM-X-NOISE-2
    run = moved(with_intruder(state(), "nest"), "danger")
    assert run.state.intruders["adult"].room == "lab"
    assert noisy(run) == set()


def test_danger_leaves_an_intruder_that_is_in_combat():  # NEM-X-NOISE-2
    run = moved(with_character(with_intruder(state(), "nest"), BEN, room="nest"), "danger")
    assert run.state.intruders["adult"].room == "nest"
    assert noisy(run) == {"c1", "c2", "c3"}


def test_danger_breaks_the_door_that_holds_an_intruder_up():
    s = with_intruder(state(), "nest")
    shut = MappingProxyType({**s.corridors, "c2": replace(s.corridors["c2"], closed=True)})
    run = moved(replace(s, corridors=shut), "danger")
    assert run.state.intruders["adult"].room == "nest"
    assert (run.state.corridors["c2"].closed, run.state.corridors["c2"].broken) == (False, True)
    assert noisy(run) == {"c1", "c2", "c3"}


def test_a_door_that_nothing_waits_behind_stays_closed_in_danger():
    s = state()
    shut = MappingProxyType({**s.corridors, "c2": replace(s.corridors["c2"], closed=True)})
    assert moved(replace(s, corridors=shut), "danger").state.corridors["c2"].closed


def test_danger_does_not_double_a_marker():  # NEM-NOISE-1
    run = moved(with_noise(state(), "c2"), "danger")
    assert noisy(run) == {"c1", "c2", "c3"}
    assert [f.corridor for f in run.facts if type(f).__name__ == "NoiseMade"] == ["c1", "c3"]


def test_an_intruder_left_behind_alone_follows_into_danger():  # NEM-X-ESCAPE-1, NEM-X-NOISE-2
    run = moved(with_character(with_intruder(state(), "hall"), BEN, room="nest"), "danger")
    assert run.state.intruders["adult"].room == "lab"


def test_an_intruder_two_rooms_away_stays():
    s = with_character(with_intruder(state(), "engine"), ANN, room="lab")
    run = acting(with_character(s, BEN, room="nest"))
    for answer in ("move:hall", "Search", "danger"):
        give(run, answer)
    assert run.state.intruders["adult"].room == "engine"
    assert noisy(run) == {"c1"}


def test_noise_where_noise_is_already_is_an_encounter():  # NEM-X-NOISE-1, NEM-X-ENC-1
    run = moved(with_noise(state(), "c2", "c3"), "2")
    assert run.state.last.outcome == "encounter"
    assert noisy(run) == set()
    assert run.open[0].kind == "draw"


def test_a_number_that_no_corridor_has_is_asked_about():  # NEM-AMB-11
    s = state()
    del_numbers = {name: type(c)(c.ends, {}) for name, c in s.corridors.items()}
    run = moved(state(corridors=del_numbers), "2")
    assert str(run.open[0].title) == "which corridor has the 2 here?"
    give(run, "c3")
    assert noisy(run) == {"c3"}


def test_none_of_the_corridors_is_an_answer_too():
    s = state()
    run = moved(state(corridors={name: type(c)(c.ends, {}) for name, c in s.corridors.items()}), "2", "none")
    assert noisy(run) == set()


def test_the_token_comes_as_an_intruder_and_leaves_the_bag():  # NEM-X-ENC-1
    run = met("larva-1")
    assert [(i.kind, i.room) for i in run.state.intruders.values()] == [("larva", "hall")]
    assert sorted(run.state.bag.all) == ["adult-4", "blank", "creeper-1"]


@pytest.mark.parametrize(("hand", "surprise"), [(3, True), (4, False), (5, False)])
def test_fewer_cards_than_the_number_is_a_surprise(hand, surprise):  # NEM-X-ENC-1
    s = with_character(state(), ANN, hand=("Search",) * hand)
    assert met("adult-4", s).state.last.surprise is surprise


@pytest.mark.parametrize(("counts", "surprise"), [(True, False), (False, True)])
def test_whether_contamination_counts_is_a_setting(counts, surprise):  # NEM-AMB-8
    s = state(settings=Settings(decks="none", contamination_counts=counts))
    assert met("adult-4", s).state.last.surprise is surprise


def test_a_surprise_attack_asks_what_the_attack_card_does():
    s = with_character(state(settings=Settings(decks="box")), ANN, hand=())
    run = met("adult-4", s)
    give(run, "serious", "slime", "contamination")
    ann = run.state.characters[ANN]
    assert (ann.serious_wounds, ann.slime, ann.discard) == (1, True, ("Contamination",))


def test_a_blank_token_makes_noise_everywhere_and_goes_back():  # NEM-X-ENC-2
    run = met("blank", with_character(state(), ANN, room="lab"))
    assert noisy(run) == {"c1", "c2", "c3"}
    assert run.state.bag == state().bag
    assert run.state.intruders == {}
    assert run.state.last.outcome == "blank"


def test_the_last_blank_token_brings_an_adult_into_the_bag():  # NEM-X-ENC-2
    assert met("blank", state(bag=Bag(("blank",)))).state.bag.inside == ("blank", "adult-4")


def test_a_token_that_is_not_in_the_bag_is_refused():
    with pytest.raises(Refused, match="queen 4 is not possible"):
        met("queen-4")


def test_a_token_known_by_its_kind_is_asked_for_its_number():
    run = met("adult", state(bag=Bag(("adult",))))
    give(run, "4")
    assert not run.state.last.surprise


@pytest.mark.parametrize(
    ("face", "hurt"),
    [
        ("miss", {}),
        ("creeper", {"larva": 1, "creeper": 1}),
        ("adult", {"larva": 1, "creeper": 1, "adult": 1}),
        ("hit1", {"larva": 1, "creeper": 1, "adult": 1, "breeder": 1, "queen": 1}),
        ("hit2", {"larva": 2, "creeper": 2, "adult": 2, "breeder": 2, "queen": 2}),
    ],
)
def test_a_face_of_the_combat_die_hurts(face, hurt):  # NEM-X-COMBATDIE-1
    kinds = ("larva", "creeper", "adult", "breeder", "queen")
    assert {kind: n for kind in kinds if (n := injuries(face, kind))} == hurt


def test_a_shot_costs_ammo_even_if_it_misses():  # NEM-SHOOT-2
    run = shot(with_intruder(state(), "hall"), "miss")
    assert run.state.characters[ANN].weapons[0].ammo == 1
    assert run.state.intruders["adult"].injuries == 0
    assert run.state.last.outcome == "missed"


def test_injuries_add_up():
    run = shot(with_intruder(state(), "hall", injuries=1), "hit2")
    assert run.state.intruders["adult"].injuries == 3


@pytest.mark.parametrize(("becomes", "where"), [("dies", None), ("stays", "hall"), ("to:lab", "lab")])
def test_an_attack_card_says_what_becomes_of_a_hurt_intruder(becomes, where):
    run = shot(with_intruder(state(settings=Settings(decks="box")), "hall"), "hit1")
    give(run, becomes)
    assert {i.room for i in run.state.intruders.values()} == ({where} if where else set())


def test_after_a_miss_no_attack_card_is_drawn():
    assert shot(with_intruder(state(settings=Settings(decks="box")), "hall"), "miss").over


@pytest.mark.parametrize(("face", "wounds"), [("miss", 1), ("creeper", 1), ("adult", 0), ("hit1", 0)])
def test_a_melee_attack_that_does_not_hit_hurts_the_attacker(face, wounds):  # NEM-X-MELEE-1
    run = acting(with_intruder(state(), "hall"))
    for answer in ("melee:adult", "Search", face):
        give(run, answer)
    ann = run.state.characters[ANN]
    assert ann.serious_wounds == wounds
    assert ann.discard == ("Search", "Contamination")
    assert ann.weapons[0].ammo == 2  # NEM-MELEE-1


def test_melee_without_contamination_is_a_setting():  # NEM-AMB-13
    run = acting(with_intruder(state(settings=Settings(decks="none", melee_contaminates=False)), "hall"))
    for answer in ("melee:adult", "Search", "hit1"):
        give(run, answer)
    assert run.state.characters[ANN].discard == ("Search",)
