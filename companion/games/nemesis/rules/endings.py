"""End of the game: arrival, objectives and results. All prompts come before the first fact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import assert_never

from companion.engine import Rule, choose
from companion.games.nemesis.content.ship import Condition, Objective
from companion.games.nemesis.facts import GameEnded, ObjectiveKept
from companion.games.nemesis.names import EVERYBODY, who
from companion.games.nemesis.rules.crew.health import find_infected
from companion.games.nemesis.state import G, Result, State, objective_of, seats_aboard
from companion.i18n import Text, _, from_data, joined, listed
from companion.schema import TABLE, Option, Prompt, Seat


@dataclass(frozen=True, slots=True)
class Arrival:
    """Fate of the ship."""

    lost: bool
    planet: str = ""  # destination; "" if lost, or if the ship has no planets


@dataclass(frozen=True, slots=True)
class End:
    """Input of the check of the objectives."""

    arrival: Arrival
    alive: tuple[Seat, ...]  # home, and not infected
    answers: Mapping[Seat, bool] = field(default_factory=lambda: MappingProxyType({}))  # answers of the owners


def holds(s: State, seat: Seat, condition: Condition, end: End) -> bool:
    """Return whether the condition holds for the owner of the objective."""
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
            return carried_things(s, seat).count(what) >= condition.n
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
            return end.answers.get(seat, False)
    assert_never(condition.test)


def carried_things(s: State, seat: Seat) -> tuple[str, ...]:
    """Return items and weapons by name, heavy objects by kind."""
    character = s.characters[seat]
    kinds = tuple(s.objects[name].kind for name in character.heavy if name in s.objects)
    return character.items + tuple(weapon.name for weapon in character.weapons) + kinds


def seats_to_keep_objective(s: State) -> tuple[Seat, ...]:
    """Return the living seats that have not chosen an objective."""
    return tuple(seat for seat, character in s.characters.items() if character.objectives and character.fate != "dead")


def keep_objectives(g: G) -> Rule[None]:
    """Ask all seats at once for the objective to keep. The other leaves the game unseen."""
    seats = seats_to_keep_objective(g.state)
    kept = yield from g.ask(*(_choice(g.state, seat) for seat in seats))
    for seat, (objective,) in zip(seats, kept, strict=True):
        g.emit(ObjectiveKept(seat, objective))


def _choice(s: State, seat: Seat) -> Prompt:
    """Only the options are secret."""
    objectives = [objective_of(s, name) for name in s.characters[seat].objectives]
    options = [
        Option(objective.id, _("{title}: {text}", title=from_data(objective.title), text=from_data(objective.text)))
        for objective in objectives
    ]
    return choose(seat, _("keep one of your objectives"), options, secret=True, key="objective.keep")


ENGINES_NEEDED = 2
YES_NO = (Option("yes", _("Yes")), Option("no", _("No")))


def is_due(s: State) -> bool:
    """Return whether time is out, the alarm has run down, or no character is aboard."""
    return s.turns <= 0 or (s.self_destruct is not None and s.self_destruct <= 0) or not seats_aboard(s)


def finish(g: G) -> Rule[None]:
    """Resolve the ship, the survivors and their objectives."""
    arrival = yield from arrive(g)
    is_at_home = not arrival.lost and arrival.planet in {"", g.state.ship.home}
    fates = {seat: character.fate for seat, character in g.state.characters.items()}
    home = tuple(seat for seat, fate in fates.items() if fate == "pod" or (fate == "asleep" and is_at_home))
    infected = yield from find_infected(g, home)
    alive = tuple(seat for seat in home if seat not in infected)
    end = End(arrival, alive, MappingProxyType((yield from ask_about_objectives(g, alive))))
    results = {seat: result(g.state, seat, end) for seat in g.state.characters}
    g.emit(GameEnded(_sentence(g.state, arrival, results), MappingProxyType(results)))


def arrive(g: G) -> Rule[Arrival]:
    """Return the fate of the ship: two engines must work. A ship without engines needs none.

    With decks of the box, ask for the engines and the course.
    """
    s = g.state
    if blows_up(s):
        return Arrival(lost=True)
    works = sum(engine.works for engine in s.engines.values()) >= min(ENGINES_NEEDED, len(s.engines))
    if s.settings.decks == "box":
        title = _("turn the tokens of the engines. Do at least two of them work?")
        works = (yield from g.one(choose(TABLE, title, YES_NO, key="end.engines", whom=EVERYBODY))) == "yes"
    if not works:
        return Arrival(lost=True)
    if s.settings.decks == "box" and s.ship.planets:
        title = _("turn the card of the course. Where does the ship go?")
        planets = [Option(planet, from_data(planet)) for planet in s.ship.planets]
        return Arrival(False, (yield from g.one(choose(TABLE, title, planets, key="end.planet", whom=EVERYBODY))))
    return Arrival(False, s.course.planets.get(s.course.set, ""))


def blows_up(s: State) -> bool:
    """Return whether the alarm ends the game. With all asleep, the shorter track decides."""
    if s.self_destruct is None:
        return False
    return s.self_destruct <= 0 or (s.turns > 0 and s.self_destruct <= s.turns)


def ask_about_objectives(g: G, alive: tuple[Seat, ...]) -> Rule[dict[Seat, bool]]:
    """Ask players about the objectives that only they can judge, such as a card of their box."""
    titles: dict[Seat, Text] = {}
    for seat in g.state.characters:
        objective = _objective(g.state, seat)
        if objective is None and g.state.settings.decks == "box" and seat in alive:
            titles[seat] = _("did you do it? your objective")
        elif objective is not None and any(condition.test == "people" for condition in objective.needs):
            title, text = from_data(objective.title), from_data(objective.text)
            titles[seat] = _("did you do it? {title}. {text}", title=title, text=text)
    answers = yield from g.ask(*(choose(seat, titles[seat], YES_NO, key="objective.done") for seat in titles))
    return {seat: answer == ("yes",) for seat, answer in zip(titles, answers, strict=True)}


def _objective(s: State, seat: Seat) -> Objective | None:
    return objective_of(s, s.characters[seat].objective) if s.characters[seat].objective else None


def result(s: State, seat: Seat, end: End) -> Result:
    """Return the result of a seat. A dead character may win if the objective allows it."""
    fate, objective = _how_it_ended(s, seat, end), _objective(s, seat)
    if objective is None:
        return Result(seat in end.alive and end.answers.get(seat, True), fate)
    won = all(holds(s, seat, condition, end) for condition in objective.needs)
    title = from_data(objective.title)
    judged = _("Done: {objective}.", objective=title) if won else _("Not done: {objective}.", objective=title)
    return Result(won, joined(" ", (fate, judged)))


def _how_it_ended(s: State, seat: Seat, end: End) -> Text:
    name, lost = who(s, seat), end.arrival.lost
    if seat in end.alive:
        return _("{who} is home.", who=name)
    match s.characters[seat].fate:
        case "dead":
            return _("{who} died aboard.", who=name)
        case "pod":
            return _("{who} came home in a pod, and not alone.", who=name)
        case "aboard" if lost:
            return _("{who} was awake when the ship broke up.", who=name)
        case "aboard":
            return _("{who} was awake when the ship jumped.", who=name)
        case "asleep" if lost:
            return _("{who} slept when the ship broke up.", who=name)
        case "asleep" if end.arrival.planet not in {"", s.ship.home}:
            at = from_data(end.arrival.planet)
            return _("{who} sleeps on, and the ship is not home but at {planet}.", who=name, planet=at)
        case "asleep":
            return _("{who} came home asleep, and not alone.", who=name)


def _sentence(s: State, arrival: Arrival, results: dict[Seat, Result]) -> Text:
    """Return the closing sentence. Without decks only the jump is known."""
    ending = _ship_words(s, arrival)
    if s.settings.decks == "none" and seats_aboard(s):
        return ending
    winners = [who(s, seat) for seat, result in results.items() if result.won]
    if not winners:
        return joined(" ", (ending, _("Nobody wins.")))
    names = listed(winners)
    win = _("{who} wins.", who=names) if len(winners) == 1 else _("{who} win.", who=names)
    return joined(" ", (ending, win))


def _ship_words(s: State, arrival: Arrival) -> Text:
    if blows_up(s):
        return _("The alarm falls silent: the ship goes up.")
    some_live = any(character.fate != "dead" for character in s.characters.values())
    why = _("Nobody is awake any more") if some_live else _("Nobody lives any more")
    if s.turns <= 0:
        why = _("Time is out")
    if arrival.lost:
        return _("{why}: the ship jumps, and breaks up.", why=why)
    if arrival.planet:
        return _("{why}: the ship jumps to {planet}.", why=why, planet=from_data(arrival.planet))
    return _("{why}: the ship jumps.", why=why)
