"""Cards that come off a Library, and what the Dealer does about one that is too small (DYW-X-ZONES-4)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.play import Rule, choose
from companion.games.draw_your_weapon.facts.events import CardDrawn, G, LibraryRenewed
from companion.games.draw_your_weapon.rules.decks import unseen_count
from companion.games.draw_your_weapon.state import State, deck_of
from companion.schema.prompt import DEALER, TABLE, Option, Refusal


def draw_cards(g: G, who: Sequence[str]) -> Rule[None]:
    """One card for each name from its Library; where that is too small, the Dealer decides (DYW-CONTEST-6)."""
    for deck in dict.fromkeys(deck_of(g.state, name) for name in who):
        own = [name for name in who if deck_of(g.state, name) == deck]
        if len(own) > g.state.decks[deck].library:
            yield from library_short(g, deck)
        for name in own[: max(0, g.state.decks[deck].library)]:
            g.emit(CardDrawn(name))


def library_short(g: G, deck: str) -> Rule[None]:
    """Shuffle the Void into a new Library, or go on with the cards that are left."""
    empty = None if g.state.decks[deck].void else Refusal("VOID_EMPTY", "The Void is empty too.", "DYW-X-ZONES-4")
    ways = (Option("renew", "Shuffle the Void into a new Library", empty), Option("go_on", "Draw no more cards"))
    title = f"Dealer: {library_name(g.state, deck)} is too small, what now?"
    if (yield from g.one(choose(DEALER, title, ways, rule="DYW-X-ZONES-4"))) == "renew":
        g.emit(LibraryRenewed(deck))


def library_name(s: State, deck: str) -> str:
    """As in "the Library of Ann is too small"."""
    return f"the Library{of_deck(s, deck)}"


def of_deck(s: State, deck: str) -> str:
    """Whose it is where there are several, behind a noun: "The Pile of Ann"; the only one needs no name."""
    if len(s.decks) == 1 or deck == TABLE:
        return ""
    return f" of {s.characters[deck].name if deck in s.characters else 'the Dealer'}"


def renewable(s: State) -> tuple[str, ...]:
    """The decks whose Library is empty while there is something to shuffle."""
    empty = [name for name, deck in s.decks.items() if deck.library <= 0]
    return tuple(name for name in empty if s.decks[name].void or (name == DEALER and s.decks[name].pile))


def cannot_renew(s: State) -> Refusal | None:
    """Why no Library can be made anew."""
    if renewable(s):
        return None
    least = min(s.decks, key=lambda name: s.decks[name].library)
    left, name = s.decks[least].library, library_name(s, least)
    if left > 0:
        cards = "1 card" if left == 1 else f"{left} cards"
        return Refusal("LIBRARY_NOT_EMPTY", f"{name[0].upper()}{name[1:]} still has {cards}.", "DYW-X-ZONES-4")
    return Refusal("VOID_EMPTY", "The Void is empty, there is nothing to shuffle.", "DYW-X-ZONES-4")


def cannot_turn(s: State, who: str) -> Refusal | None:
    """Why this character cannot be surprised now: it takes a card of the Library (DYW-SURPRISE-3)."""
    if left_in_library(s, deck_of(s, who)):
        return None
    name = library_name(s, deck_of(s, who))
    return Refusal(
        "LIBRARY_EMPTY", f"{name[0].upper()}{name[1:]} is empty: shuffle the Void into it first.", "DYW-X-ZONES-4"
    )


def most_turned(s: State, who: Sequence[str]) -> int:
    """How many of these can be surprised at once: of each Library no more than it has cards."""
    wanted = [deck_of(s, name) for name in who]
    return sum(min(wanted.count(deck), left_in_library(s, deck)) for deck in dict.fromkeys(wanted))


def left_in_library(s: State, deck: str) -> int:
    """The cards that can come off it, by count and by what was seen."""
    return max(0, min(s.decks[deck].library, unseen_count(s, deck)))
