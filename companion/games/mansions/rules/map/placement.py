"""What lies on the map: laid down and taken away by the events of a scenario, one by one or all of a kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.games.mansions.content.scenario import Component, Names, SpawnPart, TokenPart
from companion.games.mansions.facts.cards_and_figures import FigurePlaced
from companion.games.mansions.facts.events import G
from companion.games.mansions.facts.story import ItemFound, ItemLost, MonsterLeft, PiecesPlaced, PiecesRemoved
from companion.games.mansions.rules.map.geometry import tile_at
from companion.games.mansions.rules.monsters.spawns import kind_of
from companion.games.mansions.rules.story.text_markup import component_title
from companion.games.mansions.state import State, story_of
from companion.schema.prompt import Seat

START = "TokenInvestigators"
LAID = ("tile", "token", "door", "ui")  # kinds that lie there
EVERY: Mapping[str, Callable[[Component], bool]] = MappingProxyType(
    {
        "#boardcomponents": lambda one: one.kind in ("tile", "token", "door"),
        "#tiles": lambda one: one.kind == "tile",
        "#tokens": lambda one: one.kind == "token",
        "#doors": lambda one: one.kind == "door",
        "#uicomponents": lambda one: one.kind == "ui",
    }
)


def place(g: G, names: Names, seat: Seat) -> None:
    """Lay these down, and let the items be found. What lies there already stays as it is."""
    story = story_of(g.state)
    known = [one for name in names if (one := story.component(name)) is not None]
    new = tuple(one.name for one in known if one.kind in LAID and one.name not in story.board)
    if new:
        g.emit(PiecesPlaced(tuple(dict.fromkeys(new))))
        _investigators(g, new)
    for one in known:
        if one.kind == "item" and one.name not in story_of(g.state).held:
            g.emit(ItemFound(one.name, seat))


def _investigators(g: G, names: Names) -> None:
    """Where the scenario says that they stand, on a map that knows tiles: everybody whose place nobody knows."""
    for one in (story_of(g.state).component(name) for name in names):
        if one is None or one.at is None or not isinstance(one.part, TokenPart) or one.part.type != START:
            continue
        tile = tile_at(g.state, one.at)
        for seat in [seat for seat, who in g.state.seats.items() if tile and not who.space]:
            g.emit(FigurePlaced(seat, tile))


def remove(g: G, names: Names) -> None:
    """Take these away."""
    for name in names:
        _remove(g, name)


def _remove(g: G, name: str) -> None:
    story = story_of(g.state)
    one = story.component(name)
    if name == "#monsters":
        _monsters_leave(g, tuple(g.state.monsters))
    elif name == "#qitems":
        _lose(g, story.held)
    elif name in EVERY:
        _take_away(g, tuple(n for n in story.board if (lying := story.component(n)) is not None and EVERY[name](lying)))
    elif one is not None and one.kind == "spawn":
        _monsters_leave(g, _of_spawn(g.state, one))
    elif one is not None and one.kind == "item":
        _lose(g, (name,) if name in story.held else ())
    elif name in story.board:
        _take_away(g, (name,))


def _take_away(g: G, names: Names) -> None:
    if names:
        g.emit(PiecesRemoved(names))


def _monsters_leave(g: G, names: Names) -> None:
    for name in names:
        g.emit(MonsterLeft(name))


def _lose(g: G, names: Names) -> None:
    for name in names:
        g.emit(ItemLost(name, component_title(g.state, name)))


def _of_spawn(s: State, one: Component) -> Names:
    """Every monster of the kind that the spawn brings."""
    kind = kind_of(s, one.part.monsters) if isinstance(one.part, SpawnPart) else ""
    kinds = {m.kind for m in s.monsters.values() if m.spawn == one.name} | {kind}
    return tuple(m.name for m in s.monsters.values() if m.kind in kinds or m.spawn == one.name)
