"""Action cards: what they cost, when they can be played, one of their sections."""

from __future__ import annotations

from dataclasses import replace

from companion.games.nemesis.content.ship import ActionCard, Effect, Section
from tests.games.nemesis.doing import played
from tests.games.nemesis.ship import ANN, state, with_character

REPAIR = ActionCard(2, "out_of_combat", (Section("mend", effects=(Effect("discard_malfunction"),)), Section("engine")))


def with_card(card=REPAIR, hand=("Search", "Rest", "Repair")):
    return with_character(state(cards={"Repair": card}), ANN, hand=hand)


def test_who_looks_at_the_cards_may_play_none_after_all():
    run = played(with_card(), "action_card", "none_of_them")
    assert run.over
    assert run.facts == ()


def test_what_can_be_played_stands_first_and_says_what_it_does():
    s = with_card(ActionCard(1, sections=(Section("rest", "Rest a while"), Section("look", "Look around"))))
    cards = {**s.ship.cards, "Brawl": ActionCard(0, "in_combat")}
    s = with_character(replace(s, ship=replace(s.ship, cards=cards)), ANN, hand=("Brawl", "Repair", "Search"))
    texts = [str(option.text) for option in played(s, "action_card").open[0].options]
    assert texts == ["Repair, 1 more to discard: Rest a while or Look around", "None of them", "Brawl, no further card"]
