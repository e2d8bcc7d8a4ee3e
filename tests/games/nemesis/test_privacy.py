"""Hands, items, objectives, engines, the course, unexplored rooms and scans are nobody's but their owner's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Item
from companion.games.nemesis.facts import (
    CardsDrawn,
    CourseLaid,
    DeckDrawn,
    EngineLaid,
    ItemGained,
    ObjectiveKept,
    ObjectivesDealt,
    RoomLaid,
    Scanned,
    Swapped,
)
from companion.games.nemesis.rules import endings
from companion.games.nemesis.state import Character, Engine, State
from tests.examples import so_many
from tests.games import privacy
from tests.games.nemesis.ship import heard

SEEDS = st.integers(0, 10_000)
ITEMS = GAME.setup(GAME.sample).ship.items
WEAPON = Item(ammo=1)


def disguise(s: State, seat: str) -> State:
    """The same evening with other secrets; at the end engines, course and objectives are everybody's.

    The objectives already when the ending is due: whoever alone knows whether it was done is asked so before all.
    """
    crew = {other: c if other == seat else other_hand(s, c) for other, c in s.characters.items()}
    if s.ending or endings.is_due(s):
        crew = {name: replace(c, objective=s.characters[name].objective) for name, c in crew.items()}
    if s.ending:
        return replace(s, characters=crew)
    return replace(
        s,
        characters=crew,
        engines={name: broken(e, seat) for name, e in s.engines.items()},
        course=s.course if seat in s.course.seen else replace(s.course, planets=turned(s.course.planets)),
        rooms={**s.rooms, **other_rooms(s)},
    )


def other_hand(s: State, c: Character) -> Character:
    """As many cards and items of other names, other objectives, another scan."""
    cards = (c.deck + c.hand)[: len(c.hand)]
    ids = [one.id for one in s.ship.objectives]
    names = sorted(s.ship.items)
    return replace(
        c,
        hand=cards,
        deck=(c.deck + c.hand)[len(c.hand) :],
        items=tuple(after(names, item) for item in c.items),
        objectives=tuple(after(ids, name) for name in c.objectives),
        objective=after(ids, c.objective) if c.objective else "",
        infected=0,
    )


def after(names: list[str], name: str) -> str:
    return names[(names.index(name) + 1) % len(names)] if name in names else name


def broken(engine: Engine, seat: str) -> Engine:
    return engine if seat in engine.seen else replace(engine, works=not engine.works)


def turned(planets: Mapping[str, str]) -> Mapping[str, str]:
    names = list(planets.values())
    return dict(zip(planets, names[1:] + names[:1], strict=True))


def other_rooms(s: State) -> dict[str, Any]:
    """The tiles nobody knows yet, each in the place of another."""
    hidden = [name for name, room in s.rooms.items() if not room.explored]
    rooms = [s.rooms[name] for name in hidden]
    return {
        name: replace(s.rooms[name], tile=room.tile, title=room.title, items=room.items)
        for name, room in zip(hidden, rooms[1:] + rooms[:1], strict=True)
    }


def mask(fact: Any, seat: str) -> Any:
    """The same fact with other secrets, where they are not this seat's."""
    match fact:
        case RoomLaid() | EngineLaid() | CourseLaid() | DeckDrawn():
            return _chance(fact)
        case Swapped(one, other) if seat not in (one, other):
            return replace(fact, gives=_others(fact.gives), takes=_others(fact.takes))
        case Scanned() if fact.seat != seat:
            return replace(fact, infected=fact.infected + 1)
        case ItemGained() if fact.seat != seat:
            return replace(fact, item="another")
        case ObjectiveKept() if fact.seat != seat:
            return replace(fact, objective="another")
        case ObjectivesDealt() | CardsDrawn() if fact.seat != seat:
            name = "cards" if isinstance(fact, CardsDrawn) else "objectives"
            return replace(fact, **{name: ("another",) * len(getattr(fact, name))})
    return fact


def _chance(fact: Any) -> Any:
    """What chance has laid out face down."""
    match fact:
        case RoomLaid():
            return replace(fact, tile="another")
        case EngineLaid():
            return replace(fact, works=not fact.works)
        case CourseLaid():
            return replace(fact, planets=turned(fact.planets))
        case DeckDrawn(deck) if deck.startswith("items"):
            return replace(fact, cards=("another",) * len(fact.cards))
    return fact


def _others(things: tuple[str, ...]) -> tuple[str, ...]:
    """Items under other names; a weapon in the hands, and what one carries, everybody sees."""
    return tuple("another" if ITEMS.get(one, WEAPON).ammo is None else one for one in things)


@pytest.mark.slow
@settings(max_examples=so_many(2), deadline=None)
@given(seed=SEEDS)
def test_what_is_hidden_from_a_seat_changes_nothing_that_it_is_sent(seed: int) -> None:
    tried = privacy.nothing_hidden_is_sent(GAME, disguise, seed, 40)
    assume(tried > 40)  # a course of chance may be over at once; where too many are, Hypothesis complains


@settings(max_examples=so_many(4), deadline=None)
@given(seed=SEEDS)
def test_what_is_hidden_from_a_seat_stands_in_no_sentence_it_hears(seed: int) -> None:
    assert {ObjectivesDealt, CardsDrawn} <= privacy.nothing_hidden_is_said(GAME, mask, seed, 120)


def test_which_items_are_swapped_only_the_two_hear() -> None:
    s, secret = GAME.setup(GAME.sample), next(name for name, item in ITEMS.items() if item.ammo is None)
    swapped = Swapped("1", "2", (secret,), ())
    assert all(secret in heard(s, swapped, seat) for seat in ("1", "2"))
    assert heard(s, swapped, "3") == heard(s, swapped, "table") == "Ann gives 1 item, Ben gives nothing."


def test_a_kept_objective_is_disguised_until_the_ending_is_due() -> None:
    s = GAME.setup(GAME.sample)
    kept = s.ship.objectives[0].id
    s = replace(s, characters={n: replace(c, objective=kept) for n, c in s.characters.items()})
    assert disguise(s, "1").characters["2"].objective != kept
    assert disguise(replace(s, turns=0), "1").characters["2"].objective == kept
