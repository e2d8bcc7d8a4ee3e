"""Whether it matters which of several answers was given, as the rules have it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from companion.engine.game import Game
from companion.engine.run import Run
from companion.errors import LamplightError
from companion.schema.prompt import Answer, Faces, Prompt
from companion.sessions.prompts import faces_of
from companion.sessions.store.entry import AnswerGiven

MOST_TRIED = 81  # four dice of three faces: more would be felt as waiting
STILL_UNSURE = (
    "Another die of this roll was never sure, and it matters now. Tap “It was no answer: ask again”, and tell them all."
)


def come_to_the_same(game: Game[Any, Any], runs: Iterable[Run[Any, Any]]) -> bool:
    """Does the table come to rest in the same way with each of these runs? Then nothing but the log remembers which it was."""
    faceless = game.faceless
    if faceless is None:
        return False
    first: tuple[object, ...] | None = None
    try:
        for run in runs:
            came = (faceless(run.state), [replace(prompt, id="") for prompt in run.open], run.over)
            if not run.at_rest or (first is not None and came != first):
                return False
            first = came
    except LamplightError:  # one of them the rule does not take
        return False
    return True


def as_mended(given: AnswerGiven, values: Faces) -> AnswerGiven:
    """The answer with other values; of a die whose face stays nobody is surer than before."""
    old = given.answer.values
    unsure = tuple(place for place in given.answer.unsure if old[place : place + 1] == values[place : place + 1])
    return replace(given, answer=replace(given.answer, values=values, unsure=unsure))


def possible_answers(given: AnswerGiven, open_prompts: Sequence[Prompt]) -> list[Answer]:
    """All that an unsure answer may have been; none where something else is asked, or where that is too much to be tried."""
    answer, prompt = given.answer, next((p for p in open_prompts if p.asks == given.prompt.asks), None)
    if prompt is None or len(open_prompts) > 1:
        return []
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
