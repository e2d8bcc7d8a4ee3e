"""What a reading can mean for the open prompts: a match, a doubt, or nothing. With the doubt as it is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.i18n import _
from companion.schema import Answer, Faces, Prompt, Reading, SeenObject, Words
from companion.sessions.table import faces_of, is_own, with_locked

SURE = 0.75  # a face read with less is asked about; the readers claim none below a threshold of their kit
STILL = 0.6  # of its size: so far a thing may seem to have moved and still be the one that lay there before
TAGGED = frozenset({"token", "card"})  # kinds of things that may carry a tag


def is_sure(seen: SeenObject, sure: float = SURE) -> bool:
    """A tag that nobody taught is an id, not a face."""
    return seen.value is not None and not (seen.cocked or seen.partial) and seen.conf >= sure and seen.kind != "tag"


def can_answer(seen: SeenObject, prompt: Prompt) -> bool:
    """A tag that nobody taught may be any token or card."""
    return seen.kind in prompt.of or (seen.kind == "tag" and not TAGGED.isdisjoint(prompt.of))


def is_still(seen: SeenObject, before: Sequence[SeenObject]) -> bool:
    """Whether it is a thing that lay there before: the same at the same place."""
    return any((was.kind, was.value) == (seen.kind, seen.value) and _is_near(was, seen) for was in before)


def _is_near(one: SeenObject, other: SeenObject) -> bool:
    if one.box is None or other.box is None:
        return False
    (x, y, w, h), (u, v, w2, h2) = one.box, other.box
    across, down = abs(x + w / 2 - u - w2 / 2), abs(y + h / 2 - v - h2 / 2)
    return across < STILL * max(w, w2) and down < STILL * max(h, h2)


def newer(objects: tuple[SeenObject, ...], most: int, before: Sequence[SeenObject]) -> tuple[SeenObject, ...]:
    """Without the things that lay at their place before, where more lie there than are asked for."""
    left = list(objects)
    for seen in objects:
        if len(left) > most and is_still(seen, before):
            left.remove(seen)
    return tuple(left)


def fewer(objects: tuple[SeenObject, ...], most: int, leave: Sequence[str]) -> tuple[SeenObject, ...]:
    """Without things that lie there from before, but only where more lie there than are asked for."""
    left, leave = list(objects), list(leave)
    for seen in objects:
        if len(left) > most and seen.value in leave:
            leave.remove(seen.value)
            left.remove(seen)
    return tuple(left)


WHOSE = _("Whose is it?")


@dataclass(frozen=True, slots=True)
class OtherReading:
    """What another reader surely tells of the same."""

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
    whose: bool = False  # it is asked whose it is

    @property
    def possible(self) -> frozenset[str]:
        """The faces that can be answered, to any of the prompts; none where they name none."""
        return frozenset(face for prompt in self.prompts for face in faces_of(prompt))

    @property
    def values(self) -> Faces:
        """The answer as read so far; "" where a person must say, as where what was read cannot be."""
        return tuple(o.value or "" if is_sure(o, self.sure) and self._can_be(o) else "" for o in self.objects)

    @property
    def open(self) -> tuple[int, ...]:
        """The places a person must say."""
        return tuple(place for place, value in enumerate(self.values) if not value)

    @property
    def readings(self) -> frozenset[str]:
        """The readings that wait for it to be decided."""
        return frozenset({self.reading.whole, *(claim.reading for claim in self.told)})

    def is_placed(self, values: Faces) -> bool:
        """Whether it is clear which thing each of these values is of.

        Values come in the order of the things, but things may have been taken out and added: where what was read for sure
        stands where it stood, the others stand where they stood too.
        """
        return len(values) == len(self.objects) and all(
            read in ("", said) for read, said in zip(self.values, values, strict=True)
        )

    def _can_be(self, seen: SeenObject) -> bool:
        return not self.possible or seen.value in self.possible


@dataclass(frozen=True, slots=True)
class MatchedReading:
    """It surely answers one prompt; or several, where each seat has its zone."""

    answers: tuple[Answer, ...]
    doubt: AmbiguousReading | None = None  # about what else lies there

    @property
    def answer(self) -> Answer:
        return self.answers[0]


@dataclass(frozen=True, slots=True)
class UnmatchedReading:
    """Nothing was asked that it could mean: a free roll. Shown, counted, harmless."""

    reading: Reading
    why: Words = ""


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
    """As it is to be written."""
    prompts = tuple(prompt.id for prompt in doubt.prompts)
    return StoredDoubt(
        doubt.reading, prompts, doubt.objects, doubt.why, doubt.sure, doubt.refused, doubt.told, doubt.whose
    )


def from_stored(kept: StoredDoubt, asked: Sequence[Prompt]) -> AmbiguousReading | None:
    """As it was, where something is still open that it may be meant for; `asked`: the open prompts.

    None where it may be out of the hand of somebody who has answered since: the others are not asked about it.
    """
    prompts = tuple(prompt for prompt in asked if prompt.id in kept.prompts)
    if not prompts or (len(prompts) < len(kept.prompts) and any(map(is_own, prompts))):
        return None
    return AmbiguousReading(
        kept.reading, prompts, kept.objects, kept.why, kept.sure, kept.refused, kept.told, kept.whose
    )


def ask_whose(reading: Reading, prompts: tuple[Prompt, ...], objects: tuple[SeenObject, ...]) -> AmbiguousReading:
    """A person says whose it is; what it shows is sure, or is asked afterwards."""
    return AmbiguousReading(reading, prompts, objects, WHOSE, whose=True)


def answer_of(prompt: Prompt, reading: Reading, objects: Sequence[SeenObject]) -> Answer:
    """The reading as an answer; its id is the reading's, so it can count only once."""
    values = with_locked(prompt, tuple(o.value or "" for o in objects))
    return Answer(
        reading.id,
        prompt.id,
        values,
        prompt.seat,
        reading.id,
        reading.source,
        part_of=reading.part_of,
        sender=reading.sender,
    )
