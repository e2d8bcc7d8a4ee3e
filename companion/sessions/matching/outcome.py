"""Outcomes of matching a reading: a match, a doubt, or nothing; and the doubt as it is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from companion.i18n import _
from companion.schema import Answer, Faces, Prompt, Reading, SeenObject, Words
from companion.sessions.table import (
    MOST_TRIED,
    AnswerGiven,
    GameTable,
    faces_of,
    have_same_outcome,
    is_own,
    with_locked,
)

SURE = 0.75  # a less sure face is asked about; readers report none below a threshold of their kit
STILL_WITHIN = 0.6  # share of its size that an object may seem to move and still be the same one
TAGGED_KINDS = frozenset({"token", "card"})  # kinds of things that may carry a tag
WORTH_TRYING = 0.01  # candidates below this confidence are ignored
NEARLY_CERTAIN = 0.97  # so sure a reader must be that it is one of the faces it told; else it may be any


def is_sure(seen: SeenObject, sure: float = SURE) -> bool:
    """Return whether the face is certain. An untaught tag is an id, not a face."""
    return seen.value is not None and not (seen.cocked or seen.partial) and seen.conf >= sure and seen.kind != "tag"


def can_answer(seen: SeenObject, prompt: Prompt) -> bool:
    """Return whether it can answer the prompt. An untaught tag may be any token or card."""
    return seen.kind in prompt.of or (seen.kind == "tag" and not TAGGED_KINDS.isdisjoint(prompt.of))


def is_still(seen: SeenObject, before: Sequence[SeenObject]) -> bool:
    """Return whether the same object was at the same place before."""
    return any(
        (earlier.kind, earlier.value) == (seen.kind, seen.value) and _is_near(earlier, seen) for earlier in before
    )


def _is_near(one: SeenObject, other: SeenObject) -> bool:
    if one.box is None or other.box is None:
        return False
    (x, y, w, h), (u, v, w2, h2) = one.box, other.box
    across, down = abs(x + w / 2 - u - w2 / 2), abs(y + h / 2 - v - h2 / 2)
    return across < STILL_WITHIN * max(w, w2) and down < STILL_WITHIN * max(h, h2)


def keep_newer(objects: tuple[SeenObject, ...], most: int, before: Sequence[SeenObject]) -> tuple[SeenObject, ...]:
    """Remove objects that were at their place before, while more are there than the prompt takes."""
    left = list(objects)
    for seen in objects:
        if len(left) > most and is_still(seen, before):
            left.remove(seen)
    return tuple(left)


def keep_fewer(objects: tuple[SeenObject, ...], most: int, leave: Sequence[str]) -> tuple[SeenObject, ...]:
    """Remove objects with these faces, while more are there than the prompt takes."""
    left, leave = list(objects), list(leave)
    for seen in objects:
        if len(left) > most and seen.value in leave:
            leave.remove(seen.value)
            left.remove(seen)
    return tuple(left)


WHOSE = _("Whose is it?")


@dataclass(frozen=True, slots=True)
class OtherReading:
    """A sure claim of another reader about the same objects."""

    reading: str  # its id
    source: str
    values: Faces


@dataclass(frozen=True, slots=True)
class AmbiguousReading:
    """A person must decide; `why` is the sentence for the page."""

    reading: Reading
    prompts: tuple[Prompt, ...]  # that may be meant; several: whose is it?
    objects: tuple[SeenObject, ...]  # that would be the answer
    why: Words
    sure: float = SURE
    refused: Faces = ()  # an answer that the rule did not take
    told: tuple[OtherReading, ...] = ()  # by other readers, and it cannot be what this one may have seen
    whose: bool = False  # ask only for the owner

    @property
    def possible(self) -> frozenset[str]:
        """The faces that can be answered, to any of the prompts; none where they name none."""
        return frozenset(face for prompt in self.prompts for face in faces_of(prompt))

    @property
    def values(self) -> Faces:
        """The answer as far as it was read; "" where a player must decide."""
        return tuple(o.value or "" if is_sure(o, self.sure) and self._can_be(o) else "" for o in self.objects)

    @property
    def open(self) -> tuple[int, ...]:
        """The places that a player must decide."""
        return tuple(place for place, value in enumerate(self.values) if not value)

    @property
    def readings(self) -> frozenset[str]:
        """The readings that wait for the decision."""
        return frozenset({self.reading.whole, *(claim.reading for claim in self.told)})

    def is_placed(self, values: Faces) -> bool:
        """Return whether each value can be paired with an object.

        Values come in the order of the objects, but objects may have been removed and added. If the sure values kept their place, so did
        the others.
        """
        return len(values) == len(self.objects) and all(
            read in ("", value) for read, value in zip(self.values, values, strict=True)
        )

    def _can_be(self, seen: SeenObject) -> bool:
        return not self.possible or seen.value in self.possible


@dataclass(frozen=True, slots=True)
class MatchedReading:
    """It surely answers one prompt; or several, where each seat has its zone."""

    answers: tuple[Answer, ...]
    doubt: AmbiguousReading | None = None  # about other objects on the tray

    @property
    def answer(self) -> Answer:
        return self.answers[0]


@dataclass(frozen=True, slots=True)
class UnmatchedReading:
    """It answers no prompt: a free roll. It is displayed and counted."""

    reading: Reading
    why: Words = ""
    beside: AnswerGiven | None = None  # a seat's own answer that it contradicts: its picture may show the same secret


@dataclass(frozen=True, slots=True)
class StoredDoubt:
    """All of a doubt, with the ids of the prompts that may be meant."""

    reading: Reading
    prompts: tuple[str, ...]
    objects: tuple[SeenObject, ...]
    why: Words
    sure: float
    refused: Faces = ()
    told: tuple[OtherReading, ...] = ()
    whose: bool = False


def to_stored(doubt: AmbiguousReading) -> StoredDoubt:
    """Replace the prompts by their ids."""
    prompts = tuple(prompt.id for prompt in doubt.prompts)
    return StoredDoubt(
        doubt.reading, prompts, doubt.objects, doubt.why, doubt.sure, doubt.refused, doubt.told, doubt.whose
    )


def from_stored(stored: StoredDoubt, open_prompts: Sequence[Prompt]) -> AmbiguousReading | None:
    """Return the doubt with those of its prompts that are still open; None where none is.

    Return None also where it may show the hand of a seat that has answered: other seats must not see it.
    """
    prompts = tuple(prompt for prompt in open_prompts if prompt.id in stored.prompts)
    if not prompts or (len(prompts) < len(stored.prompts) and any(map(is_own, prompts))):
        return None
    return AmbiguousReading(
        stored.reading, prompts, stored.objects, stored.why, stored.sure, stored.refused, stored.told, stored.whose
    )


def ask_whose(reading: Reading, prompts: tuple[Prompt, ...], objects: tuple[SeenObject, ...]) -> AmbiguousReading:
    """Ask a player for the owner. A doubtful face is asked about afterwards."""
    return AmbiguousReading(reading, prompts, objects, WHOSE, whose=True)


def answer_of(prompt: Prompt, reading: Reading, objects: Sequence[SeenObject]) -> Answer:
    """Return the reading as an answer; its id is the reading's, so it can count only once."""
    values = with_locked(prompt, tuple(o.value or "" for o in objects))
    by, part_of, sender = prompt.seat, reading.part_of, reading.sender
    return Answer(reading.id, prompt.id, values, by, reading.id, reading.source, part_of=part_of, sender=sender)


