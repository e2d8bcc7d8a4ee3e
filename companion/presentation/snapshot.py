"""Build the snapshot of a table for one seat, with its prompts, doubts and conflicts. Fields that are not added here are not sent."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.engine import fits_prompt, prompts_for_seat
from companion.i18n import _
from companion.presentation.log_lines import LogReader, air, cues, is_old, just_now, lines
from companion.presentation.responses import (
    ConflictView,
    DemoOffers,
    DoubtOption,
    DoubtView,
    PromptView,
    ReaderReport,
    ReaderSummary,
    SeatView,
    SharedEvent,
    Snapshot,
    SourceView,
    WholeTableSource,
)
from companion.presentation.tray import Recorded, answer_pause, crop_of, fitting_offers, last_throw, tray, zoned_tray
from companion.presentation.undo_view import redoable, retracted_dice, savepoint_views, undoable
from companion.presentation.visibility import (
    acts_for,
    as_known,
    hides_tray,
    may_belong_to_other_seat,
    may_see,
    name,
    now_line,
    objects_to_ask,
    pending_people,
    private_view,
    seats,
    title_of,
    view_of,
)
from companion.schema import HOUSE, TABLE, Faces, Reading, Seat, SeenObject, Words
from companion.sessions import (
    WALL,
    WHOSE,
    AmbiguousReading,
    ReadingConflict,
    TableSnapshot,
    chosen_for,
    is_own,
    readable_prompts,
    source_of,
    with_locked,
)

COUNTED_KINDS = ("roll", "draw")  # all players see how many dice or cards


def prompt_views(picture: TableSnapshot, seat: Seat, claimed: frozenset[Seat]) -> tuple[PromptView, ...]:
    """Return the open prompts as this device may see them. The tablet acts for seats without a device."""
    own_seats = acts_for(seat, picture, claimed)
    by_seat = {p.id: p for s in own_seats for p in prompts_for_seat(picture.open, s) if p.seat in (s, TABLE)}
    covered = {p.id: p for p in prompts_for_seat(picture.open, "")}
    if seat == WALL:
        covered |= {p.id: replace(p, options=()) for p in picture.open if p.kind in COUNTED_KINDS and not p.secret}
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
    own_seats = acts_for(seat, picture, claimed)
    conflict = next((conflict for conflict in picture.both if _may_decide(picture, conflict, seat, own_seats)), None)
    if conflict is None:
        return None
    draw, is_open = conflict.draw, {prompt.id for prompt in picture.open}
    later = conflict.next.values if conflict.next is not None and conflict.next.prompt in is_open else ()
    values = tuple(seen.value or "" for seen in conflict.objects if not conflict.tag)
    return ConflictView(
        id=conflict.reading.id,
        seq=draw.seq,
        title=title_of(picture, draw.prompt),
        why=conflict.why,
        object=draw.prompt.of[0],
        first=ReaderReport(draw.source, draw.values, *_things_and_crop(picture, conflict.first, seat, own_seats)),
        second=ReaderReport(
            conflict.reading.source,
            values,
            as_known(picture, conflict.reading, conflict.objects, own_seats),
            crop_of(picture, conflict.reading, seat, own_seats),
        ),
        others=conflict.others,
        next=later,
        tag=conflict.tag,
    )


def _may_decide(picture: TableSnapshot, conflict: ReadingConflict, seat: Seat, own_seats: frozenset[Seat]) -> bool:
    """Return whether to ask a device: its seat drew, and neither reading may show a hand that is hidden from it."""
    if conflict.draw.prompt.seat not in own_seats | {TABLE}:
        return False
    next_own = conflict.next is not None and conflict.next.prompt in {p.id for p in picture.open if is_own(p)}
    if next_own and hides_tray(picture, seat, own_seats):
        return False
    readings = [conflict.reading] if conflict.first is None else [conflict.reading, conflict.first]
    return all(may_see(picture, reading, seat, own_seats) for reading in readings)


def _things_and_crop(
    picture: TableSnapshot, reading: Reading | None, seat: Seat, own_seats: frozenset[Seat]
) -> tuple[tuple[SeenObject, ...], str]:
    if reading is None:
        return (), ""
    return as_known(picture, reading, reading.objects, own_seats), crop_of(picture, reading, seat, own_seats)


MOST_GUESSES = 4


def doubt_view(picture: TableSnapshot, seat: Seat, claimed: frozenset[Seat]) -> DoubtView | None:
    """Return a doubt as a device may see it. Only the seat itself sees faces; all see the question whose reading it is."""
    doubt = picture.doubt
    if doubt is None:
        return None
    own_seats, prompts = acts_for(seat, picture, claimed), tuple(p.id for p in doubt.prompts)
    hands = {p.seat for p in doubt.prompts if is_own(p)}
    is_covered = (
        not hands <= own_seats
        or (seat == TABLE and len(hands) > 1)
        or may_belong_to_other_seat(picture, doubt, own_seats)
    )
    if is_covered or not any(p.seat in own_seats | {TABLE} for p in doubt.prompts):
        is_of_unknown_seat = len(prompts) > 1 if hands else doubt.whose
        unsure = WHOSE if is_of_unknown_seat else _("What lies there is not sure.")
        return DoubtView(
            doubt.reading.id, prompts, unsure if hands else doubt.why, (), (), (), (), "", whose=is_of_unknown_seat
        )
    crop = crop_of(picture, doubt.reading, seat, own_seats)
    reports = tuple(ReaderReport(claim.source, claim.values) for claim in doubt.told if claim.values)
    return DoubtView(
        doubt.reading.id,
        prompts,
        doubt.why,
        objects_to_ask(doubt) if hands else doubt.objects,
        doubt.values,
        doubt.open,
        _guesses(doubt),
        crop,
        reports,
        doubt.whose,
    )


def _guesses(doubt: AmbiguousReading) -> tuple[DoubtOption, ...]:
    """Return complete answers, likeliest first: every face of an unsure place, sure ones as read."""
    possible = doubt.possible
    reported = {claim.values: 1.0 for claim in doubt.told if claim.values}
    answers: list[tuple[Faces, float]] = [((), 1.0)]
    for seen, value in zip(doubt.objects, doubt.values, strict=True):
        faces = [(value, 1.0)] if value else _likely(seen, possible)
        answers = [((*a, face), c * conf) for a, c in answers for face, conf in faces]
        answers = sorted(answers, key=lambda answer: -answer[1])[:MOST_GUESSES]
    return tuple(
        DoubtOption(values, conf)
        for values, conf in {**reported, **{values: conf for values, conf in answers if values not in reported}}.items()
        if values and _can_be(doubt, values)
    )


def _can_be(doubt: AmbiguousReading, values: Faces) -> bool:
    """Return whether the rules might accept an answer. Missing or extra things are left to people; a refused answer is not offered again."""
    wholes = [(prompt, with_locked(prompt, values)) for prompt in doubt.prompts]
    return values != doubt.refused and any(
        not prompt.least <= len(whole) <= prompt.most or fits_prompt(prompt, whole) for prompt, whole in wholes
    )


def _likely(seen: SeenObject, possible: frozenset[str]) -> list[tuple[str, float]]:
    readings = ([(seen.value, seen.conf)] if seen.value else []) + list(seen.alternatives)
    likely: dict[str, float] = {}
    for face, conf in readings:
        if not possible or face in possible:
            likely.setdefault(face, conf)
    return sorted(likely.items(), key=lambda face: -face[1])


@dataclass(frozen=True, slots=True)
class DeviceContext:
    """The part of a snapshot that does not depend on the table's game."""

    boot: str  # of this process; snapshots of another boot are outdated
    version: int  # rises with every change of the table or its surroundings
    assets: str
    claimed: frozenset[Seat]  # seats with a device of their own
    watching: dict[Seat, int]  # open streams by seat
    senses: tuple[ReaderSummary, ...]
    broker: Words
    demo: DemoOffers | None
    looks: bool = False  # a camera can read the tray again
    recorded: Recorded = ()
    language: str = "en"  # of the device
    keeps: bool = False  # this device is a keeper
    event: SharedEvent | None = None  # of many tables
    staff: bool | None = None  # whether the staff was called; None without a hall
    mark: str = ""  # how much of the log was read; "" = no other process draws pages


