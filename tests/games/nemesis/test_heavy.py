"""Pick Up Heavy Object."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Settings
from companion.games.nemesis.facts import ItemGained
from companion.games.nemesis.rules.actions.item_exchange import cannot_pick_up
from companion.games.nemesis.state import HeavyObject
from companion.schema import Refused
from tests.games.course import give
from tests.games.nemesis.doing import played
from tests.games.nemesis.ship import ANN, acting, state, with_intruder


def lying(**objects):
    return state(objects=MappingProxyType({name: HeavyObject(kind, "hall") for name, kind in objects.items()}))


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
