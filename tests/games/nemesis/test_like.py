"""A ship of one's own, and what it takes over from the one it is like."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.engine import GameSetup
from companion.games.nemesis import GAME
from tests.games.course import by_chance
from tests.games.nemesis.ship import begun, refused

SMALL = {
    "title": "The Tern", "like": "kittiwake", "start": "hall",
    "places": [
        {"id": "hall", "x": 10, "y": 30, "tile": "beds", "explored": True},
        {"id": "bow", "x": 50, "y": 30, "tile": "", "explored": False},
    ],
    "corridors": [{"id": "c1", "a": "hall", "at_a": "1 2", "b": "bow", "at_b": "3 4"}],
    "duct": [{"place": "hall", "numbers": "3 4"}, {"place": "bow", "numbers": "1 2"}],
    "tiles": [{"id": "beds", "title": "Beds"}, {"id": "helm", "title": "Helm"}],
}  # fmt: skip


def test_a_ship_that_is_like_another_has_what_it_does_not_say():
    s = begun(ship={"like": "kittiwake", "title": "The Gannet", "turns": 9, "corridors": []})
    assert (s.ship.title, s.turns, len(s.corridors), len(s.ship.events)) == ("The Gannet", 9, 19, 15)


def test_a_ship_is_typed_in_with_nothing_but_its_map():
    ship = begun(ship=SMALL).ship
    assert [(way.id, way.ends, way.technical) for way in ship.corridors] == [
        ("c1", ("hall", "bow"), False), ("duct", ("hall", "bow"), True),
    ]  # fmt: skip
    assert ship.corridors[0].numbers == {"hall": ("1", "2"), "bow": ("3", "4")}


def test_what_is_taken_over_names_no_room_that_is_not_there():
    ship = begun(ship=SMALL).ship
    assert ship.pods == ()
    assert {effect.where for event in ship.events for effect in event.effects} == {""}
    assert "inventory" not in {one.id for one in ship.objectives}  # eleven rooms of two


def test_what_is_written_for_the_ship_itself_must_fit():
    assert "pods: there is no tile 'fore_pods'" in str(refused(ship={**SMALL, "pods_at": "fore_pods"}).sentence)


@pytest.mark.parametrize("decks", ["page", "box"])
def test_a_ship_that_was_typed_in_is_played_to_its_end(decks):
    setup = GameSetup(("1", "2"), {"1": "Ann", "2": "Ben"}, {"ship": SMALL, "decks": decks})
    *_, (run, _) = by_chance(GAME, 3, 3000, setup=setup)
    assert run.over


def test_the_ship_that_the_page_shows_can_be_boarded():
    page = (Path(__file__).parents[3] / "docs" / "nemesis.md").read_text(encoding="utf-8")
    shown = tomllib.loads("\n".join(line[4:] for line in page.splitlines() if line.startswith("    ")))
    ship = begun(ship=shown).ship
    assert (ship.title, [event.id for event in ship.events]) == ("The Tern", ["knock"])
    assert str(GAME.sheets["ship"].proof(shown)) == "The Tern"
