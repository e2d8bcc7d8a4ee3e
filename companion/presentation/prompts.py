"""What is asked, of whom, and what of it a device may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.engine.run import shown
from companion.presentation.people import acts_for, name
from companion.presentation.responses.people import PromptView
from companion.schema.prompt import HOUSE, TABLE, Prompt, Seat
from companion.sessions.device_access import WALL
from companion.sessions.prompts import addressee, request_of
from companion.sessions.session import TableSnapshot
from companion.sessions.store.answer_sources import chosen_for, source_of

MENU = "menu"
THROWN = ("roll", "draw")  # how many of them, everybody at the table sees


def now_line(picture: TableSnapshot) -> str:
    """The same sentence on every display: what is asked, of whom."""
    if picture.over:
        return picture.over
    whose: dict[str, list[str]] = {}
    for prompt in {p.title: p for p in pending_people(picture) if p.seat != HOUSE}.values():
        who = addressee(picture.game, picture.setup, picture.state, prompt)
        what = request_of(prompt, who)
        whose.setdefault(what, []).append(who if what != prompt.title else "")
    everybody = [name(picture, seat) for seat in picture.setup.seats]
    lines = (": ".join(filter(None, (prompts_together(who, everybody), what))) for what, who in whose.items())
    return " · ".join(lines) or "Nothing is asked."


def prompts_together(names: Sequence[str], everybody: Sequence[str]) -> str:
    """Several who are asked the same, said once.

    >>> prompts_together(["Ann", "Ben"], ["Ann", "Ben", "Cleo"]), prompts_together(["Ann", "Ben", "Cleo"], ["Ann", "Ben", "Cleo"])
    ('Ann and Ben', 'Everybody')
    """
    if len(names) > 2 and sorted(names) == sorted(everybody):
        return "Everybody"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def pending_people(picture: TableSnapshot) -> tuple[Prompt, ...]:
    """The open prompts that must be answered.

    Where the first answer closes the question it is the one that a thing answers, else those that have a card of their own,
    else those that a block draws; what stands in the menu beside them nobody waits for.
    """
    sensed = tuple(p for p in picture.open if p.of)
    if not picture.question.first or not picture.open:
        return picture.open
    if len(sensed) == 1:
        return sensed
    by_hand = tuple(p for p in picture.open if p.at != MENU)
    return tuple(p for p in by_hand if not p.at) or by_hand or picture.open


def prompt_views(picture: TableSnapshot, seat: Seat, claimed: frozenset[Seat]) -> tuple[PromptView, ...]:
    """The open prompts as this device may see them; the tablet acts for every seat without a device of its own."""
    mine = acts_for(seat, picture, claimed)
    by_seat = {p.id: p for s in mine for p in shown(picture.open, s) if p.seat in (s, TABLE)}
    covered = {p.id: p for p in shown(picture.open, "")}
    if seat == WALL:
        covered |= {p.id: replace(p, options=()) for p in picture.open if p.kind in THROWN and not p.secret}
    above = now_line(picture)
    return tuple(
        PromptView(
            by_seat.get(p.id, covered[p.id]),
            name(picture, p.seat),
            p.id in by_seat,
            p.title == above,
            source_of(picture.sources, p.seat, p.thing),
            chosen_for(p.thing, picture.game.kinds),
        )
        for p in picture.open
        if p.seat != HOUSE
    )
