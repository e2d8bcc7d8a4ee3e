"""The moments of an evening that can be looked at, and one of them as a device is shown it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from itertools import islice

from companion.presentation.log_lines import LogReader, line_texts, where
from companion.presentation.prompts import now_line
from companion.presentation.responses.log import EveningSteps, LogChapter, LogLineView, PastView
from companion.presentation.responses.snapshot import Snapshot
from companion.presentation.undo import answers_of, may_take_back
from companion.schema.prompt import HOUSE
from companion.sessions.entry import AnswerGiven
from companion.sessions.session import TableSnapshot


def as_past(shown: Snapshot, then: TableSnapshot, now: TableSnapshot, reader: LogReader) -> Snapshot:
    """A snapshot of then in which nothing can be done; who answers what now is not said."""
    seqs, at = steps_of(now), then.moments[-1].entry.seq
    later = [given for seq, given in answers_of([m.entry for m in now.moments]) if seq > at]
    next_lines = answered_after(now, len(then.moments), reader)
    return replace(
        shown,
        id=f"{shown.id}-{at}",
        asked=tuple(replace(a, prompt=replace(a.prompt, options=()), mine=False) for a in shown.asked),
        sittings=tuple(replace(one, own=False) for one in shown.sittings),
        undo=None,
        demo=None,
        join="",
        next="",
        cues=(),
        thrown=replace(shown.thrown, mine=False) if shown.thrown is not None else None,
        pause=None,
        saved=(),
        past=PastView(
            at=at,
            step=max(bisect_right(seqs, at) - 1, 0),
            steps=len(seqs) - 1,
            where=where(then, then.moments[-1]),
            now=now_line(now),
            next=next_lines,
            back=at if later and may_take_back(later, reader) else None,
        ),
    )


def answered_after(now: TableSnapshot, count: int, reader: LogReader) -> tuple[LogLineView, ...]:
    """The first line of the answer that followed these moments."""
    later = now.moments[count:]
    end = next((k for k, m in enumerate(later) if k and isinstance(m.entry.what, AnswerGiven)), len(later))
    step = replace(now, moments=now.moments[: count + end], taken_back=())
    lines = [line for line in islice(line_texts(step, reader), end) if later and line.seq >= later[0].entry.seq]
    return tuple(lines[-1:])


def evening(picture: TableSnapshot) -> EveningSteps:
    """Each step with its chapter where that is another one than before."""
    seqs = steps_of(picture)
    by_seq = {m.entry.seq: m for m in picture.moments}
    places = [where(picture, by_seq[seq]) for seq in seqs]
    chapters = (LogChapter(k, place) for k, place in enumerate(places) if place and (k == 0 or place != places[k - 1]))
    rolls = tuple(k for k, (_, given) in enumerate(_asked(picture)) if given.prompt.of)
    return EveningSteps(tuple(seqs), tuple(chapters), rolls)


def steps_of(picture: TableSnapshot) -> list[int]:
    """The entry before each answer of people that is parted from nothing, and the newest."""
    return [seq for seq, _ in _asked(picture)] + [picture.moments[-1].entry.seq]


def _asked(picture: TableSnapshot) -> list[tuple[int, AnswerGiven]]:
    """Each first answer to a question, with the entry before it."""
    found, owed = [], False
    for before, moment in zip(picture.moments, picture.moments[1:], strict=False):
        given = moment.entry.what
        if not isinstance(given, AnswerGiven):
            continue
        if not owed and given.prompt.seat != HOUSE:
            found.append((before.entry.seq, given))
        owed = not given.closes
    return found
