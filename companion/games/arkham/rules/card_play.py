"""Play cards and use abilities: costs, limits, and what can be played now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.engine import Rule, choose, count
from companion.games.arkham.content import Ability, Effect
from companion.games.arkham.facts import (
    AbilityUsed,
    CardPlayed,
    CluesSpent,
    InvestigatorLeft,
    Modified,
    ResourcesChanged,
)
from companion.games.arkham.names import MOST_COST
from companion.games.arkham.rules.card_and_token_effects import carry_out, holds, times
from companion.games.arkham.rules.in_play import enemies_at
from companion.games.arkham.state import G, Investigator, State, TestModifier, holdable
from companion.i18n import Text, _, from_data, ngettext
from companion.schema import Option, Refusal, Seat, Words

OTHER = "other"
"""A card that we do not know by name."""


def play_refused(s: State, seat: Seat, card: str) -> Refusal | None:
    """Return why a card cannot be played with the Play action, or None. AH-ACT-PLAY-2 to AH-ACT-PLAY-5."""
    if card == OTHER:
        return _no_other(s, seat)
    who = s.seats[seat]
    if card not in holdable(s, seat) or card not in s.cards:
        sentence = _("{card} is not in {who}'s hand.", card=from_data(card), who=who.name)
        return Refusal("CARD_NOT_IN_HAND", sentence, "AH-ACT-PLAY-2")
    if s.cards[card].type == "skill":
        sentence = _("{card} is a skill: it is only committed to tests.", card=from_data(card))
        return Refusal("SKILL_CARD_NOT_PLAYABLE", sentence, "AH-ACT-PLAY-4")
    if s.cards[card].fast:
        sentence = _("{card} is fast: it is not played with this action.", card=from_data(card))
        return Refusal("FAST_NOT_BY_PLAY_ACTION", sentence, "AH-ACT-PLAY-3")
    return too_dear(s, seat, card)


def fast_refused(s: State, seat: Seat, card: str) -> Refusal | None:
    """Return why a card cannot be played outside of actions, or None. AH-AMB-9."""
    who = s.seats[seat]
    if card not in holdable(s, seat) or card not in s.cards or not s.cards[card].fast:
        sentence = _("{card} is no fast card of {who}'s hand.", card=from_data(card), who=who.name)
        return Refusal("CARD_NOT_IN_HAND", sentence, "AH-ACT-PLAY-2")
    return no_test(s, card, s.cards[card].effects) or too_dear(s, seat, card)


def no_test(s: State, title: str, effects: Sequence[Effect]) -> Refusal | None:
    """Refuse an effect that only changes a skill test, outside of a test."""
    if s.test is None and effects and all(effect.modifier or effect.auto for effect in effects):
        sentence = _("{card} changes a skill test, and none is under way.", card=from_data(title))
        return Refusal("NO_TEST", sentence, "AH-X-FASTWIN-1")
    return None


def too_dear(s: State, seat: Seat, card: str) -> Refusal | None:
    """AH-ACT-PLAY-5."""
    who, facts = s.seats[seat], s.cards[card]
    if facts.cost > who.resources:
        return Refusal("NOT_ENOUGH_RESOURCES", _costs(from_data(card), facts.cost, who), "AH-ACT-PLAY-5")
    return None


def _costs(what: Text, cost: int, who: Investigator) -> Text:
    return _("{card} costs {cost}, {who} has {n}.", card=what, cost=cost, who=who.name, n=who.resources)


def pay_card(g: G, seat: Seat, card: str) -> None:
    if g.state.cards[card].cost:
        g.emit(ResourcesChanged(seat, -g.state.cards[card].cost))


def play_card(g: G, seat: Seat, card: str) -> Rule[None]:
    """Put a paid asset into play, or apply a paid event."""
    facts = g.state.cards[card]
    g.emit(CardPlayed(seat, card))
    if facts.type == "event":
        boost(g, seat, from_data(card), facts.effects)
        yield from carry_out(g, seat, (e for e in facts.effects if e.when == "now"))


def boost(g: G, seat: Seat, source: Words, effects: Iterable[Effect]) -> None:
    """Change the skill test with a card or an ability."""
    test = g.state.test
    if test is None:
        return
    after = test.step not in ("ST.1", "ST.2", "ST.3")
    for effect in effects:
        if (effect.modifier or effect.auto) and holds(g.state, seat, effect.condition):
            add = effect.modifier * times(g.state, seat, effect)
            g.emit(Modified(TestModifier(source, add, auto=effect.auto, after_reveal=after, test=True)))


def other_card(g: G, seat: Seat) -> Rule[tuple[int, str]]:
    """Ask for the cost and type of an unknown card."""
    most = min(MOST_COST, g.state.seats[seat].resources)
    cost = yield from g.number(count(seat, _("what does the card cost?"), 0, most, "AH-ACT-PLAY-2", key="card.cost"))
    kinds = [Option("asset", _("An asset: it stays in play")), Option("event", _("An event: it is discarded"))]
    title = _("what kind of card is it?")
    kind = yield from g.one(choose(seat, title, kinds, rule="AH-ACT-PLAY-2", key="card.kind"))
    return cost, kind


def _no_other(s: State, seat: Seat) -> Refusal | None:
    who = s.seats[seat]
    if who.unknown:
        return None
    return Refusal("CARD_NOT_IN_HAND", _("{who} holds no card that we do not know.", who=who.name), "AH-ACT-PLAY-2")


@dataclass(frozen=True, slots=True)
class AbilityInPlay:
    """An ability with its card."""

    key: str  # "card:Lantern:0", "place:vault:1", "enemy:porter:0"
    where: str  # title of the card
    ability: Ability


def standing(s: State, seat: Seat) -> Iterator[AbilityInPlay]:
    """Return all abilities for this investigator: of assets, the location, and enemies there."""
    who = s.seats[seat]
    for card in dict.fromkeys(who.in_play):
        if card in s.cards:
            yield from _numbered(f"card:{seat}:{card}", card, s.cards[card].abilities)
    here = s.locations.get(who.location)
    if here is not None and here.revealed:
        yield from _numbered(f"place:{who.location}", here.title, here.abilities)
    for name in enemies_at(s, who.location):
        yield from _numbered(f"enemy:{name}", s.enemies[name].title, s.enemies[name].abilities)


def find_ability(s: State, seat: Seat, key: str) -> AbilityInPlay:
    """Return the ability of that key. Raises Refused where it is not in play."""
    for one in standing(s, seat):
        if one.key == key:
            return one
    raise Refusal("UNKNOWN_TARGET", _("There is no such ability here.")).error()


def refused(s: State, seat: Seat, one: AbilityInPlay) -> Refusal | None:
    """Refuse where the cost cannot be paid, or the ability was used this round."""
    who, ability, title = s.seats[seat], one.ability, from_data(one.ability.title)
    if ability.exhausts and one.key in s.exhausted:
        return Refusal("EXHAUSTED", _("{card} was used this round.", card=title), "AH-X-UPKEEP-1")
    useless = no_test(s, ability.title, ability.effects) if ability.kind == "free" else None
    if useless is not None:
        return useless
    if ability.resources > who.resources:
        return Refusal("NOT_ENOUGH_RESOURCES", _costs(title, ability.resources, who), "AH-ACT-TURN-3")
    if ability.clues > who.clues:
        sentence = ngettext(
            "{card} takes {n} clue, {who} has {held}.",
            "{card} takes {n} clues, {who} has {held}.",
            ability.clues,
            card=title,
            who=who.name,
            held=who.clues,
        )
        return Refusal("NOT_ENOUGH_CLUES", sentence, "AH-ACT-TURN-3")
    return None


def pay_ability(g: G, seat: Seat, one: AbilityInPlay) -> None:
    """Pay all costs except actions."""
    if one.ability.exhausts:
        g.emit(AbilityUsed(one.key))
    if one.ability.resources:
        g.emit(ResourcesChanged(seat, -one.ability.resources))
    if one.ability.clues:
        g.emit(CluesSpent(seat, one.ability.clues))


def resolve_ability(g: G, seat: Seat, one: AbilityInPlay) -> Rule[None]:
    """Apply an ability without a test, or make its test. AH-X-ACTIONS-1."""
    boost(g, seat, from_data(one.ability.title), one.ability.effects)
    yield from carry_out(g, seat, (e for e in one.ability.effects if e.when == "now"))
    if one.ability.kind == "resign" and not g.state.seats[seat].left:
        g.emit(InvestigatorLeft(seat, "resigned"))


def _numbered(key: str, where: str, abilities: tuple[Ability, ...]) -> Iterator[AbilityInPlay]:
    for place, ability in enumerate(abilities):
        yield AbilityInPlay(f"{key}:{place}", where, ability)
