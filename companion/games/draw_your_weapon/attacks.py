"""Simple Strike and Weapon Attack: a card of the hand, and damage (DYW-ATTACK, -STRIKE, -WEAPON)."""

from __future__ import annotations

from companion.games.draw_your_weapon.book import Weapon
from companion.games.draw_your_weapon.checks import cannot_play, lay
from companion.games.draw_your_weapon.events import AttackMade, CardPlayed, DefenceEnded, G
from companion.games.draw_your_weapon.state import MIGHT, RESTRICTED, State, card_value
from companion.rules.cards52 import suit
from companion.rules.play import Rule, choose
from companion.wire.prompt import DEALER, Option, Refusal

SOMETHING = "something else"


def cannot_strike(s: State, who: str) -> Refusal | None:
    """DYW-STRIKE-1: at any time when not restricted; hands may be full (DYW-STRIKE-3)."""
    if RESTRICTED in s.characters[who].conditions:
        return Refusal("RESTRICTED", f"{s.characters[who].name} is restricted and cannot strike.")
    return cannot_play(s, who)


def cannot_use_weapon(s: State, who: str, weapon: str = "") -> Refusal | None:
    """DYW-WEAPON-1: it must be in a hand."""
    held = [w.name for w in s.characters[who].weapons]
    if not held or (weapon and weapon not in held):
        return Refusal("WEAPON_NOT_EQUIPPED", f"{s.characters[who].name} has no {weapon or 'weapon'} in hand.")
    return cannot_play(s, who)


def simple_strike(g: G, who: str) -> Rule[None]:
    """One and half of Might, whatever the card (DYW-STRIKE-4 to -7)."""
    target = yield from aim(g, who)
    if not (yield from reaches(g, who, target)):
        return
    card = yield from g.one(lay(g.state, who, rule="DYW-STRIKE-4"))
    might = g.state.characters[who].attributes.get(MIGHT, 0)
    attack(g, AttackMade(who, card, card_value(g.state, card), 0, "", target, 1 + might // 2))  # DYW-STRIKE-5


def weapon_attack(g: G, who: str) -> Rule[None]:
    """The Result is the damage (DYW-WEAPON-6)."""
    weapon = yield from take_weapon(g, who)
    target = yield from aim(g, who)
    card = yield from g.one(lay(g.state, who, rule="DYW-WEAPON-5", weapon=weapon))
    base, fits = card_value(g.state, card), suit(card) in weapon.suits
    bonus = g.state.characters[who].attributes.get(MIGHT, 0) if fits else 0  # DYW-WEAPON-7, -8
    attack(g, AttackMade(who, card, base, bonus, weapon.name, target, max(0, base + bonus)))


def take_weapon(g: G, who: str) -> Rule[Weapon]:
    """Which of the weapons in hand; nothing is asked where there is one."""
    weapons = g.state.characters[who].weapons
    if len(weapons) == 1:
        return weapons[0]
    title = f"{g.state.characters[who].name}: with which weapon?"
    names = [Option(w.name, f"{w.name}, {w.low} to {w.high}") for w in weapons]
    name = yield from g.one(choose(who, title, names, rule="DYW-WEAPON-1"))
    return next(w for w in weapons if w.name == name)


def aim(g: G, who: str) -> Rule[str]:
    """A creature or an object (DYW-STRIKE-6)."""
    others = [Option(n, c.name) for n, c in g.state.characters.items() if n != who]
    title = f"{g.state.characters[who].name}: whom or what is it meant for?"
    return (yield from g.one(choose(who, title, [*others, SOMETHING], rule="DYW-ATTACK-1")))


def reaches(g: G, who: str, target: str) -> Rule[bool]:
    """Within reach or in hand (DYW-STRIKE-6): the Dealer sees the scene. Out of reach nothing has happened yet."""
    character = g.state.characters[who]
    meant = g.state.characters[target].name if target in g.state.characters else "it"
    ways = (Option("yes", "Yes"), Option("no", "No: nothing happens, no card is played"))
    title = f"Dealer: does the strike of {character.name} reach {meant}?"
    return (yield from g.one(choose(DEALER, title, ways, rule="DYW-STRIKE-6"))) == "yes"


def attack(g: G, made: AttackMade) -> None:
    """The card goes to the Pile, and the attack is an Action: it ends defending (DYW-DEFEND-5)."""
    if g.state.characters[made.who].defending:
        g.emit(DefenceEnded(made.who))
    g.emit(CardPlayed(made.who, made.card, made.base, made.bonus, flipped=False))
    g.emit(made)
