"""Connections between locations, and the effects of entering one."""

from __future__ import annotations

from collections.abc import Collection

from companion.games.arkham.facts import CluesMoved, LocationRevealed, Moved
from companion.games.arkham.state import G, State
from companion.i18n import Text, _, from_data
from companion.schema import Refusal, Seat


def move_refused(s: State, source: str, to: str) -> Refusal | None:
    """Return why nobody can move between the two locations, or None. AH-ACT-MOVE-2, AH-ACT-MOVE-5, -13, -14."""
    connects = s.locations[source].connects if source in s.locations else ()
    if to == source:
        return Refusal("SAME_PLACE", _("That is where one is already: {place}.", place=title(s, to)), "AH-ACT-MOVE-13")
    if not connects:
        return Refusal(
            "NO_VALID_DESTINATION", _("No way leads on from {place}.", place=title(s, source)), "AH-ACT-MOVE-14"
        )
    if to not in s.locations or s.locations[to].hidden:
        return Refusal("UNKNOWN_TARGET", _("There is no such location in play."))
    if to not in connects:
        sentence = _("{place} does not connect to {to}.", place=title(s, source), to=title(s, to))
        return Refusal("NOT_ADJACENT", sentence, "AH-ACT-MOVE-5")
    return None


def first_steps(s: State, source: str, goals: Collection[str]) -> tuple[str, ...]:
    """Return the first steps of the shortest paths to the nearest goals: empty without a path, or at a goal.

    Searches breadth-first from the goals, against the connections, which may lead one way only.
    """
    distance = dict.fromkeys(goals, 0)
    frontier = list(goals)
    while frontier and source not in distance:
        unvisited = [name for name, place in s.locations.items() if name not in distance and not place.hidden]
        reached = [name for name in unvisited if any(to in frontier for to in s.locations[name].connects)]
        distance |= dict.fromkeys(reached, distance[frontier[0]] + 1)
        frontier = reached
    if not distance.get(source):
        return ()
    return tuple(to for to in s.locations[source].connects if distance.get(to) == distance[source] - 1)


def enter(g: G, seat: Seat, to: str) -> None:
    """Enter a location (AH-ACT-MOVE-7). Reveal it and place its clues on the first visit (AH-ACT-MOVE-8, -9)."""
    g.emit(Moved(seat, g.state.seats[seat].location, to))
    if not g.state.locations[to].revealed:
        g.emit(LocationRevealed(to, clues_of(g.state, to)))


def clues_of(s: State, location: str) -> int:
    """Return the clues that a location gets when it is revealed. AH-ACT-MOVE-10.

    Eliminated investigators count too: the number is that of the start of the scenario.
    """
    place = s.locations[location]
    return place.clue_value * (len(s.seats) if place.per_investigator else 1)


def move_by_card(g: G, seat: Seat, to: str) -> None:
    """Move an investigator by a card, also without a connection. AH-ACT-MOVE-7. Raises Refused."""
    if to not in g.state.locations:
        raise Refusal("UNKNOWN_TARGET", _("There is no such location.")).error()
    if g.state.seats[seat].location == to:
        sentence = _("{who} is there already.", who=g.state.seats[seat].name)
        raise Refusal("SAME_PLACE", sentence, "AH-ACT-MOVE-13").error()
    enter(g, seat, to)


def move_clues(g: G, source: str, to: str, number: int) -> None:
    """Move up to `number` clues between locations by a card. AH-ACT-MOVE-12. Raises Refused."""
    for name in (source, to):
        if name not in g.state.locations:
            raise Refusal("UNKNOWN_TARGET", _("There is no such location.")).error()
    if source == to:
        raise Refusal("SAME_PLACE", _("Nothing can move to where it is already."), "AH-ACT-MOVE-13").error()
    g.emit(CluesMoved(source, to, min(number, g.state.locations[source].clues)))


def title(s: State, location: str) -> Text:
    """Return the title of a location, or the name itself where none is in play."""
    return from_data(s.locations[location].title if location in s.locations else location)
