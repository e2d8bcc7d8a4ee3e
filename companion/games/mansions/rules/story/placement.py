"""Place and remove pieces, items and monsters of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.engine import Rule, draw
from companion.games.mansions.content import Beast, Component, Kind, MonsterKind, Names, SpawnPart, TokenPart, beasts
from companion.games.mansions.facts import (
    FigurePlaced,
    G,
    ItemFound,
    ItemLost,
    MonsterCame,
    MonsterLeft,
    PiecesPlaced,
    PiecesRemoved,
)
from companion.games.mansions.rules.map import tile_at
from companion.games.mansions.rules.story.texts import TYPE, component_name, monster_kind, unmarked
from companion.games.mansions.state import Monster, State, Story, story_of
from companion.i18n import _
from companion.schema import HOUSE, Seat

UNKNOWN_BEAST = Beast("", health=3, health_each=1, awareness=3, horror=2, brawn=2)


def draw_monster(g: G, component: Component) -> Rule[MonsterCame | None]:
    """Return the monster that a component brings, or None. Named traits alone are drawn."""
    if not isinstance(component.part, SpawnPart):
        return None
    kind = kind_of(g.state, component.part.monsters)
    if not kind:
        fitting = by_traits(g.state, component.part)
        prompt = draw(HOUSE, _("the story sends a monster"), fitting, key="story.monster")
        kind = (yield from g.one(prompt)) if fitting else ""
    return MonsterCame(monster_of(g.state, component, component.part, kind), component.part.activated) if kind else None


def kind_of(s: State, wished: Names) -> str:
    """Return the first owned kind. A spawn in the list stands for its own monsters."""
    story = story_of(s)
    kinds = _kinds_in_order(story, wished)
    return next((kind for kind in kinds if _is_owned(story, kind)), kinds[0] if kinds else "")


def _kinds_in_order(story: Story, wished: Names) -> Names:
    """Return the kinds in order. Spawns that name each other are visited once."""
    waiting, seen, kinds = list(reversed(wished)), set[str](), list[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        other = story.component(name)
        if other is not None and isinstance(other.part, SpawnPart):
            waiting += reversed(other.part.monsters)
        else:
            kinds.append(name)
    return tuple(kinds)


def _is_owned(story: Story, kind: str) -> bool:
    base = beast_of(story, kind)
    return base.box in ("", "MoMBase", *story.boxes)


def by_traits(s: State, part: SpawnPart) -> Names:
    return tuple(
        kind
        for kind, beast in beasts().items()
        if (part.traits or part.pool)
        and set(part.traits) <= set(beast.traits)
        and (not part.pool or set(part.pool) & set(beast.traits))
        and kind not in part.monsters
        and _is_owned(story_of(s), kind)
    )


def beast_of(story: Story, kind: str) -> Beast:
    """Return the numbers of a kind: its own, its base's, or those of a default."""
    line = story.scenario.lineage(kind)
    beast = beasts().get(line[-1], UNKNOWN_BEAST)
    for name in reversed(line):
        own = story.scenario.monsters.get(name)
        beast = _override(beast, own) if own is not None else beast
    return beast


def _override(base: Beast, own: MonsterKind) -> Beast:
    return replace(
        base,
        health=base.health if own.health is None else own.health,
        health_each=base.health_each if own.health_each is None else own.health_each,
        horror=base.horror if own.horror is None else own.horror,
        awareness=base.awareness if own.awareness is None else own.awareness,
        brawn=base.brawn if own.brawn is None else own.brawn,
        traits=own.traits or base.traits,
    )


