"""The 52 playing cards: "10H", "AS"."""

from __future__ import annotations

from companion.i18n import Text, _, pgettext
from companion.schema import Faces

RANKS: Faces = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Faces = ("C", "D", "H", "S")
DECK: Faces = tuple(rank + suit for suit in SUITS for rank in RANKS)
SUIT_NAMES = {"C": _("Clubs"), "D": _("Diamonds"), "H": _("Hearts"), "S": _("Spades")}
RANK_NAMES = {"A": _("Ace"), "J": _("Jack"), "Q": pgettext("card", "Queen"), "K": _("King")}


def rank(card: str) -> str:
    """Return the part before the suit.

    >>> rank("10H")
    '10'
    """
    return card[:-1]


def suit(card: str) -> str:
    """Return the last letter.

    >>> suit("10H")
    'H'
    """
    return card[-1]


def card_text(card: str) -> Text:
    """Return the name of a card.

    >>> str(card_text("QH"))
    'Queen of Hearts'
    """
    return _("{rank} of {suit}", rank=RANK_NAMES.get(rank(card), rank(card)), suit=SUIT_NAMES[suit(card)])
