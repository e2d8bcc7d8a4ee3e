"""The last check (NEM-X-CONTAM-1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Settings
from companion.games.nemesis.rules.crew.health import infected_ones
from tests.games.course import alone, give
from tests.games.nemesis.ship import ANN, BEN, page, state, unasked, with_character

BAD = "Contamination"


def ship(**ann):
    """Of four Contamination cards two are infected."""
    s = page()
    s = replace(s, ship=replace(s.ship, contamination=4, infected=2))
    return with_character(s, ANN, **{"hand": ("Rest", "Aim", "Weld"), **ann})


def checked(s, *answers, home=(ANN,)):
    found = []

    def check(g):
        found.extend((yield from infected_ones(g, home)))

    run = alone(GAME, s, check)
    for values in answers:
        give(run, *values)
    return run, found


def test_without_such_cards_nobody_is_asked():
    assert unasked(ship(), lambda g: infected_ones(g, (ANN,))).facts == []


def test_clean_cards_are_clean():
    run, found = checked(ship(deck=(BAD,)), ["clean"])
    assert (run.over, found) == ("done", [])


@pytest.mark.parametrize(
    ("drawn", "lost"), [((BAD, "Rest", "Aim", "Weld"), [ANN]), (("Rest", "Aim", "Weld", "Fix"), [])]
)
def test_an_infected_card_has_four_cards_drawn(drawn, lost):
    run, found = checked(ship(deck=("Fix",), discard=(BAD,)), ["infected"], drawn)
    assert (run.over, found) == ("done", lost)


def test_a_larva_alone_has_four_cards_drawn_too():
    run, found = checked(ship(larva=True, deck=("Fix",)), ["Rest", "Aim", "Weld", "Fix"])
    assert (run.over, found) == ("done", [])


def test_a_larva_and_an_infected_card_are_past_saving():
    run, found = checked(ship(larva=True, discard=(BAD,)), ["infected"])
    assert (run.over, found) == ("done", [ANN])


def test_a_card_that_a_scan_called_infected_is_not_read_again():
    run, found = checked(ship(hand=(BAD, "Rest", "Aim", "Weld"), infected=1), ["Rest", "Aim", "Weld", BAD])
    assert (run.over, found) == ("done", [ANN])


def test_what_one_has_no_other_has():
    s = with_character(ship(discard=(BAD, BAD)), BEN, discard=(BAD,))
    run, _ = checked(s, ["infected", "infected"], ["Rest", "Aim", "Weld", BAD], home=(ANN, BEN))
    assert [option.id for option in run.open[0].options] == ["clean", "clean"]


@pytest.mark.parametrize("real", [{"decks": "box"}, {"hands": "box"}], ids=["decks", "hands"])
def test_real_cards_the_people_read_all_at_once(real):
    run, found = checked(state(settings=Settings(**real)), home=(ANN, BEN))
    assert [(p.seat, str(p.title)) for p in run.open] == [
        (ANN, "check your Contamination cards. Are you infected?"),
        (BEN, "check your Contamination cards. Are you infected?"),
    ]
    give(run, "yes")
    give(run, "no")
    assert found == [ANN]
