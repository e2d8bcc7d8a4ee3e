"""The last check of whoever came home: are they alone in their skin (NEM-X-CONTAM-1)?"""

from __future__ import annotations

from companion.engine.play import Rule, choose, draw
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.state import State
from companion.schema.prompt import HOUSE, Faces, Option, Prompt, Seat

CHECKED = 4  # cards that are drawn in the end
INFECTED, CLEAN = "infected", "clean"


def infected_ones(g: G, home: tuple[Seat, ...]) -> Rule[tuple[Seat, ...]]:
    """Who of those that came home is lost: by chance, or, where the cards are real, as the people say.

    Our default: whoever has an infected Contamination card or a larva draws four of all their cards, and a Contamination card
    among them is the end; whoever has both is past saving.
    """
    settings = g.state.settings
    if settings.decks == "none":
        return ()
    if settings.decks == "page" and settings.hands == "page":
        return (yield from _by_chance(g, home))
    answers = yield from g.ask(*(_asked(g.state, seat) for seat in home))
    return tuple(seat for seat, answer in zip(home, answers, strict=True) if answer == ("yes",))


def _asked(s: State, seat: Seat) -> Prompt:
    title = f"{s.characters[seat].name}: check your Contamination cards. Are you infected?"
    return choose(seat, title, (Option("no", "Clean"), Option("yes", "Infected")), rule="NEM-X-CONTAM-1")


def _by_chance(g: G, home: tuple[Seat, ...]) -> Rule[tuple[Seat, ...]]:
    """One after the other; what one has, no other has."""
    supply, lost = unread(g.state), []
    for seat in home:
        read = yield from _read(g, seat, supply)
        supply = _less(supply, read)
        sick = INFECTED in read or g.state.characters[seat].infected > 0
        larva = g.state.characters[seat].larva
        if (sick and larva) or ((sick or larva) and (yield from _breaks_out(g, seat))):
            lost.append(seat)
    return tuple(lost)


def unread(s: State) -> Faces:
    """What is on the Contamination cards that no scan has read."""
    known = sum(c.infected for c in s.characters.values())
    infected = max(0, s.ship.infected - known)
    return (INFECTED,) * infected + (CLEAN,) * max(0, s.ship.contamination - s.ship.infected)


def contaminations(s: State, seat: Seat) -> int:
    """Contamination cards that somebody has, wherever they lie."""
    c = s.characters[seat]
    return sum(card in s.contamination for card in c.hand + c.deck + c.discard)


def _read(g: G, seat: Seat, supply: Faces) -> Rule[Faces]:
    """What is on the cards that nobody has read yet."""
    number = min(contaminations(g.state, seat) - g.state.characters[seat].infected, len(supply))
    if number <= 0:
        return ()
    title = f"{g.state.characters[seat].name}: the Contamination cards are read"
    return (yield from g.some(draw(HOUSE, title, supply, "NEM-X-CONTAM-1", count=number)))


def _breaks_out(g: G, seat: Seat) -> Rule[bool]:
    c = g.state.characters[seat]
    cards = c.hand + c.deck + c.discard
    title = f"{c.name}: four cards are drawn, a Contamination card among them is the end"
    drawn = yield from g.some(draw(HOUSE, title, cards, "NEM-X-CONTAM-1", count=min(CHECKED, len(cards))))
    return any(card in g.state.contamination for card in drawn)


def _less(supply: Faces, read: Faces) -> Faces:
    left = list(supply)
    for face in read:
        left.remove(face)
    return tuple(left)
