"""The sentences of the log: each thing once, and only what happened."""

from __future__ import annotations

import pytest

from companion.engine import GameSetup
from companion.games.draw_your_weapon import GAME, facts
from companion.games.draw_your_weapon.setup import SAMPLE
from tests.games.draw_your_weapon.table import ANN, BEN, GATEKEEPER, PEOPLE, state

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
        (facts.CardMoved("table", "7C", "library", BEN), "By hand: the 7 of Clubs lies in the hand of Ben."),
    ],
)
def test_log_line_of_each_fact(event, sentence):
    assert said(event) == sentence


def test_log_line_states_hp_at_the_maximum():  # DYW-AMB-10
    assert said(facts.StatRegained(ANN, "hp", 40)) == "Ann regains HP: 20 now."


def test_log_line_names_one_of_several_decks():
    assert said(facts.PileDiscarded(ANN), OWN) == "The Pile of Ann goes into the Void."
    assert said(facts.LibraryRenewed("dealer"), OWN) == "The Void of the Dealer is shuffled into a new Library."


def test_the_only_deck_needs_no_name():
    assert said(facts.PileDiscarded()) == "The Pile goes into the Void."
