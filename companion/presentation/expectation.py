"""What a reader should look for, from what is asked: kinds, faces, counts and places, never a word or a secret."""

from __future__ import annotations

from companion.schema.expect import Expectation, ExpectedAnswer, LockedObject
from companion.schema.prompt import Prompt
from companion.sessions.prompts import faces_of, question_of
from companion.sessions.session import TableSnapshot
from companion.sessions.store.answer_sources import scanned

BY_HAND_ALONE: frozenset[str] = frozenset({"show"})  # what a hand can hold must not be told: it may be a secret


def expect_of(picture: TableSnapshot) -> Expectation:
    """The question in force at a game; its id carries the game, because several may wait."""
    read = tuple(prompt for prompt in scanned(picture.open, picture.sources) if prompt.of)
    wants = tuple(_want(prompt) for prompt in read)
    locked = tuple(LockedObject(p.of[0], face) for p in read if p.kind == "roll" for face in p.locked)
    question = question_of(picture.open)
    return Expectation(f"{picture.id}.{question}" if question else "", wants, locked)


def _want(prompt: Prompt) -> ExpectedAnswer:
    is_told = prompt.kind not in BY_HAND_ALONE and "card" not in prompt.of and not prompt.secret
    faces = faces_of(prompt) if is_told else ()  # a deck lacks what a hand holds
    return ExpectedAnswer(prompt.id, prompt.of, faces, prompt.most, prompt.zone)
