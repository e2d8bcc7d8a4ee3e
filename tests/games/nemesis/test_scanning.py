"""Contamination cards under the scanner (NEM-X-CONTAM-1)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.nemesis.content.ship import Settings
from companion.schema import HOUSE
from tests.games.nemesis.doing import answered, done
from tests.games.nemesis.ship import ANN, page, with_character

SICK = ("Search", "Contamination", "Contamination")


def scanned(*read, **changes):
    return done(with_character(page(), ANN, hand=SICK, **changes), "scan", answers=(read,))


def test_clean_cards_leave_the_hand():
    ann = scanned("clean", "clean").state.characters[ANN]
    assert (ann.hand, ann.infected, ann.larva) == (("Search",), 0, False)


def test_an_infected_card_stays_and_brings_a_larva():
    ann = scanned("infected", "clean").state.characters[ANN]
    assert (ann.hand, ann.infected, ann.larva) == (("Search", "Contamination"), 1, True)


def test_a_second_larva_kills():
    assert scanned("infected", "clean", larva=True).state.characters[ANN].fate == "dead"


def test_chance_says_it_out_of_what_no_scan_has_found():
    s = with_character(page(), ANN, hand=SICK)
    run = done(replace(s, ship=replace(s.ship, contamination=3, infected=2)), "scan")
    (prompt,) = run.open
    assert prompt.seat == HOUSE
    assert sorted(option.id for option in prompt.options) == ["clean", "infected", "infected"]


def test_a_card_that_is_known_as_infected_is_not_read_by_chance_again():
    s = with_character(page(), ANN, hand=("Contamination",), infected=1)
    run = done(s, "scan")
    assert not run.open
    assert run.state.characters[ANN].larva


def test_a_hand_without_such_cards_needs_no_scanner():
    assert done(with_character(page(), ANN, hand=("Search",)), "scan").facts == ()


def test_real_cards_are_read_by_their_owner_in_secret():
    s = with_character(page(settings=Settings(hands="box")), ANN, hand=("Action card", *SICK[1:]))
    run = done(s, "scan")
    (prompt,) = run.open
    assert (prompt.seat, prompt.kind, prompt.secret) == (ANN, "count", True)
    answered(run, "1")
    assert run.state.characters[ANN].infected == 1
