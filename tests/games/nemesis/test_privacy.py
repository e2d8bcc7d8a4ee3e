"""Hidden information."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.engine import Run, prompts_for_seat
from companion.games.nemesis import GAME, facts
from companion.games.nemesis.content.ship import CONTAMINATION, Item
from companion.games.nemesis.rules import endings
from companion.games.nemesis.state import Character, Course, Engine, State
from companion.schema import HOUSE, Answer, Cards
from tests.examples import so_many
from tests.games import privacy
from tests.games.course import begin, possible
from tests.games.nemesis.ship import ANN, BEN, log_text, with_character

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
        case facts.RoomLaid() | facts.EngineLaid() | facts.CourseLaid() | facts.DeckDrawn():
            return _chance(fact)
        case facts.Swapped(one, other) if seat not in (one, other):
            return replace(fact, gives=_others(fact.gives), takes=_others(fact.takes))
        case facts.Scanned() if fact.seat != seat:
            return replace(fact, infected=fact.infected + 1)
        case facts.ItemGained() if fact.seat != seat:
            return replace(fact, item="another")
        case facts.ObjectiveKept() if fact.seat != seat:
            return replace(fact, objective="another")
        case facts.ObjectivesDealt() | facts.CardsDrawn() if fact.seat != seat:
            name = "cards" if isinstance(fact, facts.CardsDrawn) else "objectives"
            return replace(fact, **{name: ("another",) * len(getattr(fact, name))})
    return fact


def _chance(fact: Any) -> Any:
    """Return a fact of the random layout with another result."""
    match fact:
        case facts.RoomLaid():
            return replace(fact, tile="another")
        case facts.EngineLaid():
            return replace(fact, works=not fact.works)
        case facts.CourseLaid():
            return replace(fact, planets=turned(fact.planets))
        case facts.DeckDrawn(deck) if deck.startswith("items"):
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


@pytest.mark.slow
@settings(max_examples=so_many(4), deadline=None)
@given(seed=SEEDS)
def test_hidden_state_does_not_change_log_lines(seed: int) -> None:
    assert {facts.ObjectivesDealt, facts.CardsDrawn} <= privacy.nothing_hidden_is_said(GAME, mask, seed, 120)


def test_swapped_items_are_named_to_the_traders_only() -> None:
    s, secret = GAME.setup(GAME.sample), next(name for name, item in ITEMS.items() if item.ammo is None)
    swapped = facts.Swapped("1", "2", (secret,), ())
    assert all(secret in log_text(s, swapped, seat) for seat in ("1", "2"))
    assert log_text(s, swapped, "3") == log_text(s, swapped, "table") == "Ann gives 1 item, Ben gives nothing."


def prepared() -> State:
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


def other_engines(s: State) -> State:
    return replace(s, engines={name: replace(engine, works=not engine.works) for name, engine in s.engines.items()})


SHIP = prepared()
UNSEEN = replace(SHIP, engines={name: replace(engine, seen=()) for name, engine in SHIP.engines.items()})
ONLY_ACTION_CARDS = replace(SHIP, ship=replace(SHIP.ship, settings=replace(SHIP.settings, contamination_counts=False)))
OTHER_CARDS = ("Rest", "Rest", "Search")
OBJECTIVES = tuple(objective.id for objective in SHIP.ship.objectives)


@pytest.mark.parametrize(
    ("s", "other", "knows"),
    [
        pytest.param(SHIP, with_character(SHIP, ANN, hand=OTHER_CARDS), {ANN}, id="hand"),
        pytest.param(ONLY_ACTION_CARDS, with_character(ONLY_ACTION_CARDS, ANN, hand=OTHER_CARDS), {ANN}, id="odds"),
        pytest.param(SHIP, with_character(SHIP, ANN, items=("flare",)), {ANN}, id="items"),
        pytest.param(SHIP, with_character(SHIP, ANN, objectives=OBJECTIVES[-2:]), {ANN}, id="objectives"),
        pytest.param(SHIP, with_character(SHIP, ANN, objectives=(), objective=OBJECTIVES[-1]), {ANN}, id="kept objective"),
        pytest.param(SHIP, other_engines(SHIP), {ANN}, id="engines"),
        pytest.param(SHIP, replace(SHIP, course=replace(SHIP.course, planets={"A": "Mars"})), {ANN}, id="course"),
        pytest.param(SHIP, with_character(SHIP, ANN, infected=0), {ANN}, id="scan"),
        pytest.param(UNSEEN, other_engines(UNSEEN), set(), id="unseen engines"),
        pytest.param(SHIP, replace(SHIP, rooms={**SHIP.rooms, **other_rooms(SHIP)}), set(), id="tiles"),
        pytest.param(SHIP, with_character(SHIP, ANN, deck=tuple(reversed(SHIP.characters[ANN].deck))), set(), id="deck"),
    ],
)  # fmt: skip
def test_secret_is_sent_to_those_who_know_it_only(s: State, other: State, knows: set[str]) -> None:
    for seat in (ANN, BEN, "3", "table"):
        assert (GAME.view(s, seat) != GAME.view(other, seat)) == (seat in knows)
        if seat not in knows:
            assert prompts_for_seat(Run(GAME, s).open, seat) == prompts_for_seat(Run(GAME, other).open, seat)


def test_cards_are_shown_with_their_texts_to_their_owner_only() -> None:
    assert not [block for block in GAME.view(SHIP, "table") if isinstance(block, Cards) and block.seat]
    s = with_character(SHIP, ANN, hand=SHIP.characters[BEN].hand)
    (hand,) = (b for b in GAME.view(s, ANN) if isinstance(b, Cards) and str(b.title) == "Your hand")
    assert all(card.note for card in hand.cards)
