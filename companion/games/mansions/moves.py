"""How investigators move, and what Fire does to them."""

from __future__ import annotations

from companion.games.mansions.events import (
    FireDiscarded,
    FirePlaced,
    G,
    MoveBegan,
    MythosBegan,
    Stepped,
)
from companion.games.mansions.harm import suffer
from companion.games.mansions.monsters import evade_check
from companion.games.mansions.space import adjacent, way_refused
from companion.games.mansions.state import State
from companion.rules.play import Rule, choose
from companion.wire.prompt import TABLE, Option, Refusal, Refused, Seat

STEPS = 2  # spaces of a move action, MOM-MOVE-1


def path_refused(s: State, seat: Seat, path: tuple[str, ...], steps: int) -> Refusal | None:
    """Why this way cannot be gone, or None. MOM-MOVE-1."""
    if len(path) > steps:
        return Refusal("TOO_FAR", f"{steps} spaces at most, not {len(path)}.")
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
        yield from evade_check(g, seat)
        yield from step(g, seat, to, counts=True)


def step(g: G, seat: Seat, to: str, counts: bool = False) -> Rule[None]:
    """Into a space; Fire there hurts unless it is discarded first. MOM-FIRE-1, MOM-EXTINGUISH-2, MOM-EXTINGUISH-4."""
    g.emit(Stepped(seat, to, counts))
    if to in g.state.tokens.fire:
        yield from offer_to_extinguish(g, seat)
    if to in g.state.tokens.fire:
        suffer(g, seat, "damage", 1, "down")


def offer_to_extinguish(g: G, seat: Seat) -> Rule[None]:
    """A success that is left may discard the Fire here. MOM-EXTINGUISH-2."""
    who = g.state.seats[seat]
    if not who.extinguish_left or who.space not in g.state.tokens.fire:
        return
    options = [Option(who.space, "discard the Fire"), Option("leave", "leave it")]
    answer = yield from g.one(choose(seat, f"{who.name}: discard the Fire here?", options, rule="MOM-EXTINGUISH-2"))
    if answer == who.space:
        g.emit(FireDiscarded(seat, who.space))


def burn(g: G, seat: Seat) -> None:
    """After an action other than a move, or a forfeited one, in a burning space. MOM-FIRE-2, MOM-FIRE-4."""
    if g.state.seats[seat].space in g.state.tokens.fire and not g.state.seats[seat].eliminated:
        suffer(g, seat, "damage", 1, "down")


def begin_mythos(g: G) -> Rule[None]:
    """Where Fire burns, it spreads by one space. MOM-FIRE-7, MOM-FIRE-8."""
    g.emit(MythosBegan())
    free = [space for space in g.state.spaces if spread_refused(g.state, space) is None]
    if free:
        title = "Everybody: place one Fire beside a burning space"
        g.emit(FirePlaced((yield from g.one(choose(TABLE, title, free, rule="MOM-FIRE-7")))))


def spread(g: G, space: str) -> None:
    """MOM-FIRE-7."""
    refusal = spread_refused(g.state, space)
    if refusal is not None:
        raise refusal.error()
    g.emit(FirePlaced(space))


def spread_refused(s: State, space: str) -> Refusal | None:
    """MOM-FIRE-7, MOM-FIRE-9."""
    if space in s.tokens.fire:
        return Refusal("ALREADY_ON_FIRE", f"There is Fire in {space} already.")
    if not any(adjacent(s, space, burning) for burning in s.tokens.fire):
        return Refusal("NOT_ADJACENT_TO_FIRE", f"{space} is not beside a burning space.")
    return None


def set_fire_refused(s: State, seat: Seat, space: str, lights: frozenset[str]) -> Refusal | None:
    """MOM-SETFIRE-1, MOM-SETFIRE-2, MOM-FIRE-9."""
    who = s.seats[seat]
    if not lights & set(who.possessions):
        return Refusal("LIGHT_SOURCE_REQUIRED", f"{who.name} has no Light Source.")
    if space != who.space and not adjacent(s, who.space, space):
        return Refusal("NOT_ADJACENT", f"{space} is neither here nor adjacent.")
    if space in s.tokens.fire:
        return Refusal("ALREADY_ON_FIRE", f"There is Fire in {space} already.")
    return None


def refuse(refusal: Refusal | None) -> None:
    """Raise Refused where there is a reason."""
    if refusal is not None:
        raise Refused(refusal.code, refusal.sentence)
