"""Build the open prompts, doubts and conflicts as one seat may see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.engine import fits_prompt, prompts_for_seat, with_addressee
from companion.i18n import Text, _, joined, listed
from companion.presentation.responses import ConflictView, DoubtOption, DoubtView, PromptView, ReaderReport
from companion.presentation.tray import crop_of
from companion.presentation.visibility import (
    acts_for,
    as_known,
    hides_tray,
    is_asked_of,
    may_belong_to_other_seat,
    may_see,
    name,
    title_of,
)
from companion.schema import HOUSE, TABLE, Faces, Prompt, Reading, Seat, SeenObject, Words
from companion.sessions import (
    WALL,
    WHOSE,
    AmbiguousReading,
    ReadingConflict,
    TableSnapshot,
    addressee,
    chosen_for,
    is_own,
    source_of,
    with_locked,
)

MENU = "menu"
THROWN = ("roll", "draw")  # all players see how many dice or cards


def now_line(picture: TableSnapshot) -> Words:
    """Return the Now line: open prompts with the names of their seats, the same on every display."""
    if picture.over:
        return picture.over
    whose: dict[Words, dict[Words, None]] = {}
    for prompt in pending_people(picture):
        if prompt.seat != HOUSE:
            is_marked = isinstance(prompt.title, Text)  # a plain title contains the name
            who = addressee(picture.game, picture.setup, picture.state, prompt) if is_marked else ""
            whose.setdefault(prompt.title, {}).setdefault(who)
    everybody = [name(picture, seat) for seat in picture.setup.seats]
    lines = (with_addressee(what, prompts_together(tuple(filter(None, who)), everybody)) for what, who in whose.items())
    return joined(" · ", lines) or _("Nothing is asked.")


def prompts_together(names: Sequence[Words], everybody: Sequence[Words]) -> Words:
    """Join the names of seats with the same prompt.

    >>> [str(prompts_together(["Ann", *more], ["Ann", "Ben", "Cleo"])) for more in (["Ben"], ["Ben", "Cleo"])]
    ['Ann and Ben', 'Everybody']
    """
    if len(names) > 2 and set(names) == set(everybody):
        return _("Everybody")
    return listed(names) if len(names) > 1 else next(iter(names), "")


def pending_people(picture: TableSnapshot) -> tuple[Prompt, ...]:
    """Return the open prompts that must be answered.

    If the first answer closes the question, this is the one that things answer; otherwise those with their own card, otherwise those
    in a block. Menu entries next to them are optional.
    """
    sensed = tuple(p for p in picture.open if p.of)
    if not picture.question.first or not picture.open:
        return picture.open
    if len(sensed) == 1:
        return sensed
    by_hand = tuple(p for p in picture.open if p.at != MENU)
    return tuple(p for p in by_hand if not p.at) or by_hand or picture.open


def prompt_views(picture: TableSnapshot, seat: Seat, claimed: frozenset[Seat]) -> tuple[PromptView, ...]:
    """Return the open prompts as this device may see them. The tablet acts for seats without a device."""
    mine = acts_for(seat, picture, claimed)
    by_seat = {p.id: p for s in mine for p in prompts_for_seat(picture.open, s) if p.seat in (s, TABLE)}
    covered = {p.id: p for p in prompts_for_seat(picture.open, "")}
    if seat == WALL:
        covered |= {p.id: replace(p, options=()) for p in picture.open if p.kind in THROWN and not p.secret}
    waits_for = [p.id for p in pending_people(picture) if p.seat != HOUSE and not picture.over]
    titles = {p.id: title_of(picture, p) for p in picture.open}
    return tuple(
        PromptView(
            replace(by_seat.get(p.id, covered[p.id]), title=titles[p.id], key="", about="", whom=""),
            name(picture, p.seat),
            p.id in by_seat,
            waits_for == [p.id],
            source_of(picture.sources, p.seat, p.thing),
            chosen_for(p.thing, picture.game.kinds),
        )
        for p in picture.open
        if p.seat != HOUSE
    )


def conflict_view(picture: TableSnapshot, seat: Seat, claimed: frozenset[Seat]) -> ConflictView | None:
    """Return the oldest conflict between two readers that this device may decide."""
    mine = acts_for(seat, picture, claimed)
    both = next((one for one in picture.both if _is_for(picture, one, seat, mine)), None)
    if both is None:
        return None
    draw, is_open = both.draw, {prompt.id for prompt in picture.open}
    later = both.next.values if both.next is not None and both.next.prompt in is_open else ()
    values = tuple(seen.value or "" for seen in both.objects if not both.tag)
    return ConflictView(
        id=both.reading.id,
        seq=draw.seq,
        title=title_of(picture, draw.prompt),
        why=both.why,
        object=draw.prompt.of[0],
        first=ReaderReport(draw.source, draw.values, *_shown(picture, both.first, seat, mine)),
        second=ReaderReport(
            both.reading.source,
            values,
            as_known(picture, both.reading, both.objects, mine),
            crop_of(picture, both.reading, seat, mine),
        ),
        others=both.others,
        next=later,
        tag=both.tag,
    )


def _is_for(picture: TableSnapshot, both: ReadingConflict, seat: Seat, mine: frozenset[Seat]) -> bool:
    """Return whether to ask a device: its seat drew, and neither reading may show a hand that is hidden from it."""
    if both.draw.prompt.seat not in mine | {TABLE}:
        return False
    next_own = both.next is not None and both.next.prompt in {p.id for p in picture.open if is_own(p)}
    if next_own and hides_tray(picture, seat, mine):
        return False
    told = [both.reading] if both.first is None else [both.reading, both.first]
    return all(may_see(picture, reading, seat, mine) for reading in told)


def _shown(
    picture: TableSnapshot, reading: Reading | None, seat: Seat, mine: frozenset[Seat]
) -> tuple[tuple[SeenObject, ...], str]:
    if reading is None:
        return (), ""
    return as_known(picture, reading, reading.objects, mine), crop_of(picture, reading, seat, mine)


MOST_GUESSES = 4


def doubt_view(picture: TableSnapshot, seat: Seat, claimed: frozenset[Seat]) -> DoubtView | None:
    """Return a doubt as a device may see it. Only the seat itself sees faces; all see the question whose reading it is."""
    doubt = picture.doubt
    if doubt is None:
        return None
    mine, prompts = acts_for(seat, picture, claimed), tuple(p.id for p in doubt.prompts)
    hands = {p.seat for p in doubt.prompts if is_own(p)}
    is_covered = (
        not hands <= mine or (seat == TABLE and len(hands) > 1) or may_belong_to_other_seat(picture, doubt, mine)
    )
    if is_covered or not any(p.seat in mine | {TABLE} for p in doubt.prompts):
        whose = len(prompts) > 1 if hands else doubt.whose
        unsure = WHOSE if whose else _("What lies there is not sure.")
        return DoubtView(doubt.reading.id, prompts, unsure if hands else doubt.why, (), (), (), (), "", whose=whose)
    crop = crop_of(picture, doubt.reading, seat, mine)
    told = tuple(ReaderReport(claim.source, claim.values) for claim in doubt.told if claim.values)
    return DoubtView(
        doubt.reading.id,
        prompts,
        doubt.why,
        is_asked_of(doubt) if hands else doubt.objects,
        doubt.values,
        doubt.open,
        _guesses(doubt),
        crop,
        told,
        doubt.whose,
    )


def _guesses(doubt: AmbiguousReading) -> tuple[DoubtOption, ...]:
    """Return complete answers, likeliest first: every face of an unsure place, sure ones as read."""
    possible = doubt.possible
    told = {claim.values: 1.0 for claim in doubt.told if claim.values}
    answers: list[tuple[Faces, float]] = [((), 1.0)]
    for seen, value in zip(doubt.objects, doubt.values, strict=True):
        faces = [(value, 1.0)] if value else _likely(seen, possible)
        answers = [((*a, face), c * conf) for a, c in answers for face, conf in faces]
        answers = sorted(answers, key=lambda answer: -answer[1])[:MOST_GUESSES]
    return tuple(
        DoubtOption(values, conf)
        for values, conf in {**told, **{values: conf for values, conf in answers if values not in told}}.items()
        if values and _can_be(doubt, values)
    )


def _can_be(doubt: AmbiguousReading, values: Faces) -> bool:
    """Return whether the rules might accept an answer. Missing or extra things are left to people; a refused answer is not offered again."""
    wholes = [(prompt, with_locked(prompt, values)) for prompt in doubt.prompts]
    return values != doubt.refused and any(
        not prompt.least <= len(whole) <= prompt.most or fits_prompt(prompt, whole) for prompt, whole in wholes
    )


def _likely(seen: SeenObject, possible: frozenset[str]) -> list[tuple[str, float]]:
    told = ([(seen.value, seen.conf)] if seen.value else []) + list(seen.alternatives)
    likely: dict[str, float] = {}
    for face, conf in told:
        if not possible or face in possible:
            likely.setdefault(face, conf)
    return sorted(likely.items(), key=lambda face: -face[1])
