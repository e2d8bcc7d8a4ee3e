"""Two hands hold what they can; the rest is carried."""

from __future__ import annotations

import pytest

from companion.engine import Run
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.content import Weapon, too_many
from companion.games.draw_your_weapon.facts import WeaponPutAway, WeaponTaken
from companion.games.draw_your_weapon.rules.actions.attacks import cannot_use_weapon, weapon_attack
from companion.games.draw_your_weapon.rules.weapons_in_hand import in_the_way
from companion.schema import Answer, Cards, Odds, Refused
from tests.games.course import alone, give
from tests.games.draw_your_weapon.table import ANN, GATEKEEPER, having, state

SABRE, BOW, NET = Weapon("sabre", 4, 11, ("S",)), Weapon("bow", 5, 12, ("D",), 2), Weapon("net", 1, 7)
TEETH = Weapon("teeth", 2, 9, hands=0)


def armed(*weapons, away=()):
    return having(state(), ANN, weapons=weapons, away=away)


def menu(run, seat=ANN):
    return next((p for p in run.open if p.seat == seat and p.key == "hands"), None)


def tapped(s, *options):
    run = Run(GAME, s)
    for option in options:
        run.answer(Answer(f"h-{option}", menu(run).id, (option,), ANN))
    return run


def held(run):
    return [weapon.name for weapon in run.state.characters[ANN].in_hand]


@pytest.mark.parametrize(
    ("weapons", "away"),
    [
        ((SABRE, NET), ()),
        ((SABRE, BOW), ("bow",)),
        ((BOW, SABRE), ("sabre",)),
        ((SABRE, BOW, NET), ("bow",)),
        ((BOW, TEETH), ()),
    ],
    ids=["one each", "no hand is left", "both hands", "the next that fits", "none needed"],
)
def test_at_first_two_hands_hold_what_they_can(weapons, away):  # DYW-WEAPON-1
    assert too_many(weapons) == away


def test_weapon_put_away_cannot_attack():  # DYW-WEAPON-1
    no = cannot_use_weapon(armed(SABRE, BOW, away=("bow",)), ANN, "bow")
    assert (no.code, str(no.sentence)) == ("WEAPON_NOT_EQUIPPED", "Ann has no bow in hand: take the bow in hand first.")


def test_among_several_the_one_put_away_is_grey():
    s = armed(SABRE, NET, BOW, away=("bow",))
    run = alone(GAME, s, lambda g: weapon_attack(g, ANN))
    with pytest.raises(Refused, match="take the bow in hand first"):
        give(run, "bow")
    give(run, "net")
    assert run.open[0].key == "attack.target"


def test_taking_a_weapon_makes_room():
    run = tapped(armed(SABRE, NET, BOW, away=("bow",)), "take:bow")
    assert held(run) == ["bow"]
    assert run.facts[-3:] == (
        WeaponPutAway(ANN, "sabre"),
        WeaponPutAway(ANN, "net"),
        WeaponTaken(ANN, "bow"),
    )


def test_changing_weapons_is_not_an_action():
    run = tapped(having(armed(SABRE), ANN, defending=True), "away:sabre", "take:sabre")
    assert (held(run), run.state.characters[ANN].defending) == (["sabre"], True)


@pytest.mark.parametrize("changes", [{"resting": True}, {"conditions": ("Down",)}, {"weapons": (TEETH,)}])
def test_weapon_prompt_is_left_out_where_useless(changes):
    assert menu(Run(GAME, having(armed(SABRE), ANN, **changes))) is None


def test_the_dealers_figures_hold_what_the_dealer_says():
    gatekeeper = state().characters[GATEKEEPER]
    assert in_the_way(gatekeeper, BOW) == ()


def test_the_own_page_tells_hands_and_bags_apart():
    blocks = GAME.view(armed(SABRE, BOW, away=("bow",)), ANN)
    titles = {str(b.title): [str(card.text) for card in b.cards] for b in blocks if isinstance(b, Cards)}
    assert (titles["In hand"], titles["Put away"]) == (["sabre"], ["bow"])
    fits = next(b for b in blocks if isinstance(b, Odds))
    assert [str(bar.label) for bar in fits.bars] == ["sabre, 4 to 11"]
