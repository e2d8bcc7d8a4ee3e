"""Answers with an unsure die: list what it may show, and compare the outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from companion.engine import Game, Run
from companion.errors import LamplightError
from companion.i18n import _
from companion.schema import Answer, Faces, Prompt
from companion.sessions.table.entry import AnswerGiven
from companion.sessions.table.prompts import faces_of, find_request

MOST_TRIED = 81  # four dice of three faces: more would be felt as waiting
STILL_UNSURE = _(
    "Another die of this roll was never sure, and it matters now. Tap “It was no answer: ask again”, and tell them all."
)


def have_same_outcome(game: Game[Any, Any], runs: Iterable[Run[Any, Any]]) -> bool:
    """Return whether all runs come to rest in the same state, so that only the log differs."""
    faceless = game.faceless
    if faceless is None:
        return False
    first: tuple[object, ...] | None = None
    try:
        for run in runs:
            outcome = (faceless(run.state), [replace(prompt, id="") for prompt in run.open], run.over)
            if not run.at_rest or (first is not None and outcome != first):
                return False
            first = outcome
    except LamplightError:  # the rules refuse one of the answers
        return False
    return True


def with_values(given: AnswerGiven, values: Faces) -> AnswerGiven:
    """Return the answer with other values; a die whose face stays remains unsure."""
    old = given.answer.values
    unsure = tuple(place for place in given.answer.unsure if old[place : place + 1] == values[place : place + 1])
    return replace(given, answer=replace(given.answer, values=values, unsure=unsure))


def possible_answers(given: AnswerGiven, open_prompts: Sequence[Prompt]) -> list[Answer]:
    """Return all alternatives of an unsure answer; none where the prompt differs, or there are too many to try."""
    answer, prompt = given.answer, find_request(given.prompt, open_prompts)
    if prompt is None or len(open_prompts) > 1:
        return []
    faces = faces_of(prompt)
    if len(faces) ** len(answer.unsure) > MOST_TRIED:
        return []
    return [
        replace(answer, prompt=prompt.id, values=_replace_unsure(answer, unsure_faces))
        for unsure_faces in product(faces, repeat=len(answer.unsure))
    ]


def _replace_unsure(answer: Answer, unsure_faces: Sequence[str]) -> Faces:
    """Return the values of an answer with other faces of its unsure dice."""
    face_at = dict(zip(answer.unsure, unsure_faces, strict=True))
    return tuple(face_at.get(place, value) for place, value in enumerate(answer.values))
