"""Where a monster goes and whom it reaches: computed on our own maps, said by the people on maps that know tiles only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.engine.play import Rule, choose
from companion.games.mansions.facts.events import G
from companion.games.mansions.rules.corrections import monster_damage
from companion.games.mansions.rules.map import spaces as map_spaces
from companion.games.mansions.rules.map.positions import places
from companion.games.mansions.rules.monsters.monsters import enter, monster_moves
from companion.games.mansions.rules.story.text_markup import place_option
from companion.games.mansions.state import Investigator, State, exact
from companion.schema.prompt import TABLE, Option, Seat

STAYED, UNSAID = "stayed", "unsaid"
WORTH: Mapping[str, Callable[[Investigator], int]] = MappingProxyType(
    {"most_damaged": lambda who: who.damage.total, "most_horror": lambda who: who.horror.total}
)


def go(g: G, name: str, toward: str, steps: int) -> Rule[None]:
    """Up to so many spaces toward its prey, through what it can break. Where the map does not know, the people move it."""
    if name not in g.state.monsters:
        return
    if not exact(g.state):
        yield from _told(g, name)
        return
    path = yield from _path(g, name, toward, steps)
    if path and name in g.state.monsters:
        yield from monster_moves(g, name, path, TABLE)


def _told(g: G, name: str) -> Rule[None]:
    """On which tile it stands now."""
    here = g.state.monsters[name].space
    options = [Option(STAYED, "It stayed"), Option(UNSAID, "Somewhere that is not said")]
    tiles = [place_option(g.state, place) for place in places(g.state) if place != here]
    title = f"Everybody: where is {name} now?"
    said = yield from monster_damage.answer_beside_damage(
        g, choose(TABLE, title, [*tiles, *options], rule="MOM-X-PHASE-1", at="board")
    )
    if said != STAYED and name in g.state.monsters:
        yield from enter(g, name, "" if said == UNSAID else said)


def _path(g: G, name: str, toward: str, steps: int) -> Rule[tuple[str, ...]]:
    """The first steps of the shortest way to the prey; of several as near, the people choose."""
    here = g.state.monsters[name].space
    if toward == "own":
        return (yield from _own_way(g, name, steps))
    ways = shortest(g.state, here)
    prey = hunted_investigator(g.state, ways, toward)
    if not prey or g.state.seats[prey[0]].space == here:
        return ()
    spaces = tuple(dict.fromkeys(g.state.seats[seat].space for seat in prey))
    to = spaces[0]
    if len(spaces) > 1:
        title = f"Everybody: toward whom does {name} move?"
        there = [Option(seat, g.state.seats[seat].name) for seat in prey]
        to = g.state.seats[
            (yield from monster_damage.answer_beside_damage(g, choose(TABLE, title, there, rule="MOM-X-PHASE-1")))
        ].space
    return ways[to][:steps]


def _own_way(g: G, name: str, steps: int) -> Rule[tuple[str, ...]]:
    """As it likes: the people say where."""
    ways = {to: way for to, way in shortest(g.state, g.state.monsters[name].space).items() if 0 < len(way) <= steps}
    if not ways:
        return ()
    options = [*(place_option(g.state, to) for to in ways), Option(STAYED, "It stays")]
    title = f"Everybody: where does {name} move, {steps} spaces at most?"
    to = yield from monster_damage.answer_beside_damage(
        g, choose(TABLE, title, options, rule="MOM-X-PHASE-1", at="board")
    )
    return ways.get(to, ())


def shortest(s: State, here: str) -> dict[str, tuple[str, ...]]:
    """The shortest way to every space: through doors, passages and barricades, not over impassable borders."""
    found: dict[str, tuple[str, ...]] = {here: ()}
    edge = [here]
    while edge:
        further: list[str] = []
        for at in edge:
            for to in map_spaces.neighbours(s, at):
                if to not in found and map_spaces.border_refused(s, at, to) is None:
                    found[to] = (*found[at], to)
                    further.append(to)
        edge = further
    return found


def hunted_investigator(s: State, ways: Mapping[str, tuple[str, ...]], toward: str) -> tuple[Seat, ...]:
    """Whom it goes for, among those it can get to: the nearest, or who suffered most, the nearest of them first."""
    prey = [seat for seat, who in s.seats.items() if not who.eliminated and who.space in ways]
    if not prey:
        return ()
    if toward in WORTH:
        most = max(WORTH[toward](s.seats[seat]) for seat in prey)
        prey = [seat for seat in prey if WORTH[toward](s.seats[seat]) == most]
    near = min(len(ways[s.seats[seat].space]) for seat in prey)
    return tuple(seat for seat in prey if len(ways[s.seats[seat].space]) == near)


def monsters_reached(s: State, name: str, *, ranged: bool) -> tuple[Seat, ...]:
    """The investigators in its space, or within range; on a map that knows tiles only, all that stand."""
    here = s.monsters[name].space
    standing = s.standing
    if not exact(s):
        return standing
    return tuple(seat for seat in standing if _in_reach(s, here, s.seats[seat].space, ranged=ranged))


def _in_reach(s: State, here: str, there: str, *, ranged: bool) -> bool:
    return map_spaces.in_range(s, here, there) if ranged else here == there
