"""Does an answer fit its prompt? The one place that decides, for taps, readings and corrections alike."""

from __future__ import annotations

import re
from collections import Counter

from companion.engine.playing_cards import DECK, words
from companion.schema.prompt import Faces, Prompt, Refused

MOST_LETTERS = 40  # of a name that somebody writes
NUMBERED = re.compile(r"[a-z]+-\d+")  # a token that says who comes, and a number
NO_WORDS = {"hit1": "one hit", "hit2": "two hits", "auto_fail": "automatic failure"}  # faces whose id is no word


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

    >>> named("auto_fail"), named("QH"), named("queen-4"), named("hit1"), named("-3")
    ('automatic failure', 'Queen of Hearts', 'queen 4', 'one hit', '-3')
    """
    if face in DECK:
        return words(face)
    return NO_WORDS.get(face) or (face.replace("-", " ") if NUMBERED.fullmatch(face) else face.replace("_", " "))


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
