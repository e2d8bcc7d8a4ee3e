"""Where things are: neighbours, light and Darkness."""

from __future__ import annotations

from companion.games.mansions.events import DarknessPlaced, G
from companion.games.mansions.state import State
from companion.wire.prompt import Refused


def adjacent(s: State, a: str, b: str) -> bool:
    """Do two spaces touch? Doors and impassable borders are borders (MOM-BORDER-1); passages join (MOM-PASSAGE-1)."""
    return b in _beside(s, a) or a in _beside(s, b) or (a != b and a in s.tokens.passages and b in s.tokens.passages)


def in_darkness(s: State, space: str) -> bool:
    """Does Darkness count there? Light or Fire in the space or beside it drives it off. MOM-DARK-1, MOM-DARK-2."""
    if space not in s.tokens.darkness:
        return False
    bright = lit(s) | set(s.tokens.fire)
    return space not in bright and not any(adjacent(s, space, other) for other in bright)


def lit(s: State) -> frozenset[str]:
    """The spaces that hold a Light Source: laid there, dropped there, or carried by somebody there. MOM-DARK-3."""
    lights = {name for name, item in s.items.items() if item.light_source}
    lying = {name for name, space in s.spaces.items() if lights & set(space.items)}
    carried = {who.space for who in s.seats.values() if lights & set(who.possessions) and not who.eliminated}
    return frozenset(lying | carried | set(s.tokens.light_sources))


def place_darkness(g: G, space: str) -> None:
    """One Darkness a space. MOM-DARK-4."""
    if space in g.state.tokens.darkness:
        raise Refused("ALREADY_DARK", "There is Darkness in that space already.")
    g.emit(DarknessPlaced(space))


def _beside(s: State, name: str) -> tuple[str, ...]:
    space = s.spaces.get(name)
    return () if space is None else space.adjacent + space.doors + space.impassable
