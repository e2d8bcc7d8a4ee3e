"""When the evening ends, whose objective is done, and how it ended. Everything is asked before one fact is stated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import assert_never

from companion.engine import Rule, choose
from companion.games.nemesis.content import Condition, Objective
from companion.games.nemesis.facts import G, GameEnded, ObjectiveKept
from companion.games.nemesis.rules.crew import infected_ones
from companion.games.nemesis.state import Result, State, aboard, objective_of
from companion.schema import TABLE, Option, Prompt, Seat


@dataclass(frozen=True, slots=True)
class Arrival:
    """What became of the ship."""

    lost: bool
    planet: str = ""  # where it came out; "" = it did not, or nobody wrote down where


@dataclass(frozen=True, slots=True)
class End:
    """All that is known when the objectives are checked."""

    arrival: Arrival
    alive: tuple[Seat, ...]  # home, and not infected
    said: Mapping[Seat, bool] = field(default_factory=lambda: MappingProxyType({}))  # what the owners say of theirs


def holds(s: State, seat: Seat, condition: Condition, end: End) -> bool:
    """Is it so for whoever has the objective?"""
    character, what = s.characters[seat], condition.what
    match condition.test:
        case "alive":
            return seat in end.alive
        case "course":
            return not end.arrival.lost and end.arrival.planet == what
        case "ship_saved":
            return not end.arrival.lost
        case "ship_lost":
            return end.arrival.lost
        case "signal":
            return character.signal
        case "carries":
            return carried(s, seat).count(what) >= condition.n
        case "alone":
            return end.alive == (seat,)
        case "all_alive":
            return len(end.alive) == len(s.characters)
        case "explored":
            return sum(room.explored for room in s.rooms.values()) >= condition.n
        case "nest_destroyed":
            return s.eggs == 0
        case "killed":
            return sum(what in {"", kind} for kind in s.killed) >= condition.n
        case "people":
            return end.said.get(seat, False)
    assert_never(condition.test)


def carried(s: State, seat: Seat) -> tuple[str, ...]:
    """Items and weapons by name, heavy objects by kind."""
    character = s.characters[seat]
    kinds = tuple(s.objects[name].kind for name in character.heavy if name in s.objects)
    return character.items + tuple(weapon.name for weapon in character.weapons) + kinds


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


ENGINES_NEEDED = 2
YES_NO = (Option("yes", "Yes"), Option("no", "No"))


def is_due(s: State) -> bool:
    """The time is out, the alarm has run down, or nobody is awake aboard."""
    return s.turns <= 0 or (s.self_destruct is not None and s.self_destruct <= 0) or not aboard(s)


def finish(g: G) -> Rule[None]:
    """The ship, then those who came home, then their objectives."""
    arrival = yield from arrive(g)
    home = came_home(g.state, arrival)
    lost = yield from infected_ones(g, home)
    alive = tuple(seat for seat in home if seat not in lost)
    said = yield from _said(g, alive)
    end = End(arrival, alive, MappingProxyType(said))
    results = {seat: result(g.state, seat, end) for seat in g.state.characters}
    g.emit(GameEnded(_sentence(g.state, arrival, results), MappingProxyType(results)))


# The ship


def arrive(g: G) -> Rule[Arrival]:
    """Two engines must work, and the course must have been set."""
    if blows_up(g.state):
        return Arrival(lost=True)
    if not (yield from _engines_work(g)):
        return Arrival(lost=True)
    return Arrival(lost=False, planet=(yield from _planet(g)))


def blows_up(s: State) -> bool:
    """Where nobody is awake, whatever runs down first ends it."""
    if s.self_destruct is None:
        return False
    return s.self_destruct <= 0 or (s.turns > 0 and s.self_destruct <= s.turns)


def _engines_work(g: G) -> Rule[bool]:
    """Known to the page, or said by the people; a ship without engines needs none."""
    if g.state.settings.decks == "box":
        title = "Everybody: turn the tokens of the engines. Do at least two of them work?"
        return (yield from g.one(choose(TABLE, title, YES_NO))) == "yes"
    working = sum(engine.works for engine in g.state.engines.values())
    return working >= min(ENGINES_NEEDED, len(g.state.engines))


def _planet(g: G) -> Rule[str]:
    """Where the course leads; "" where no planets are written down."""
    if g.state.settings.decks == "box" and g.state.ship.planets:
        title = "Everybody: turn the card of the course. Where does the ship go?"
        return (yield from g.one(choose(TABLE, title, g.state.ship.planets)))
    return g.state.course.planets.get(g.state.course.set, "")


def came_home(s: State, arrival: Arrival) -> tuple[Seat, ...]:
    """A pod always brings home; a sleeper where the ship goes there."""
    ship_is_home = not arrival.lost and arrival.planet in {"", s.ship.home}
    return tuple(seat for seat, c in s.characters.items() if c.fate == "pod" or (c.fate == "asleep" and ship_is_home))


# The objectives


def _said(g: G, alive: tuple[Seat, ...]) -> Rule[dict[Seat, bool]]:
    """What only the people know of the objectives."""
    asked = [seat for seat in g.state.characters if _needs_people(g.state, seat, alive)]
    answers = yield from g.ask(*(_did_you(g.state, seat) for seat in asked))
    return {seat: answer == ("yes",) for seat, answer in zip(asked, answers, strict=True)}


def _needs_people(s: State, seat: Seat, alive: tuple[Seat, ...]) -> bool:
    """An objective of the box, of somebody who lives; or one whose owner alone knows whether it is so."""
    objective = _objective(s, seat)
    if objective is None:
        return s.settings.decks == "box" and seat in alive
    return any(condition.test == "people" for condition in objective.needs)


def _objective(s: State, seat: Seat) -> Objective | None:
    return objective_of(s, s.characters[seat].objective) if s.characters[seat].objective else None


def _did_you(s: State, seat: Seat) -> Prompt:
    """Now it is no secret any more."""
    objective = _objective(s, seat)
    what = f"{objective.title}. {objective.text}" if objective else "your objective"
    return choose(seat, f"{s.characters[seat].name}: did you do it? {what}", YES_NO)


def result(s: State, seat: Seat, end: End) -> Result:
    """How it ended for one of the crew. An objective may be done by the dead, if it does not ask for more."""
    fate, objective = _how_it_ended(s, seat, end), _objective(s, seat)
    if objective is None:
        return Result(seat in end.alive and end.said.get(seat, True), fate)
    won = all(holds(s, seat, condition, end) for condition in objective.needs)
    return Result(won, f"{fate} {'Done' if won else 'Not done'}: {objective.title}.")


def _how_it_ended(s: State, seat: Seat, end: End) -> str:
    character, lost = s.characters[seat], end.arrival.lost
    if seat in end.alive:
        return f"{character.name} is home."
    match character.fate:
        case "dead":
            return f"{character.name} died aboard."
        case "pod":
            return f"{character.name} came home in a pod, and not alone."
        case "aboard":
            return f"{character.name} was awake when the ship {'broke up' if lost else 'jumped'}."
        case "asleep" if lost:
            return f"{character.name} slept when the ship broke up."
        case "asleep" if end.arrival.planet not in {"", s.ship.home}:
            return f"{character.name} sleeps on, and the ship is not home but at {end.arrival.planet}."
        case "asleep":
            return f"{character.name} came home asleep, and not alone."


def _sentence(s: State, arrival: Arrival, results: dict[Seat, Result]) -> str:
    """What everybody reads. Without decks nothing is known but that the ship jumps."""
    ending = _ship_words(s, arrival)
    if s.settings.decks == "none" and aboard(s):
        return ending
    winners = [s.characters[seat].name for seat, one in results.items() if one.won]
    return (
        f"{ending} {_and(winners)} {'wins' if len(winners) == 1 else 'win'}." if winners else f"{ending} Nobody wins."
    )


def _ship_words(s: State, arrival: Arrival) -> str:
    if blows_up(s):
        return "The alarm falls silent: the ship goes up."
    nobody = (
        "Nobody is awake any more" if any(c.fate != "dead" for c in s.characters.values()) else "Nobody lives any more"
    )
    why = "Time is out" if s.turns <= 0 else nobody
    if arrival.lost:
        return f"{why}: the ship jumps, and breaks up."
    return f"{why}: the ship jumps{f' to {arrival.planet}' if arrival.planet else ''}."


def _and(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
