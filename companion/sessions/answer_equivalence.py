"""Whether it matters which of several answers was given, as the rules have it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

from companion.errors import LamplightError
from companion.schema.prompt import Answer, Faces, Prompt
from companion.sessions.prompts import faces_of
from companion.sessions.store.entry import AnswerGiven

if TYPE_CHECKING:
    from companion.sessions.table import GameTable

MOST_TRIED = 81  # four dice of three faces: more would be felt as waiting
STILL_UNSURE = (
    "Another die of this roll was never sure, and it matters now. Tap “It was no answer: ask again”, and tell them all."
)


def come_to_the_same(table: GameTable[Any, Any], answers: Sequence[Answer]) -> bool:
    """Does the table come to rest in the same way after each of these answers? Then nothing but the log remembers which it was."""
    faceless = table.game.faceless
    if faceless is None:
        return False
    first: tuple[object, ...] | None = None
    try:
        for run in table.tried(answers):
            came = (faceless(run.state), [replace(prompt, id="") for prompt in run.open], run.over)
            if not run.at_rest or (first is not None and came != first):
                return False
            first = came
    except LamplightError:  # one of them the rule does not take
        return False
    return True


def still_holds(table: GameTable[Any, Any], given: AnswerGiven) -> bool:
    """May this be given once more? Not where a die of it that nobody is sure of matters now, as it did not then."""
    if not given.answer.unsure:
        return True
    prompt = next((p for p in table.open if p.asks == given.prompt.asks), None)
    if prompt is None or table.open != (prompt,):
        return False
    answers = _whatever(given.answer, prompt)
    return bool(answers) and come_to_the_same(table, answers)


def as_mended(given: AnswerGiven, values: Faces) -> AnswerGiven:
    """The answer with other values; of a die whose face stays nobody is surer than before."""
    old = given.answer.values
    unsure = tuple(place for place in given.answer.unsure if old[place : place + 1] == values[place : place + 1])
    return replace(given, answer=replace(given.answer, values=values, unsure=unsure))


def _whatever(answer: Answer, prompt: Prompt) -> list[Answer]:
    """All that it may have been; none where that is too much to be tried."""
    faces = faces_of(prompt)
    if len(faces) ** len(answer.unsure) > MOST_TRIED:
        return []
    return [
        replace(answer, prompt=prompt.id, values=_with(answer, said))
        for said in product(faces, repeat=len(answer.unsure))
    ]


def _with(answer: Answer, said: Sequence[str]) -> Faces:
    open_dice = dict(zip(answer.unsure, said, strict=True))
    return tuple(open_dice.get(place, value) for place, value in enumerate(answer.values))
