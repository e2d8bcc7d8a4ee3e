"""How investigators move: a move action, space by space, and what may interrupt it."""

from __future__ import annotations

from companion.engine.play import Rule
from companion.games.mansions.facts.events import G, MoveBegan
from companion.games.mansions.rules.actions.steps_and_fire import step
from companion.games.mansions.rules.map.spaces import way_refused
from companion.games.mansions.rules.monsters.evade_checks import evade_check
from companion.games.mansions.state import State
from companion.schema.prompt import Refusal, Seat

STEPS = 2  # spaces of a move action, MOM-MOVE-1


def path_refused(s: State, seat: Seat, path: tuple[str, ...], steps: int) -> Refusal | None:
    """Why this way cannot be gone, or None. MOM-MOVE-1."""
    if len(path) > steps:
        return Refusal("TOO_FAR", f"{steps} spaces at most, not {len(path)}.", "MOM-MOVE-1")
    here = s.seats[seat].space
    for to in path:
        refusal = way_refused(s, here, to)
        if refusal is not None:
            return refusal
        here = to
    return None


def begin_move(g: G, seat: Seat, path: tuple[str, ...]) -> Rule[None]:
    """What is left of the two spaces may be gone after another action. MOM-MOVE-2."""
    g.emit(MoveBegan(seat, STEPS))
    yield from walk(g, seat, path)


def continue_move(g: G, seat: Seat, path: tuple[str, ...]) -> Rule[None]:
    """The rest of an interrupted move. MOM-MOVE-2."""
    refusal = path_refused(g.state, seat, path, g.state.seats[seat].steps_left)
    if refusal is not None:
        raise refusal.error()
    yield from walk(g, seat, path)


def walk(g: G, seat: Seat, path: tuple[str, ...]) -> Rule[None]:
    """Leaving a monster's space asks for an evade check each time. MOM-MOVE-3, MOM-EVADE-2."""
    for to in path:
        evaded = yield from evade_check(g, seat)
        if evaded == "caught":
            g.emit(MoveBegan(seat, 0))  # the rest of the move is lost
        if evaded != "free" or g.state.seats[seat].eliminated:
            return
        yield from step(g, seat, to, counts=True)
        if g.state.seats[seat].eliminated:
            return
