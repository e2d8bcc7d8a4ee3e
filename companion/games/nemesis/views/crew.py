"""The crew, a line each: what everybody at the table may know of everybody."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.nemesis.rules.names import object_words
from companion.games.nemesis.state import ACTIONS_PER_ROUND, Character, State
from companion.schema.prompt import Seat
from companion.schema.view import Count, Member, Roster

MOST_SERIOUS = 3  # a further wound kills
MOST_LIGHT = 2  # a third one is a serious wound
FATES = {"dead": "dead", "pod": "in an escape pod", "asleep": "asleep"}


def crew(s: State) -> Roster:
    return Roster("The crew", tuple(_member(s, seat, c) for seat, c in s.characters.items()))


def _member(s: State, seat: Seat, c: Character) -> Member:
    role = next((one.title for one in s.ship.crew if one.id == c.role), "")
    if c.fate != "aboard":
        return Member(seat, c.name, role, state="gone", word=FATES[c.fate])
    words = " · ".join(part for part in (role, "signal sent" if c.signal else "") if part)
    items = tuple(_items(s, seat, c))
    if c.passed:
        return Member(seat, c.name, words, items, "done", "passed")
    return Member(seat, c.name, words, items, "now" if seat == s.active and s.phase == "players" else "")


def _items(s: State, seat: Seat, c: Character) -> Iterator[Count]:
    if seat == s.active and s.phase == "players" and not c.passed:
        yield Count("actions left", c.actions, ACTIONS_PER_ROUND, "action")
    yield Count("cards in hand", len(c.hand), None, "cards")
    if c.items:
        yield Count("items", len(c.items), None, "item")
    yield from (Count(f"ammo, {w.name}", w.ammo, None, "ammo") for w in c.weapons)
    yield from (Count(f"carries the {object_words(s, name)}", 1, None, "heavy") for name in c.heavy)
    if c.light_wounds:
        yield Count("light wounds", c.light_wounds, MOST_LIGHT, "wound")
    if c.serious_wounds:
        yield Count("serious wounds", c.serious_wounds, MOST_SERIOUS, "serious")
    if c.slime:
        yield Count("slime", 1, None, "slime")
    if c.larva:
        yield Count("carries a larva", 1, None, "larva")
