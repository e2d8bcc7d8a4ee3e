"""Two readers, one truth: the camera over the tray and the reader of tags see the same draw, each in its own time.

What the first of them told counts. What the second tells is looked at here before it may answer anything: it is of the draw
that counts already, and agrees with it or is asked about; or it is of something else. No clock decides: only what was asked
when it settled, who told it, and what lies there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.schema.prompt import Faces
from companion.schema.reading import Reading
from companion.sessions.matching.comparison import compared
from companion.sessions.matching.conflict import ReadingConfirmed, ReadingConflict
from companion.sessions.matching.context import MatchContext
from companion.sessions.matching.draw import CountedDraw, is_since, sure_of, things_of
from companion.sessions.matching.outcome import AmbiguousReading, MatchedReading, UnmatchedReading
from companion.sessions.matching.tag_names import with_names
from companion.sessions.prompts import number, question_of

LATE = 2  # answers after a draw until when a reader may still come to tell of it: nobody taps three times while one settles


def second(
    reading: Reading, meaning: MatchedReading | AmbiguousReading | UnmatchedReading, course: MatchContext
) -> ReadingConfirmed | ReadingConflict | UnmatchedReading | None:
    """What a reading is to a draw that counts already; None: it is no second look, and means what it means.

    `meaning`: what it is to the open question.
    """
    told = with_names(reading, course.tags)
    if any(_is_same_claim(told, both) for both in course.asked):
        return UnmatchedReading(told, "It lies there still: say first which of the two it was.")
    draw = _draw_of(told, meaning, course)
    return compared(reading, meaning, draw, course) if draw is not None else None


def again(both: ReadingConflict, course: MatchContext) -> ReadingConflict | None:
    """What two readers told, after something has changed; None where there is nothing to ask any more."""
    rests_on = both.draw.given.answer.reading
    same = (d for d in course.draws if d.given.answer.reading == rests_on and d.prompt.asks == both.draw.prompt.asks)
    draw = next(same, None)
    if draw is None:
        return None
    found = compared(both.reading, UnmatchedReading(both.reading), draw, course)
    is_open = both.next is not None and both.next.prompt in {prompt.id for prompt in course.open}
    return replace(found, next=both.next if is_open else None) if isinstance(found, ReadingConflict) else None


def still(reading: Reading, rests_on: str, course: MatchContext) -> ReadingConflict | None:
    """A second look that nobody has decided, told before the process began again; `rests_on`: the reading of the draw it was about.

    However much was answered since: it is not late, it waits.
    """
    draws = [draw for draw in course.draws if draw.given.answer.reading == rests_on]
    found = (compared(reading, UnmatchedReading(reading), draw, course) for draw in draws)
    return next((one for one in found if isinstance(one, ReadingConflict)), None)


def _draw_of(
    told: Reading, meaning: MatchedReading | AmbiguousReading | UnmatchedReading, course: MatchContext
) -> CountedDraw | None:
    """The draw that a reading may be a second look at."""
    last, same = _candidates(told, course)
    if same:
        return _of_same_question(told, meaning, same, course)
    if last is None or last.source == told.source or told.expect in last.questions or not is_since(told, last):
        return None
    return last if _may_be_late(told, meaning, last, course) else None


def _candidates(told: Reading, course: MatchContext) -> tuple[CountedDraw | None, list[CountedDraw]]:
    """The newest draw that may be of such things, and those that others told of under the question of the reading."""
    last: CountedDraw | None = None
    same: list[CountedDraw] = []
    for draw in course.newest:
        if last is not None and (not told.expect or number(question_of((draw.prompt,))) < number(told.expect)):
            break  # questions are numbered as they come: all that is left was asked before it settled
        if things_of(draw.prompt, told):
            last = last or draw
            if told.expect in draw.questions and draw.source != told.source:
                same.append(draw)
    return last, same[::-1]


def _of_same_question(
    told: Reading,
    meaning: MatchedReading | AmbiguousReading | UnmatchedReading,
    same: Sequence[CountedDraw],
    course: MatchContext,
) -> CountedDraw | None:
    """While others are asked as well what is new may be theirs."""
    faces = Counter(value for draw in same for value in draw.values)
    best = max(reversed(same), key=lambda draw: len(sure_of(draw.prompt, told) & Counter(draw.values)))
    if isinstance(meaning, UnmatchedReading):
        return best
    is_new = course.has_told(told.source, best) or not sure_of(best.prompt, told) <= faces
    return None if is_new else best


def _may_be_late(
    told: Reading,
    meaning: MatchedReading | AmbiguousReading | UnmatchedReading,
    last: CountedDraw,
    course: MatchContext,
) -> bool:
    """Where such a thing is asked again it is late only as long as no more lies there than lay there before."""
    if course.has_told(told.source, last):
        return False
    if isinstance(meaning, UnmatchedReading):
        return course.after(last) <= LATE
    locked = Counter(_locked(meaning, course))
    if Counter(last.values) <= locked:
        return len(things_of(last.prompt, told)) <= locked.total()
    return not course.after(last) and len(things_of(last.prompt, told)) <= len(last.values)


def _locked(meaning: MatchedReading | AmbiguousReading, course: MatchContext) -> Faces:
    """What lies there already, says the prompt that would take it."""
    asked = (
        {a.prompt for a in meaning.answers} if isinstance(meaning, MatchedReading) else {p.id for p in meaning.prompts}
    )
    return tuple(face for prompt in course.open if prompt.id in asked for face in prompt.locked)


def _is_same_claim(told: Reading, both: ReadingConflict) -> bool:
    """The second reader tells again what is asked about."""
    things = Counter((o.kind, o.value) for o in things_of(both.draw.prompt, told))
    return told.source == both.reading.source and things == Counter((o.kind, o.value) for o in both.objects)
