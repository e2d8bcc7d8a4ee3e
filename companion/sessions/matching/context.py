"""What a table knows when a reading comes: earlier draws, other readers, what is left of a reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from companion.schema import HOUSE, Answer, Faces, Prompt, Reading, SeenObject, Tags, Words
from companion.sessions.matching.candidates import in_reach
from companion.sessions.matching.outcome import AmbiguousReading, StoredDoubt, can_answer, is_sure
from companion.sessions.table import VIRTUAL, AnswerGiven, LogEntry, givens, number, question_of
from companion.sessions.tag_book import translate_tags


@dataclass(frozen=True, slots=True)
class CountedDraw:
    """An answer that counts and rests on what a reader told."""

    seq: int  # in the log
    given: AnswerGiven
    settled: str = ""  # the question its reading settled under: an amendment gives the answer another; "" = not known

    @property
    def prompt(self) -> Prompt:
        return self.given.prompt

    @property
    def values(self) -> Faces:
        return self.given.answer.values

    @property
    def source(self) -> str:
        return self.given.answer.source

    @property
    def questions(self) -> frozenset[str]:
        """Under which it was asked for: one that was amended under two."""
        return frozenset({question_of((self.prompt,)), self.settled} - {""})

    @property
    def since(self) -> int:
        """The number of the first of them."""
        return min(number(question) for question in self.questions)


def things_of(prompt: Prompt, reading: Reading) -> tuple[SeenObject, ...]:
    """What of a reading can be of such a draw at all."""
    return tuple(o for o in reading.objects if can_answer(o, prompt)) if in_reach(prompt, reading) else ()


def sure_of(prompt: Prompt, reading: Reading) -> Counter[str]:
    return Counter(o.value for o in things_of(prompt, reading) if o.value is not None and is_sure(o))


def is_since(reading: Reading, draw: CountedDraw) -> bool:
    """Whether it settled under the question of the draw or a later one: they are numbered, and none has a number twice."""
    return number(reading.expect) >= draw.since > 0


@dataclass(frozen=True, slots=True)
class ReadingConfirmed:
    """The other reader told the same, or nothing that contradicts it."""

    draw: CountedDraw


@dataclass(frozen=True, slots=True)
class ReadingConflict:
    """Two readers tell different things of one draw. What counts goes on counting until a person says which it is."""

    reading: Reading  # of the second, with the ids of its tags
    objects: tuple[SeenObject, ...]  # of it, that are of this draw: their tags are named
    draw: CountedDraw
    others: tuple[Faces, ...] = ()  # what it was if the second is right, the likeliest first
    next: Answer | None = None  # or it is no second look, and answers what is asked now
    tag: str = ""  # nobody taught it: all that is asked is whether it stands for what counts
    why: Words = ""  # the sentence
    first: Reading | None = None  # that the answer rests on, while it is kept in mind


@dataclass(frozen=True, slots=True)
class MatchContext:
    """What a table knows when a reading comes."""

    answers: Sequence[LogEntry[Any]]  # that count
    open: Sequence[Prompt]
    heard: Sequence[Reading]  # the newest before it, the oldest first, with the ids of their tags
    asked: Sequence[ReadingConflict]  # that nobody has decided
    tags: Tags
    seconds: Mapping[str, str]  # of those: a second look -> the reading that told of the same before

    @property
    def draws(self) -> list[CountedDraw]:
        """The oldest first; what chance or a finger gave is none."""
        return list(self.newest)[::-1]

    @property
    def newest(self) -> Iterator[CountedDraw]:
        """The newest first: whoever comes late tells of one of the last, and an evening has hundreds."""
        return self._draws_among(reversed(self.answers))

    @property
    def undisturbed(self) -> CountedDraw | None:
        """The newest draw; None where people have answered something else since."""
        for entry in reversed(self.answers):
            draw = next(self._draws_among((entry,)), None)
            if draw is not None or _is_of_people(entry):
                return draw
        return None

    def _draws_among(self, answers: Iterable[LogEntry[Any]]) -> Iterator[CountedDraw]:
        settled = {reading.id: reading.expect for reading in self.heard}
        for entry in answers:
            one = entry.what
            if isinstance(one, AnswerGiven) and one.answer.reading and one.answer.source != VIRTUAL and one.prompt.of:
                yield CountedDraw(entry.seq, one, settled.get(one.answer.whole_reading, ""))

    def after(self, draw: CountedDraw) -> int:
        """How many answers of people came after it."""
        later = takewhile(lambda entry: entry.seq > draw.seq, reversed(self.answers))
        return sum(one.prompt.seat != HOUSE for one in givens(later))

    def has_told(self, source: str, draw: CountedDraw) -> bool:
        """Whether a reader has told of such things since the draw was asked for: then it is not late any more.

        What it told late of another draw does not count.
        """
        mine = [r for r in self.heard if r.source == source and is_since(r, draw)]
        rests_on = draw.given.answer.reading
        return any(
            sure_of(draw.prompt, self._translated(r)) for r in mine if self.seconds.get(r.id, rests_on) == rests_on
        )

    def first(self, draw: CountedDraw) -> Reading | None:
        """The reading that a draw rests on; None where it is too long ago."""
        name = draw.given.answer.whole_reading
        found = next((reading for reading in self.heard if reading.id == name), None)
        return self._translated(found) if found is not None else None

    def _translated(self, reading: Reading) -> Reading:
        return translate_tags(reading, self.tags)


def _is_of_people(entry: LogEntry[Any]) -> bool:
    return isinstance(entry.what, AnswerGiven) and entry.what.prompt.seat != HOUSE


def lies_there(source: str, course: MatchContext) -> Faces:
    """What others told just now: a reader that has not may see it lie beside what is asked next."""
    last = course.undisturbed
    if last is None or last.source == source or course.has_told(source, last):
        return ()
    return last.values


def left_after(doubt: AmbiguousReading | StoredDoubt, values: Faces) -> Reading:
    """Return the rest of a doubtful reading, without the things that a person told to be `values`; it has an id of its own."""
    reading = doubt.reading
    objects = _without(reading.objects, _told_of(doubt.objects, values))
    return replace(reading, id=f"{reading.id}+", part_of=reading.whole, objects=objects)


def is_told(given: AnswerGiven, reading: str) -> bool:
    """Whether a person said what that reading shows."""
    return given.answer.reading == reading and given.answer.decided


def left_of(objects: Sequence[SeenObject], values: Faces) -> tuple[SeenObject, ...]:
    """Without the things that `values` may be of: those read so, or that might be, or the least sure."""
    left = list(objects)
    for value in values:
        if left:
            left.remove(min(left, key=lambda o: (o.value != value, value not in dict(o.alternatives), o.conf)))
    return tuple(left)


def _told_of(asked: Sequence[SeenObject], values: Faces) -> tuple[SeenObject, ...]:
    """Which of the things that were asked about the values are of: all, unless more lay there than were wanted."""
    others = list(left_of(asked, values))
    return tuple(_without(asked, others)) if others else tuple(asked)


def _without(objects: Sequence[SeenObject], told: Sequence[SeenObject]) -> tuple[SeenObject, ...]:
    """A thing lies where it was seen; a tag lies nowhere, and is known by what it says."""
    left = list(objects)
    for one in told:
        if left:
            left.remove(min(left, key=lambda o: (_place(o) != _place(one), o.value != one.value, o.conf)))
    return tuple(left)


def _place(seen: SeenObject) -> tuple[object, ...]:
    return (seen.kind, seen.box)
