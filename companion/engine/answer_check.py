"""Does an answer fit its prompt? The one place that decides, for taps, readings and corrections alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping

from companion.engine.playing_cards import DECK, words
from companion.schema import Faces, Prompt, Refused

MOST_LETTERS = 40  # of a name that somebody writes
NUMBERED = re.compile(r"[a-z]+-\d+")  # a token that says who comes, and a number
FACE_WORDS: list[Callable[[], Mapping[str, str]]] = []
"""Where the words of faces come from: `companion.games` adds those that the games bring."""


def check(prompt: Prompt, values: Faces) -> None:
    """Raise Refused unless `values` answers `prompt`. Dice may repeat faces; draws and hands are multisets."""
    if prompt.kind == "count":
        _check_number(prompt, values)
        return
    if prompt.kind == "write":
        _check_words(prompt, values)
        return
    if not prompt.least <= len(values) <= prompt.most:
        raise Refused("WRONG_COUNT", f"{prompt.title}: {wanted(prompt)}, {len(values)} came.", prompt.rule)
    _check_faces(prompt, values)
    if prompt.kind == "roll":  # of a draw, what lies there already is no part of the answer
        _check_locked(prompt, values)


def fits(prompt: Prompt, values: Faces) -> bool:
    """Whether `values` answers `prompt`."""
    try:
        check(prompt, values)
    except Refused:
        return False
    return True


def answerable(prompt: Prompt) -> bool:
    """Can any answer pass the check? A draw from an empty bag cannot be answered."""
    can = sum(option.refused is None for option in prompt.options)
    if prompt.kind == "count":
        return prompt.least <= prompt.most
    if prompt.kind == "write":
        return True
    return prompt.least <= prompt.most and (prompt.least <= can or (prompt.kind == "roll" and can > 0))


def wanted(prompt: Prompt) -> str:
    """How many the prompt asks for, as words."""
    if prompt.least == prompt.most:
        return f"{prompt.most} wanted"
    return f"{prompt.least} to {prompt.most} wanted"


def named(face: str) -> str:
    """What a face is called wherever the house or a rule says it; the page has the same words for its signs.

    >>> named("old_coin"), named("QH"), named("goblin-4"), named("-3")
    ('old coin', 'Queen of Hearts', 'goblin 4', '-3')
    """
    if face in DECK:
        return words(face)
    if NUMBERED.fullmatch(face):
        who, _, number = face.partition("-")
        return f"{named(who)} {number}"
    brought = (source().get(face) for source in FACE_WORDS)
    return next((word for word in brought if word), face.replace("_", " "))


def begun(words: str) -> str:
    """As a sentence begins with them.

    >>> begun("the camera")
    'The camera'
    """
    return words[:1].upper() + words[1:]


def _check_number(prompt: Prompt, values: Faces) -> None:
    digits = values[0].removeprefix("-") if len(values) == 1 else ""
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > 6:
        raise Refused("NOT_A_NUMBER", f"{prompt.title}: one number is needed.")
    if not prompt.least <= int(values[0]) <= prompt.most:
        raise Refused("OUT_OF_RANGE", f"{prompt.title}: {prompt.least} to {prompt.most}, not {values[0]}.", prompt.rule)


def _check_words(prompt: Prompt, values: Faces) -> None:
    words, most = values[0] if len(values) == 1 else "", letters(prompt)
    if words != words.strip() or not words.isprintable() or not 1 <= len(words) <= most:
        raise Refused("NO_WORDS", f"{prompt.title}: a few words are needed, {most} letters at most.")


def letters(prompt: Prompt) -> int:
    """How long what is written may be: as its `most` says, where that is more than a letter."""
    return prompt.most if prompt.most > 1 else MOST_LETTERS


def _check_faces(prompt: Prompt, values: Faces) -> None:
    there = Counter(option.id for option in prompt.options if option.refused is None)
    why = {option.id: option.refused for option in prompt.options if option.refused is not None}
    for face, came in Counter(values).items():
        refusal = why.get(face)
        if refusal is not None and came > there[face]:
            raise refusal.error()
        if not there[face]:
            raise Refused("UNKNOWN_FACE", f"{prompt.title}: {named(face)} is not possible here.", prompt.rule)
        if prompt.kind != "roll" and came > there[face]:  # only dice repeat
            what = named(face)
            raise Refused("TOO_MANY", f"{prompt.title}: {what} is there {there[face]} times, not {came}.", prompt.rule)


def _check_locked(prompt: Prompt, values: Faces) -> None:
    missing = Counter(prompt.locked) - Counter(values)
    if missing:
        faces = ", ".join(named(face) for face in sorted(missing.elements()))
        raise Refused("LOCKED_DIE_MISSING", f"{prompt.title}: the locked dice are not there any more: {faces}.")
