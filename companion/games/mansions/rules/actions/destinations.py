"""Where an investigator can go from here, and what waits there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.games.mansions.rules.map.positions import NOT_NOW, UNSAID, places
from companion.games.mansions.rules.map.spaces import in_darkness, neighbours, way_refused
from companion.games.mansions.rules.monsters.monsters import monsters_in
from companion.games.mansions.rules.story.text_markup import place_title
from companion.games.mansions.state import State, exact
from companion.schema.prompt import Option, Seat


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
