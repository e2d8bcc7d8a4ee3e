"""A draw: an answer that counts and rests on what a reader told; and what of a reading can be of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.schema.prompt import Faces, Prompt
from companion.schema.reading import Reading, SeenObject
from companion.sessions.matching.candidates import in_reach
from companion.sessions.matching.objects import can_answer, is_sure
from companion.sessions.prompts import number, question_of
from companion.sessions.store.entry import AnswerGiven


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