def reading_left(doubt: AmbiguousReading | StoredDoubt, values: Faces) -> Reading:
    """Return the rest of a doubtful reading, without the objects that a player read as `values`; it has a new id."""
    reading = doubt.reading
    objects = _without(reading.objects, _objects_of(doubt.objects, values))
    return replace(reading, id=f"{reading.id}+", part_of=reading.whole, objects=objects)


def is_told(given: AnswerGiven, reading: str) -> bool:
    """Return whether a player decided about that reading."""
    return given.answer.reading == reading and given.answer.decided


def objects_left(objects: Sequence[SeenObject], values: Faces) -> tuple[SeenObject, ...]:
    """Return the objects without those that `values` may be of: read so, or a candidate, or the least sure."""
    left = list(objects)
    for value in values:
        if left:
            left.remove(min(left, key=lambda o: (o.value != value, value not in dict(o.alternatives), o.conf)))
    return tuple(left)


def _objects_of(objects: Sequence[SeenObject], values: Faces) -> tuple[SeenObject, ...]:
    """Return the objects that the values are of: all, unless there were more than the prompt takes."""
    others = list(objects_left(objects, values))
    return tuple(_without(objects, others)) if others else tuple(objects)


def _without(objects: Sequence[SeenObject], removed: Sequence[SeenObject]) -> tuple[SeenObject, ...]:
    """Remove objects by their place; a tag has no place and is known by its value."""
    left = list(objects)
    for seen in removed:
        if left:
            left.remove(min(left, key=lambda o: (_place(o) != _place(seen), o.value != seen.value, o.conf)))
    return tuple(left)


