"""Chances from what nobody has seen: exact for a card off the Library, a guide for one out of a hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from companion.engine.playing_cards import SUIT_NAMES, suit
from companion.games.draw_your_weapon.content.records import Weapon
from companion.games.draw_your_weapon.rules.decks import unseen
from companion.games.draw_your_weapon.rules.features import added
from companion.games.draw_your_weapon.state import State, Test, card_value, deck_of, hand_of
from companion.schema.prompt import DEALER, Faces, Seat
from companion.schema.view import Bar, Odds

LEVELS = (4, 7, 10, 13)  # what is told where nobody may know the number


def of_test(s: State, test: Test, seat: Seat) -> tuple[Odds, ...]:
    """Before a card lies there: of two in a Contest who wins, of anybody else what a card makes."""
    if test.kind == "contest" and len(test.who) == 2:
        return (_of_two(s, test),)
    return tuple(_makes(s, test, who, seat) for who in test.who)


def _makes(s: State, test: Test, who: str, seat: Seat) -> Odds:
    """The chance of the secret number is the Dealer's."""
    results = [result(s, test, who, card) for card in unseen(s, deck_of(s, who))]
    needed = test.required if seat == DEALER else None
    levels = sorted({*LEVELS, *(() if needed is None else (needed,))})
    bars = tuple(Bar(f"{least} or more", reaching(results, least), counts=least == needed) for least in levels)
    chance = None if needed is None else reaching(results, needed)
    title = f"{s.characters[who].name}: {_source(test, who)} makes"
    return Odds(title, _seen(len(results)), bars, chance, "makes it" if chance is not None else "", shape="rows")


def _of_two(s: State, test: Test) -> Odds:
    """Who wins, where each has a card that nobody has seen."""
    one, other = test.who
    chance = wins(s, test, one, other)
    bars = tuple(Bar(s.characters[who].name, c) for who, c in ((one, chance), (other, 1 - chance)))
    return Odds("Who wins, by unseen cards", _seen(_cards(s, one)), bars, shape="rows")


def wins(s: State, test: Test, one: str, other: str) -> float:
    """The chance that `one` wins: every pair of cards that can lie there counts once, a lot for one half."""
    level = _level(s, test, one, other)
    won = [_share(a, b, level) for a, b in _pairs(s, test, one, other)]
    return sum(won) / len(won) if won else level


def _pairs(s: State, test: Test, one: str, other: str) -> Iterator[tuple[int, int]]:
    """The two results of each pair; out of one deck the two are different cards."""
    same = deck_of(s, one) == deck_of(s, other)
    own, theirs = unseen(s, deck_of(s, one)), unseen(s, deck_of(s, other))
    first = [result(s, test, one, card) for card in own]
    second = [result(s, test, other, card) for card in theirs]
    for (at, a), (place, b) in product(enumerate(first), enumerate(second)):
        if not (same and at == place):
            yield a, b


def _share(a: int, b: int, level: float) -> float:
    return level if a == b else float(a > b)


def _level(s: State, test: Test, one: str, other: str) -> float:
    """What a tie is worth for the first: players before the Dealer, then the larger hand, then the lot (DYW-CONTEST-7 to -9)."""
    players = [s.characters[who].is_player for who in (one, other)]
    if players[0] != players[1]:
        return float(players[0])
    hands = [_after_playing(s, test, who) for who in (one, other)]
    return 0.5 if hands[0] == hands[1] else float(hands[0] > hands[1])


def _after_playing(s: State, test: Test, who: str) -> int:
    """DYW-AMB-6."""
    hand = hand_of(s, who)
    return (hand.cards if hand is not None else 0) - (who not in test.surprised)


def of_weapons(s: State, who: str) -> tuple[Odds, ...]:
    """Of the cards that nobody has seen, how many can be played with each weapon (DYW-WEAPON-5)."""
    weapons = s.characters[who].in_hand
    if not weapons:
        return ()
    cards = unseen(s, deck_of(s, who))
    bars = tuple(Bar(f"{weapon.name}, {weapon.low} to {weapon.high}", fitting(s, weapon, cards)) for weapon in weapons)
    return (Odds("An unseen card fits", _seen(len(cards)), bars, shape="rows"),)


def fitting(s: State, weapon: Weapon, cards: Faces) -> float:
    fit = [card for card in cards if weapon.low <= card_value(s, card) <= weapon.high]
    return len(fit) / len(cards) if cards else 0.0


def result(s: State, test: Test, who: str, card: str) -> int:
    """What the card would make: its value, the attribute where the suit fits, and what Features add."""
    bonus = s.characters[who].attributes.get(test.attribute, 0) if suit(card) == test.suit else 0
    return max(0, card_value(s, card) + bonus + added(s, who))


def reaching(results: Sequence[int], least: int) -> float:
    return sum(one >= least for one in results) / len(results) if results else 0.0


def named_suits(weapon: Weapon) -> str:
    """Which suits add Might, as words.

    >>> named_suits(Weapon("mace", 4, 10, ("C", "S")))
    'Clubs and Spades add Might'
    """
    names = [SUIT_NAMES[one] for one in weapon.suits]
    return f"{' and '.join(names)} add Might" if names else "no suit adds Might"


def _source(test: Test, who: str) -> str:
    return "the top card" if who in test.surprised else "an unseen card"


def _cards(s: State, who: str) -> int:
    return len(unseen(s, deck_of(s, who)))


def _seen(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'} unseen"
