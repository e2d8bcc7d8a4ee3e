"""Actions, rooms and effects for tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.engine import Run, choose
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Effect, Tile
from companion.games.nemesis.rules.effects import perform
from companion.games.nemesis.state import State
from tests.games.course import alone, give
from tests.games.nemesis.ship import ANN, acting, page

HALL = "hall"
_GO = choose(ANN, "Ann: begin", ("go",))


def played(s: State, *answers: str | tuple[str, ...]) -> Run[Any, Any]:
    """Run an action of Ann with answers. A tuple is one answer with several values."""
    return answered(acting(s), *answers)


def answered(run: Run[Any, Any], *answers: str | tuple[str, ...]) -> Run[Any, Any]:
    for answer in answers:
        give(run, *([answer] if isinstance(answer, str) else answer))
    return run


def in_room(s: State | None = None, *marks: str, items: int = 0, **tile: Any) -> State:
    """Return a state whose starting room has the given tile."""
    s = s or page()
    hall = Tile(HALL, tile.pop("title", "Hall"), **{"action": "Do it", **tile})
    s = replace(s, ship=replace(s.ship, tiles=(*s.ship.tiles, hall)))
    room = replace(s.rooms[HALL], tile=HALL, title=hall.title, marks=marks, items=items)
    return replace(s, rooms={**s.rooms, HALL: room})


def done(
    s: State, *effects: Effect | str, answers: tuple[str | tuple[str, ...], ...] = (), seat: str = ANN
) -> Run[Any, Any]:
    """Perform effects of a seat, in order."""
    chosen = tuple(Effect(one) if isinstance(one, str) else one for one in effects)  # type: ignore[arg-type]
    if not chosen:
        raise ValueError("nothing is done")
    run = alone(GAME, s, lambda g: _asked_first(g, seat, chosen))
    return answered(run, "go", *answers)


def _asked_first(g: Any, seat: str, effects: tuple[Effect, ...]) -> Any:
    """Ask first: a procedure has a prompt before its first fact."""
    yield from g.one(_GO)
    yield from perform(g, seat, effects)
