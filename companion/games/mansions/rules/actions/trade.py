"""Trade as the page leads through it: one possession after the other, until all is as they want it."""

from __future__ import annotations

from companion.engine.bag import without
from companion.engine.play import Rule, choose
from companion.games.mansions.facts.events import G
from companion.games.mansions.rules.actions import basic_actions
from companion.games.mansions.rules.actions.basic_actions import Transfer
from companion.games.mansions.rules.map.positions import beside
from companion.games.mansions.state import State
from companion.schema.prompt import Option, Seat

FLOOR, DONE, BY_HAND, STAY = "", "go", "hand", "stay"


def trade(g: G, seat: Seat) -> Rule[None]:
    """Give, drop and pick up, in any order, any number of times. MOM-TRADE-1."""
    here = (seat, *(yield from beside(g, seat)))
    held = belongings(g.state, seat, here)
    transfers: list[Transfer] = []
    while True:
        source, item = yield from _what(g, seat, held, len(transfers))
        if item in (DONE, BY_HAND, STAY):
            break
        target = yield from _to_whom(g, seat, here, source, item, len(transfers))
        if target == source:
            continue
        held[source], held[target] = without(held[source], item), (*held[target], item)
        transfers.append(_transfer(source, item, target))
    if item != STAY:
        yield from basic_actions.trade(g, seat, tuple(transfers))


def belongings(s: State, seat: Seat, here: tuple[Seat, ...]) -> dict[Seat, tuple[str, ...]]:
    """Who has what, and what lies there."""
    place = s.seats[seat].space
    lying = s.spaces[place].items if place in s.spaces else ()
    return {**{who: s.seats[who].possessions for who in here}, FLOOR: lying}


def _what(g: G, seat: Seat, held: dict[Seat, tuple[str, ...]], number: int) -> Rule[tuple[Seat, str]]:
    there = [(owner, item) for owner, items in held.items() for item in items]
    options = [Option(str(place), f"{item} ({_owner(g.state, who)})") for place, (who, item) in enumerate(there)]
    by_hand = Option(BY_HAND, "Trade by hand, with cards the page does not know")
    done = Option(DONE, "Trade like this") if number else by_hand
    title = f"{g.state.seats[seat].name}: trade, what changes hands?{_so_far(number)}"
    said = yield from g.one(choose(seat, title, [*options, done, Option(STAY, "Not now")], rule="MOM-TRADE-1"))
    return there[int(said)] if said.isdigit() else ("", said)


def _so_far(number: int) -> str:
    return f" {number} so far" if number else ""


def _owner(s: State, who: Seat) -> str:
    return s.seats[who].name if who else "lies here"


def _to_whom(g: G, seat: Seat, here: tuple[Seat, ...], source: Seat, item: str, number: int) -> Rule[Seat]:
    options = [Option(f"seat:{who}", g.state.seats[who].name) for who in here if who != source]
    floor = [Option("seat:", "Nobody: it lies down here")] if source else []
    title = f"{g.state.seats[seat].name}: who gets {item}?{_so_far(number)}"
    back = Option(f"seat:{source}", "Nobody else")
    said = yield from g.one(choose(seat, title, [*options, *floor, back], rule="MOM-TRADE-1"))
    return said.removeprefix("seat:")


def _transfer(source: Seat, item: str, target: Seat) -> Transfer:
    if not source:
        return Transfer("pick_up", target, item)
    return Transfer("give", source, item, target) if target else Transfer("drop", source, item)
