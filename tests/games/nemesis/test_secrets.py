"""What is hidden from a seat changes nothing of what that seat is sent: for every secret of the ship and its crew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from companion.engine import Run, shown
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import CONTAMINATION
from companion.games.nemesis.state import Course, State
from companion.schema import HOUSE, Answer, Cards
from tests.games.course import begin, possible
from tests.games.nemesis.ship import ANN, BEN, with_character

CLEO = "3"


def aboard() -> State:
    """The sample ship, laid out by chance; Ann has looked at an engine and at the course."""
    run, random = begin(GAME), Random(7)
    while run.open and all(prompt.seat == HOUSE for prompt in run.open):
        prompt = run.open[0]
        run.answer(Answer(f"a-{prompt.id}", prompt.id, possible(prompt, random), HOUSE))
    s = run.state
    engines = {name: replace(engine, seen=(ANN,)) for name, engine in s.engines.items()}
    course = Course({"A": "Earth", "B": "Mars"}, "A", (ANN,))
    s = with_character(s, ANN, infected=1, items=("lighter",), hand=("Search", "Rest", CONTAMINATION))
    return replace(s, engines=engines, course=course)


def other_hand(s: State) -> State:
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
    other_hand,
    other_items,
    other_objectives,
    kept_objective,
    other_engines,
    other_course,
    other_scan,
)


@pytest.mark.parametrize("change", ANNS, ids=lambda change: change.__name__)
def test_what_one_seat_alone_knows_is_sent_to_no_other(change):
    s = aboard()
    other = change(s)
    for seat in (BEN, CLEO, "table"):
        assert GAME.view(s, seat) == GAME.view(other, seat)
        assert shown(Run(GAME, s).open, seat) == shown(Run(GAME, other).open, seat)
    assert GAME.view(s, ANN) != GAME.view(other, ANN)


def other_tiles(s: State) -> State:
    """The unexplored rooms the other way round, with other items in them."""
    hidden = [name for name, room in s.rooms.items() if not room.explored]
    tiles = [s.rooms[name].tile for name in reversed(hidden)]
    laid = {name: replace(s.rooms[name], tile=tile, items=4) for name, tile in zip(hidden, tiles, strict=True)}
    return replace(s, rooms={**s.rooms, **laid})


def other_decks(s: State) -> State:
    return with_character(s, ANN, deck=tuple(reversed(s.characters[ANN].deck)))


def unseen_engines(s: State) -> State:
    """Nobody has looked any more: then its state is nobody's knowledge."""
    return replace(s, engines={name: replace(e, seen=()) for name, e in s.engines.items()})


@pytest.mark.parametrize("change", [other_tiles, other_decks], ids=lambda change: change.__name__)
def test_what_nobody_knows_is_sent_to_nobody(change):
    s = aboard()
    for seat in (ANN, BEN, CLEO, "table"):
        assert GAME.view(s, seat) == GAME.view(change(s), seat)
        assert shown(Run(GAME, s).open, seat) == shown(Run(GAME, change(s)).open, seat)


def test_an_engine_that_nobody_has_looked_at_is_known_to_nobody():
    s = unseen_engines(aboard())
    for seat in (ANN, BEN, CLEO, "table"):
        assert GAME.view(s, seat) == GAME.view(other_engines(s), seat)


def test_where_contamination_does_not_count_the_surprise_is_told_to_the_owner_alone():
    s = aboard()
    counted = replace(s, ship=replace(s.ship, settings=replace(s.settings, contamination_counts=False)))
    other = other_hand(counted)
    for seat in (BEN, CLEO, "table"):
        assert GAME.view(counted, seat) == GAME.view(other, seat)


def test_the_public_screen_holds_no_cards_of_a_seat():
    assert not [b for b in GAME.view(aboard(), "table") if isinstance(b, Cards) and b.seat]


def test_the_owner_reads_the_text_of_every_card_of_the_hand():
    s = with_character(aboard(), ANN, hand=aboard().characters[BEN].hand)
    (hand,) = (b for b in GAME.view(s, ANN) if isinstance(b, Cards) and str(b.title) == "Your hand")
    assert all(card.note for card in hand.cards)
