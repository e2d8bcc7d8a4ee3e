"""Printed things that no box of ours has, and tiles that would lie on top of each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from companion.games.mansions.content.item_cards import cards
from companion.games.mansions.content.lint.finding import Finding
from companion.games.mansions.content.monsters import beasts
from companion.games.mansions.content.scenario import (
    Component,
    ItemPart,
    MonsterKind,
    Names,
    Scenario,
    SpawnPart,
    TilePart,
)
from companion.games.mansions.content.tile_geometry import rect
from companion.games.mansions.content.tiles import tiles

ANOTHER = "QItem"  # what that item became is left out here; a missing one leaves nothing out
OVERLAP = 0.3  # of the smaller tile; sizes are inferred, so less is measuring


def things(scenario: Scenario) -> Iterator[Finding]:
    """Tiles, monsters and items by their ids, and how tiles lie."""
    for one in scenario.components.values():
        match one.part:
            case TilePart(side=side) if side and side not in tiles():
                yield Finding(
                    "unknown-tile",
                    one.name,
                    f"{one.name} is the tile {side}, which is in no box: lay a sheet of paper.",
                )
            case SpawnPart(monsters=monsters):
                yield from _monsters(one.name, monsters)
            case ItemPart() as part:
                yield from _items(one, part)
    for kind in scenario.monsters.values():
        yield from _base(kind)
    yield from _overlaps(scenario)


def _monsters(place: str, monsters: Names) -> Iterator[Finding]:
    unknown = [name for name in monsters if name.startswith("Monster") and name not in beasts()]
    for name in unknown:
        end = "a middling one stands in" if len(unknown) == len(monsters) else "the next one comes"
        yield Finding("unknown-monster", place, f"{place} brings {name}, which is in no box: {end}.")


def _items(one: Component, part: ItemPart) -> Iterator[Finding]:
    for name in part.items if not part.title else ():
        if name not in cards() and not name.startswith(ANOTHER):
            yield Finding("unknown-item", one.name, f"{one.name} is the card {name}, which is in no box.")
    if not (part.items or part.traits or part.pool or part.title):
        yield Finding("unknown-item", one.name, f"{one.name} is an item and names no card.")
    elif (part.traits or part.pool) and not any(_fits(part, card) for card in cards()):
        wanted = ", ".join((*part.traits, *part.pool))
        yield Finding("unknown-item", one.name, f"{one.name} is a card with {wanted}; no card of any box has that.")


def _fits(part: ItemPart, name: str) -> bool:
    """As the table picks them: all of the traits, one of the pool, none of those that are left out."""
    traits = cards()[name].traits
    pooled = not part.pool or any(trait in traits for trait in part.pool)
    return pooled and name not in part.items and all(trait in traits for trait in part.traits)


def _base(kind: MonsterKind) -> Iterator[Finding]:
    if kind.base.startswith("Monster") and kind.base not in beasts():
        sentence = f"{kind.name} is based on {kind.base}, which is in no box: what it does not say itself is guessed."
        yield Finding("unknown-monster", kind.name, sentence)


def _overlaps(scenario: Scenario) -> Iterator[Finding]:
    """Of the tiles that one event lays down together: of others one may be gone when the other comes."""
    seen: dict[tuple[str, str], None] = {}
    for one in scenario.components.values():
        laid = [other for name in one.add if (other := scenario.components.get(name)) and other.kind == "tile"]
        for first, second in combinations(laid, 2):
            pair = (min(first.name, second.name), max(first.name, second.name))
            if first is not second and pair not in seen and _share(first, second) > OVERLAP:
                seen[pair] = None
                share = f"{_share(first, second):.0%}"
                yield Finding(
                    "overlap", pair[0], f"{pair[0]} and {pair[1]} would cover each other ({share} of one).", "note"
                )


def _share(first: Component, second: Component) -> float:
    """How much of the smaller one the other covers."""
    ax, ay, aw, ah = rect(first)
    bx, by, bw, bh = rect(second)
    across = min(ax + aw, bx + bw) - max(ax, bx)
    down = min(ay + ah, by + bh) - max(ay, by)
    smaller = min(aw * ah, bw * bh)
    return across * down / smaller if across > 0 and down > 0 and smaller > 0 else 0.0
