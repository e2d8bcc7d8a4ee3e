"""Build the snapshot of a table for one seat. Fields that are not added here are not sent."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from companion.presentation.log_lines import LogReader, air, cues, is_old, just_now, lines
from companion.presentation.prompts import conflict_view, doubt_view, now_line, pending_people, prompt_views
from companion.presentation.responses import (
    DemoOffers,
    ReaderSummary,
    SeatView,
    SharedEvent,
    Snapshot,
    SourceView,
    WholeTableSource,
)
from companion.presentation.tray import Recorded, answer_pause, fitting_offers, last_throw, tray, zoned_tray
from companion.presentation.undo_view import redoable, retracted_dice, savepoint_views, undoable
from companion.presentation.visibility import acts_for, name, private_view, seats, view_of
from companion.schema import TABLE, Seat, Words
from companion.sessions import WALL, TableSnapshot, chosen_for, scanned, source_of


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


def seat_view(picture: TableSnapshot, seat: Seat, room: DeviceContext, here: Seat) -> SeatView:
    """Build one seat, for a device of `here`."""
    asks = [p for p in picture.question.prompts if p.seat == seat]
    waits = any(p.seat == seat for p in pending_people(picture))
    answered = bool(asks) and not any(p.seat == seat for p in picture.open)
    claimed = seat in room.claimed
    looks = here == TABLE and not claimed and bool(private_view(picture, seat))
    watching, source = room.watching.get(seat, 0), source_of(picture.sources, seat)
    return SeatView(
        seat, name(picture, seat), waits, answered, watching, claimed, looks, source, _sources(picture, seat)
    )


def whole_table_source(picture: TableSnapshot, here: Seat) -> WholeTableSource | None:
    """Build the source of answers of the whole table, for its own device."""
    return WholeTableSource(source_of(picture.sources, TABLE), _sources(picture, TABLE)) if here == TABLE else None


def _sources(picture: TableSnapshot, seat: Seat) -> tuple[SourceView, ...]:
    """Return a seat's sources by kind of thing."""
    kinds = [kind for kind in picture.game.kinds if chosen_for(kind, picture.game.kinds)]
    return tuple(SourceView(kind, source_of(picture.sources, seat, kind)) for kind in kinds)


def build_snapshot(picture: TableSnapshot, seat: Seat, room: DeviceContext) -> Snapshot:
    """Build the snapshot for a device of `seat`."""
    eyes = TABLE if seat == WALL else seat
    view = view_of(picture, eyes)
    reader = LogReader(eyes, acts_for(seat, picture, room.claimed))
    return Snapshot(
        id=f"{room.boot}-{room.version}-{room.mark}".removesuffix("-"),
        assets=room.assets,
        table=picture.id,
        game=picture.game.name,
        title=picture.game.title,
        seat=seat,
        rev=picture.rev,
        newest=picture.moments[-1].entry.seq,
        now=now_line(picture),
        over=picture.over,
        sittings=tuple(seat_view(picture, s, room, seat) for s in seats(picture)),
        asked=prompt_views(picture, seat, room.claimed),
        first=picture.question.first,
        view=view,
        doubt=doubt_view(picture, seat, room.claimed),
        tray=tray(picture, seat, acts_for(seat, picture, room.claimed)),
        log=lines(picture, reader),
        undo=undoable(picture, reader),
        redo=redoable(picture, reader),
        aside=retracted_dice(picture, reader),
        saved=savepoint_views(picture, seat),
        senses=room.senses,
        notice=picture.notice,
        demo=fitting_offers(room.demo, room.recorded, scanned(picture.open, picture.sources)),
        broker=room.broker,
        join=f"/api/tables/{picture.id}/invite" if seat == TABLE else "",
        next=f"/new/{picture.game.name}?after={picture.id}"
        if picture.over and picture.game.carry and seat == TABLE
        else "",
        just=just_now(picture, eyes, view),
        old=is_old(picture, eyes, view),
        both=conflict_view(picture, seat, room.claimed),
        zones=zoned_tray(picture),
        language=room.language,
        thrown=last_throw(picture, seat, acts_for(seat, picture, room.claimed), partial(name, picture)),
        pause=answer_pause(picture, seat),
        looks=room.looks,
        cues=cues(picture),
        air=air(picture),
        keeps=room.keeps,
        event=room.event,
        staff=room.staff,
        whole=whole_table_source(picture, seat),
    )
