"""Actions: cost, refusals, movement, shooting."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engine import prompts_for_seat
from companion.games.nemesis.content.ship import ActionCard, CraftedItem, Effect, Item, Settings
from companion.games.nemesis.rules.actions.cost import cost_of
from companion.games.nemesis.rules.actions.menu import ACTIONS
from companion.games.nemesis.rules.actions.shoot_and_melee import cannot_shoot
from companion.games.nemesis.rules.map.movement import cannot_move
from companion.games.nemesis.state import Character, HeavyObject, Weapon, neighbours
from companion.schema import Refused
from tests.games.course import give
from tests.games.nemesis.doing import answered, done, in_room, played
from tests.games.nemesis.ship import (
    ANN,
    BEN,
    acting,
    moved,
    noisy,
    page,
    state,
    with_character,
    with_corridor,
    with_intruder,
    with_noise,
    with_room,
)

BAD = "Contamination"
ITEMS = {"a": Item(icons=("flame",)), "b": Item(icons=("coil",), acts=True), "c": Item()}
CRAFTED = {"torch": CraftedItem(("flame", "coil"))}


def option(run, name):
    return next(o for o in run.open[0].options if o.id == name)


def test_action_is_refused_with_too_few_cards():  # NEM-COST-5
    run = acting(with_character(state(), ANN, hand=()))
    assert option(run, "move").refused.code == "NOT_ENOUGH_ACTION_CARDS"
    with pytest.raises(Refused, match="costs 1 Action card, not the 0 of the hand"):
        give(run, "move")


def menu_of(*hand, items=()):
    s = with_character(page(items=ITEMS, crafted=CRAFTED), ANN, hand=hand, items=items)
    return acting(s).open[0]


def test_menu_does_not_reveal_a_hand():  # NEM-COST-3, NEM-TRADE-2
    of_actions, of_contamination = menu_of("Rest", "Search", items=("a", "b")), menu_of(BAD, BAD, items=("c", "c"))
    assert of_actions == of_contamination


def test_payment_refusal_is_visible_to_the_owner_only():  # NEM-COST-5
    s = with_character(state(), ANN, hand=(BAD, BAD))
    run = played(s, "move:lab")
    can_pay = played(state(), "move:lab").open[0]
    assert prompts_for_seat(run.open, BEN) == prompts_for_seat((replace(can_pay, id=run.open[0].id),), BEN)
    assert run.open[0].secret
    with pytest.raises(Refused) as no:
        give(run, BAD)
    assert no.value.code == "CONTAMINATION_CANNOT_PAY"
    give(run, "instead")
    assert run.state == s


def test_careful_movement_costs_more_than_movement():
    run = acting(with_character(state(), ANN, hand=("Rest",)))
    assert option(run, "move:lab").refused is None
    assert option(run, "careful_move").refused.code == "NOT_ENOUGH_ACTION_CARDS"


def test_menu_shows_the_cost_of_each_action():  # NEM-GEN-3
    run = acting()
    assert str(option(run, "move:lab").text) == "Move to the lab · 1 card"
    assert str(option(run, "careful_move:lab").text) == "Move carefully to the lab · 2 cards"


def test_closed_door_separates_rooms():  # NEM-X-NEIGHBOUR-1
    s = state()
    closed = with_corridor(s, "c1", closed=True)
    assert neighbours(closed, "hall") == ()
    assert cannot_move(closed, ANN, "lab").code == "NOT_ADJACENT"


def test_escape_lets_every_intruder_attack_first():  # NEM-AMB-5, NEM-X-ESCAPE-1
    s = with_intruder(with_intruder(state(), "hall"), "hall", "creeper")
    run = moved(replace(s, ship=replace(s.ship, settings=Settings(decks="box"))))
    assert [str(p.title) for p in run.open] == ["the adult attacks, draw an attack card. What does it do?"]
    give(run, "light")
    give(run)
    assert run.state.characters[ANN].light_wounds == 1
    assert run.state.characters[ANN].room == "lab"
    assert run.open[0].kind == "roll"


@pytest.mark.parametrize(
    ("says", "rolls"), [("nothing", True), ("malfunction", True), ("silence", False), ("danger", False)]
)
def test_new_room_is_explored_before_the_roll(says, rolls):  # NEM-X-ENTER-1
    s = state(settings=Settings(decks="box"))
    unknown = with_room(s, "lab", explored=False)
    run = moved(unknown, says)
    assert run.state.rooms["lab"].explored
    assert bool(run.open) is rolls
    assert noisy(run) == ({"c1", "c2", "c3"} if says == "danger" else set())


def test_shoot_offers_each_weapon_and_target():
    s = with_intruder(with_intruder(state(), "hall"), "hall", "larva")
    s = with_character(s, ANN, weapons=(Weapon("pistol", 1), Weapon("flare", 1)))
    shots = [o.id for o in acting(s).open[0].options if o.id.startswith("shoot")]
    assert shots == ["shoot:pistol/adult", "shoot:pistol/larva", "shoot:flare/adult", "shoot:flare/larva"]


BY_NAME = {action.name: action for action in ACTIONS}


@pytest.mark.parametrize(("cost", "paid"), [(None, 2), (0, 0), (3, 3)])
def test_room_action_costs_by_its_tile(cost, paid):
    assert cost_of(in_room(cost=cost), BY_NAME["room_action"], "hall") == paid


def test_escape_continues_after_a_larva_attack():
    s = with_intruder(state(settings=Settings()), "hall", "larva")
    run = played(s, "move:lab", "Search", "silence")
    ann = run.state.characters[ANN]
    assert (ann.room, ann.larva) == ("lab", True)


def test_escape_ends_with_death_in_the_room():
    s = with_character(with_intruder(state(settings=Settings()), "hall", "larva"), ANN, larva=True)
    run = played(s, "move:lab", "Search")
    ann = run.state.characters[ANN]
    assert (ann.room, ann.fate) == ("hall", "dead")
    assert run.over


def with_egg(*, shoot):
    s = state(settings=Settings(decks="none", shoot_eggs=shoot))
    return replace(s, objects={"egg 1": HeavyObject("egg", "hall")})


def test_shot_destroys_an_egg_by_setting():
    run = played(with_egg(shoot=True), "shoot:pistol/egg 1", "Search")
    assert run.over
    assert "egg 1" not in run.state.objects
    assert run.state.characters[ANN].weapons == (Weapon("pistol", 1),)


def test_shot_destroys_an_egg_of_the_nest():
    s = replace(in_room(state(settings=Settings(decks="none", shoot_eggs=True)), nest=True), eggs=2)
    assert played(s, "shoot:pistol/nest", "Search").state.eggs == 1


def strict(**changes):
    s = with_intruder(state(settings=Settings(decks="none", strict_combat=True), **changes), "hall")
    return replace(s, objects={"corpse": HeavyObject("character_corpse", "hall")})


@pytest.mark.parametrize("action", ["pick_up_heavy", "trade", "room_action"])
def test_strict_combat_refuses_other_actions(action):
    with pytest.raises(Refused) as no:
        give(acting(strict()), action)
    assert no.value.code == "OUT_OF_COMBAT_ONLY"


def test_strict_combat_allows_fighting_and_cards():
    s = with_character(strict(cards={"Rest": ActionCard()}), ANN, hand=("Rest", "Search"))
    possible = {option.id.partition(":")[0] for option in acting(s).open[0].options if option.refused is None}
    assert possible == {"shoot", "melee", "move", "action_card", "pass"}


def test_move_effect_rolls_noise_and_costs_no_action():
    run = done(page(), "move", answers=("lab",))
    assert run.open[0].of == ("nemesis_noise",)
    assert run.state.characters[ANN].actions == 2


def test_move_effect_may_stop_after_one_step():
    run = done(page(), Effect("move", 2), answers=("lab", "silence"))
    assert [option.id for option in run.open[0].options] == ["hall", "nest", "engine", "stay"]
    answered(run, "stay")
    assert run.state.characters[ANN].room == "lab"


def test_careful_move_effect_puts_a_marker():
    run = done(page(), "careful_move", answers=("lab", "c3"))
    assert noisy(run) == {"c3"}


def test_move_effect_ends_with_death():
    s = with_character(with_intruder(page(), "hall", "larva"), ANN, larva=True)
    run = done(s, "move", answers=("lab",))
    assert run.state.characters[ANN].fate == "dead"
    assert not run.open


@pytest.mark.parametrize(
    ("marker", "noise", "answers", "after"),
    [(True, (), ("c2",), {"c2"}), (False, (), (), set()), (False, ("c1", "c2", "c3"), (), {"c1", "c2", "c3"})],
)
def test_careful_movement_in_company_marks_by_setting(marker, noise, answers, after):  # NEM-AMB-3
    s = state(settings=Settings(decks="none", careful_in_company=marker))
    s = with_noise(with_character(s, BEN, room="lab"), *noise)
    run = played(s, "careful_move:lab", ("Search", "Rest"), *answers)
    assert (run.state.characters[ANN].room, noisy(run)) == ("lab", after)
    assert run.over


UNARMED = {ANN: Character("Ann", "hall", ("Rest",))}


@pytest.mark.parametrize(
    ("s", "code"), [(state(), "NOT_SAME_PLACE"), (with_intruder(state(characters=UNARMED), "hall"), "NO_TARGET")]
)
def test_shoot_is_refused_without_target_or_weapon(s, code):  # NEM-MELEE-2
    assert option(acting(s), "shoot").refused.code == code


@pytest.mark.parametrize(("shoot", "ammo", "code"), [(False, 2, "TARGET_NOT_INTRUDER"), (True, 0, "NO_AMMO")])
def test_shooting_an_egg_needs_setting_and_ammo(shoot, ammo, code):  # NEM-AMB-12
    s = with_character(with_egg(shoot=shoot), ANN, weapons=(Weapon("pistol", ammo),))
    assert cannot_shoot(s, ANN, "pistol/egg 1").code == code


def test_explore_effect_reveals_an_adjacent_room():
    run = done(with_room(page(), "lab", explored=False), "explore", answers=("lab",))
    assert run.state.rooms["lab"].explored
    assert run.state.characters[ANN].room == "hall"
