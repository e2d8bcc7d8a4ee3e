"""Hands of virtual and real Action cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import ActionCard, Effect, Section, Settings
from companion.games.nemesis.rules.crew import hands
from companion.schema import HOUSE, Refused
from tests.games.course import alone, give
from tests.games.nemesis.doing import answered, done, played
from tests.games.nemesis.ship import ANN, page, with_character

A, C = "Action card", "Contamination"


def drawing(number, **changes):
    return alone(GAME, with_character(real(), ANN, **changes), lambda g: hands.draw(g, ANN, number))


def real(**changes):
    return page(settings=Settings(hands="box"), **changes)


def test_draw_is_random():
    s = with_character(page(), ANN, hand=(), deck=("a", "b", "c"))
    run = alone(GAME, s, lambda g: hands.draw(g, ANN, 2))
    assert run.open[0].seat == HOUSE
    give(run, "c", "a")
    assert (run.state.characters[ANN].hand, run.state.characters[ANN].deck) == (("c", "a"), ("b",))


def test_draw_shuffles_the_discard_pile():
    s = with_character(page(), ANN, hand=(), deck=("a",), discard=("b", "c"))
    run = alone(GAME, s, lambda g: hands.draw(g, ANN, 2))
    answered(run, "a", "b")
    ann = run.state.characters[ANN]
    assert (ann.hand, ann.deck, ann.discard) == (("a", "b"), ("c",), ())


def test_real_draw_without_contamination_needs_no_prompt():
    run = drawing(3, hand=(), deck=(A,) * 5)
    assert run.over
    assert run.state.characters[ANN].hand == (A,) * 3


def test_real_draw_from_the_discard_asks_once():
    run = drawing(2, hand=(), deck=(), discard=(A, C, C))
    assert run.at_rest
    give(run, "2")
    assert run.state.characters[ANN].deck == (A,)


def test_real_payment_is_one_confirmation():
    s = with_character(real(), ANN, hand=(A, A, C))
    run = played(s, "move:lab", "go")
    ann = run.state.characters[ANN]
    assert (ann.hand, ann.discard, ann.actions) == ((A, C), (A,), 1)


def playing(cost, hand):
    cards = {"Dash": ActionCard(cost, sections=(Section("go_on", effects=(Effect("send_signal"),)),))}
    s = real(cards=cards)
    role = s.ship.crew[0]
    assert "Dash" not in role.deck
    s = replace(s, ship=replace(s.ship, crew=(replace(role, deck=("Dash",) * 10), *s.ship.crew[1:])))
    return with_character(s, ANN, hand=hand, role=role.id)


def test_real_card_is_chosen_from_its_role():
    run = played(playing(1, (A, A, A, C)), "action_card", "Dash", "go")
    ann = run.state.characters[ANN]
    assert ann.signal
    assert (ann.hand, ann.discard) == ((A, C), (A, A))


def test_real_hand_of_contamination_plays_nothing():
    run = played(playing(0, (C, C)), "action_card")
    assert [option.id for option in run.open[0].options if option.refused is None] == ["none_of_them"]


def test_real_payment_can_be_cancelled():
    s = with_character(real(), ANN, hand=(C, C))
    run = played(s, "move:lab")
    with pytest.raises(Refused):
        give(run, "go")
    give(run, "instead")
    assert run.state == s


def test_payment_skips_cards_removed_by_a_correction():
    s = with_character(page(), ANN, hand=("a",))
    assert hands.still_there(s, ANN, ("a", "a", "b")) == ("a",)


def test_draw_effect_exceeds_five_cards():
    s = with_character(page(), ANN, hand=("a", "b", "c", "d", "e"), deck=("f", "g"))
    run = done(s, Effect("draw", 2), answers=(("g", "f"),))
    assert run.state.characters[ANN].hand == ("a", "b", "c", "d", "e", "g", "f")


def test_discard_effect_asks_the_owner():
    run = done(page(), Effect("discard", 2), answers=(("Rest", "Signal"),))
    ann = run.state.characters[ANN]
    assert (ann.hand, ann.discard) == (("Search", "Contamination"), ("Rest", "Signal"))


def test_discard_effect_refuses_contamination():
    run = done(page(), "discard")
    with pytest.raises(Refused):
        give(run, "Contamination")


def test_discard_effect_of_real_cards_is_one_confirmation():
    s = with_character(page(settings=Settings(hands="box")), ANN, hand=("Action card", "Action card", "Contamination"))
    run = done(s, Effect("discard", 2), answers=("go",))
    ann = run.state.characters[ANN]
    assert (ann.hand, ann.discard) == (("Contamination",), ("Action card", "Action card"))


def test_real_draw_asks_for_contamination():
    run = drawing(3, hand=(), deck=(A, A, A, C))
    (prompt,) = run.open
    assert (prompt.seat, prompt.least, prompt.most, prompt.secret) == (ANN, 0, 1, True)
    with pytest.raises(Refused, match="0 to 1, not 2"):
        give(run, "2")
    give(run, "1")
    assert run.state.characters[ANN].hand == (A, A, C)
