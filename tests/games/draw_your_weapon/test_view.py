"""Pages, log lines and odds."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import DECK, SUITS, GameSetup, prompts_for_seat, rank, suit
from companion.games.draw_your_weapon import GAME, facts
from companion.games.draw_your_weapon.content import Effect, Feature
from companion.games.draw_your_weapon.facts import AttackMade, SceneBegan, TestCalled
from companion.games.draw_your_weapon.rules.actions.attacks import simple_strike
from companion.games.draw_your_weapon.setup import SAMPLE
from companion.games.draw_your_weapon.state import Test as ATest
from companion.games.draw_your_weapon.state import characters_in_scene, players, visible_characters
from companion.games.draw_your_weapon.views.test_result import wins
from companion.schema import Counters, Odds, Sum
from tests.examples import so_many
from tests.games.course import alone, begin, play
from tests.games.draw_your_weapon.table import (
    ANN,
    BEN,
    GATEKEEPER,
    PEOPLE,
    PLAIN,
    a_contest,
    a_skill_test,
    as_read,
    having,
    state,
)

SEATS = ("1", "2", "3", "table")


def block(run, seat, kind):
    return next((b for b in GAME.view(run.state, seat) if isinstance(b, kind)), None)


def sent(run, seat):
    return GAME.view(run.state, seat), prompts_for_seat(run.open, seat)


def after_test(number):
    return play(begin(GAME, PLAIN), "skill_test", "might", ANN, number, "7C")


@pytest.mark.parametrize(
    ("one", "other", "seats"),
    [
        (after_test("9"), after_test("1"), SEATS),
        (play(a_skill_test(), "3"), play(a_skill_test(), "25"), SEATS),
        (play(a_contest(), (ANN, "7C")), play(a_contest(), (ANN, "KS")), (*SEATS, "dealer")),  # DYW-CONTEST-2
    ],
    ids=["requirement after the test", "requirement before the card", "laid card"],
)
def test_page_hides_a_secret(one, other, seats):
    for seat in seats:
        assert sent(one, seat) == sent(other, seat)


def test_requirement_is_the_dealers_until_it_is_shown():
    run = play(a_skill_test(), "9")
    assert block(run, "dealer", Odds).chance == pytest.approx(22 / 52)  # 7C, 8C and 9, 10, J, Q, K of each suit
    assert block(run, ANN, Odds).chance is None
    fixed = facts.RequirementFixed(17)
    assert [str(GAME.tell(run.state, fixed, seat)).count("17") for seat in ("dealer", *SEATS)] == [1, 0, 0, 0, 0]
    s = after_test("9").state
    assert "9 needed" not in as_read(GAME.view(s, "table"))
    assert "9 needed" in as_read(GAME.view(replace(s, last=replace(s.last, shown=True)), "table"))


def test_the_verdict_stands_with_its_reasons_until_the_next_test():
    run = after_test("9")
    verdict = block(run, "table", Sum)
    assert [(str(term.label), term.value) for term in verdict.terms] == [("7 of Clubs", 7), ("Might", 2)]
    assert (verdict.total, verdict.needed, verdict.verdict, verdict.faces) == (9, None, "passed", ("7C",))
    assert block(run, "dealer", Sum).needed == 9
    assert block(play(run, "skill_test", "might", BEN), "table", Sum) is None


def test_title_of_a_character_has_its_state():
    s = having(state(), ANN, defending=True, resting=True, conditions=("Broken",))
    titles = [str(b.title) for b in GAME.view(s, "table") if isinstance(b, Counters)]
    assert titles[:2] == ["Ann · Broken · on guard · resting", "Ben"]


def test_a_contest_shows_all_cards_and_why_the_tie_fell():
    verdict = block(play(a_contest(s=having(state(), BEN, hand=7)), (ANN, "9S"), (BEN, "9H")), ANN, Sum)
    assert (str(verdict.title), verdict.faces) == ("Ben wins the Contest", ("9S", "9H"))
    assert "larger hand" in str(verdict.sentence)


BELL = GAME.setup(GAME.sample)


def scene_state(name, **changes):
    return replace(GAME.apply(BELL, SceneBegan(name)), **changes)


def figures(s):
    return [name for name in visible_characters(s) if name not in players(s)]


def test_scene_without_figures_hides_all_figures():
    s = scene_state("pump")
    run = alone(GAME, s, lambda g: simple_strike(g, "1"))
    assert [option.id for option in run.open[0].options] == ["2", "3", "something else"]
    assert "rusk" in characters_in_scene(s)  # the Dealer may call any figure


def test_figure_in_a_test_stays_visible():
    s = GAME.apply(scene_state("pump"), TestCalled("contest", "might", "C", ("1", "rusk"), surprise=False))
    assert figures(s) == ["rusk"]
    assert figures(GAME.apply(s, SceneBegan("cottage"))) == ["marthe"]


def test_attacking_figure_is_visible():
    struck = AttackMade("dowd", "7C", 7, 0, "", "1", 1)
    assert figures(GAME.apply(scene_state("pump"), struck)) == ["dowd"]


def test_names_on_later_pages_are_not_sent():
    s = scene_state("pump", in_combat=True)
    names = [c.name for c in s.characters.values() if not c.is_player]
    for seat in (*players(s), "table"):
        sent = as_read(GAME.view(s, seat))
        assert not [name for name in names if str(name) in sent]


def test_without_an_adventure_all_of_the_dealers_may_be_met():
    s = replace(BELL, adventure=None)
    assert visible_characters(s) == tuple(s.characters)


OWN = GAME.setup(GameSetup(SAMPLE.seats, SAMPLE.names, {"characters": PEOPLE, "rules": "own_decks"}))


def said(event, s=None):
    """Return the public log line of a fact."""
    after = GAME.apply(s or state(), event)
    return str(GAME.tell(after, event, "table"))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (facts.HarmSuffered(GATEKEEPER, 2, 0), "The gatekeeper loses 2 Guard."),
        (facts.HarmSuffered(GATEKEEPER, 0, 3), "The gatekeeper loses 3 HP."),
        (facts.HarmSuffered(GATEKEEPER, 2, 3), "The gatekeeper loses 2 Guard and 3 HP."),
        (facts.NumberSet(ANN, "hp", 11), "By hand: Ann, HP 11."),
        (facts.NumberSet(ANN, "guard", 1), "By hand: Ann, Guard 1."),
        (facts.FeatureUsed(ANN, "use_ability", "Brace"), "Ann uses Brace."),
        (facts.FeatureUsed(ANN, "part_of_test"), "Ann uses a Feature as a part of the test."),
        (facts.HandCounted(BEN, 1), "By hand: Ben holds 1 card."),
        (facts.CardMoved("table", "7C", "library", "void"), "By hand: the 7 of Clubs lies in the Void."),
        (facts.CardMoved("table", "7C", "library", "pile"), "By hand: the 7 of Clubs lies on the Pile."),
        (facts.StatSpent(ANN, "reserve", 2), "Ann spends 2 Reserve."),
        (facts.CardDrawn(ANN), "Ann draws a card."),
        (facts.CombatChanged(True), "Combat!"),
        (facts.DeckCheckBegan("table"), "The deck is checked, a handful at a time."),
        (facts.DeckDeclared("table", "KS", 1), "By hand: the deck holds the King of Spades as well."),
        (facts.DefenceTaken(ANN), "Ann is on guard."),
        (facts.EveningEnded(), "The evening is over."),
        (facts.ExperienceGained(ANN), "Ann gains one Experience."),
        (facts.HandDiscarded(ANN, ("7C",)), "Ann discards the hand of 1 into the Void."),
        (facts.PassageRead("The door falls shut."), "The door falls shut."),
        (facts.RestBegan(ANN), "Ann lies down to rest."),
        (facts.RestEnded(ANN, False), "Ann is awoken."),
        (facts.SpeedChanged(ANN, 3), "Ann has 3 Speed."),
        (facts.TestCalled("contest", "might", "C", (ANN,), True), "Surprise! Contest of Ann: Might, Clubs."),
        (facts.TurnBegan(ANN, 2), "Round 2: Ann."),
        (facts.WeaponLost(ANN, "mace"), "Ann has the mace no more."),
        (facts.WeaponPutAway(ANN, "mace"), "Ann puts the mace away."),
        (facts.WeaponTaken(ANN, "mace"), "Ann takes the mace in hand."),
        (facts.StatRegained(ANN, "clout", 1), "Ann regains 1 Clout."),
        (facts.StatRegained(ANN, "hp", 40), "Ann regains HP: 20 now."),  # the maximum: DYW-AMB-10
        (facts.PileDiscarded(), "The Pile goes into the Void."),
        (facts.CardMoved("table", "7C", "library", BEN), "By hand: the 7 of Clubs lies in the hand of Ben."),
    ],
)
def test_log_line_of_each_fact(event, sentence):
    assert said(event) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (facts.PileDiscarded(ANN), "The Pile of Ann goes into the Void."),
        (facts.LibraryRenewed("dealer"), "The Void of the Dealer is shuffled into a new Library."),
    ],
)
def test_log_line_names_one_of_several_decks(event, sentence):
    assert said(event, OWN) == sentence


PILES = st.lists(st.sampled_from(DECK), unique=True, max_size=46)


def counted(card: str, bonus: int, named: str) -> int:
    """The Result, from the text of the rules alone."""
    worth = {"A": 1, "J": 11, "Q": 12, "K": 13}
    return (worth[rank(card)] if rank(card) in worth else int(rank(card))) + (bonus if suit(card) == named else 0)


def odds_of(s, seat):
    return next(block for block in GAME.view(s, seat) if isinstance(block, Odds))


@pytest.mark.slow
@given(PILES, st.sampled_from(SUITS), st.integers(1, 16))
def test_surprise_odds_match_counting(pile, named, required):
    left = [card for card in DECK if card not in pile]
    s = state(pile=tuple(pile), library=len(left) - 15)
    run = play(a_skill_test(s, suit=named, surprise=True), str(required))
    makes = sum(counted(card, 2, named) >= required for card in left) / len(left)  # Ann's Might
    assert odds_of(run.state, "dealer").chance == pytest.approx(makes)


@pytest.mark.slow
@settings(max_examples=so_many(20))
@given(PILES, st.sampled_from(SUITS))
def test_contest_odds_count_each_pair_of_cards(pile, named):
    left = [card for card in DECK if card not in pile]
    s = state(pile=tuple(pile), library=len(left) - 15)
    test = ATest("contest", "might", named, (ANN, BEN), surprise=False)
    pairs = [(counted(a, 2, named), counted(b, 1, named)) for a, b in permutations(left, 2)]
    won = sum(1.0 if a > b else 0.5 if a == b else 0.0 for a, b in pairs) / len(pairs)  # as many cards in hand: the lot
    assert wins(s, test, ANN, BEN) == pytest.approx(won)
    assert wins(s, test, BEN, ANN) == pytest.approx(1 - won)


def test_contest_odds_against_another_deck():
    test = ATest("contest", "might", "C", (ANN, GATEKEEPER), surprise=False)
    pairs = [(counted(a, 2, "C"), counted(b, 3, "C")) for a, b in product(DECK, DECK)]
    assert wins(state(), test, ANN, GATEKEEPER) == pytest.approx(sum(a >= b for a, b in pairs) / len(pairs))


def test_surprised_character_wins_ties_by_hand():
    test = ATest("contest", "charm", "H", (ANN, BEN), surprise=True)
    s = state()
    assert wins(s, replace(test, surprised=(ANN,)), ANN, BEN) > wins(s, test, ANN, BEN)


def test_odds_of_weapons_are_shown_between_tests():
    (bar,) = odds_of(state(), ANN).bars
    assert str(bar.label) == "mace, 4 to 10"
    assert bar.share == pytest.approx(28 / 52)


def test_odds_include_a_ready_feature():
    steady = Feature("Steady hand", tags=("Test",), effects=(Effect("bonus", 3),))
    run = play(a_skill_test(having(state(), ANN, features=(steady,))), "13")
    ready = having(run.state, ANN, ready=("Steady hand",))
    assert odds_of(ready, "dealer").chance == pytest.approx(sum(counted(c, 2, "C") + 3 >= 13 for c in DECK) / 52)
