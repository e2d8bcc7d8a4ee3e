"""Figures that players may see. Names on later pages stay hidden."""

from __future__ import annotations

from dataclasses import replace

from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.facts import AttackMade, SceneBegan, TestCalled
from companion.games.draw_your_weapon.rules.actions.attacks import simple_strike
from companion.games.draw_your_weapon.state import characters_in_scene, players, visible_characters
from tests.games.course import alone
from tests.games.draw_your_weapon.table import as_read

BELL = GAME.setup(GAME.sample)


def scene(name, **changes):
    return replace(GAME.apply(BELL, SceneBegan(name)), **changes)


def figures(s):
    return [name for name in visible_characters(s) if name not in players(s)]


def test_scene_without_figures_hides_all_figures():
    s = scene("pump")
    run = alone(GAME, s, lambda g: simple_strike(g, "1"))
    assert [option.id for option in run.open[0].options] == ["2", "3", "something else"]
    assert "rusk" in characters_in_scene(s)  # the Dealer may call any figure


def test_figure_in_a_test_stays_visible():
    s = GAME.apply(scene("pump"), TestCalled("contest", "might", "C", ("1", "rusk"), surprise=False))
    assert figures(s) == ["rusk"]
    assert figures(GAME.apply(s, SceneBegan("cottage"))) == ["marthe"]


def test_attacking_figure_is_visible():
    struck = AttackMade("dowd", "7C", 7, 0, "", "1", 1)
    assert figures(GAME.apply(scene("pump"), struck)) == ["dowd"]


def test_names_on_later_pages_are_not_sent():
    s = scene("pump", in_combat=True)
    names = [c.name for c in s.characters.values() if not c.is_player]
    for seat in (*players(s), "table"):
        sent = as_read(GAME.view(s, seat))
        assert not [name for name in names if str(name) in sent]


def test_without_an_adventure_all_of_the_dealers_may_be_met():
    s = replace(BELL, adventure=None)
    assert visible_characters(s) == tuple(s.characters)
