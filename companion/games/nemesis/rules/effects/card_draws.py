"""Deeds to hands: Action cards drawn and thrown away."""

from __future__ import annotations

from companion.engine.play import Rule, choose
from companion.games.nemesis.facts.crew import CardsDiscarded
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.rules.crew import hands
from companion.games.nemesis.rules.effects.deed import EffectCall, whom
from companion.games.nemesis.rules.names import counted
from companion.games.nemesis.state import State, payable
from companion.schema.prompt import Faces, Option, Refusal, Seat


def cannot_draw(s: State, act: EffectCall) -> Refusal | None:
    if not any(s.characters[seat].deck + s.characters[seat].discard for seat in whom(s, act)):
        return Refusal("DECK_EMPTY", "No card is left to draw.")
    return None


def draw_by_effect(g: G, act: EffectCall) -> Rule[None]:
    """Beyond five cards too: the limit is that of the draw of a new turn (NEM-X-TURN-1)."""
    for seat in whom(g.state, act):
        yield from hands.draw(g, seat, act.effect.n)


def discard(g: G, act: EffectCall) -> Rule[None]:
    """Action cards of the owner's choice, as many as there are."""
    for seat in whom(g.state, act):
        yield from throw_away(g, seat, act.effect.n)


def throw_away(g: G, seat: Seat, number: int) -> Rule[None]:
    cards = payable(g.state, seat)
    number = min(number, len(cards))
    if not number:
        return
    title = f"{g.state.characters[seat].name}: discard {counted(number, 'Action card')}"
    if hands.are_real(g.state):
        yield from g.one(choose(seat, title, (Option("go", f"I discarded {number}"),), rule="NEM-COST-2"))
        chosen: Faces = (hands.ACTION_CARD,) * number
    else:
        chosen = yield from g.some(choose(seat, title, cards, number, number, "NEM-COST-2", secret=True))
    g.emit(CardsDiscarded(seat, hands.still_there(g.state, seat, chosen)))
