"""The one door for all harm: wounds, Contamination, slime, larvae, death. Nothing here asks."""

from __future__ import annotations

from typing import Literal

from companion.games.nemesis.content.ship import SUFFERED, Effect
from companion.games.nemesis.facts.actions import ContaminationGained, SlimeGained, Wounded
from companion.games.nemesis.facts.crew import LarvaGained
from companion.games.nemesis.facts.evening import CharacterDied
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.state import State, aboard, characters_in
from companion.schema.prompt import Seat

MOST_SERIOUS = 3  # serious wounds that one can bear; any further wound kills


def wound(g: G, seat: Seat, depth: Literal["light", "serious"]) -> None:
    """Three light wounds are a serious one; whoever has three serious ones dies of any further wound."""
    if not is_aboard(g.state, seat):
        return
    at_the_end = g.state.characters[seat].serious_wounds >= MOST_SERIOUS
    g.emit(Wounded(seat, depth))
    if at_the_end:
        die(g, seat)


def die(g: G, seat: Seat) -> None:
    """Whoever is not aboard any more cannot die here."""
    if is_aboard(g.state, seat):
        g.emit(CharacterDied(seat))


def contaminate(g: G, seat: Seat) -> None:
    """One card of the supply, unread, on top of the own discard pile; where the supply is out, none (NEM-COST-4)."""
    if is_aboard(g.state, seat) and contamination_left(g.state):
        g.emit(ContaminationGained(seat, g.state.contamination[0]))


def contamination_left(s: State) -> int:
    """Cards of the supply that nobody has."""
    had = [card for c in s.characters.values() for card in c.hand + c.deck + c.discard if card in s.contamination]
    return max(0, s.ship.contamination - len(had))


def slime(g: G, seat: Seat) -> None:
    if is_aboard(g.state, seat) and not g.state.characters[seat].slime:
        g.emit(SlimeGained(seat))


def larva(g: G, seat: Seat) -> None:
    """It stays on the character; a second one kills."""
    if not is_aboard(g.state, seat):
        return
    if g.state.characters[seat].larva:
        die(g, seat)
    else:
        g.emit(LarvaGained(seat))


def suffer(g: G, seat: Seat, effects: tuple[Effect, ...]) -> None:
    """The harm among the effects, one after the other; the other effects are not done here."""
    for effect in effects:
        if effect.do in SUFFERED:
            for whom in victims(g.state, seat, effect):
                _suffer(g, whom, effect)


def victims(s: State, seat: Seat, effect: Effect) -> tuple[Seat, ...]:
    """Whom an effect reaches: whoever acts, all in that room, the whole crew."""
    if effect.on == "self" or not seat:
        return (seat,) if seat else ()
    return aboard(s) if effect.on == "all" else characters_in(s, s.characters[seat].room)


def _suffer(g: G, seat: Seat, effect: Effect) -> None:
    for _ in range(effect.n):
        match effect.do:
            case "light_wound":
                wound(g, seat, "light")
            case "serious_wound":
                wound(g, seat, "serious")
            case "contamination":
                contaminate(g, seat)
            case "slime":
                slime(g, seat)
            case "larva":
                larva(g, seat)
            case _:
                raise ValueError(f"{effect.do} is no harm")


def is_aboard(s: State, seat: Seat) -> bool:
    """Alive, awake, not in a pod."""
    return s.characters[seat].fate == "aboard"
