"""Monsters: what one must resolve before them, how they move, and what they are worth in a horror check.

The app's texts are carried out at the table; the rules name the monster and wait until it is done.
"""

from __future__ import annotations

from companion.games.mansions.events import (
    BarricadeDestroyed,
    EvadeResolved,
    G,
    MonsterHurt,
    MonsterMoved,
    MonsterRolled,
)
from companion.games.mansions.space import blocked, border_refused, in_range
from companion.games.mansions.state import Monster, State
from companion.games.mansions.terms import DIE, SUCCESS
from companion.games.mansions.words import some
from companion.rules.play import Rule, choose, roll
from companion.wire.prompt import Faces, Option, Refused, Seat

NEEDED_TO_DESTROY = 2  # successes, MOM-BLOCK-5


def monsters_in(s: State, space: str) -> tuple[Monster, ...]:
    return tuple(m for m in s.monsters.values() if m.space == space)


def evade_check(g: G, seat: Seat) -> Rule[None]:
    """Against the most aware monster of the space, before leaving it or acting in it. MOM-EVADE-1 to MOM-EVADE-5."""
    there = monsters_in(g.state, g.state.seats[seat].space)
    if not there:
        return
    most = max(m.awareness for m in there)
    name = yield from _which(g, seat, "evade", [m for m in there if m.awareness == most], "MOM-EVADE-4")
    title = f"{g.state.seats[seat].name}: resolve the evade check against {name}"
    yield from g.one(choose(seat, title, [Option(name, "done")], rule="MOM-EVADE-5"))
    g.emit(EvadeResolved(seat, name))


def horror_check(g: G, seat: Seat) -> Rule[None]:
    """Against the most horrible monster in range; without one there is none. MOM-HORROR-1, MOM-HORROR-2, MOM-X-HORROR-1."""
    here = g.state.seats[seat].space
    near = [m for m in g.state.monsters.values() if in_range(g.state, here, m.space)]
    if not near:
        return
    most = max(m.horror_rating for m in near)
    name = yield from _which(
        g, seat, "check horror against", [m for m in near if m.horror_rating == most], "MOM-HORROR-2"
    )
    title = f"{g.state.seats[seat].name}: resolve the horror check against {name}"
    yield from g.one(choose(seat, title, [Option(name, "done")], rule="MOM-HORROR-1"))


def _which(g: G, seat: Seat, verb: str, tied: list[Monster], rule: str) -> Rule[str]:
    """One of several is chosen; one alone is not asked about."""
    if len(tied) == 1:
        return tied[0].name
    title = f"{g.state.seats[seat].name}: {verb} which monster?"
    return (yield from g.one(choose(seat, title, [m.name for m in tied], rule=rule)))


def monster_moves(
    g: G, monster: str, path: tuple[str, ...], roller: Seat, more: int = 0, clues: int = 0
) -> Rule[dict[str, object]]:
    """Space by space; a barricade must be destroyed first. Returns what was rolled. MOM-BLOCK-2 to MOM-BLOCK-6.

    `more` dice are added (or removed) by effects; `clues` that somebody wants to spend on the roll are refused.
    """
    if clues:  # MOM-BLOCK-4
        raise Refused("NO_CONVERSION_FOR_MONSTER_ROLL", "The roll for a monster is not changed by clues.")
    rolled: dict[str, object] = {}
    for to in path:
        here = g.state.monsters[monster].space
        refusal = border_refused(g.state, here, to)
        if refusal is not None:
            raise refusal.error()
        if blocked(g.state, here, to):
            dice, faces = yield from roll_for(g, monster, roller, more)
            result = faces.count(SUCCESS)
            rolled = {"pool": dice, "result": result, "success": result >= NEEDED_TO_DESTROY}
            if result < NEEDED_TO_DESTROY:  # MOM-BLOCK-6
                return rolled
            g.emit(BarricadeDestroyed((here, to)))  # MOM-BLOCK-5
        enter(g, monster, to)
    return rolled


def roll_for(g: G, monster: str, roller: Seat, more: int) -> Rule[tuple[int, Faces]]:
    """Brawn and what effects add or remove; nothing repeats or converts these dice. MOM-BLOCK-3, MOM-BLOCK-4."""
    dice = max(1, g.state.monsters[monster].brawn + more)
    name = g.state.seats[roller].name if roller in g.state.seats else "Anybody"
    title = f"{name}: roll {some(dice, 'die', 'dice')} for {monster} at the barricade, 2 successes needed"
    faces = yield from g.some(roll(roller, title, DIE.sides, dice, "MOM-BLOCK-4", (DIE.kind,)))
    g.emit(MonsterRolled(monster, faces))
    return dice, faces


def activate(g: G, monster: str, path: tuple[str, ...]) -> Rule[None]:
    """A monster that starts in Fire is hurt, and again by each Fire it enters. MOM-FIRE-5."""
    if g.state.monsters[monster].space in g.state.tokens.fire:
        g.emit(MonsterHurt(monster, 1))
    yield from monster_moves(g, monster, path, "table")


def enter(g: G, monster: str, to: str) -> None:
    """MOM-FIRE-5."""
    g.emit(MonsterMoved(monster, to))
    if to in g.state.tokens.fire:
        g.emit(MonsterHurt(monster, 1))


def known(s: State, monster: str) -> Monster:
    """Raises Refused where there is no such monster."""
    if monster not in s.monsters:
        raise Refused("NOT_SAME_PLACE", "There is no such monster on the map.")
    return s.monsters[monster]
