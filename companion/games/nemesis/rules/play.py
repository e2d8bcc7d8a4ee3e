"""The order of play: preparation, rounds, event phase, new hands (NEM-X-TURN-1)."""

from __future__ import annotations

from companion.engine import Rule
from companion.games.nemesis.facts import TurnBegan
from companion.games.nemesis.rules import endings
from companion.games.nemesis.rules.crew import hands
from companion.games.nemesis.rules.event_phase import event_phase
from companion.games.nemesis.rules.preparation import prepare
from companion.games.nemesis.rules.rounds import round_of, seats_after
from companion.games.nemesis.state import HAND_SIZE, G, State, seats_aboard
from companion.schema import Words


def play(g: G) -> Rule[None]:
    """Run the next procedure for the state."""
    s = g.state
    if (s.met or endings.is_due(s)) and endings.seats_to_keep_objective(s):
        yield from endings.keep_objectives(g)
    elif endings.is_due(s):
        yield from endings.finish(g)
    elif s.phase == "preparing":
        yield from prepare(g)
    elif s.phase == "event":
        yield from event_phase(g)
    elif s.phase == "drawing":
        yield from next_turn(g)
    else:
        yield from round_of(g, s.active)


def next_turn(g: G) -> Rule[None]:
    """Fill one hand, or begin the next turn when all are full."""
    for seat in seats_aboard(g.state):
        character = g.state.characters[seat]
        if len(character.hand) < HAND_SIZE and (character.deck or character.discard):
            yield from hands.draw(g, seat, HAND_SIZE - len(character.hand))
            return
    g.emit(TurnBegan(next(seat for seat in seats_after(g.state, g.state.first) if seat in seats_aboard(g.state))))


def over(s: State) -> Words:
    return s.ending
