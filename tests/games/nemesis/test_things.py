"""Objects, items, cards and rooms."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.games.nemesis import GAME
from companion.games.nemesis.events import ItemGained
from companion.games.nemesis.ship import ActionCard, CraftedItem, Item, Section, Settings
from companion.games.nemesis.state import HeavyObject
from companion.games.nemesis.things import (
    cannot_craft,
    cannot_pick_up,
    cannot_play,
    cannot_use_room,
    nobody_to_trade_with,
)
from companion.wire.prompt import Refused
from companion.wire.view import Cards
from tests.games.course import give
from tests.games.nemesis.ship import ANN, BEN, acting, state, with_character, with_intruder

pytestmark = pytest.mark.quick
REPAIR = ActionCard(2, "out_of_combat", (Section("discard_malfunction"), Section("repair_engine")))


def lying(**objects):
    return state(objects=MappingProxyType({name: HeavyObject(kind, "hall") for name, kind in objects.items()}))


def crafting(*held, available=True):
    s = state(
        items=MappingProxyType(
            {
                "lighter": Item(icons=("fire",)),
                "match": Item(icons=("fire",)),
                "can": Item(icons=("fuel",)),
                "tape": Item(),
            }
        ),
        crafted=MappingProxyType({"torch": CraftedItem(("fire", "fuel"), available)}),
    )
    return with_character(s, ANN, items=held)


def with_card(card=REPAIR, hand=("Search", "Rest", "Repair")):
    return with_character(state(cards=MappingProxyType({"Repair": card})), ANN, hand=hand)


def played(s, *answers):
    run = acting(s)
    for answer in answers:
        give(run, *([answer] if isinstance(answer, str) else answer))
    return run


@pytest.mark.parametrize("kind", ["egg", "character_corpse", "intruder_carcass"])
def test_one_heavy_object_of_the_room_is_picked_up(kind):  # NEM-HEAVY-1, -2
    run = played(lying(thing=kind, other="egg"), "pick_up_heavy:thing", "Search")
    assert run.state.characters[ANN].heavy == ("thing",)
    assert [name for name, o in run.state.objects.items() if o.room] == ["other"]


def test_two_at_once_are_refused():  # NEM-HEAVY-1
    with pytest.raises(Refused, match="1 wanted, 2 came"):
        give(acting(lying(a="egg", b="egg")), "pick_up_heavy:a", "pick_up_heavy:b")


def test_an_object_elsewhere_is_out_of_hand():
    s = state(objects=MappingProxyType({"egg": HeavyObject("egg", "lab")}))
    assert cannot_pick_up(s, ANN, "egg").code == "NOT_SAME_PLACE"


def test_a_dead_intruder_leaves_a_carcass():  # NEM-HEAVY-2
    s = with_intruder(state(settings=Settings(decks="box")), "hall")
    run = played(s, "shoot:pistol/adult", "Search", "hit1", "dies")
    assert [(o.kind, o.room) for o in run.state.objects.values()] == [("intruder_carcass", "hall")]


def test_a_heavy_item_found_needs_no_action():  # NEM-HEAVY-3
    s = GAME.apply(state(), ItemGained(ANN, "cannon"))
    assert (s.characters[ANN].items, s.characters[ANN].actions) == (("cannon",), 2)


def trading(consent, gives=("medkit",), takes=("tape",)):
    s = with_character(with_character(state(), ANN, items=("medkit",)), BEN, items=("tape",))
    run = played(s, "trade", "Search", "1/2")
    give(run, *gives, seat=ANN)
    give(run, *takes, seat=BEN)
    give(run, consent[0], seat=ANN)
    give(run, consent[1], seat=BEN)
    give(run, "done")
    return run.state


def test_items_change_hands_where_both_agree():  # NEM-TRADE-1, -3
    s = trading(("yes", "yes"))
    assert (s.characters[ANN].items, s.characters[BEN].items) == (("tape",), ("medkit",))


@pytest.mark.parametrize("consent", [("yes", "no"), ("no", "yes")])
def test_without_both_nothing_changes_but_the_action_is_spent(consent):  # NEM-TRADE-3, NEM-AMB-6
    s = trading(consent)
    assert (s.characters[ANN].items, s.characters[BEN].items) == (("medkit",), ("tape",))
    assert s.characters[ANN].actions == 1


def test_a_gift_needs_nothing_in_return():  # NEM-TRADE-5
    s = trading(("yes", "yes"), takes=())
    assert s.characters[BEN].items == ("tape", "medkit")


def test_the_partner_spends_no_action():  # NEM-TRADE-4
    assert trading(("yes", "yes")).characters[BEN].actions == 2


def test_ammo_cannot_be_exchanged():  # NEM-TRADE-6
    s = with_character(state(), ANN, items=("medkit",))
    run = played(s, "trade", "Search", "1/2")
    with pytest.raises(Refused) as no:
        give(run, "ammo", seat=ANN)
    assert no.value.code == "AMMO_NOT_TRADABLE"


def test_nobody_trades_alone():  # NEM-TRADE-1
    assert nobody_to_trade_with(with_character(state(), BEN, room="lab"), ANN).code == "NOT_SAME_PLACE"


def test_two_items_with_both_icons_make_the_crafted_one():  # NEM-CRAFT-1, -3
    run = played(crafting("tape", "can", "lighter"), "craft", "torch/can/lighter", "Search")
    assert run.state.characters[ANN].items == ("tape", "torch")
    assert run.state.item_discard == ("can", "lighter")
    assert run.state.crafted_gone == ("torch",)


@pytest.mark.parametrize(
    ("held", "parts"),
    [(("lighter", "match"), "lighter/match"), (("lighter",), "lighter/can"), (("tape", "can"), "tape/can")],
)
def test_other_items_do_not(held, parts):  # NEM-CRAFT-3
    assert cannot_craft(crafting(*held), ANN, f"torch/{parts}").code == "WRONG_COMPONENTS"


def test_a_card_that_is_not_available_cannot_be_built():  # NEM-CRAFT-2
    s = crafting("lighter", "can", available=False)
    assert cannot_craft(s, ANN, "torch/lighter/can").code == "CRAFTED_CARD_NOT_AVAILABLE"


def test_an_action_card_is_discarded_with_its_cost():  # NEM-ACARD-3, -4, -7
    run = played(with_card(), "action_card", "Repair", ("Search", "Rest"), "repair_engine")
    assert run.state.characters[ANN].hand == ()
    assert sorted(run.state.characters[ANN].discard) == ["Repair", "Rest", "Search"]


def test_a_card_does_not_pay_for_itself():  # NEM-AMB-9
    run = played(with_card(ActionCard(1)), "action_card", "Repair")
    with pytest.raises(Refused) as no:
        give(run, "Repair")
    assert no.value.code == "CARD_CANNOT_PAY_FOR_ITSELF"


def test_without_enough_further_cards_it_cannot_be_played():
    (option,) = [o for o in acting(with_card(hand=("Search", "Repair"))).open[0].options if o.id == "action_card"]
    assert option.refused.code == "NOT_ENOUGH_ACTION_CARDS"


@pytest.mark.parametrize(("section", "left"), [("discard_malfunction", ()), ("repair_engine", ("malfunction",))])
def test_one_section_is_chosen(section, left):  # NEM-ACARD-5, -8, NEM-AMB-10
    s = with_card()
    broken = replace(s, rooms=MappingProxyType({**s.rooms, "hall": replace(s.rooms["hall"], marks=("malfunction",))}))
    run = played(broken, "action_card", "Repair", ("Search", "Rest"), section)
    assert run.state.rooms["hall"].marks == left


@pytest.mark.parametrize(
    ("allowed", "fighting", "code"),
    [("out_of_combat", True, "OUT_OF_COMBAT_ONLY"), ("in_combat", False, "IN_COMBAT_ONLY"), ("any", True, None)],
)
def test_a_card_may_be_limited_to_combat_or_peace(allowed, fighting, code):  # NEM-COMBAT-2, -5, -6, NEM-ACARD-6
    s = with_card(ActionCard(0, allowed))
    refusal = cannot_play(with_intruder(s, "hall") if fighting else s, ANN, "Repair")
    assert (refusal.code if refusal else None) == code


def test_an_egg_makes_no_combat():  # NEM-COMBAT-4
    s = replace(
        with_card(ActionCard(0, "out_of_combat")), objects=MappingProxyType({"egg": HeavyObject("egg", "hall")})
    )
    assert cannot_play(s, ANN, "Repair") is None


def test_an_item_is_used_for_its_cost():  # NEM-ITEM-1
    s = with_character(state(items=MappingProxyType({"bandage": Item(acts=True, cost=1)})), ANN, items=("bandage",))
    run = played(s, "item_action", "bandage", "Search")
    assert run.state.characters[ANN].discard == ("Search",)


def test_the_action_of_the_own_room_costs_two():  # NEM-ROOM-1
    run = played(state(), "room_action:hall", ("Search", "Rest"))
    assert run.state.characters[ANN].actions == 1
    assert cannot_use_room(state(), ANN, "lab").code == "NOT_SAME_PLACE"


def test_items_are_their_owners_until_shown():  # NEM-TRADE-2
    s = with_character(state(), ANN, items=("medkit",))
    assert "medkit" in repr([b for b in GAME.view(s, ANN) if isinstance(b, Cards)])
    assert "medkit" not in repr(GAME.view(s, BEN))
    assert GAME.view(s, "table") == GAME.view(state(), "table")
