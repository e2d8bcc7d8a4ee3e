"""What an action costs, and the move action: an action that is left, the evade check, the way, and Fire."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.engine.play import Rule, choose
from companion.games.mansions.content.terms import some
from companion.games.mansions.facts.cards_and_figures import FigurePlaced
from companion.games.mansions.facts.events import ActionForfeited, ActionSpent, G, MoveBegan
from companion.games.mansions.rules.actions.destinations import destinations, things_here, ways_from
from companion.games.mansions.rules.actions.move_action import STEPS, begin_move, continue_move, path_refused
from companion.games.mansions.rules.actions.steps_and_fire import burn, refuse, step
from companion.games.mansions.rules.map.positions import STAY, UNSAID
from companion.games.mansions.rules.map.spaces import way_refused
from companion.games.mansions.rules.monsters.evade_checks import evade_check
from companion.games.mansions.state import State, exact
from companion.schema.prompt import Option, Refusal, Seat

Deed = Callable[[G], Rule[bool]]  # False: the action is forfeited


def perform(g: G, seat: Seat, action: str, refusal: Refusal | None, deed: Deed) -> Rule[None]:
    """An action other than attack and move. MOM-EVADE-1, MOM-FIRE-2, MOM-FIRE-4."""
    refuse(no_action_left(g.state, seat) or refusal)
    evaded = yield from evade_check(g, seat)
    if evaded == "waiting" or g.state.seats[seat].eliminated:
        return
    g.emit(ActionSpent(seat, action))
    if evaded == "caught" or not (yield from deed(g)):
        g.emit(ActionForfeited(seat, action))
    yield from burn(g, seat)


def no_action_left(s: State, seat: Seat) -> Refusal | None:
    """None too where the people count actions themselves."""
    if s.story is not None and not s.story.counted_actions:
        return None
    if s.seats[seat].actions < 1:
        return Refusal("NO_ACTIONS_LEFT", f"{s.seats[seat].name} has no action left.", "MOM-X-TURN-1")
    return None


def move(g: G, seat: Seat, path: tuple[str, ...]) -> Rule[None]:
    """Up to two spaces. MOM-MOVE-1."""
    refuse(no_action_left(g.state, seat) or path_refused(g.state, seat, path, STEPS))
    g.emit(ActionSpent(seat, "move"))
    yield from begin_move(g, seat, path)


def not_reachable(token: str) -> Refusal:
    return Refusal("TOKEN_NOT_REACHABLE", f"The token {token} is not where it can be used.", "MOM-EXPLORE-1")


def step_after(g: G, seat: Seat, to: str, rule: str) -> Rule[None]:
    """One space if one likes; leaving a monster asks for an evade check. MOM-EVADE-2."""
    name = g.state.seats[seat].name
    options = [
        Option("go", f"move to {to}", way_refused(g.state, g.state.seats[seat].space, to)),
        Option("stay", "stay"),
    ]
    said = yield from g.one(choose(seat, f"{name}: move one space to {to}?", options, rule=rule))
    if said == "go" and (yield from gets_away(g, seat)):
        yield from step(g, seat, to)


def gets_away(g: G, seat: Seat) -> Rule[bool]:
    """Out of a space of one's own will: not who is held there, nor who did not live through the check. MOM-EVADE-2."""
    evaded = yield from evade_check(g, seat)
    return evaded == "free" and not g.state.seats[seat].eliminated


def move_somewhere(g: G, seat: Seat) -> Rule[None]:
    """Up to two spaces, one tap. MOM-MOVE-1."""
    to = yield from _where(g, seat, f"{g.state.seats[seat].name}: move where?", STEPS)
    if to == STAY:
        return
    if exact(g.state):
        yield from move(g, seat, ways_from(g.state, g.state.seats[seat].space, STEPS)[to])
        return
    refuse(no_action_left(g.state, seat))
    g.emit(ActionSpent(seat, "move"))
    g.emit(MoveBegan(seat, STEPS))
    yield from _arrive(g, seat, to)


def finish(g: G, seat: Seat) -> Rule[None]:
    """The rest of an interrupted move. MOM-MOVE-2."""
    left = g.state.seats[seat].steps_left
    to = yield from _where(g, seat, f"{g.state.seats[seat].name}: finish the move where?", left)
    if to == STAY:
        return
    if exact(g.state):
        yield from continue_move(g, seat, ways_from(g.state, g.state.seats[seat].space, left)[to])
    else:
        yield from _arrive(g, seat, to)


def _where(g: G, seat: Seat, asked: str, steps: int) -> Rule[str]:
    options = destinations(g.state, seat, steps)
    return (yield from g.one(choose(seat, asked, options, rule="MOM-MOVE-1", at="board")))


def _arrive(g: G, seat: Seat, to: str) -> Rule[None]:
    """On a map that knows tiles only: the people count the spaces."""
    evaded = yield from evade_check(g, seat)
    if evaded == "caught":
        g.emit(MoveBegan(seat, 0))
    if evaded != "free" or g.state.seats[seat].eliminated:
        return
    if to == UNSAID:
        g.emit(FigurePlaced(seat, ""))
        g.emit(MoveBegan(seat, g.state.seats[seat].steps_left - 1))
    else:
        yield from step(g, seat, to, counts=True)


@dataclass(frozen=True, slots=True)
class Action:
    """One button. `refuse` is None, or the sentence for the grey button."""

    name: str
    title: str
    refuse: Callable[[State, Seat], Refusal | None]
    do: Callable[[G, Seat], Rule[None]]


def headline(s: State, seat: Seat) -> str:
    """As in "Ann: 1 action left and 1 space to go; Fire burns here"."""
    who = s.seats[seat]
    counted = s.story is None or s.story.counted_actions
    left = f"{some(who.actions, 'action')} left" if who.actions else "no action left"
    rest = f" and {some(who.steps_left, 'space')} to go" if who.steps_left and exact(s) else ""
    notes = "".join(f"; {note}" for note in things_here(s, who.space)) if exact(s) else ""
    return f"{who.name}: {left}{rest}{notes}" if counted else f"{who.name}: what is done?"


def nothing(s: State, seat: Seat) -> Refusal | None:  # noqa: ARG001  of every action's shape
    return None


def acting(refuse: Callable[[State, Seat], Refusal | None]) -> Callable[[State, Seat], Refusal | None]:
    """The same, of an action that must be left."""
    return lambda s, seat: no_action_left(s, seat) or refuse(s, seat)


ACTIONS = (
    Action("finish", "Finish the move", nothing, finish),
    Action("move", "Move", acting(nothing), move_somewhere),
)
