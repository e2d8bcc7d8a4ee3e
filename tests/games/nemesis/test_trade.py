"""Trade: both agree, and ammo stays where it is."""

from __future__ import annotations

import pytest

from companion.games.nemesis import GAME
from companion.games.nemesis.rules.actions.item_exchange import nobody_to_trade_with
from companion.games.nemesis.state import Weapon
from companion.schema import Cards, Refused
from tests.games.course import give
from tests.games.nemesis.doing import played
from tests.games.nemesis.ship import ANN, BEN, state, with_character


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


def test_both_see_what_changes_hands_and_nobody_else():  # NEM-TRADE-2
    s = with_character(with_character(state(), ANN, items=("medkit",)), BEN, items=("tape",))
    run = played(s, "trade", "Search", "1/2", "medkit", "tape")
    assert all(prompt.secret for prompt in run.open)
    assert [str(prompt.options[0].text) for prompt in run.open] == ["Give medkit, get tape", "Give tape, get medkit"]
    assert "tape" not in repr([prompt.title for prompt in run.open])


def test_a_weapon_changes_hands_with_its_ammo():
    run = played(state(), "trade", "Search", "1/2", "pistol", (), "yes", "yes", "done")
    assert [w.name for w in run.state.characters[BEN].weapons] == ["rifle", "pistol"]
    assert run.state.characters[BEN].weapons[-1].ammo == 2


def test_whoever_gets_a_third_heavy_thing_puts_one_down():  # NEM-AMB-7
    s = with_character(state(), BEN, weapons=(Weapon("rifle", 3), Weapon("axe", 0)))
    run = played(s, "trade", "Search", "1/2", "pistol", (), "yes", "yes")
    assert str(run.open[0].title) == "both hands are full, what is put down?"


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


def test_items_are_their_owners_until_shown():  # NEM-TRADE-2
    s = with_character(state(), ANN, items=("medkit",))
    assert "medkit" in repr([b for b in GAME.view(s, ANN) if isinstance(b, Cards)])
    assert "medkit" not in repr(GAME.view(s, BEN))
    assert GAME.view(s, "table") == GAME.view(with_character(state(), ANN, items=("tape",)), "table")
