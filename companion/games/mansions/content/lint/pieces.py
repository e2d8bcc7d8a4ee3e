"""Findings about the table: boxes, printed pieces, overlapping tiles, unreachable rooms."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations

from companion.games.mansions.content.boxes import box_title, boxes_on_table, missing_boxes, needed_boxes
from companion.games.mansions.content.lint.finding import Finding
from companion.games.mansions.content.printed import Rect, beasts, printed_cards, rect, tiles
from companion.games.mansions.content.scenario import (
    Component,
    ItemPart,
    Names,
    Scenario,
    SpawnPart,
    TilePart,
    TokenPart,
)

OTHER_ITEM_PREFIX = "QItem"  # an item card chosen by another QItem
MOST_LAID = 40  # tiles of one event that are compared; real events place 12
LEAST_OVERLAP = 0.3  # share of the smaller tile; sizes are inferred, so less is noise


def check_things(scenario: Scenario) -> Iterator[Finding]:
    """Check the ids of tiles, monsters and items, and the positions of tiles."""
    for component in scenario.components.values():
        match component.part:
            case TilePart(side=side) if side and side not in tiles():
                sentence = f"{component.name} is the tile {side}, which is in no box: lay a sheet of paper."
                yield Finding("unknown-tile", component.name, sentence)
            case SpawnPart(monsters=monsters):
                yield from _check_monsters(component.name, monsters)
            case ItemPart() as part:
                yield from _check_items(component, part)
    for kind in scenario.monsters.values():
        if kind.base.startswith("Monster") and kind.base not in beasts():
            sentence = (
                f"{kind.name} is based on {kind.base}, which is in no box: what it does not say itself is guessed."
            )
            yield Finding("unknown-monster", kind.name, sentence)
    yield from _find_overlaps(scenario)


def _check_monsters(place: str, monsters: Names) -> Iterator[Finding]:
    unknown = [name for name in monsters if name.startswith("Monster") and name not in beasts()]
    for name in unknown:
        end = "a middling one stands in" if len(unknown) == len(monsters) else "the next one comes"
        yield Finding("unknown-monster", place, f"{place} brings {name}, which is in no box: {end}.")


def _check_items(component: Component, part: ItemPart) -> Iterator[Finding]:
    for name in part.items if not part.title else ():
        if name not in printed_cards() and not name.startswith(OTHER_ITEM_PREFIX):
            yield Finding("unknown-item", component.name, f"{component.name} is the card {name}, which is in no box.")
    if not (part.items or part.traits or part.pool or part.title):
        yield Finding("unknown-item", component.name, f"{component.name} is an item and names no card.")
    elif (part.traits or part.pool) and not any(_fits(part, card) for card in printed_cards()):
        wanted = ", ".join((*part.traits, *part.pool))
        yield Finding(
            "unknown-item", component.name, f"{component.name} is a card with {wanted}; no card of any box has that."
        )


def _fits(part: ItemPart, name: str) -> bool:
    """Return whether a card fits: all traits, one of the pool, not excluded."""
    traits = printed_cards()[name].traits
    pooled = not part.pool or any(trait in traits for trait in part.pool)
    return pooled and name not in part.items and all(trait in traits for trait in part.traits)


def _find_overlaps(scenario: Scenario) -> Iterator[Finding]:
    """Check the tiles that one event places together. Others may never be there at the same time."""
    seen: dict[tuple[str, str], None] = {}
    for component in scenario.components.values():
        named = dict.fromkeys(component.add)
        laid = [other for name in named if (other := scenario.components.get(name)) and other.kind == "tile"]
        covered = [(tile.name, rect(tile)) for tile in laid[:MOST_LAID]]
        for (first, here), (second, there) in combinations(covered, 2):
            pair = (min(first, second), max(first, second))
            share = _covered_share(here, there)
            if share > LEAST_OVERLAP and pair not in seen:
                seen[pair] = None
                sentence = f"{pair[0]} and {pair[1]} would cover each other ({share:.0%} of one)."
                yield Finding("overlap", pair[0], sentence, "note")


def _covered_share(first: Rect, second: Rect) -> float:
    ax, ay, aw, ah = first
    bx, by, bw, bh = second
    across = min(ax + aw, bx + bw) - max(ax, bx)
    down = min(ay + ah, by + bh) - max(ay, by)
    smaller = min(aw * ah, bw * bh)
    return across * down / smaller if across > 0 and down > 0 and smaller > 0 else 0.0


def check_rooms(scenario: Scenario) -> Iterator[Finding]:
    """Check rooms. Maps of tiles have none."""
    if not scenario.exact:
        return
    if scenario.start not in scenario.rooms:
        yield Finding("no-start", "", f"Everybody begins in {scenario.start!r}, which is no room.", "error")
    entered = _rooms_in_reach(scenario)
    for name in scenario.rooms:
        if name not in entered:
            yield Finding("unreachable-room", name, f"Nobody can walk to the room {name}.", "error")
    for component in scenario.components.values():
        named = (getattr(component.part, "space", ""), *getattr(component.part, "between", ()))
        for name in named:
            if name and name not in scenario.rooms:
                yield Finding(
                    "missing-room", component.name, f"{component.name} lies in {name!r}, which is no room.", "error"
                )


def _rooms_in_reach(scenario: Scenario) -> Mapping[str, None]:
    """Return the rooms in reach of the start, through all borders that can open."""
    beside = _neighbours(scenario)
    seen = {scenario.start: None}
    waiting = [scenario.start]
    while waiting:
        for name in beside.get(waiting.pop(), ()):
            if name not in seen:
                seen[name] = None
                waiting.append(name)
    return seen


def _neighbours(scenario: Scenario) -> Mapping[str, list[str]]:
    """Return the neighbours of each room. A border may be listed on either side."""
    beside: dict[str, list[str]] = {}
    for name, room in scenario.rooms.items():
        for other in (*room.adjacent, *room.doors):
            beside.setdefault(name, []).append(other)
            beside.setdefault(other, []).append(name)
    parts = [component.part for component in scenario.components.values() if isinstance(component.part, TokenPart)]
    for first, second in (part.between for part in parts if len(part.between) == 2):
        beside.setdefault(first, []).append(second)
        beside.setdefault(second, []).append(first)
    passages = [part.space for part in parts if "Passage" in part.type and part.space]
    for name in passages:  # one secret passage leads to every other
        beside.setdefault(name, []).extend(passages)
    return beside


MOST_NAMED = 4  # pieces that are named


def check_boxes(scenario: Scenario, owned: Collection[str] | None) -> Iterator[Finding]:
    """Report needed boxes as notes, or missing ones as warnings if `owned` is known."""
    if owned is None:
        declared = boxes_on_table(scenario.packs)
        for code in needed_boxes(scenario):
            remark = "" if code in declared else ", though it does not say so"
            yield Finding("needs-box", "", f"It uses pieces of {box_title(code)}{remark}.", "note")
        return
    for lack in missing_boxes(scenario, owned):
        pieces = ", ".join(lack.pieces[:MOST_NAMED]) + (" …" if len(lack.pieces) > MOST_NAMED else "")
        what = f" (for {pieces})" if pieces else ""
        yield Finding("missing-box", "", f"{lack.title!s} is not on the table{what}: put something else there.")
