"""What an action costs, and the move action: an action that is left, the evade check, where one can go, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.engine import Rule, choose
from companion.games.mansions.content import some
from companion.games.mansions.facts import ActionForfeited, ActionSpent, FigurePlaced, G, MoveBegan
from companion.games.mansions.rules.map import (
    NOT_NOW,
    STAY,
    UNSAID,
    burn,
    in_darkness,
    monsters_in,
    neighbours,
    places,
    refuse,
    step,
    way_refused,
)
from companion.games.mansions.rules.monsters import evade_check
from companion.games.mansions.rules.story import place_title
from companion.games.mansions.state import State, exact
from companion.schema import Option, Refusal, Seat

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


def ways_from(s: State, here: str, steps: int) -> Mapping[str, tuple[str, ...]]:
    """Every space that can be reached in so many steps, with the way there: the shortest, and the safest of those."""
    reached: dict[str, tuple[str, ...]] = {here: ()}
    edge = [here]
    for _ in range(steps):
        further: dict[str, tuple[str, ...]] = {}
        for space in sorted(edge, key=lambda name: danger(s, name)):
            for to in neighbours(s, space):
                if to not in reached and to not in further and way_refused(s, space, to) is None:
                    further[to] = (*reached[space], to)
        reached |= further
        edge = list(further)
    return {space: way for space, way in reached.items() if way}


def danger(s: State, space: str) -> int:
    """What one would rather not walk through."""
    return (space in s.tokens.fire) + 2 * bool(monsters_in(s, space))


def destinations(s: State, seat: Seat, steps: int) -> list[Option]:
    """What can be chosen for a move; beside it, the neighbours that cannot be entered, with the reason."""
    if not exact(s):
        unsaid = Option(UNSAID, "Somewhere that is not said")
        return [*(Option(place, _noted(s, place, 0)) for place in places(s)), unsaid, NOT_NOW]
    here = s.seats[seat].space
    ways = ways_from(s, here, steps)
    closed = (near for near in neighbours(s, here) if near not in ways)
    return [
        *(Option(space, _noted(s, space, len(way))) for space, way in ways.items()),
        *(Option(space, place_title(s, space), way_refused(s, here, space)) for space in closed),
        NOT_NOW,
    ]


def things_beside(s: State, seat: Seat) -> list[Option]:
    """The spaces next to an investigator, with the reason why not; of a map that knows tiles only, any tile."""
    here = s.seats[seat].space
    if not exact(s):
        return destinations(s, seat, 1)
    near = (
        replace(Option(space, _noted(s, space, 0)), refused=way_refused(s, here, space))
        for space in neighbours(s, here)
    )
    return [*near, NOT_NOW]


def _noted(s: State, space: str, steps: int) -> str:
    """As in "Kitchen, 2 spaces (Fire: 1 damage; Rat)"."""
    far = f", {steps} spaces" if steps > 1 else ""
    notes = "; ".join(reminders(s, space))
    return f"{place_title(s, space)}{far} ({notes})" if notes else f"{place_title(s, space)}{far}"


def reminders(s: State, space: str) -> Iterator[str]:
    """What to mind in a space."""
    if space in s.tokens.fire:
        yield "Fire: 1 damage" if exact(s) else "Fire on this tile"
    if in_darkness(s, space):
        yield "Darkness: no clues for dice"
    for monster in monsters_in(s, space):
        yield monster.name


def things_here(s: State, space: str) -> Iterator[str]:
    """What to mind where one stands."""
    if space in s.tokens.fire:
        yield "Fire burns here"
    if in_darkness(s, space):
        yield "it is dark here"
    near = [monster.name for monster in monsters_in(s, space)]
    if near:
        yield f"{' and '.join(near)} {'is' if len(near) == 1 else 'are'} here"


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


MOVE_ACTIONS = (
    Action("finish", "Finish the move", nothing, finish),
    Action("move", "Move", acting(nothing), move_somewhere),
)
