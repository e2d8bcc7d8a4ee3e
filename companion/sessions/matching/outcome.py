"""What a reading may be to the open prompts: an answer, a doubt that a person decides, or a stray."""

from __future__ import annotations

from dataclasses import dataclass

from companion.schema.prompt import Answer, Faces, Prompt
from companion.schema.reading import Reading, SeenObject
from companion.sessions.matching.objects import SURE, is_sure
from companion.sessions.prompts import faces_of

WHOSE = "Whose is it?"


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
    why: str
    sure: float = SURE
    refused: Faces = ()  # an answer that the rule did not take
    told: tuple[OtherReading, ...] = ()  # by other readers, and it cannot be what this one may have seen

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
    why: str = ""
