"""What everybody may see of a table, in the fields that a small display shows; drawn from what the page's seat "table" is sent.

Nothing here looks into a game's state: a field is made of what the view, the Now line and the log tell everybody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from companion.presentation.doubt import doubt_view
from companion.presentation.last_throw import newest_throw
from companion.presentation.latest_events import air, cues, is_old
from companion.presentation.log_lines import LogReader, amended, line_texts, source, steps
from companion.presentation.people import name, seats
from companion.presentation.prompts import now_line, pending_people, prompts_together
from companion.presentation.responses.log import LogLineView
from companion.presentation.responses.snapshot import ReaderSummary
from companion.presentation.seat_lights import colour_of, mood_of
from companion.presentation.seat_views import view_of
from companion.presentation.visibility import may_see
from companion.schema.cue import Cue
from companion.schema.prompt import HOUSE, TABLE, Seat
from companion.schema.public_state import Alarm, PublicEvent, PublicRoll, PublicSeat, PublicState, PublicVerdict
from companion.schema.view import Sum, View
from companion.sessions.device_access import WALL
from companion.sessions.entry import AnswerGiven, half_given, is_again
from companion.sessions.session import TableSnapshot

NOBODY = LogReader(TABLE, frozenset())
"""Reads the log as the table does, and answers for nobody: options that were a seat's own are not read."""
MOST_EVENTS = 20  # of one change; whoever shows more than these at once shows none
TWO_TELL = "Two readers tell different things."


def state_of(picture: TableSnapshot, rev: int, alarms: tuple[Alarm, ...], language: str) -> PublicState:
    """The fields; the view goes beside them."""
    where = picture.game.where(picture.state) if picture.game.where is not None else ""
    waits = pending_seats(picture)
    return PublicState(
        rev,
        table=picture.id,
        game=picture.game.name,
        title=picture.game.title,
        language=language,
        now=now_line(picture),
        waits=waits,
        whom=_named(picture, waits),
        where=where,
        round=_round(picture),
        seats=tuple(_seat(picture, seat, seat in waits) for seat in seats(picture)),
        roll=_roll(picture),
        verdict=_verdict(picture, view_of(picture, TABLE)),
        alarms=(*alarms_at(picture), *alarms),
        over=picture.over,
        air=air(picture),
    )


def _round(picture: TableSnapshot) -> int | None:
    return picture.game.round(picture.state) if picture.game.round is not None else None


def pending_seats(picture: TableSnapshot) -> tuple[Seat, ...]:
    """The seats that the table waits for; what is asked of the table as one, is asked of each of them."""
    if picture.over:
        return ()
    asked = {prompt.seat for prompt in pending_people(picture)} - {HOUSE}
    return tuple(seat for seat in seats(picture) if seat in asked or TABLE in asked)


def _named(picture: TableSnapshot, waits: Sequence[Seat]) -> str:
    everybody = [name(picture, seat) for seat in seats(picture)]
    return prompts_together([name(picture, seat) for seat in waits], everybody) if waits else ""


def alarms_of(senses: Sequence[ReaderSummary], met: Collection[str]) -> tuple[Alarm, ...]:
    """What the readers say of themselves: who is away first, then who sees badly.

    `met`: the readers that were there once. A table without a camera plays by hand, and lacks nothing.
    """
    away = [Alarm("reader", one.words, one.title) for one in senses if one.state != "ready" and one.reader in met]
    return (*away, *(Alarm("sight", advice, one.title) for one in senses for advice in one.advice))


def alarms_at(picture: TableSnapshot) -> tuple[Alarm, ...]:
    """What waits for a person at this table. What was read, and by whom it was laid, is told to nobody here."""
    found: list[Alarm] = []
    if picture.notice is not None and picture.notice.tone == "stumbled":
        found.append(Alarm("stumbled", picture.notice.text))
    doubt = doubt_view(picture, WALL, frozenset())
    if doubt is not None:
        found.append(Alarm("doubt", doubt.why))
    if any(may_see(picture, both.reading, WALL, frozenset()) for both in picture.both):
        found.append(Alarm("both", TWO_TELL))
    return tuple(found)


def newest_entry(picture: TableSnapshot) -> int:
    """The newest entry that anything here tells of: one that counts, or one that took others back.

    Before an answer that is covered until all are in: it is told then.
    """
    covered = half_given(moment.entry for moment in reversed(picture.moments))
    if covered:
        return min(moment.entry.seq - 1 for moment in picture.moments if moment.entry.what in covered)
    return max([moment.entry.seq for moment in picture.moments[-1:]] + [one.seq for one in picture.taken_back[-1:]])


def events_since(
    picture: TableSnapshot, rev: int, seq: int, known: Collection[int] = ()
) -> tuple[tuple[int, PublicEvent], ...]:
    """What everybody heard after the entry `seq`, the oldest first, each with its own entry.

    Nothing that was only gone through once more, and none of those `known`: they were told while an earlier one was covered.
    """
    again, staged = (
        frozenset(_again(picture, seq)) - amended(picture).keys(),
        {one.seq: one.cue for one in cues(picture)},
    )
    found: list[tuple[int, PublicEvent]] = []
    for line in line_texts(picture, NOBODY):
        if line.seq <= seq or len(found) == MOST_EVENTS:
            break
        if line.seq not in again and line.seq not in known:
            found.append((line.seq, _event(line, rev, staged.get(line.seq))))
    return tuple(found[::-1])


def _again(picture: TableSnapshot, seq: int) -> Iterator[int]:
    """The entries after `seq` of answers that the table gave itself once more, and of their facts."""
    for moment, facts in steps(picture.moments):
        if moment.entry.seq <= seq:
            return
        what = moment.entry.what
        if isinstance(what, AnswerGiven) and is_again(what.answer):
            yield from (one.entry.seq for one in (moment, *facts))


def _event(line: LogLineView, rev: int, cue: Cue | None) -> PublicEvent:
    return PublicEvent(
        rev,
        line.text,
        line.kind,
        line.seat,
        line.object,
        line.values if line.object else (),
        cue.kind if cue is not None else "",
        cue.tone if cue is not None else "plain",
    )


def _seat(picture: TableSnapshot, seat: Seat, is_asked: bool) -> PublicSeat:
    return PublicSeat(seat, name(picture, seat), colour_of(seat), mood_of(picture, seat), is_asked)


def _roll(picture: TableSnapshot) -> PublicRoll | None:
    last = newest_throw(picture, TABLE)
    if last is None:
        return None
    answer, prompt = last.given.answer, last.given.prompt
    line = next((one for one in line_texts(picture, NOBODY) if one.seq == last.seq and one.object), None)
    if line is None:
        return None
    return PublicRoll(
        last.seq,
        prompt.seat,
        name(picture, prompt.seat),
        prompt.title,
        prompt.thing,
        answer.values,
        line.text,
        source(answer),
    )


def _verdict(picture: TableSnapshot, view: View) -> PublicVerdict:
    """The newest one that the view tells: games put it last where there are several."""
    decided = [block for block in view if isinstance(block, Sum) and block.verdict]
    if not decided:
        return PublicVerdict()
    one = decided[-1]
    return PublicVerdict(one.verdict, one.title, one.sentence, one.stamp, old=is_old(picture, TABLE, view))
