"""The 52 playing cards: "10H", "AS"."""

from __future__ import annotations

from companion.schema import Faces

RANKS: Faces = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Faces = ("C", "D", "H", "S")
DECK: Faces = tuple(rank + suit for suit in SUITS for rank in RANKS)
SUIT_NAMES = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}
RANK_NAMES = {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}


def rank(card: str) -> str:
    """The part before the suit.

    >>> rank("10H")
    '10'
    """
    return card[:-1]


def suit(card: str) -> str:
    """The last letter.

    >>> suit("10H")
    'H'
    """
    return card[-1]


def words(card: str) -> str:
    """As people say it.

    >>> words("QH")
    'Queen of Hearts'
    """
    return f"{RANK_NAMES.get(rank(card), rank(card))} of {SUIT_NAMES[suit(card)]}"
