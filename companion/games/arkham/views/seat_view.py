"""The view of one seat. Other hands are numbers of cards."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.arkham.names import token_text
from companion.games.arkham.rules.corrections import chaos_bag
from companion.games.arkham.rules.effect_text import symbol_text
from companion.games.arkham.state import State
from companion.games.arkham.views.play_area import counters, enemies, hand, in_play, places
from companion.games.arkham.views.story import campaign_log, progress, read_aloud, where
from companion.games.arkham.views.test_result import bag_view, glance, steps, under_way, verdict
from companion.i18n import _, from_data
from companion.schema import Block, Card, Cards, Heading, Paragraph, Seat, View


def view(s: State, seat: Seat) -> View:
    """Return the blocks: test, last verdict, story, act and agenda, bag, map, enemies, seats, and own hand."""
    return tuple(_blocks(s, seat))


def own_blocks(s: State, seat: Seat) -> tuple[Block, ...]:
    """Return the blocks that only this seat may see: its hand."""
    return (hand(s, seat),) if seat in s.seats and s.counted is None else ()


def _blocks(s: State, seat: Seat) -> Iterator[Block]:
    yield _heading(s)
    if s.counted is not None:  # show only the count
        yield Paragraph(chaos_bag.progress(s))
        yield bag_view(s)
        return
    if s.test is not None:
        yield steps(s, s.test)
        yield from under_way(s, s.test)
    if s.last is not None:
        yield verdict(s, s.last)
    yield from read_aloud(s)
    yield from glance(s)
    yield from progress(s)
    yield bag_view(s)
    if s.locations:
        yield places(s)
    yield from enemies(s)
    for name, who in s.seats.items():
        yield counters(s, name, who)
        yield from in_play(s, name)
    yield from own_blocks(s, seat)
    yield from _reference(s)
    if s.test is None:
        yield from campaign_log(s)


def _heading(s: State) -> Heading:
    if s.test is None:
        turn = _("{who}'s turn", who=s.seats[s.active].name) if s.active else from_data(s.scenario.title)
        return Heading(where(s), turn)
    who, skill = s.seats[s.test.performer], from_data(s.test.skill)
    numbers = {"value": who.skills[s.test.skill], "needed": s.test.difficulty}
    return Heading(
        _("{skill.cap} test · {title}", skill=skill, title=s.test.title),
        _("{who} · {skill} {value} · {needed} needed", who=who.name, skill=skill, **numbers),
    )


def _reference(s: State) -> Iterator[Cards]:
    """Show the scenario reference card in words, and all elder signs."""
    cards = [Card(name, token_text(name), symbol_text(effect)) for name, effect in s.symbols.items()]
    for seat, who in s.seats.items():
        if who.elder_sign is not None:
            cards.append(Card(f"elder {seat}", _("elder sign, {who}", who=who.name), symbol_text(who.elder_sign)))
    if cards:
        yield Cards(_("The symbols"), tuple(cards))
