"""The screens of Draw Your Weapon: a scene, tests and contests, blows, rest, and what the Dealer alone sees."""

from __future__ import annotations

from tests.screens.moment import golden, sampled
from tests.screens.screen import Screen

GAME = "draw_your_weapon"
SCENE = "Dealer: call a test > go"
CALLED = f"""{SCENE}
Dealer: call a test > other
Dealer: call what > skill_test
Dealer: name the Attribute > wits
Dealer: say whose test > Ann
fix the required Result > 9"""

SCREENS = (
    Screen("duel-scene", "A scene: the pile, the hands, what everybody may do.", sampled(GAME, SCENE)),
    Screen("duel-call", "A test is called: a card is to be played.", sampled(GAME, CALLED)),
    Screen(
        "duel-contest",
        "A contest: who has laid a card, and who not yet.",
        golden(GAME, "contest", "against the gatekeeper|The gatekeeper: play"),
    ),
    Screen("duel-seat", "Ann's phone when a card is to be played.", sampled(GAME, CALLED), device="phone", seat="1"),
    Screen(
        "duel-dealer",
        "The Dealer's phone: the story, and what may be called.",
        sampled(GAME, SCENE),
        device="phone",
        seat="dealer",
    ),
    Screen(
        "duel-dealer-secret",
        "The Dealer's phone: a number that nobody else sees.",
        sampled(GAME, CALLED.rpartition("\n")[0]),
        device="phone",
        seat="dealer",
    ),
    Screen(
        "duel-on-the-wall",
        "The wall: what the Dealer has read, and the pile.",
        sampled(GAME, SCENE),
        device="wall",
        path="/wall",
        shows="wall",
    ),
)
