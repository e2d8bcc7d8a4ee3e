"""Compare a reading with an earlier one of the same draw: confirmation or conflict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, takewhile
from typing import Any

from companion.engine import face_text, fits_prompt
from companion.i18n import Text, _, listed
from companion.schema import HOUSE, Answer, Faces, Prompt, Reading, SeenObject, Tags, Words
from companion.sessions.matching.matcher import count_placeable, in_reach
from companion.sessions.matching.outcome import (
    AmbiguousReading,
    MatchedReading,
    OtherReading,
    UnmatchedReading,
    can_answer,
    is_still,
    is_sure,
)
from companion.sessions.table import VIRTUAL, AnswerGiven, LogEntry, givens, is_own, number, question_of

CAMERA_SOURCE = "vision/"
MOST_OTHERS = 4  # that are offered
MOST_LATE_ANSWERS = 2  # player answers after a draw until which a late second reading is accepted: players do not tap faster than objects settle


@dataclass(frozen=True, slots=True)
class CountedDraw:
    """An answer that counts and rests on what a reader told."""

    seq: int  # in the log
    given: AnswerGiven
    settled: str = (
        ""  # question under which its reading settled, where known: an amendment gives the answer another one
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
        """The questions under which it was asked: two for an amended one."""
        return frozenset({question_of((self.prompt,)), self.settled} - {""})

    @property
    def since(self) -> int:
        """Number of the first of its questions."""
        return min(number(question) for question in self.questions)


def things_of(prompt: Prompt, reading: Reading) -> tuple[SeenObject, ...]:
    """Return the objects of a reading that may belong to such a draw."""
    return tuple(o for o in reading.objects if can_answer(o, prompt)) if in_reach(prompt, reading) else ()


def sure_of(prompt: Prompt, reading: Reading) -> Counter[str]:
    """Count the surely read faces that a prompt asks for."""
    return Counter(o.value for o in things_of(prompt, reading) if o.value is not None and is_sure(o))


def is_since(reading: Reading, draw: CountedDraw) -> bool:
    """Return whether it settled under the question of the draw or a later one: questions are numbered, each number once."""
    return number(reading.expect) >= draw.since > 0


@dataclass(frozen=True, slots=True)
class ReadingConfirmed:
    """The other reader told the same, or nothing that contradicts it."""

    draw: CountedDraw


@dataclass(frozen=True, slots=True)
class ReadingConflict:
    """Two readers disagree about one draw. The first one counts until a player decides."""

    reading: Reading  # of the second, with the ids of its tags
    objects: tuple[SeenObject, ...]  # of it, that are of this draw: their tags are named
    draw: CountedDraw
    others: tuple[Faces, ...] = ()  # what it was if the second is right, the likeliest first
    next: Answer | None = None  # the answer to the open prompt, if it is not a second reading
    tag: str = ""  # an untaught tag: the only question is whether it stands for the drawn value
    why: Words = ""  # the sentence
    first: Reading | None = None  # that the answer rests on, while it is kept in mind


@dataclass(frozen=True, slots=True)
class MatchContext:
    """State of a table when a reading arrives."""

    answers: Sequence[LogEntry[Any]]  # that count
    open: Sequence[Prompt]
    heard: Sequence[Reading]  # the newest before it, the oldest first, with the ids of their tags
    conflicts: Sequence[ReadingConflict]  # that are undecided
    tags: Tags
    seconds: Mapping[str, str]  # of those: a second look -> the reading that told of the same before

    @property
    def draws(self) -> list[CountedDraw]:
        """The draws, oldest first, without those by chance or by hand."""
        return list(self.newest_draws)[::-1]

    @property
    def newest_draws(self) -> Iterator[CountedDraw]:
        """The draws, newest first: a late reading belongs to one of the last, and a long game has hundreds."""
        return self._draws_among(reversed(self.answers))

    @property
    def undisturbed(self) -> CountedDraw | None:
        """The newest draw; None where players have answered something else since."""
        for entry in reversed(self.answers):
            draw = next(self._draws_among((entry,)), None)
            if draw is not None or _is_of_people(entry):
                return draw
        return None

    def _draws_among(self, answers: Iterable[LogEntry[Any]]) -> Iterator[CountedDraw]:
        settled = {reading.id: reading.expect for reading in self.heard}
        for entry in answers:
            given = entry.what
            if (
                isinstance(given, AnswerGiven)
                and given.answer.reading
                and given.answer.source != VIRTUAL
                and given.prompt.of
            ):
                yield CountedDraw(entry.seq, given, settled.get(given.answer.whole_reading, ""))

    def answers_after(self, draw: CountedDraw) -> int:
        """Count the answers of people after a draw."""
        later = takewhile(lambda entry: entry.seq > draw.seq, reversed(self.answers))
        return sum(given.prompt.seat != HOUSE for given in givens(later))

    def has_reported(self, source: str, draw: CountedDraw) -> bool:
        """Return whether a reader has reported such objects since the draw was asked for; then it is not late.

        A late report of another draw does not count.
        """
        of_reader = [r for r in self.heard if r.source == source and is_since(r, draw)]
        rests_on = draw.given.answer.reading
        return any(
            sure_of(draw.prompt, self._translate(r)) for r in of_reader if self.seconds.get(r.id, rests_on) == rests_on
        )

    def first_reading(self, draw: CountedDraw) -> Reading | None:
        """Return the reading that a draw rests on; None where it is too long ago."""
        name = draw.given.answer.whole_reading
        first = next((reading for reading in self.heard if reading.id == name), None)
        return self._translate(first) if first is not None else None

    def _translate(self, reading: Reading) -> Reading:
        return reading.with_meanings(self.tags)


def _is_of_people(entry: LogEntry[Any]) -> bool:
    return isinstance(entry.what, AnswerGiven) and entry.what.prompt.seat != HOUSE


def faces_in_sight(source: str, context: MatchContext) -> Faces:
    """Return the newest draw of another reader, which this reader may still see beside the next objects."""
    last = context.undisturbed
    if last is None or last.source == source or context.has_reported(source, last):
        return ()
    return last.values


def reader_words(source: str) -> Text:
    """Name the kind of a reader."""
    return _("the camera") if source.startswith(CAMERA_SOURCE) else _("the tag reader")


def face_words(values: Sequence[str]) -> Text:
    """Name faces, joined by commas."""
    return listed(map(face_text, values), ", ")


def disagreement_words(reading: Reading, draw: CountedDraw, extra: Counter[str]) -> Text:
    """Return the question where two sure readers disagree; `extra`: faces of the second alone."""
    one, other = reader_words(draw.source), reader_words(reading.source)
    if one == other:
        one, other = _with_name(one, draw.source), _with_name(other, reading.source)
    return _(
        "{one.cap} told {faces}, {other} tells {others}. Which is it?",
        one=one,
        faces=face_words(draw.values),
        other=other,
        others=face_words(tuple(extra)),
    )


def impossible_words(reading: Reading, draw: CountedDraw, extra: Counter[str]) -> Text:
    """Return the notice where the second reading cannot be right."""
    return _(
        "{one.cap} tells {faces}, which cannot be here: {counts} counts, as {other} told.",
        one=reader_words(reading.source),
        faces=face_words(tuple(extra)),
        counts=face_words(draw.values),
        other=reader_words(draw.source),
    )


def unsure_words(claim: OtherReading, other: str) -> Text:
    """Return the question where one reader is sure of a face that the other can hardly have seen."""
    return _(
        "{one.cap} tells {faces}, {other} hardly: which is it?",
        one=reader_words(claim.source),
        faces=face_words(claim.values),
        other=reader_words(other),
    )


def _with_name(reader: Text, source: str) -> Text:
    """Add the name that people gave it: "bag" of "bridge/bag"."""
    return _("{reader} “{name}”", reader=reader, name=source.rpartition("/")[2])


def compare(
    reading: Reading,
    meaning: MatchedReading | AmbiguousReading | UnmatchedReading,
    draw: CountedDraw,
    context: MatchContext,
) -> ReadingConfirmed | ReadingConflict | UnmatchedReading | None:
    """Compare a reading with a draw; None where it is not sure enough, or has a meaning of another kind."""
    translated, values = reading.with_meanings(context.tags), Counter(draw.values)
    objects = _new_objects(translated, draw, context)
    sure = Counter(o.value for o in objects if o.value is not None and is_sure(o))
    extra, missing = sure - values, values - sure
    if not sure:
        return _compare_unsure(reading, meaning, draw, objects, context.first_reading(draw))
    if not extra or not missing:
        return ReadingConfirmed(draw)
    if len(objects) - sure.total() >= missing.total():
        return None  # one that is not sure may be the one that counts
    answer = meaning.answer if isinstance(meaning, MatchedReading) and len(meaning.answers) == 1 else None
    others = _other_draws(draw, extra, missing)
    if not others and answer is None:
        if is_own(draw.prompt):  # a sentence would be for all
            return UnmatchedReading(translated, beside=draw.given)
        return UnmatchedReading(translated, impossible_words(translated, draw, extra))
    return ReadingConflict(
        reading,
        objects,
        draw,
        others,
        answer,
        why=disagreement_words(translated, draw, extra),
        first=context.first_reading(draw),
    )


def _compare_unsure(
    reading: Reading,
    meaning: MatchedReading | AmbiguousReading | UnmatchedReading,
    draw: CountedDraw,
    objects: tuple[SeenObject, ...],
    first: Reading | None,
) -> ReadingConflict | UnmatchedReading | None:
    """Handle a reading without sure faces: only an untaught tag can mean something. The tag book is public, a secret is not."""
    tags = [seen.value or "" for seen in objects if seen.kind == "tag"]
    is_public, is_one = not is_own(draw.prompt), len(tags) == len(draw.values) == len(objects) == 1
    if is_public and is_one and isinstance(meaning, UnmatchedReading):
        why = _("The tag {tag} is not taught yet. Is it {faces}?", tag=tags[0], faces=face_words(draw.values))
        return ReadingConflict(reading, objects, draw, tag=tags[0], why=why, first=first)
    if isinstance(meaning, UnmatchedReading) or tags:
        return None
    is_same = count_placeable(draw.values, objects, frozenset()) == len(objects)
    return UnmatchedReading(reading) if is_same else None


def _new_objects(reading: Reading, draw: CountedDraw, context: MatchContext) -> tuple[SeenObject, ...]:
    """Return the things that may be of this draw.

    A camera sees everything: remove what was there before, and locked dice. Tags come one at a time: those that
    the same reader told under the same question belong to them.
    """
    objects, of_reader = things_of(draw.prompt, reading), [r for r in context.heard if r.source == reading.source]
    if any(seen.box for seen in reading.objects):
        before = of_reader[-1].objects if of_reader else ()
        return _without(tuple(seen for seen in objects if not is_still(seen, before)), draw.prompt.locked)
    if draw.prompt.most == 1:
        return objects
    earlier = {
        r.objects: r
        for r in of_reader
        if r.expect == reading.expect and reading.expect in draw.questions and r.objects != reading.objects
    }
    return (
        *(seen for r in earlier.values() for seen in things_of(draw.prompt, r.with_meanings(context.tags))),
        *objects,
    )


def _other_draws(draw: CountedDraw, extra: Counter[str], missing: Counter[str]) -> tuple[Faces, ...]:
    """Return the draws that the prompt accepts if the second reader is right."""
    size = min(extra.total(), missing.total())
    draws = []
    for removed in sorted(set(combinations(sorted(missing.elements()), size))):
        for added in sorted(set(combinations(sorted(extra.elements()), size))):
            values = _exchange(draw.values, removed, added)
            if fits_prompt(draw.prompt, values):
                draws.append(values)
    return tuple(dict.fromkeys(draws))[:MOST_OTHERS]


def _exchange(values: Faces, removed: Faces, added: Faces) -> Faces:
    left, new = list(values), list(added)
    for face in removed:
        left[left.index(face)] = new.pop(0)
    return tuple(left)


def _without(objects: tuple[SeenObject, ...], faces: Faces) -> tuple[SeenObject, ...]:
    left = list(objects)
    for face in faces:
        seen = next((o for o in left if o.value == face and o.kind != "tag"), None)
        if seen is not None:
            left.remove(seen)
    return tuple(left)


def compare_second(
    reading: Reading, meaning: MatchedReading | AmbiguousReading | UnmatchedReading, context: MatchContext
) -> ReadingConfirmed | ReadingConflict | UnmatchedReading | None:
    """Return how a reading relates to an earlier draw; None = it is not a second reading.

    `meaning`: for the open question.
    """
    translated = reading.with_meanings(context.tags)
    if any(_is_same_claim(translated, conflict) for conflict in context.conflicts):
        return UnmatchedReading(translated, _("It lies there still: say first which of the two it was."))
    draw = _draw_of(translated, meaning, context)
    return compare(reading, meaning, draw, context) if draw is not None else None


def compare_again(conflict: ReadingConflict, context: MatchContext) -> ReadingConflict | None:
    """Compare a conflict again after a change; None where there is nothing left to ask."""
    rests_on = conflict.draw.given.answer.reading
    draws = (
        d for d in context.draws if d.given.answer.reading == rests_on and d.prompt.asks == conflict.draw.prompt.asks
    )
    draw = next(draws, None)
    if draw is None:
        return None
    renewed = compare(conflict.reading, UnmatchedReading(conflict.reading), draw, context)
    is_open = conflict.next is not None and conflict.next.prompt in {prompt.id for prompt in context.open}
    return replace(renewed, next=conflict.next if is_open else None) if isinstance(renewed, ReadingConflict) else None


def restore_conflict(reading: Reading, rests_on: str, context: MatchContext) -> ReadingConflict | None:
    """Return the undecided conflict of a second reading after a restart; `rests_on`: the reading of its draw.

    It is valid however many answers came since.
    """
    draws = [draw for draw in context.draws if draw.given.answer.reading == rests_on]
    comparisons = (compare(reading, UnmatchedReading(reading), draw, context) for draw in draws)
    return next((comparison for comparison in comparisons if isinstance(comparison, ReadingConflict)), None)


def _draw_of(
    reading: Reading, meaning: MatchedReading | AmbiguousReading | UnmatchedReading, context: MatchContext
) -> CountedDraw | None:
    """Return the draw that a reading may be a second look at."""
    last, of_question = _candidates(reading, context)
    if of_question:
        return _of_same_question(reading, meaning, of_question, context)
    if last is None or last.source == reading.source or reading.expect in last.questions or not is_since(reading, last):
        return None
    return last if _may_be_late(reading, meaning, last, context) else None


def _candidates(reading: Reading, context: MatchContext) -> tuple[CountedDraw | None, list[CountedDraw]]:
    """Return the newest draw of such objects, and the draws that other readers told of under the reading's question."""
    last: CountedDraw | None = None
    of_question: list[CountedDraw] = []
    for draw in context.newest_draws:
        if last is not None and (not reading.expect or number(question_of((draw.prompt,))) < number(reading.expect)):
            break  # questions are numbered in order: all other draws were asked before it settled
        if things_of(draw.prompt, reading):
            last = last or draw
            if reading.expect in draw.questions and draw.source != reading.source:
                of_question.append(draw)
    return last, of_question[::-1]


