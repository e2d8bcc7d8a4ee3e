"""Names of tokens, phases, actions and cards as text."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.games.arkham.content import AUTO_FAIL, BLESS, CURSE, ELDER_SIGN, FROST, Keyword
from companion.i18n import Text, _, from_data, listed, ngettext, pgettext
from companion.schema import Words

UNKNOWN = "icons:"  # a committed card that is known only by its icons: "icons:2"
NAMELESS = "a card"  # a played or discarded card without a known name
EVERYONE = _("Everybody")
"""The addressee of prompts that the group answers together."""
MOST_COST = 10  # highest cost of an unknown card

TOKEN_NAMES: Mapping[str, Text] = MappingProxyType(
    {
        "skull": _("skull"),
        "cultist": _("cultist"),
        "tablet": _("tablet"),
        "elder_thing": _("elder thing"),
        ELDER_SIGN: _("elder sign"),
        AUTO_FAIL: _("automatic failure"),
        BLESS: _("bless"),
        CURSE: _("curse"),
        FROST: _("frost"),
    }
)
"""Numbers are not listed: they are shown as printed."""
PHASE_NAMES: Mapping[str, Text] = MappingProxyType(
    {
        "mythos": pgettext("phase", "mythos"),
        "investigation": pgettext("phase", "investigation"),
        "enemy": pgettext("phase", "enemy"),
        "upkeep": pgettext("phase", "upkeep"),
    }
)
ACTION_NAMES: Mapping[str, Text] = MappingProxyType(
    {
        "investigate": pgettext("action", "investigate"),
        "move": pgettext("action", "move"),
        "fight": pgettext("action", "fight"),
        "evade": pgettext("action", "evade"),
        "engage": pgettext("action", "engage"),
        "resource": pgettext("action", "resource"),
        "draw": pgettext("action", "draw"),
        "play": pgettext("action", "play"),
        "activate": pgettext("action", "activate"),
        "resign": pgettext("action", "resign"),
    }
)
"""Actions as the log names them."""
KEYWORD_NAMES: Mapping[Keyword, Text] = MappingProxyType(
    {
        "aloof": _("aloof"),
        "alert": _("alert"),
        "hunter": _("hunter"),
        "massive": _("massive"),
        "retaliate": _("retaliate"),
    }
)


def token_text(token: str) -> Words:
    """Return the name of a chaos token for a sentence.

    >>> str(token_text("elder_thing")), token_text("-3")
    ('elder thing', '-3')
    """
    return TOKEN_NAMES.get(token, token)


def damage_text(number: int) -> Text:
    return ngettext("{n} damage", "{n} damage", number)


def horror_text(number: int) -> Text:
    return ngettext("{n} horror", "{n} horror", number)


def harm_text(damage: int, horror: int) -> Text:
    """Return damage and horror in words, without a zero next to another number.

    >>> str(harm_text(1, 2)), str(harm_text(0, 2)), str(harm_text(0, 0))
    ('1 damage and 2 horror', '2 horror', '0 damage')
    """
    if damage and horror:
        return listed((damage_text(damage), horror_text(horror)))
    return horror_text(horror) if horror else damage_text(damage)


def paid_card(kind: str, cost: int) -> str:
    """Return the id of an unknown card, by its type and cost.

    >>> paid_card("asset", 3)
    'asset for 3'
    """
    return f"{kind} for {cost}"


NAMELESS_CARDS: Mapping[str, Text] = MappingProxyType(
    {NAMELESS: _("a card")}
    | {paid_card("asset", cost): _("asset for {cost}", cost=cost) for cost in range(MOST_COST + 1)}
    | {paid_card("event", cost): _("event for {cost}", cost=cost) for cost in range(MOST_COST + 1)}
)


def card_text(card: str) -> Text:
    """Return the name of a card, or a description of an unknown one.

    >>> str(card_text("Brass lens")), str(card_text("asset for 3")), str(card_text("icons:2"))
    ('Brass lens', 'asset for 3', 'a card with 2 icons')
    """
    if card.startswith(UNKNOWN):
        return ngettext("a card with {n} icon", "a card with {n} icons", int(card.removeprefix(UNKNOWN)))
    return NAMELESS_CARDS.get(card) or from_data(card)
