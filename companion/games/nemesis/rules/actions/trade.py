"""Trade: swaps and gifts between all in the room, where both agree; never ammo by itself (NEM-TRADE)."""

from __future__ import annotations

from itertools import combinations

from companion.engine.play import Rule, choose
from companion.games.nemesis.facts.actions import Swapped
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.rules.crew.inventory import keep_two
from companion.games.nemesis.rules.names import listed, object_words
from companion.games.nemesis.state import State, characters_in
from companion.schema.prompt import Faces, Option, Prompt, Refusal, Seat

AMMO = "ammo"


def nobody_to_trade_with(s: State, seat: Seat) -> Refusal | None:
    if len(characters_in(s, s.characters[seat].room)) < 2:
        return Refusal("NOT_SAME_PLACE", "Nobody else is in the room.", "NEM-TRADE-1")
    return None


def trade(g: G, seat: Seat, _: str) -> Rule[None]:
    """Swaps between any two in the room, as long as both agree (NEM-TRADE-1 to -5)."""
    while (pair := (yield from g.one(next_swap(g.state, seat)))) != "done":
        one, _, other = pair.partition("/")
        gives, takes = yield from g.ask(offer(g.state, one, other), offer(g.state, other, one))
        shown = (agree(g.state, one, other, gives, takes), agree(g.state, other, one, takes, gives))
        agreed = yield from g.ask(*shown)
        if agreed == (("yes",), ("yes",)) and has(g.state, one, gives) and has(g.state, other, takes):  # NEM-TRADE-3
            g.emit(Swapped(one, other, gives, takes))
            for side in (one, other):  # NEM-AMB-7: whoever's hands are full is asked
                yield from keep_two(g, side)


def next_swap(s: State, seat: Seat) -> Prompt:
    """Who swaps with whom."""
    here = characters_in(s, s.characters[seat].room)
    pairs = [Option(f"{a}/{b}", f"{s.characters[a].name} and {s.characters[b].name}") for a, b in combinations(here, 2)]
    title = f"{s.characters[seat].name}: the trade is open, who swaps with whom?"
    return choose(seat, title, [*pairs, Option("done", "Nobody any more")], rule="NEM-TRADE-1")


def offer(s: State, giver: Seat, taker: Seat) -> Prompt:
    """Items, weapons with what they hold, and objects, or nothing; never ammo (NEM-TRADE-5, -6)."""
    no = Refusal("AMMO_NOT_TRADABLE", "Ammo cannot be exchanged.", "NEM-TRADE-6")
    things = [Option(name, object_words(s, name)) for name in tradable(s, giver)]
    title = f"{s.characters[giver].name}: what does {s.characters[taker].name} get?"
    return choose(giver, title, [*things, Option(AMMO, "Ammo", no)], 0, len(things), "NEM-TRADE-2", secret=True)


def tradable(s: State, giver: Seat) -> Faces:
    character = s.characters[giver]
    return character.items + tuple(w.name for w in character.weapons) + character.heavy


def has(s: State, giver: Seat, things: Faces) -> bool:
    """Is all that was offered still there? A correction may have come between."""
    held = tradable(s, giver)
    return all(held.count(thing) >= things.count(thing) for thing in things)


def agree(s: State, one: Seat, other: Seat, gives: Faces, takes: Faces) -> Prompt:
    """Both are shown what changes hands, and nobody else (NEM-TRADE-2)."""
    title = f"{s.characters[one].name}: do you agree to the swap with {s.characters[other].name}?"
    yes = Option("yes", f"Give {_words(s, gives)}, get {_words(s, takes)}")
    return choose(one, title, (yes, Option("no", "Decline")), rule="NEM-TRADE-3", secret=True)


def _words(s: State, things: Faces) -> str:
    return listed(tuple(object_words(s, thing) for thing in things))
