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

OTHER_CARD = "other"
"""Stands for a card that the table does not know by name."""


def play_refusal(s: State, seat: Seat, card: str) -> Refusal | None:
    """Return why a card cannot be played with the Play action, or None. AH-ACT-PLAY-2 to AH-ACT-PLAY-5."""
    if card == OTHER_CARD:
        return _other_card_refusal(s, seat)
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
    return _cost_refusal(s, seat, card)


def fast_refusal(s: State, seat: Seat, card: str) -> Refusal | None:
    """Return why a card cannot be played outside of actions, or None. AH-AMB-9."""
    who = s.seats[seat]
    if card not in holdable(s, seat) or card not in s.cards or not s.cards[card].fast:
        sentence = _("{card} is no fast card of {who}'s hand.", card=from_data(card), who=who.name)
        return Refusal("CARD_NOT_IN_HAND", sentence, "AH-ACT-PLAY-2")
    return _outside_test_refusal(s, card, s.cards[card].effects) or _cost_refusal(s, seat, card)


def _outside_test_refusal(s: State, title: str, effects: Sequence[Effect]) -> Refusal | None:
    """Refuse effects that only change a skill test, outside of a test."""
    if s.test is None and effects and all(effect.modifier or effect.auto for effect in effects):
        sentence = _("{card} changes a skill test, and none is under way.", card=from_data(title))
        return Refusal("NO_TEST", sentence, "AH-X-FASTWIN-1")
    return None


def _cost_refusal(s: State, seat: Seat, card: str) -> Refusal | None:
    """Refuse a card that costs more than the investigator has. AH-ACT-PLAY-5."""
    who, cost = s.seats[seat], s.cards[card].cost
    if cost > who.resources:
        return Refusal("NOT_ENOUGH_RESOURCES", _cost_text(from_data(card), cost, who), "AH-ACT-PLAY-5")
    return None


def _cost_text(title: Text, cost: int, who: Investigator) -> Text:
    return _("{card} costs {cost}, {who} has {n}.", card=title, cost=cost, who=who.name, n=who.resources)


def pay_card(g: G, seat: Seat, card: str) -> None:
    """Pay the resources that a card costs."""
    cost = g.state.cards[card].cost
    if cost:
        g.emit(ResourcesChanged(seat, -cost))


def play_card(g: G, seat: Seat, card: str) -> Rule[None]:
    """Put a paid asset into play, or apply a paid event."""
    printed = g.state.cards[card]
    g.emit(CardPlayed(seat, card))
    if printed.type == "event":
        yield from _apply_effects(g, seat, from_data(card), printed.effects)


def _apply_effects(g: G, seat: Seat, source: Words, effects: Sequence[Effect]) -> Rule[None]:
    """Change the skill test under way, then carry out what happens at once."""
    _modify_test(g, seat, source, effects)
    yield from carry_out(g, seat, (effect for effect in effects if effect.when == "now"))


def _modify_test(g: G, seat: Seat, source: Words, effects: Iterable[Effect]) -> None:
    """Change the skill test under way, if there is one, with a card or an ability."""
    test = g.state.test
    if test is None:
        return
    for effect in effects:
        if (effect.modifier or effect.auto) and holds(g.state, seat, effect.condition):
            add = effect.modifier * times(g.state, seat, effect)
            g.emit(Modified(TestModifier(source, add, auto=effect.auto, after_reveal=test.is_revealed, test=True)))


def ask_other_card(g: G, seat: Seat) -> Rule[tuple[int, str]]:
    """Ask for the cost and the type of a card that the table does not know."""
    most = min(MOST_COST, g.state.seats[seat].resources)
    cost = yield from g.number(count(seat, _("what does the card cost?"), 0, most, "AH-ACT-PLAY-2", key="card.cost"))
    kinds = [Option("asset", _("An asset: it stays in play")), Option("event", _("An event: it is discarded"))]
    title = _("what kind of card is it?")
    kind = yield from g.one(choose(seat, title, kinds, rule="AH-ACT-PLAY-2", key="card.kind"))
    return cost, kind


