"""Hidden information."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.engine import Run, prompts_for_seat
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import CONTAMINATION, Item
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
from companion.games.nemesis.state import Character, Course, Engine, State
from companion.schema import HOUSE, Answer, Cards
from tests.examples import so_many
from tests.games import privacy
from tests.games.course import begin, possible
from tests.games.nemesis.ship import ANN, BEN, heard, with_character

SEEDS = st.integers(0, 10_000)
ITEMS = GAME.setup(GAME.sample).ship.items
WEAPON = Item(ammo=1)


def disguise(s: State, seat: str) -> State:
    """Return the state with other secrets. Engines, course and objectives are public at the end.

    Objectives are public when the end is due: their owners are asked about them before.
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
    """Return the character with other cards, items, objectives and scan results."""
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
    """Return the unexplored rooms with tiles in another order."""
    hidden = [name for name, room in s.rooms.items() if not room.explored]
    rooms = [s.rooms[name] for name in hidden]
    return {
        name: replace(s.rooms[name], tile=room.tile, title=room.title, items=room.items)
        for name, room in zip(hidden, rooms[1:] + rooms[:1], strict=True)
    }


def mask(fact: Any, seat: str) -> Any:
    """Return the fact with other secrets, unless they are this seat's."""
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
    """Return a fact of the random layout with another result."""
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
    """Rename items. Weapons in hand and carried objects are public."""
    return tuple("another" if ITEMS.get(one, WEAPON).ammo is None else one for one in things)


@pytest.mark.slow
@settings(max_examples=so_many(2), deadline=None)
@given(seed=SEEDS)
def test_hidden_state_does_not_change_a_view(seed: int) -> None:
    tried = privacy.nothing_hidden_is_sent(GAME, disguise, seed, 40)
    assume(tried > 40)  # a random game may end at once, and Hypothesis limits the number of those


@settings(max_examples=so_many(4), deadline=None)
@given(seed=SEEDS)
def test_hidden_state_does_not_change_log_lines(seed: int) -> None:
    assert {ObjectivesDealt, CardsDrawn} <= privacy.nothing_hidden_is_said(GAME, mask, seed, 120)


def test_swapped_items_are_named_to_the_traders_only() -> None:
    s, secret = GAME.setup(GAME.sample), next(name for name, item in ITEMS.items() if item.ammo is None)
    swapped = Swapped("1", "2", (secret,), ())
    assert all(secret in heard(s, swapped, seat) for seat in ("1", "2"))
    assert heard(s, swapped, "3") == heard(s, swapped, "table") == "Ann gives 1 item, Ben gives nothing."


def test_kept_objective_is_disguised_until_the_end() -> None:
    s = GAME.setup(GAME.sample)
    kept = s.ship.objectives[0].id
    s = replace(s, characters={n: replace(c, objective=kept) for n, c in s.characters.items()})
    assert disguise(s, "1").characters["2"].objective != kept
    assert disguise(replace(s, turns=0), "1").characters["2"].objective == kept


CLEO = "3"


def aboard() -> State:
    """Return the prepared sample ship. Ann has looked at an engine and at the course."""
    run, random = begin(GAME), Random(7)
    while run.open and all(prompt.seat == HOUSE for prompt in run.open):
        prompt = run.open[0]
        run.answer(Answer(f"a-{prompt.id}", prompt.id, possible(prompt, random), HOUSE))
    s = run.state
    engines = {name: replace(engine, seen=(ANN,)) for name, engine in s.engines.items()}
    course = Course({"A": "Earth", "B": "Mars"}, "A", (ANN,))
    s = with_character(s, ANN, infected=1, items=("lighter",), hand=("Search", "Rest", CONTAMINATION))
    return replace(s, engines=engines, course=course)


def other_cards(s: State) -> State:
    return with_character(s, ANN, hand=("Rest", "Rest", "Search"))


def other_items(s: State) -> State:
    return with_character(s, ANN, items=("flare",))


def other_objectives(s: State) -> State:
    ids = tuple(one.id for one in s.ship.objectives)
    return with_character(s, ANN, objectives=ids[-2:])


def kept_objective(s: State) -> State:
    return with_character(s, ANN, objectives=(), objective=s.ship.objectives[-1].id)


def other_engines(s: State) -> State:
    turned = {name: replace(engine, works=not engine.works) for name, engine in s.engines.items()}
    return replace(s, engines=turned)


def other_course(s: State) -> State:
    return replace(s, course=replace(s.course, planets={"A": "Mars", "B": "Earth"}))


def other_scan(s: State) -> State:
    return with_character(s, ANN, infected=0)


ANNS: tuple[Callable[[State], State], ...] = (
    other_cards,
    other_items,
    other_objectives,
    kept_objective,
    other_engines,
    other_course,
    other_scan,
)


@pytest.mark.parametrize("change", ANNS, ids=lambda change: change.__name__)
def test_secret_of_a_seat_is_sent_to_no_other(change):
    s = aboard()
    other = change(s)
    for seat in (BEN, CLEO, "table"):
        assert GAME.view(s, seat) == GAME.view(other, seat)
        assert prompts_for_seat(Run(GAME, s).open, seat) == prompts_for_seat(Run(GAME, other).open, seat)
    assert GAME.view(s, ANN) != GAME.view(other, ANN)


def other_tiles(s: State) -> State:
    """Reverse the tiles of the unexplored rooms and change their items."""
    hidden = [name for name, room in s.rooms.items() if not room.explored]
    tiles = [s.rooms[name].tile for name in reversed(hidden)]
    laid = {name: replace(s.rooms[name], tile=tile, items=4) for name, tile in zip(hidden, tiles, strict=True)}
    return replace(s, rooms={**s.rooms, **laid})


def other_decks(s: State) -> State:
    return with_character(s, ANN, deck=tuple(reversed(s.characters[ANN].deck)))


def unseen_engines(s: State) -> State:
    """Clear the seats that have looked at the engines."""
    return replace(s, engines={name: replace(e, seen=()) for name, e in s.engines.items()})


@pytest.mark.parametrize("change", [other_tiles, other_decks], ids=lambda change: change.__name__)
def test_unknown_state_is_sent_to_no_seat(change):
    s = aboard()
    for seat in (ANN, BEN, CLEO, "table"):
        assert GAME.view(s, seat) == GAME.view(change(s), seat)
        assert prompts_for_seat(Run(GAME, s).open, seat) == prompts_for_seat(Run(GAME, change(s)).open, seat)


def test_unseen_engine_is_sent_to_no_seat():
    s = unseen_engines(aboard())
    for seat in (ANN, BEN, CLEO, "table"):
        assert GAME.view(s, seat) == GAME.view(other_engines(s), seat)


def test_surprise_odds_do_not_reveal_contamination():
    s = aboard()
    counted = replace(s, ship=replace(s.ship, settings=replace(s.settings, contamination_counts=False)))
    other = other_cards(counted)
    for seat in (BEN, CLEO, "table"):
        assert GAME.view(counted, seat) == GAME.view(other, seat)


def test_public_screen_has_no_cards_of_a_seat():
    assert not [b for b in GAME.view(aboard(), "table") if isinstance(b, Cards) and b.seat]


def test_owner_reads_the_text_of_each_card():
    s = with_character(aboard(), ANN, hand=aboard().characters[BEN].hand)
    (hand,) = (b for b in GAME.view(s, ANN) if isinstance(b, Cards) and str(b.title) == "Your hand")
    assert all(card.note for card in hand.cards)
