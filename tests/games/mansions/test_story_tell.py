"""Log sentences of a scenario."""

from __future__ import annotations

import pytest

from companion.games.mansions import GAME
from companion.games.mansions.content import Component, OverlayPart
from companion.games.mansions.facts import (
    Event,
    EventLeft,
    EventShown,
    FigurePlaced,
    MonsterMoved,
    PiecesPlaced,
    Stepped,
    VariablesSet,
)
from companion.games.mansions.named import CONTINUE, successes
from companion.games.mansions.rules.story import beginning, component_title
from companion.games.mansions.state import Shown, State
from companion.games.mansions.views import log_sentence
from companion.i18n import from_data
from companion.i18n.languages import Languages
from tests.games.mansions.manor import event, hall, table, token
from tests.games.mansions.test_map_view import ours, printed

STATE = table(
    event("EventA", "On", trigger="EventStart"),
    token("TokenX", "Search"),
    token("TokenY", "Search"),
    token("TokenZ", "Eye", type="TokenSight"),
).state


def told(state, fact) -> str:
    return str(GAME.tell(state, fact, "1"))


def test_log_counts_pieces_of_one_name():
    assert told(STATE, PiecesPlaced(("TokenX", "TokenZ", "TokenY"))) == "Placed: 2 × Search, Sight."


def test_log_repeats_a_short_text_unchanged():
    """The page shows a text once, in the story or in the log."""
    assert beginning(from_data("It rains.")) == from_data("It rains.")
    assert beginning(from_data("It <b>rains</b>.")) != from_data("It <b>rains</b>.")


def test_log_skips_placed_overlays():
    state = table(
        event("EventA", "On", trigger="EventStart"), Component("UIBG", "ui", part=OverlayPart("bg.png"))
    ).state
    assert told(state, PiecesPlaced(("UIBG",))) == ""


def test_log_hides_variables():
    assert told(STATE, VariablesSet((("traitor", 1.0),))) == ""


def test_log_skips_continue_buttons():
    state = table(event("EventA", "", trigger="EventStart"), event("EventB", "{qst:CONTINUE}"), event("EventC")).state
    for name in ("EventA", "EventB", "EventC"):
        assert told(state, EventLeft(name, CONTINUE)) == ""
        assert told(state, EventLeft(name, "Continue")) == "", "as a log of before has it"


def test_log_names_buttons_and_counts():
    state = table(event("EventA", "Open it", ""), event("EventB", "", quota="3", trigger="EventStart")).state
    assert told(state, EventLeft("EventA", "Open it")) == "Open it."
    assert told(state, EventLeft("EventB", successes(2))) == "2 successes."


def test_typed_name_is_not_translated():
    """A typed name stays as it is, and a title of the scenario is translated."""
    state = table(event("EventRat", "On", title="Cultist"), event("EventNobody", "On")).state
    assert component_title(state, "EventRat", Shown("EventRat", hero="Cultist")) == from_data("Cultist")
    assert component_title(state, "EventNobody", Shown("EventNobody", hero="Cultist")) == "Cultist"


def test_log_names_the_random_investigator():
    state = table(event("EventA", "On", text="{rnd:hero} hears it.", trigger="EventStart")).state
    assert told(state, EventShown(state.story.shown)) == f"{state.story.shown.hero} hears it."
    assert state.story.shown.hero in ("Ann", "Bob")


@pytest.mark.parametrize(
    ("state", "fact", "sentence"),
    [
        (printed("TileFoyer"), FigurePlaced("1", "TileFoyer"), "Ann stands in Foyer."),
        (printed("TileFoyer"), MonsterMoved("Hound", "TileFoyer"), "Hound moves to Foyer."),
        (printed(), MonsterMoved("Hound", ""), "Nobody says where Hound stands."),
        (ours("house", "roof"), Stepped("1", "Attic", True), "Ann moves to Attic."),
    ],
)
def test_log_names_tiles_and_spaces(state: State, fact: Event, sentence: str) -> None:
    assert str(log_sentence(state, fact, "2")) == sentence


def in_german(state: State, fact: Event) -> str:
    return Languages().say("de", "mansions")(log_sentence(state, fact, "1"))


def test_german_log_uses_the_right_case() -> None:
    assert in_german(hall(), Stepped("1", "A2", True)) == "Ann geht in die Küche."
    assert in_german(hall(), FigurePlaced("1", "A3")) == "Ann steht im Keller."
    assert in_german(printed("TileFoyer"), FigurePlaced("1", "TileFoyer")) == "Ann steht am Ort Foyer."