def _other_card_refusal(s: State, seat: Seat) -> Refusal | None:
    """Refuse where every card of the hand is known."""
    who = s.seats[seat]
    if who.unknown:
        return None
    return Refusal("CARD_NOT_IN_HAND", _("{who} holds no card that we do not know.", who=who.name), "AH-ACT-PLAY-2")


@dataclass(frozen=True, slots=True)
class AbilityInPlay:
    """An ability that an investigator may use, with its card."""

    key: str  # "card:1:Lantern:0" (seat 1), "place:vault:1"
    card: str  # its title
    ability: Ability

    @property
    def text(self) -> Text:
        return _("{card}: {ability}", card=from_data(self.card), ability=from_data(self.ability.title))


def abilities_in_play(s: State, seat: Seat) -> Iterator[AbilityInPlay]:
    """Yield the abilities for an investigator: of own assets, of the location, and of enemies there."""
    who = s.seats[seat]
    for card in dict.fromkeys(who.in_play):
        if card in s.cards:
            yield from _with_ids(f"card:{seat}:{card}", card, s.cards[card].abilities)
    location = s.locations.get(who.location)
    if location is not None and location.revealed:
        yield from _with_ids(f"place:{who.location}", location.title, location.abilities)
    for name in enemies_at(s, who.location):
        yield from _with_ids(f"enemy:{name}", s.enemies[name].title, s.enemies[name].abilities)


def find_ability(s: State, seat: Seat, key: str) -> AbilityInPlay:
    """Return the ability of that key. Raises Refused if it is not in play."""
    for in_play in abilities_in_play(s, seat):
        if in_play.key == key:
            return in_play
    raise Refusal("UNKNOWN_TARGET", _("There is no such ability here.")).error()


def ability_refusal(s: State, seat: Seat, in_play: AbilityInPlay) -> Refusal | None:
    """Return why an ability cannot be used, or None: it was used this round, changes nothing, or costs too much."""
    ability = in_play.ability
    if ability.exhausts and in_play.key in s.exhausted:
        sentence = _("{card} was used this round.", card=from_data(ability.title))
        return Refusal("EXHAUSTED", sentence, "AH-X-UPKEEP-1")
    if ability.kind == "free" and (refusal := _outside_test_refusal(s, ability.title, ability.effects)):
        return refusal
    return _ability_cost_refusal(s, seat, ability)


def _ability_cost_refusal(s: State, seat: Seat, ability: Ability) -> Refusal | None:
    """Refuse an ability that takes more resources or clues than the investigator has. AH-ACT-TURN-3."""
    who, title = s.seats[seat], from_data(ability.title)
    if ability.resources > who.resources:
        return Refusal("NOT_ENOUGH_RESOURCES", _cost_text(title, ability.resources, who), "AH-ACT-TURN-3")
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


def pay_ability(g: G, seat: Seat, in_play: AbilityInPlay) -> None:
    """Pay all costs except actions."""
    ability = in_play.ability
    if ability.exhausts:
        g.emit(AbilityUsed(in_play.key))
    if ability.resources:
        g.emit(ResourcesChanged(seat, -ability.resources))
    if ability.clues:
        g.emit(CluesSpent(seat, ability.clues))


def resolve_ability(g: G, seat: Seat, in_play: AbilityInPlay) -> Rule[None]:
    """Apply the effects of an ability. Its test, if any, is up to the caller. AH-X-ACTIONS-1."""
    ability = in_play.ability
    yield from _apply_effects(g, seat, from_data(ability.title), ability.effects)
    if ability.kind == "resign" and not g.state.seats[seat].left:
        g.emit(InvestigatorLeft(seat, "resigned"))


def _with_ids(key: str, card: str, abilities: tuple[Ability, ...]) -> Iterator[AbilityInPlay]:
    for place, ability in enumerate(abilities):
        yield AbilityInPlay(f"{key}:{place}", card, ability)
