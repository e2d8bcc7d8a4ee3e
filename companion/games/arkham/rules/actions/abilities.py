"""The abilities of cards and places: where they stand, what they cost, and what those without a test do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.play import Rule
from companion.games.arkham.content.effects import Ability
from companion.games.arkham.facts.events import AbilityUsed, CluesSpent, G, InvestigatorLeft, ResourcesChanged
from companion.games.arkham.rules.actions.card_play import boost, no_test
from companion.games.arkham.rules.card_effects import carry_out
from companion.games.arkham.rules.enemies import enemies_at
from companion.games.arkham.state import State
from companion.schema.prompt import Refusal, Seat


@dataclass(frozen=True, slots=True)
class AbilityInPlay:
    """An ability and the card it stands on."""

    key: str  # "card:Lantern:0", "place:vault:1", "enemy:porter:0"
    where: str  # title of the card
    ability: Ability


def standing(s: State, seat: Seat) -> Iterator[AbilityInPlay]:
    """All that this investigator could use: of the own cards in play, the location, and the enemies there."""
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
    """The ability of that key; raises Refused where it does not stand there."""
    for one in standing(s, seat):
        if one.key == key:
            return one
    raise Refusal("UNKNOWN_TARGET", "There is no such ability here.").error()


def refused(s: State, seat: Seat, one: AbilityInPlay) -> Refusal | None:
    """What it costs cannot be paid, or it was used this round."""
    who, ability = s.seats[seat], one.ability
    if ability.exhausts and one.key in s.exhausted:
        return Refusal("EXHAUSTED", f"{ability.title} was used this round.", "AH-X-UPKEEP-1")
    useless = no_test(s, ability.title, ability.effects) if ability.kind == "free" else None
    if useless is not None:
        return useless
    if ability.resources > who.resources:
        return Refusal(
            "NOT_ENOUGH_RESOURCES",
            f"{ability.title} costs {ability.resources}, {who.name} has {who.resources}.",
            "AH-ACT-TURN-3",
        )
    if ability.clues > who.clues:
        return Refusal(
            "NOT_ENOUGH_CLUES",
            f"{ability.title} takes {ability.clues} clue{'' if ability.clues == 1 else 's'}, {who.name} has {who.clues}.",
            "AH-ACT-TURN-3",
        )
    return None


def pay(g: G, seat: Seat, one: AbilityInPlay) -> None:
    """Everything but the actions."""
    if one.ability.exhausts:
        g.emit(AbilityUsed(one.key))
    if one.ability.resources:
        g.emit(ResourcesChanged(seat, -one.ability.resources))
    if one.ability.clues:
        g.emit(CluesSpent(seat, one.ability.clues))


def resolve(g: G, seat: Seat, one: AbilityInPlay) -> Rule[None]:
    """What it does at once; what hangs on its test is done there. AH-X-ACTIONS-1."""
    boost(g, seat, one.ability.title, one.ability.effects)
    yield from carry_out(g, seat, (e for e in one.ability.effects if e.when == "now"))
    if one.ability.kind == "resign" and not g.state.seats[seat].left:
        g.emit(InvestigatorLeft(seat, "resigned"))


def _numbered(key: str, where: str, abilities: tuple[Ability, ...]) -> Iterator[AbilityInPlay]:
    for place, ability in enumerate(abilities):
        yield AbilityInPlay(f"{key}:{place}", where, ability)
