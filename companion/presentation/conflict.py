"""What two readers told differently, as a device is asked about it."""

from __future__ import annotations

from companion.presentation.people import acts_for
from companion.presentation.responses.readings import ConflictView, ReaderReport
from companion.presentation.tray import crop_of
from companion.presentation.visibility import as_known, hides_tray, may_see
from companion.schema.prompt import TABLE, Seat
from companion.schema.reading import Reading, SeenObject
from companion.sessions.matching.context import ReadingConflict
from companion.sessions.prompts import is_own
from companion.sessions.session import TableSnapshot


def conflict_view(picture: TableSnapshot, seat: Seat, claimed: frozenset[Seat]) -> ConflictView | None:
    """What two readers told differently, for those whose draw it was; of several the oldest."""
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
        title=draw.prompt.title,
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
    """Whether a device is asked: its seat drew, and nothing that was told may be of a hand that it is not shown yet."""
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
