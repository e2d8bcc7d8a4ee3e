"""Sentences of the log name places as the people do."""

from __future__ import annotations

from companion.games.mansions.facts import Event, FigurePlaced, MonsterMoved, Stepped
from companion.games.mansions.state import State
from companion.games.mansions.views import log_sentence
from companion.i18n.languages import Languages
from tests.games.mansions.manor import hall
from tests.games.mansions.test_map_view import ours, printed


def test_a_tile_is_told_by_its_name() -> None:
    assert str(log_sentence(printed("TileFoyer"), FigurePlaced("1", "TileFoyer"), "2")) == "Ann stands in Foyer."
    assert str(log_sentence(printed("TileFoyer"), MonsterMoved("Hound", "TileFoyer"), "2")) == "Hound moves to Foyer."


def test_a_monster_that_stands_nowhere_is_told_as_such() -> None:
    assert str(log_sentence(printed(), MonsterMoved("Hound", ""), "1")) == "Nobody says where Hound stands."


def test_a_space_is_told_by_its_title() -> None:
    assert str(log_sentence(ours("house", "roof"), Stepped("1", "Attic", True), "1")) == "Ann moves to Attic."


def in_german(state: State, fact: Event) -> str:
    return Languages().say("de", "mansions")(log_sentence(state, fact, "1"))


def test_german_says_whither_and_where() -> None:
    assert in_german(hall(), Stepped("1", "A2", True)) == "Ann geht in die Küche."
    assert in_german(hall(), FigurePlaced("1", "A3")) == "Ann steht im Keller."


def test_german_has_a_way_with_places_that_it_does_not_know() -> None:
    assert in_german(printed("TileFoyer"), FigurePlaced("1", "TileFoyer")) == "Ann steht am Ort Foyer."
