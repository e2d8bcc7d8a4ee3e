"""Action cards drawn and thrown away by an effect."""

from __future__ import annotations

import pytest

from companion.games.nemesis.content.ship import Effect, Settings
from companion.games.nemesis.rules.effects import cannot
from companion.schema import HOUSE, Refused
from tests.games.course import give
from tests.games.nemesis.doing import done
from tests.games.nemesis.ship import ANN, BEN, page, with_character


def test_cards_are_drawn_beyond_five_too():
    s = with_character(page(), ANN, hand=("a", "b", "c", "d", "e"), deck=("f", "g"))
    run = done(s, Effect("draw", 2), answers=(("g", "f"),))
    assert run.state.characters[ANN].hand == ("a", "b", "c", "d", "e", "g", "f")


def test_chance_draws_and_not_the_owner():
    run = done(with_character(page(), ANN, deck=("f", "g")), "draw")
    assert run.open[0].seat == HOUSE


def test_without_a_card_left_nothing_is_drawn():
    assert cannot(page(), ANN, (Effect("draw"),)).code == "DECK_EMPTY"


def test_the_owner_chooses_what_is_thrown_away():
    run = done(page(), Effect("discard", 2), answers=(("Rest", "Signal"),))
    ann = run.state.characters[ANN]
    assert (ann.hand, ann.discard) == (("Search", "Contamination"), ("Rest", "Signal"))


def test_contamination_cannot_be_thrown_away():
    run = done(page(), "discard")
    with pytest.raises(Refused):
        give(run, "Contamination")


def test_who_has_fewer_cards_discards_them_all():
    s = with_character(page(), BEN, hand=("Rest", "Contamination"))
    run = done(s, Effect("discard", 2), answers=("Rest",), seat=BEN)
    assert run.state.characters[BEN].hand == ("Contamination",)


def test_real_cards_are_discarded_by_one_tap():
    s = with_character(page(settings=Settings(hands="box")), ANN, hand=("Action card", "Action card", "Contamination"))
    run = done(s, Effect("discard", 2), answers=("go",))
    ann = run.state.characters[ANN]
    assert (ann.hand, ann.discard) == (("Contamination",), ("Action card", "Action card"))
