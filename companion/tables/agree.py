"""Two readers, one truth: the camera over the tray and the reader of tags see the same draw, each in its own time.

What the first of them told counts. What the second tells is looked at here before it may answer anything: it is of the draw
that counts already, and agrees with it or is asked about; or it is of something else. No clock decides: only what was asked
when it settled, who told it, and what lies there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from companion.rules.check import check
from companion.tables import chance
from companion.tables.entry import Entry, Given
from companion.tables.match import (
    Doubt,
    Stray,
    Taken,
    can_answer,
    in_reach,
    is_own,
    is_still,
    is_sure,
    named,
    question_of,
)
from companion.wire.prompt import HOUSE, Answer, Faces, Prompt, Refused
from companion.wire.reading import Reading, Seen
from companion.wire.tags import Tags

LATE = 2  # answers after a draw until when a reader may still come to tell of it: nobody taps three times while one settles
MOST_OTHERS = 4  # that are offered
CAMERA = "vision/"


@dataclass(frozen=True, slots=True)
class Draw:
    """An answer that counts and rests on what a reader told."""

    seq: int  # in the log
    given: Given
    settled: str = (
        ""  # the question under which its reading settled: an amendment gives the answer another, "" = not known
    )

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


@dataclass(frozen=True, slots=True)
class Agreed:
    """The other reader told the same, or nothing that contradicts it."""

    draw: Draw


@dataclass(frozen=True, slots=True)
class Both:
    """Two readers tell different things of one draw. What counts goes on counting until a person says which it is."""

    reading: Reading  # of the second, with the ids of its tags
    objects: tuple[Seen, ...]  # of it, that are of this draw: their tags are named
    draw: Draw
    others: tuple[Faces, ...] = ()  # what it was if the second is right, the likeliest first
    next: Answer | None = None  # or it is no second look, and answers what is asked now
    tag: str = ""  # nobody taught it: all that is asked is whether it stands for what counts
    why: str = ""  # the sentence
    first: Reading | None = None  # that the answer rests on, while it is kept in mind


@dataclass(frozen=True, slots=True)
class Course:
    """What a table knows when a reading comes."""

    entries: Sequence[Entry[Any]]  # that count
    open: Sequence[Prompt]
    heard: Sequence[Reading]  # the newest before it, the oldest first, with the ids of their tags
    asked: Sequence[Both]  # that nobody has decided
    tags: Tags
    seconds: Mapping[str, str]  # of those: a second look -> the reading that told of the same before

    @property
    def draws(self) -> list[Draw]:
        """The oldest first; what chance or a finger gave is none."""
        settled = {reading.id: reading.expect for reading in self.heard}
        found = [(e.seq, e.what) for e in self.entries if isinstance(e.what, Given) and e.what.answer.reading]
        draws = [Draw(seq, one, settled.get(one.answer.reading.rstrip("+"), "")) for seq, one in found]
        return [draw for draw in draws if draw.source != chance.SOURCE and draw.prompt.of]

    def after(self, draw: Draw) -> int:
        """How many answers of people came after it."""
        given = [e.what for e in self.entries if isinstance(e.what, Given) and e.seq > draw.seq]
        return sum(one.prompt.seat != HOUSE for one in given)

    def has_told(self, source: str, draw: Draw) -> bool:
        """Whether a reader has told of such things since the draw was asked for: then it is not late any more.

        What it told late of another draw does not count.
        """
        mine = [r for r in self.heard if r.source == source and _is_since(r, draw)]
        rests_on = draw.given.answer.reading
        return any(_sure(draw.prompt, self._named(r)) for r in mine if self.seconds.get(r.id, rests_on) == rests_on)

    def first(self, draw: Draw) -> Reading | None:
        """The reading that a draw rests on; None where it is too long ago."""
        name = draw.given.answer.reading.rstrip("+")
        found = next((reading for reading in self.heard if reading.id == name), None)
        return self._named(found) if found is not None else None

    def _named(self, reading: Reading) -> Reading:
        return named(reading, self.tags)


def second(reading: Reading, meaning: Taken | Doubt | Stray, course: Course) -> Agreed | Both | Stray | None:
    """What a reading is to a draw that counts already; None: it is no second look, and means what it means.

    `meaning`: what it is to the open question.
    """
    told = named(reading, course.tags)
    if any(_is_same_claim(told, both) for both in course.asked):
        return Stray(told, "It lies there still: say first which of the two it was.")
    draw = _draw_of(told, meaning, course)
    return _compared(reading, meaning, draw, course) if draw is not None else None


def again(both: Both, course: Course) -> Both | None:
    """What two readers told, after something has changed; None where there is nothing to ask any more."""
    rests_on = both.draw.given.answer.reading
    same = (d for d in course.draws if d.given.answer.reading == rests_on and d.prompt.asks == both.draw.prompt.asks)
    draw = next(same, None)
    if draw is None:
        return None
    found = _compared(both.reading, Stray(both.reading), draw, course)
    is_open = both.next is not None and both.next.prompt in {prompt.id for prompt in course.open}
    return replace(found, next=both.next if is_open else None) if isinstance(found, Both) else None


def still(reading: Reading, rests_on: str, course: Course) -> Both | None:
    """A second look that nobody has decided, told before the process began again; `rests_on`: the reading of the draw it was about.

    However much was answered since: it is not late, it waits.
    """
    draws = [draw for draw in course.draws if draw.given.answer.reading == rests_on]
    found = (_compared(reading, Stray(reading), draw, course) for draw in draws)
    return next((one for one in found if isinstance(one, Both)), None)


def lies_there(source: str, course: Course) -> Faces:
    """What others told just now: a reader that has not may see it lie beside what is asked next."""
    last = next(reversed(course.draws), None)
    if last is None or last.source == source or course.after(last) or course.has_told(source, last):
        return ()
    return last.values


def contradicts(doubt: Doubt, taken: Taken, reading: Reading) -> bool:
    """Whether what one reader surely tells cannot be what another is in doubt about."""
    values = next((a.values for a in taken.answers if a.prompt in {p.id for p in doubt.prompts}), ())
    if not values:
        return False
    if doubt.reading.source == reading.source:  # it has looked again; what another told meanwhile still stands
        return any(claim.values and Counter(claim.values) != Counter(values) for claim in doubt.told)
    return _placed(values, doubt.objects, doubt.possible) < min(len(values), len(doubt.objects))


def reader_words(source: str) -> str:
    """A reader as people call it."""
    return "the camera" if source.startswith(CAMERA) else "the tag reader"


def _name(source: str) -> str:
    """As people named it: "bag" of "bridge/bag"."""
    return source.rpartition("/")[2]


def begun(words: str) -> str:
    """As a sentence begins with them.

    >>> begun("the camera")
    'The camera'
    """
    return words[:1].upper() + words[1:]


def face_words(values: Sequence[str]) -> str:
    return ", ".join(value.replace("_", " ") for value in values)


def _draw_of(told: Reading, meaning: Taken | Doubt | Stray, course: Course) -> Draw | None:
    """The draw that a reading may be a second look at."""
    draws = [draw for draw in course.draws if _things(draw.prompt, told)]
    same = [draw for draw in draws if told.expect in draw.questions and draw.source != told.source]
    if same:
        return _of_same_question(told, meaning, same, course)
    last = draws[-1] if draws else None
    if last is None or last.source == told.source or told.expect in last.questions or not _is_since(told, last):
        return None
    return last if _may_be_late(told, meaning, last, course) else None


def _of_same_question(
    told: Reading, meaning: Taken | Doubt | Stray, same: Sequence[Draw], course: Course
) -> Draw | None:
    """While others are asked as well what is new may be theirs."""
    faces = Counter(value for draw in same for value in draw.values)
    best = max(reversed(same), key=lambda draw: len(_sure(draw.prompt, told) & Counter(draw.values)))
    if isinstance(meaning, Stray):
        return best
    is_new = course.has_told(told.source, best) or not _sure(best.prompt, told) <= faces
    return None if is_new else best


def _may_be_late(told: Reading, meaning: Taken | Doubt | Stray, last: Draw, course: Course) -> bool:
    """Where such a thing is asked again it is late only as long as no more lies there than lay there before."""
    if course.has_told(told.source, last):
        return False
    if isinstance(meaning, Stray):
        return course.after(last) <= LATE
    locked = Counter(_locked(meaning, course))
    if Counter(last.values) <= locked:
        return len(_things(last.prompt, told)) <= locked.total()
    return not course.after(last) and len(_things(last.prompt, told)) <= len(last.values)


def _compared(
    reading: Reading, meaning: Taken | Doubt | Stray, draw: Draw, course: Course
) -> Agreed | Both | Stray | None:
    told, values = named(reading, course.tags), Counter(draw.values)
    things = _new(told, draw, course)
    sure = Counter(o.value for o in things if o.value is not None and is_sure(o))
    extra, missing = sure - values, values - sure
    if not sure:
        return _unsure(reading, meaning, draw, things, course.first(draw))
    if not extra or not missing:
        return Agreed(draw)
    if len(things) - sure.total() >= missing.total():
        return None  # one that is not sure may be the one that counts
    answer = meaning.answer if isinstance(meaning, Taken) and len(meaning.answers) == 1 else None
    others = _others(draw, extra, missing)
    if not others and answer is None:
        return Stray(told, "" if is_own(draw.prompt) else _cannot_be(told, draw, extra))  # a sentence is for all
    return Both(reading, things, draw, others, answer, why=_which(told, draw, extra), first=course.first(draw))


def _unsure(
    reading: Reading, meaning: Taken | Doubt | Stray, draw: Draw, things: tuple[Seen, ...], first: Reading | None
) -> Both | Stray | None:
    """Nothing is told for sure: at most an untaught tag has a meaning now. The tag book is public, a secret is not."""
    tags = [seen.value or "" for seen in things if seen.kind == "tag"]
    is_public, is_one = not is_own(draw.prompt), len(tags) == len(draw.values) == len(things) == 1
    if is_public and is_one and isinstance(meaning, Stray):
        why = f"The tag {tags[0]} is not taught yet. Is it {face_words(draw.values)}?"
        return Both(reading, things, draw, tag=tags[0], why=why, first=first)
    if isinstance(meaning, Stray) or tags:
        return None
    is_same = _placed(draw.values, things, frozenset()) == len(things)
    return Stray(reading) if is_same else None


def _new(told: Reading, draw: Draw, course: Course) -> tuple[Seen, ...]:
    """The things that may be of this draw.

    A camera sees all that lies there: without what lay there before, and what lay locked. Tags come one at a time: those that
    the same reader told under the same question belong to them.
    """
    things, mine = _things(draw.prompt, told), [r for r in course.heard if r.source == told.source]
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
    return (*(seen for r in earlier.values() for seen in _things(draw.prompt, named(r, course.tags))), *things)


def _others(draw: Draw, extra: Counter[str], missing: Counter[str]) -> tuple[Faces, ...]:
    """What was drawn if the second reader is right, as far as the prompt takes it."""
    size = min(extra.total(), missing.total())
    found = []
    for gone in sorted(set(combinations(sorted(missing.elements()), size))):
        for come in sorted(set(combinations(sorted(extra.elements()), size))):
            values = _exchanged(draw.values, gone, come)
            if _fits(draw.prompt, values):
                found.append(values)
    return tuple(dict.fromkeys(found))[:MOST_OTHERS]


def _exchanged(values: Faces, gone: Faces, come: Faces) -> Faces:
    left, new = list(values), list(come)
    for face in gone:
        left[left.index(face)] = new.pop(0)
    return tuple(left)


def _fits(prompt: Prompt, values: Faces) -> bool:
    try:
        check(prompt, values)
    except Refused:
        return False
    return True


def _things(prompt: Prompt, reading: Reading) -> tuple[Seen, ...]:
    """What of a reading can be of such a draw at all."""
    return tuple(o for o in reading.objects if can_answer(o, prompt)) if in_reach(prompt, reading) else ()


def _sure(prompt: Prompt, reading: Reading) -> Counter[str]:
    return Counter(o.value for o in _things(prompt, reading) if o.value is not None and is_sure(o))


def _without(things: tuple[Seen, ...], faces: Faces) -> tuple[Seen, ...]:
    left = list(things)
    for face in faces:
        found = next((o for o in left if o.value == face and o.kind != "tag"), None)
        if found is not None:
            left.remove(found)
    return tuple(left)


def _placed(values: Faces, things: Sequence[Seen], possible: frozenset[str]) -> int:
    """How many of the values some thing can be, each thing one of them: the largest matching of the two."""
    taken: dict[int, int] = {}  # place among the things -> place among the values

    def finds(value: int, tried: set[int]) -> bool:
        for place, seen in enumerate(things):
            if place not in tried and _may_be(seen, values[value], possible):
                tried.add(place)
                if place not in taken or finds(taken[place], tried):
                    taken[place] = value
                    return True
        return False

    return sum(finds(value, set()) for value in range(len(values)))


def _may_be(seen: Seen, face: str, possible: frozenset[str]) -> bool:
    """Whether a thing may show this face: read so, or held possible by its reader, or not read at all."""
    told = {value for value in (seen.value, *(value for value, _ in seen.alternatives)) if value}
    if seen.kind == "tag" or not told or (possible and not told & possible):
        return True
    return seen.value == face if is_sure(seen) else face in told


def _locked(meaning: Taken | Doubt, course: Course) -> Faces:
    """What lies there already, says the prompt that would take it."""
    meant = {a.prompt for a in meaning.answers} if isinstance(meaning, Taken) else {p.id for p in meaning.prompts}
    return tuple(face for prompt in course.open if prompt.id in meant for face in prompt.locked)


def _is_same_claim(told: Reading, both: Both) -> bool:
    """The second reader tells again what is asked about."""
    things = Counter((o.kind, o.value) for o in _things(both.draw.prompt, told))
    return told.source == both.reading.source and things == Counter((o.kind, o.value) for o in both.objects)


def _is_since(reading: Reading, draw: Draw) -> bool:
    """Whether it settled under the question of the draw or a later one: they are numbered, and none has a number twice."""
    return number(reading.expect) >= draw.since > 0


def number(question: str) -> int:
    """Of a question's id; 0 where it is none.

    >>> number("p41"), number("")
    (41, 0)
    """
    digits = question.removeprefix("p")
    return int(digits) if digits.isascii() and digits.isdecimal() else 0


def _which(told: Reading, draw: Draw, extra: Counter[str]) -> str:
    one, other = reader_words(draw.source), reader_words(told.source)
    if one == other:
        one, other = f"{one} “{_name(draw.source)}”", f"{other} “{_name(told.source)}”"
    return f"{begun(one)} told {face_words(draw.values)}, {other} tells {face_words(tuple(extra))}. Which is it?"


def _cannot_be(told: Reading, draw: Draw, extra: Counter[str]) -> str:
    one, other, counts = begun(reader_words(told.source)), reader_words(draw.source), face_words(draw.values)
    return f"{one} tells {face_words(tuple(extra))}, which cannot be here: {counts} counts, as {other} told."
