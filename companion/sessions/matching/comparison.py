"""A second look beside the draw it is of: the same, something else, or not sure enough to say."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from companion.engine.answer_check import fits
from companion.schema.prompt import Faces
from companion.schema.reading import Reading, SeenObject
from companion.sessions.matching.conflict import ReadingConfirmed, ReadingConflict
from companion.sessions.matching.context import MatchContext
from companion.sessions.matching.draw import CountedDraw, things_of
from companion.sessions.matching.face_assignment import placed
from companion.sessions.matching.objects import is_still, is_sure
from companion.sessions.matching.outcome import AmbiguousReading, MatchedReading, UnmatchedReading
from companion.sessions.matching.reading_text import cannot_be, face_words, which
from companion.sessions.matching.tag_names import with_names
from companion.sessions.prompts import is_own

MOST_OTHERS = 4  # that are offered


def compared(
    reading: Reading,
    meaning: MatchedReading | AmbiguousReading | UnmatchedReading,
    draw: CountedDraw,
    course: MatchContext,
) -> ReadingConfirmed | ReadingConflict | UnmatchedReading | None:
    """What a reading tells of a draw; None where it is not sure enough, or means what it means."""
    told, values = with_names(reading, course.tags), Counter(draw.values)
    things = _new(told, draw, course)
    sure = Counter(o.value for o in things if o.value is not None and is_sure(o))
    extra, missing = sure - values, values - sure
    if not sure:
        return _unsure(reading, meaning, draw, things, course.first(draw))
    if not extra or not missing:
        return ReadingConfirmed(draw)
    if len(things) - sure.total() >= missing.total():
        return None  # one that is not sure may be the one that counts
    answer = meaning.answer if isinstance(meaning, MatchedReading) and len(meaning.answers) == 1 else None
    others = _others(draw, extra, missing)
    if not others and answer is None:
        return UnmatchedReading(
            told, "" if is_own(draw.prompt) else cannot_be(told, draw, extra)
        )  # a sentence is for all
    return ReadingConflict(
        reading, things, draw, others, answer, why=which(told, draw, extra), first=course.first(draw)
    )


def _unsure(
    reading: Reading,
    meaning: MatchedReading | AmbiguousReading | UnmatchedReading,
    draw: CountedDraw,
    things: tuple[SeenObject, ...],
    first: Reading | None,
) -> ReadingConflict | UnmatchedReading | None:
    """Nothing is told for sure: at most an untaught tag has a meaning now. The tag book is public, a secret is not."""
    tags = [seen.value or "" for seen in things if seen.kind == "tag"]
    is_public, is_one = not is_own(draw.prompt), len(tags) == len(draw.values) == len(things) == 1
    if is_public and is_one and isinstance(meaning, UnmatchedReading):
        why = f"The tag {tags[0]} is not taught yet. Is it {face_words(draw.values)}?"
        return ReadingConflict(reading, things, draw, tag=tags[0], why=why, first=first)
    if isinstance(meaning, UnmatchedReading) or tags:
        return None
    is_same = placed(draw.values, things, frozenset()) == len(things)
    return UnmatchedReading(reading) if is_same else None


def _new(told: Reading, draw: CountedDraw, course: MatchContext) -> tuple[SeenObject, ...]:
    """The things that may be of this draw.

    A camera sees all that lies there: without what lay there before, and what lay locked. Tags come one at a time: those that
    the same reader told under the same question belong to them.
    """
    things, mine = things_of(draw.prompt, told), [r for r in course.heard if r.source == told.source]
    if any(seen.box for seen in told.objects):
        before = mine[-1].objects if mine else ()
        return _without(tuple(seen for seen in things if not is_still(seen, before)), draw.prompt.locked)
    if draw.prompt.most == 1:
        return things
    earlier = {
        r.objects: r
        for r in mine
        if r.expect == told.expect and told.expect in draw.questions and r.objects != told.objects
    }
    return (*(seen for r in earlier.values() for seen in things_of(draw.prompt, with_names(r, course.tags))), *things)


def _others(draw: CountedDraw, extra: Counter[str], missing: Counter[str]) -> tuple[Faces, ...]:
    """What was drawn if the second reader is right, as far as the prompt takes it."""
    size = min(extra.total(), missing.total())
    found = []
    for gone in sorted(set(combinations(sorted(missing.elements()), size))):
        for come in sorted(set(combinations(sorted(extra.elements()), size))):
            values = _exchanged(draw.values, gone, come)
            if fits(draw.prompt, values):
                found.append(values)
    return tuple(dict.fromkeys(found))[:MOST_OTHERS]


def _exchanged(values: Faces, gone: Faces, come: Faces) -> Faces:
    left, new = list(values), list(come)
    for face in gone:
        left[left.index(face)] = new.pop(0)
    return tuple(left)


def _without(things: tuple[SeenObject, ...], faces: Faces) -> tuple[SeenObject, ...]:
    left = list(things)
    for face in faces:
        found = next((o for o in left if o.value == face and o.kind != "tag"), None)
        if found is not None:
            left.remove(found)
    return tuple(left)