def _of_same_question(
    reading: Reading,
    meaning: MatchedReading | AmbiguousReading | UnmatchedReading,
    draws: Sequence[CountedDraw],
    context: MatchContext,
) -> CountedDraw | None:
    """Return the draw of the same question that the reading is about. While other prompts are open, new objects may be theirs."""
    faces = Counter(value for draw in draws for value in draw.values)
    best = max(reversed(draws), key=lambda draw: len(sure_of(draw.prompt, reading) & Counter(draw.values)))
    if isinstance(meaning, UnmatchedReading):
        return best
    is_new = context.has_reported(reading.source, best) or not sure_of(best.prompt, reading) <= faces
    return None if is_new else best


def _may_be_late(
    reading: Reading,
    meaning: MatchedReading | AmbiguousReading | UnmatchedReading,
    last: CountedDraw,
    context: MatchContext,
) -> bool:
    """Return whether it may be late although such objects are wanted again: only while no new ones are on the tray."""
    if context.has_reported(reading.source, last):
        return False
    if isinstance(meaning, UnmatchedReading):
        return context.answers_after(last) <= MOST_LATE_ANSWERS
    locked = Counter(_locked_faces(meaning, context))
    if Counter(last.values) <= locked:
        return len(things_of(last.prompt, reading)) <= locked.total()
    return not context.answers_after(last) and len(things_of(last.prompt, reading)) <= len(last.values)


def _locked_faces(meaning: MatchedReading | AmbiguousReading, context: MatchContext) -> Faces:
    """Return the locked faces of the prompt that would take the reading."""
    prompt_ids = (
        {a.prompt for a in meaning.answers} if isinstance(meaning, MatchedReading) else {p.id for p in meaning.prompts}
    )
    return tuple(face for prompt in context.open if prompt.id in prompt_ids for face in prompt.locked)


def _is_same_claim(reading: Reading, conflict: ReadingConflict) -> bool:
    """Return whether the second reader repeats its claim of an open conflict."""
    claim = Counter((o.kind, o.value) for o in things_of(conflict.draw.prompt, reading))
    return reading.source == conflict.reading.source and claim == Counter((o.kind, o.value) for o in conflict.objects)