def monster_of(s: State, component: Component, part: SpawnPart, kind: str) -> Monster:
    """Return the monster on the map: health by the number of seats, and a unique name.

    The name is its id, also in the log. It stays in the language of the scenario.
    """
    story, beast, heroes = story_of(s), beast_of(story_of(s), kind), len(s.seats)
    title = part.title.replace(TYPE, monster_kind(story, kind)) if part.unique else ""
    title = unmarked(s, title) or monster_kind(story, kind)
    printed, extra = beast.health + heroes * beast.health_each, part.health + heroes * part.health_each
    names = (title if n == 1 else f"{title} {n}" for n in range(1, len(s.monsters) + 2))
    return Monster(
        name=next(name for name in names if name not in s.monsters),
        space=part.space or (tile_at(s, component.at) if component.at is not None else ""),
        brawn=beast.brawn,
        awareness=beast.awareness,
        horror_rating=beast.horror,
        health=max(1, round_half_up(printed) + round_half_up(extra)),
        kind=kind,
        spawn=component.name,
        traits=beast.traits,
    )


def round_half_up(number: float) -> int:
    return int(number + 0.5) if number >= 0 else -int(-number + 0.5)


START = "TokenInvestigators"
KINDS_ON_TABLE = ("tile", "token", "door", "ui")  # kinds that are placed on the table
KINDS_OF_GROUP: Mapping[str, tuple[Kind, ...]] = {
    "#boardcomponents": ("tile", "token", "door"),
    "#tiles": ("tile",),
    "#tokens": ("token",),
    "#doors": ("door",),
    "#uicomponents": ("ui",),
}
"""Name in `Component.remove` -> kinds that leave."""


def place(g: G, names: Names, seat: Seat) -> None:
    """Place components and find items. Those on the table stay as they are."""
    story = story_of(g.state)
    known = [component for name in names if (component := story.component(name)) is not None]
    new = tuple(
        component.name for component in known if component.kind in KINDS_ON_TABLE and component.name not in story.board
    )
    if new:
        g.emit(PiecesPlaced(tuple(dict.fromkeys(new))))
        _place_investigators(g, new)
    for component in known:
        if component.kind == "item" and component.name not in story_of(g.state).held:
            g.emit(ItemFound(component.name, seat))


def _place_investigators(g: G, names: Names) -> None:
    """Put investigators without a known place on the start tile, on maps of tiles."""
    for component in (story_of(g.state).component(name) for name in names):
        if component is None or component.at is None:
            continue
        if not isinstance(component.part, TokenPart) or component.part.type != START:
            continue
        tile = tile_at(g.state, component.at)
        for seat in [seat for seat, who in g.state.seats.items() if tile and not who.space]:
            g.emit(FigurePlaced(seat, tile))


def remove(g: G, names: Names) -> None:
    for name in names:
        _remove_one(g, name)


def _remove_one(g: G, name: str) -> None:
    story = story_of(g.state)
    component = story.component(name)
    if name == "#monsters":
        _remove_monsters(g, tuple(g.state.monsters))
    elif name == "#qitems":
        _lose_items(g, story.held)
    elif name in KINDS_OF_GROUP:
        if names := tuple(component.name for component in story.placed if component.kind in KINDS_OF_GROUP[name]):
            g.emit(PiecesRemoved(names))
    elif component is not None and component.kind == "spawn":
        _remove_monsters(g, _monsters_of_spawn(g.state, component))
    elif component is not None and component.kind == "item":
        _lose_items(g, (name,) if name in story.held else ())
    elif name in story.board:
        g.emit(PiecesRemoved((name,)))


def _remove_monsters(g: G, names: Names) -> None:
    for name in names:
        g.emit(MonsterLeft(name))


def _lose_items(g: G, names: Names) -> None:
    for name in names:
        g.emit(ItemLost(name, component_name(g.state, name)))


def _monsters_of_spawn(s: State, component: Component) -> Names:
    kind = kind_of(s, component.part.monsters) if isinstance(component.part, SpawnPart) else ""
    kinds = {monster.kind for monster in s.monsters.values() if monster.spawn == component.name} | {kind}
    return tuple(
        monster.name for monster in s.monsters.values() if monster.kind in kinds or monster.spawn == component.name
    )
