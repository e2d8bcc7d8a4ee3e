"""Playing cards: the cost is paid, an asset comes into play, an event does what it says. AH-ACT-PLAY-2 to AH-ACT-PLAY-5."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.engine.play import Rule, choose, count
from companion.games.arkham.content.effects import Effect
from companion.games.arkham.facts.events import CardPlayed, G, Modified, ResourcesChanged
from companion.games.arkham.rules.card_counts import holds, times
from companion.games.arkham.rules.card_effects import carry_out
from companion.games.arkham.rules.skill_test.values import holdable
from companion.games.arkham.state import State, TestModifier
from companion.schema.prompt import Option, Refusal, Seat

OTHER = "other"
"""A card that we do not know by name."""
MOST_COST = 10


def play_refused(s: State, seat: Seat, card: str) -> Refusal | None:
    """Why a card cannot be played with the Play action, or None. AH-ACT-PLAY-2 to AH-ACT-PLAY-5."""
    if card == OTHER:
        return _no_other(s, seat)
    who = s.seats[seat]
    if card not in holdable(s, seat) or card not in s.cards:
        return Refusal("CARD_NOT_IN_HAND", f"{card} is not in {who.name}'s hand.", "AH-ACT-PLAY-2")
    if s.cards[card].type == "skill":
        return Refusal("SKILL_CARD_NOT_PLAYABLE", f"{card} is a skill: it is only committed to tests.", "AH-ACT-PLAY-4")
    if s.cards[card].fast:
        return Refusal(
            "FAST_NOT_BY_PLAY_ACTION", f"{card} is fast: it is not played with this action.", "AH-ACT-PLAY-3"
        )
    return too_dear(s, seat, card)


def fast_refused(s: State, seat: Seat, card: str) -> Refusal | None:
    """Why a card cannot be played outside of actions, or None. AH-AMB-9."""
    who = s.seats[seat]
    if card not in holdable(s, seat) or card not in s.cards or not s.cards[card].fast:
        return Refusal("CARD_NOT_IN_HAND", f"{card} is no fast card of {who.name}'s hand.", "AH-ACT-PLAY-2")
    return no_test(s, card, s.cards[card].effects) or too_dear(s, seat, card)


def no_test(s: State, title: str, effects: Sequence[Effect]) -> Refusal | None:
    """What does nothing but change a skill test is of no use without one."""
    if s.test is None and effects and all(effect.modifier or effect.auto for effect in effects):
        return Refusal("NO_TEST", f"{title} changes a skill test, and none is under way.", "AH-X-FASTWIN-1")
    return None


def too_dear(s: State, seat: Seat, card: str) -> Refusal | None:
    """AH-ACT-PLAY-5."""
    who, facts = s.seats[seat], s.cards[card]
    if facts.cost > who.resources:
        return Refusal(
            "NOT_ENOUGH_RESOURCES", f"{card} costs {facts.cost}, {who.name} has {who.resources}.", "AH-ACT-PLAY-5"
        )
    return None


def pay(g: G, seat: Seat, card: str) -> None:
    if g.state.cards[card].cost:
        g.emit(ResourcesChanged(seat, -g.state.cards[card].cost))


def resolve(g: G, seat: Seat, card: str) -> Rule[None]:
    """What a paid card does: an asset lies in play, an event's sentences are carried out."""
    facts = g.state.cards[card]
    g.emit(CardPlayed(seat, card))
    if facts.type == "event":
        boost(g, seat, card, facts.effects)
        yield from carry_out(g, seat, (e for e in facts.effects if e.when == "now"))


def boost(g: G, seat: Seat, source: str, effects: Iterable[Effect]) -> None:
    """What a card or an ability changes of the test under way."""
    test = g.state.test
    if test is None:
        return
    after = test.step not in ("ST.1", "ST.2", "ST.3")
    for effect in effects:
        if (effect.modifier or effect.auto) and holds(g.state, seat, effect.condition):
            add = effect.modifier * times(g.state, seat, effect)
            g.emit(Modified(TestModifier(source, add, auto=effect.auto, after_reveal=after, test=True)))


def other_card(g: G, seat: Seat) -> Rule[tuple[int, str]]:
    """What a card that we do not know costs, and what it is."""
    name = g.state.seats[seat].name
    most = min(MOST_COST, g.state.seats[seat].resources)
    cost = yield from g.number(count(seat, f"{name}: what does the card cost?", 0, most, "AH-ACT-PLAY-2"))
    kinds = [Option("asset", "An asset: it stays in play"), Option("event", "An event: it is discarded")]
    kind = yield from g.one(choose(seat, f"{name}: what kind of card is it?", kinds, rule="AH-ACT-PLAY-2"))
    return cost, kind


def _no_other(s: State, seat: Seat) -> Refusal | None:
    who = s.seats[seat]
    if who.unknown:
        return None
    return Refusal("CARD_NOT_IN_HAND", f"{who.name} holds no card that we do not know.", "AH-ACT-PLAY-2")
