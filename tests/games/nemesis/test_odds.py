"""Odds, compared with enumerations."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from companion.games.nemesis.content.ship import AttackCard, Exploration, Settings
from companion.games.nemesis.rules import odds
from companion.games.nemesis.rules.intruders.combat import injuries
from companion.games.nemesis.state import Room
from tests.games.nemesis.ship import ANN, state, with_character, with_intruder, with_noise


def attack(name: str, blood: int, *, retreat: bool = False, count: int = 1) -> AttackCard:
    return AttackCard(name, name, (), (), blood, retreat, count=count)


DECK = (attack("a", 2, count=2), attack("b", 3), attack("c", 4), attack("d", 1, retreat=True))


def with_decks(**written):
    s = state()
    return replace(s, ship=replace(s.ship, settings=Settings(decks="page"), **written))


def unknown(s, room):
    return replace(s, rooms={**s.rooms, room: Room("", explored=False)})


def test_noise_odds_cover_every_face():
    s = with_noise(state(), "c3")  # in the lab: 1 quiet, 2 quiet, 3 and 4 noisy
    assert odds.noise(s, "lab", slime=False) == {
        "encounter": Fraction(4, 10),
        "noise": Fraction(4, 10),
        "danger": Fraction(1, 10),
        "silence": Fraction(1, 10),
    }


def test_noise_odds_without_corridor_are_silence():
    assert odds.noise(state(), "nest", slime=False)["silence"] == Fraction(7, 10)


def test_step_odds_in_company_are_silence():
    s = with_character(with_noise(state(), "c1", "c2", "c3"), "2", room="lab")
    assert odds.step(s, ANN, "lab")["silence"] == 1


def test_step_odds_include_the_exploration_token():
    tokens = (Exploration("silence", 1), Exploration("danger", 1), Exploration("nothing", 2, count=2))
    s = unknown(with_noise(with_decks(explorations=tokens), "c3"), "lab")
    chances = odds.step(s, ANN, "lab")
    assert chances["encounter"] == Fraction(2, 4) * Fraction(4, 10)
    assert chances["danger"] == Fraction(1, 4) + Fraction(2, 4) * Fraction(1, 10)
    assert sum(chances.values()) == 1


def test_step_odds_include_slime_of_the_token():
    s = unknown(with_decks(explorations=(Exploration("slime", 1),)), "lab")
    assert odds.step(s, ANN, "lab")["danger"] == Fraction(2, 10)


def test_shot_odds_depend_on_the_kind():
    hits = {kind: odds.shot(with_intruder(state(), "hall", kind), kind).hits for kind in ("creeper", "adult", "queen")}
    assert hits == {"creeper": Fraction(5, 6), "adult": Fraction(4, 6), "queen": Fraction(2, 6)}


def test_kill_odds_are_unknown_with_real_cards():
    assert odds.shot(with_intruder(state(), "hall"), "adult").kills is None


def enumerated(s, kind: str, wounds: int, cards: int) -> Fraction:
    """Count all sides of the die with all draws of that many cards."""
    deck = [card for card in DECK for _ in range(card.count)]
    ends = []
    for side in s.combat_die.sides:
        hurt = injuries(side, kind)
        for drawn in combinations(deck, cards):
            dies = wounds + hurt >= sum(card.blood for card in drawn) and not any(card.retreat for card in drawn)
            ends.append(bool(hurt) and dies)
    return Fraction(sum(ends), len(ends))


@pytest.mark.parametrize(("kind", "cards"), [("creeper", 1), ("adult", 1), ("breeder", 2), ("queen", 2)])
@pytest.mark.parametrize("wounds", [0, 2, 5])
def test_kill_odds_equal_the_enumeration_of_draws(kind, cards, wounds):
    s = with_intruder(with_decks(attacks=DECK), "hall", kind, injuries=wounds)
    assert odds.shot(s, kind).kills == enumerated(s, kind, wounds, cards)


def test_kill_odds_of_a_larva_equal_its_hits():
    s = with_intruder(with_decks(attacks=DECK), "hall", "larva")
    shot = odds.shot(s, "larva")
    assert shot.kills == shot.hits == Fraction(5, 6)


def test_kill_odds_exclude_drawn_cards():
    s = replace(with_intruder(with_decks(attacks=DECK), "hall"), drawn={"attacks": ("a", "a", "c", "d")})
    assert odds.killed(s, "adult", 3) == 1  # only "b" is left


@pytest.mark.parametrize(("cards", "chance"), [(0, Fraction(3, 4)), (1, Fraction(1, 4)), (4, Fraction(0))])
def test_token_odds_compare_with_the_hand(cards, chance):
    drawn = odds.token(state(), cards)  # blank, larva-1, adult-4, creeper-1
    assert (drawn.surprise, drawn.blank) == (chance, Fraction(1, 4))