def seat_view(picture: TableSnapshot, seat: Seat, context: DeviceContext, viewer: Seat) -> SeatView:
    """Build one seat, for a device of `viewer`."""
    asks = [p for p in picture.question.prompts if p.seat == seat]
    waits = any(p.seat == seat for p in pending_people(picture))
    answered = bool(asks) and not any(p.seat == seat for p in picture.open)
    claimed = seat in context.claimed
    looks = viewer == TABLE and not claimed and bool(private_view(picture, seat))
    watching, source = context.watching.get(seat, 0), source_of(picture.sources, seat)
    return SeatView(
        seat, name(picture, seat), waits, answered, watching, claimed, looks, source, _sources(picture, seat)
    )


def _sources(picture: TableSnapshot, seat: Seat) -> tuple[SourceView, ...]:
    kinds = [kind for kind in picture.game.kinds if chosen_for(kind, picture.game.kinds)]
    return tuple(SourceView(kind, source_of(picture.sources, seat, kind)) for kind in kinds)


def build_snapshot(picture: TableSnapshot, seat: Seat, context: DeviceContext) -> Snapshot:
    """Build the snapshot for a device of `seat`."""
    viewer = TABLE if seat == WALL else seat
    view, own_seats = view_of(picture, viewer), acts_for(seat, picture, context.claimed)
    reader = LogReader(viewer, own_seats)
    return Snapshot(
        id=f"{context.boot}-{context.version}-{context.mark}".removesuffix("-"),
        assets=context.assets,
        table=picture.id,
        game=picture.game.name,
        title=picture.game.title,
        seat=seat,
        rev=picture.rev,
        newest=picture.moments[-1].entry.seq,
        now=now_line(picture),
        over=picture.over,
        sittings=tuple(seat_view(picture, s, context, seat) for s in seats(picture)),
        asked=prompt_views(picture, seat, context.claimed),
        first=picture.question.first,
        view=view,
        doubt=doubt_view(picture, seat, context.claimed),
        tray=tray(picture, seat, own_seats),
        log=lines(picture, reader),
        undo=undoable(picture, reader),
        redo=redoable(picture, reader),
        aside=retracted_dice(picture, reader),
        saved=savepoint_views(picture, seat),
        senses=context.senses,
        notice=picture.notice,
        demo=fitting_offers(context.demo, context.recorded, readable_prompts(picture.open, picture.sources)),
        broker=context.broker,
        join=f"/api/tables/{picture.id}/invite" if seat == TABLE else "",
        next=f"/new/{picture.game.name}?after={picture.id}"
        if picture.over and picture.game.carry and seat == TABLE
        else "",
        just=just_now(picture, viewer, view),
        old=is_old(picture, viewer, view),
        both=conflict_view(picture, seat, context.claimed),
        zones=zoned_tray(picture),
        language=context.language,
        thrown=last_throw(picture, seat, own_seats),
        pause=answer_pause(picture, seat),
        looks=context.looks,
        cues=cues(picture),
        air=air(picture),
        keeps=context.keeps,
        event=context.event,
        staff=context.staff,
        whole=WholeTableSource(source_of(picture.sources, TABLE), _sources(picture, TABLE)) if seat == TABLE else None,
    )