def _place(seen: SeenObject) -> tuple[object, ...]:
    return (seen.kind, seen.box)


def same_either_way(table: GameTable[Any, Any], doubt: AmbiguousReading) -> MatchedReading | None:
    """Return the likeliest answer, marked as unsure, where all others lead to the same state. Else return None: a person must say.

    This decides only an open roll of one seat after which the table is at rest. Then nothing but the state can remember the
    faces, and the states are compared. A draw always leaves another bag behind.
    """
    prompt = _unsure_roll(table, doubt)
    if prompt is None:
        return None
    open_dice = [place for place, seen in enumerate(doubt.objects) if not is_sure(seen, doubt.sure)]
    likeliest = _answer(doubt, prompt, [_likeliest(seen, prompt) for seen in doubt.objects])
    others = [_answer(doubt, prompt, values) for values in _combinations(doubt, prompt, open_dice)]
    if len(others) > MOST_TRIED or not have_same_outcome(table.game, table.try_answers([likeliest, *others])):
        return None
    locked = len(likeliest.values) - len(doubt.objects)  # locked dice stand before those that were thrown
    return MatchedReading((replace(likeliest, unsure=tuple(locked + place for place in open_dice)),))


def _unsure_roll(table: GameTable[Any, Any], doubt: AmbiguousReading) -> Prompt | None:
    """Return the one prompt that is meant, if nothing but faces is in doubt."""
    if table.game.faceless is None or len(doubt.prompts) != 1 or table.open != doubt.prompts:
        return None
    (prompt,) = doubt.prompts
    if prompt.kind != "roll" or prompt.secret or doubt.told or doubt.refused:
        return None
    sure = {seen.value for seen in doubt.objects if is_sure(seen, doubt.sure)}
    all_dice = all(seen.kind in prompt.of and seen.kind != "tag" for seen in doubt.objects)
    count = len(with_locked(prompt, tuple("" for _ in doubt.objects)))
    fits = prompt.least <= count <= prompt.most and sure <= set(faces_of(prompt))
    return prompt if all_dice and fits else None


def _likeliest(seen: SeenObject, prompt: Prompt) -> str:
    possible = faces_of(prompt)
    candidates = (seen.value, *(face for face, _ in seen.alternatives))
    return next((face for face in candidates if face is not None and face in possible), possible[0])


def may_be(seen: SeenObject, prompt: Prompt) -> Faces:
    """Return the faces that a doubtful die may show: its candidates where they are nearly certain together, else all."""
    possible = faces_of(prompt)
    confidences = {**({seen.value: seen.conf} if seen.value else {}), **dict(seen.alternatives)}
    likely = tuple(face for face in possible if confidences.get(face, 0.0) >= WORTH_TRYING)
    is_nearly_certain = sum(confidences[face] for face in likely) >= NEARLY_CERTAIN and not (
        seen.cocked or seen.partial
    )
    return likely if is_nearly_certain else possible


def _combinations(doubt: AmbiguousReading, prompt: Prompt, open_dice: Sequence[int]) -> Iterator[list[str]]:
    """Yield all combinations of the doubtful dice, at most one more than are tried."""
    read = [seen.value or "" for seen in doubt.objects]
    possible = [may_be(doubt.objects[place], prompt) for place in open_dice]
    for place, faces in enumerate(product(*possible)):
        if place > MOST_TRIED:
            return
        tried = dict(zip(open_dice, faces, strict=True))
        yield [tried.get(k, value) for k, value in enumerate(read)]


def _answer(doubt: AmbiguousReading, prompt: Prompt, values: Sequence[str]) -> Answer:
    objects = [replace(seen, value=value) for seen, value in zip(doubt.objects, values, strict=True)]
    return answer_of(prompt, doubt.reading, objects)
