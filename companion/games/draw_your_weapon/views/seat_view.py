"""What each seat sees: built up from nothing. The required Result is the Dealer's alone until it is shown."""

from __future__ import annotations

from companion.games.draw_your_weapon.state import State, players
from companion.games.draw_your_weapon.views import dealer, table
from companion.games.draw_your_weapon.views import odds as views_odds
from companion.games.draw_your_weapon.views.characters import carried, numbers, own_numbers
from companion.games.draw_your_weapon.views.test_result import last_of
from companion.schema.prompt import DEALER, Seat
from companion.schema.view import Block, View


def view(s: State, seat: Seat) -> View:
    """The blocks for one seat."""
    if seat == DEALER:
        return (
            *_now(s, seat),
            *dealer.notes(s),
            *dealer.scene_sheets(s),
            *table.people(s),
            *table.cards(s),
        )
    if seat in s.characters and s.characters[seat].seat == seat:
        return (*_now(s, seat), *_own(s, seat), *table.cards(s), *_others(s, seat))
    return (*_now(s, seat), *table.on_table(s))


def own_blocks(s: State, seat: Seat) -> tuple[Block, ...]:
    """What may be for this seat alone: its sheet, or what the Dealer has before them."""
    if seat == DEALER:
        return (*dealer.notes(s), *dealer.scene_sheets(s))
    return _own(s, seat) if seat in s.characters and s.characters[seat].seat == seat else ()


def _now(s: State, seat: Seat) -> tuple[Block, ...]:
    """What is told, and the test: its steps and chances before a card lies there, its sum afterwards."""
    test = s.test
    steps = (table.steps(test, test.required if seat == DEALER else None),) if test is not None else ()
    odds = views_odds.of_test(s, test, seat) if test is not None and not test.played else ()
    return (table.heading(s), *last_of(s, seat), *table.told(s), *steps, *odds)


def _own(s: State, seat: Seat) -> tuple[Block, ...]:
    """The sheet of whoever looks; between tests also what the weapons would take."""
    character = s.characters[seat]
    odds = views_odds.of_weapons(s, seat) if s.test is None else ()
    return (own_numbers(seat, character), *odds, *carried(character))


def _others(s: State, seat: Seat) -> tuple[Block, ...]:
    others = tuple(numbers(who, s.characters[who]) for who in players(s) if who != seat)
    return others + table.people(s)[len(others) + 1 :]
