"""The picture of a table for one seat: built up from nothing, so that what is not added is not sent."""

from __future__ import annotations

from functools import partial

from companion.presentation.conflict import conflict_view
from companion.presentation.demo_throws import fitting
from companion.presentation.device_context import DeviceContext
from companion.presentation.doubt import doubt_view
from companion.presentation.last_throw import pause, thrown
from companion.presentation.latest_events import air, cues, is_old, just_now
from companion.presentation.log_lines import LogReader, lines
from companion.presentation.people import acts_for, name, seats
from companion.presentation.prompts import now_line, prompt_views
from companion.presentation.responses.snapshot import Snapshot
from companion.presentation.seat_views import view_of
from companion.presentation.seats import seat_view, whole_table_source
from companion.presentation.tray import tray, zoned
from companion.presentation.undo import asides, redoable, saved, undoable
from companion.schema.prompt import TABLE, Seat
from companion.sessions.device_access import WALL
from companion.sessions.session import TableSnapshot
from companion.sessions.store.answer_sources import scanned


def snapshot(picture: TableSnapshot, seat: Seat, room: DeviceContext) -> Snapshot:
    """What a device of `seat` is sent."""
    eyes = TABLE if seat == WALL else seat
    view = view_of(picture, eyes)
    reader = LogReader(eyes, acts_for(seat, picture, room.claimed))
    return Snapshot(
        id=f"{room.boot}-{room.version}",
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
        aside=asides(picture, reader),
        saved=saved(picture),
        senses=room.senses,
        notice=picture.notice,
        demo=fitting(room.demo, room.recorded, scanned(picture.open, picture.sources)),
        broker=room.broker,
        join=f"/api/tables/{picture.id}/invite" if seat == TABLE else "",
        next=f"/new/{picture.game.name}?after={picture.id}"
        if picture.over and picture.game.carry and seat == TABLE
        else "",
        just=just_now(picture, eyes, view),
        old=is_old(picture, eyes, view),
        both=conflict_view(picture, seat, room.claimed),
        zones=zoned(picture),
        language=room.language,
        thrown=thrown(picture, seat, acts_for(seat, picture, room.claimed), partial(name, picture)),
        pause=pause(picture, seat),
        looks=room.looks,
        cues=cues(picture),
        air=air(picture),
        keeps=room.keeps,
        event=room.event,
        staff=room.staff,
        whole=whole_table_source(picture, seat),
    )
