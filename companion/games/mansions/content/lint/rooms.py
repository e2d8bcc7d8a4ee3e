"""Our own maps: rooms that nobody can enter, and things in rooms that do not exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.mansions.content.lint.finding import Finding
from companion.games.mansions.content.scenario import Component, Names, Scenario, SpawnPart, TokenPart


def rooms(scenario: Scenario) -> Iterator[Finding]:
    """Nothing where the map knows tiles only."""
    if not scenario.exact:
        return
    if scenario.start not in scenario.rooms:
        yield Finding("no-start", "", f"Everybody begins in {scenario.start!r}, which is no room.", "error")
    entered = _entered(scenario)
    for name in scenario.rooms:
        if name not in entered:
            yield Finding("unreachable-room", name, f"Nobody can walk to the room {name}.", "error")
    for one in scenario.components.values():
        for name in _named(one):
            if name not in scenario.rooms:
                yield Finding("missing-room", one.name, f"{one.name} lies in {name!r}, which is no room.", "error")


def _named(one: Component) -> Names:
    """The rooms a component lies in or between."""
    match one.part:
        case TokenPart(space=space, between=between):
            return (*([space] if space else []), *between)
        case SpawnPart(space=space) if space:
            return (space,)
    return ()


def _entered(scenario: Scenario) -> Mapping[str, None]:
    """From the start on, through every border that is not shut for good."""
    beside = _beside(scenario)
    seen = {scenario.start: None}
    waiting = [scenario.start]
    while waiting:
        for name in beside.get(waiting.pop(), ()):
            if name not in seen:
                seen[name] = None
                waiting.append(name)
    return seen


def _beside(scenario: Scenario) -> Mapping[str, list[str]]:
    """Borders are shared, whichever room names them."""
    beside: dict[str, list[str]] = {}
    for name, room in scenario.rooms.items():
        for other in (*room.adjacent, *room.doors):
            beside.setdefault(name, []).append(other)
            beside.setdefault(other, []).append(name)
    parts = [one.part for one in scenario.components.values() if isinstance(one.part, TokenPart)]
    for first, second in (part.between for part in parts if len(part.between) == 2):
        beside.setdefault(first, []).append(second)
        beside.setdefault(second, []).append(first)
    passages = [part.space for part in parts if "Passage" in part.type and part.space]
    for name in passages:  # one secret passage leads to every other
        beside.setdefault(name, []).extend(passages)
    return beside
