"""Trade: both agree, and ammo stays where it is."""

from __future__ import annotations

from companion.games.nemesis import GAME
from companion.games.nemesis.state import Weapon
from companion.schema import Cards
from tests.games.nemesis.doing import played
from tests.games.nemesis.ship import ANN, BEN, state, with_character


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


def test_items_are_their_owners_until_shown():  # NEM-TRADE-2
    s = with_character(state(), ANN, items=("medkit",))
    assert "medkit" in repr([b for b in GAME.view(s, ANN) if isinstance(b, Cards)])
    assert "medkit" not in repr(GAME.view(s, BEN))
    assert GAME.view(s, "table") == GAME.view(with_character(state(), ANN, items=("tape",)), "table")
