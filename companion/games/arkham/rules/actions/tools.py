"""Cards in play that help to fight, evade or investigate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.engine import Rule, choose, count, distinct
from companion.games.arkham.content import Strike, Tested
from companion.games.arkham.facts import UseSpent
from companion.games.arkham.rules.card_play import OTHER_CARD
from companion.games.arkham.state import G, InPlay, State
from companion.i18n import Text, _, from_data
from companion.schema import Option, Refusal, Seat, Words

MOST_BONUS = 6  # of an unknown weapon


BARE_HANDS = "bare"
"""Without a card."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A card that helps with an action."""

    card: str  # OTHER_CARD where we do not know it
    strike: Strike
    name: Words


PLAIN_STRIKE = Strike("fight")
"""Without a card; of whatever action, it changes nothing."""


def tools(s: State, seat: Seat, action: Tested) -> tuple[Tool, ...]:
    """Return the cards in play that help with this action."""
    who = s.seats[seat]
    cards = ((card, s.cards[card].strike) for card in distinct(who.in_play) if card in s.cards)
    return tuple(
        Tool(card, strike, from_data(card)) for card, strike in cards if strike is not None and strike.action == action
    )


def tool_refusal(s: State, seat: Seat, tool: Tool) -> Refusal | None:
    left = s.seats[seat].assets.get(tool.card, InPlay()).uses
    if tool.strike.uses and left < 1:
        return Refusal("NO_USES_LEFT", _("{card} is empty.", card=tool.name), "AH-ACT-TURN-3")
    return None


TOOL_TITLES: Mapping[Tested, Text] = MappingProxyType(
    {"fight": _("fight with what?"), "investigate": _("investigate with what?"), "evade": _("evade with what?")}
)


def choose_tool(g: G, seat: Seat, action: Tested) -> Rule[Tool | None]:
    """Ask for the card to use, where the investigator has one or an unknown asset."""
    who, known = g.state.seats[seat], tools(g.state, seat, action)
    unknown = [card for card in who.in_play if card not in g.state.cards]
    if not known and not unknown:
        return None
    cards = [Option(t.card, t.name, tool_refusal(g.state, seat, t)) for t in known]
    other = [Option(OTHER_CARD, _("with another card"))] if unknown else []
    ways = [*cards, *other, Option(BARE_HANDS, _("without a card"))]
    chosen = yield from g.one(choose(seat, TOOL_TITLES[action], ways, rule="AH-ACT-FIGHT-5", key=f"{action}.card"))
    if chosen == OTHER_CARD:
        return (yield from _other_tool(g, seat, action))
    return next((tool for tool in known if tool.card == chosen), None)


def _other_tool(g: G, seat: Seat, action: Tested) -> Rule[Tool]:
    """Ask for the bonus of an unknown card."""
    title = _("it adds how much to the skill?")
    add = yield from g.number(count(seat, title, 0, MOST_BONUS, "AH-ACT-FIGHT-5", key="card.add"))
    more = 0
    if action != "evade":
        title = _("how much more damage?") if action == "fight" else _("how many more clues?")
        more = yield from g.number(count(seat, title, 0, MOST_BONUS, "AH-ACT-FIGHT-5", key="card.more"))
    damage, clues = (more, 0) if action == "fight" else (0, more)
    name = _("{who}'s card", who=g.state.seats[seat].name)
    return Tool(OTHER_CARD, Strike(action, add=add, damage=damage, clues=clues), name)


def use_tool(g: G, seat: Seat, tool: Tool | None) -> None:
    if tool is not None and tool.strike.uses:
        g.emit(UseSpent(seat, tool.card))
