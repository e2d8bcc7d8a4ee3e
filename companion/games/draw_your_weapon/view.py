"""What each seat sees: built up from nothing. The required Result is the Dealer's alone until it is shown."""

from __future__ import annotations

from companion.games.draw_your_weapon import dealer_view, odds_view, public_view
from companion.games.draw_your_weapon.people_view import carried, numbers, own_numbers
from companion.games.draw_your_weapon.state import State, players
from companion.games.draw_your_weapon.verdict_view import last_of
from companion.wire.prompt import DEALER, Seat
from companion.wire.view import Block, View


def view(s: State, seat: Seat) -> View:
    """The blocks for one seat."""
    if seat == DEALER:
        return (
            *_now(s, seat),
            *dealer_view.notes(s),
            *dealer_view.scene_sheets(s),
            *public_view.people(s),
            *public_view.cards(s),
        )
    if seat in s.characters and s.characters[seat].seat == seat:
        return (*_now(s, seat), *_own(s, seat), *public_view.cards(s), *_others(s, seat))
    return (*_now(s, seat), *public_view.on_table(s))


def own_blocks(s: State, seat: Seat) -> tuple[Block, ...]:
    """What may be for this seat alone: its sheet, or what the Dealer has before them."""
    if seat == DEALER:
        return (*dealer_view.notes(s), *dealer_view.scene_sheets(s))
    return _own(s, seat) if seat in s.characters and s.characters[seat].seat == seat else ()


def _now(s: State, seat: Seat) -> tuple[Block, ...]:
    """What is told, and the test: its steps and chances before a card lies there, its sum afterwards."""
    test = s.test
    steps = (public_view.steps(test, test.required if seat == DEALER else None),) if test is not None else ()
    odds = odds_view.of_test(s, test, seat) if test is not None and not test.played else ()
    return (public_view.heading(s), *last_of(s, seat), *public_view.told(s), *steps, *odds)


def _own(s: State, seat: Seat) -> tuple[Block, ...]:
    """The sheet of whoever looks; between tests also what the weapons would take."""
    character = s.characters[seat]
    odds = odds_view.of_weapons(s, seat) if s.test is None else ()
    return (own_numbers(seat, character), *odds, *carried(character))


def _others(s: State, seat: Seat) -> tuple[Block, ...]:
    others = tuple(numbers(who, s.characters[who]) for who in players(s) if who != seat)
    return others + public_view.people(s)[len(others) + 1 :]
