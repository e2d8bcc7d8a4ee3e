"""Objectives: everybody keeps one of two when the first Intruder has come; at the end it is checked."""

from __future__ import annotations

from companion.engine.play import Rule, choose
from companion.games.nemesis.facts.evening import ObjectiveKept
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.state import State, objective_of
from companion.schema.prompt import Option, Prompt, Seat


def to_keep(s: State) -> tuple[Seat, ...]:
    """Who still has to choose among the objectives that were dealt; the dead have none."""
    return tuple(seat for seat, c in s.characters.items() if c.objectives and c.fate != "dead")


def keep(g: G) -> Rule[None]:
    """All at once, each for itself; the other objective goes out of the game unseen."""
    seats = to_keep(g.state)
    kept = yield from g.ask(*(_choice(g.state, seat) for seat in seats))
    for seat, (objective,) in zip(seats, kept, strict=True):
        g.emit(ObjectiveKept(seat, objective))


def _choice(s: State, seat: Seat) -> Prompt:
    """The title is for all to read, the objectives for one alone."""
    options = [Option(name, _words(s, name)) for name in s.characters[seat].objectives]
    return choose(seat, f"{s.characters[seat].name}: keep one of your objectives", options, secret=True)


def _words(s: State, name: str) -> str:
    objective = objective_of(s, name)
    return f"{objective.title}: {objective.text}"
