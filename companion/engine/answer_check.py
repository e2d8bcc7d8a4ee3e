"""Does an answer fit its prompt? The one place that decides, for taps, readings and corrections alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping

from companion.engine.playing_cards import DECK, card_text
from companion.i18n import Text, _, from_data, listed, ngettext
from companion.schema import Faces, Prompt, Refused, Words

MOST_LETTERS = 40  # of a name that a player types
NUMBERED_FACE = re.compile(r"[a-z]+-\d+")  # a token that says who comes, and a number
FACE_WORDS: list[Callable[[], Mapping[str, str]]] = []
"""Sources of the names of faces: `companion.games` adds those of the games."""


def check_answer(prompt: Prompt, values: Faces) -> None:
    """Raise Refused unless `values` answers `prompt`. Dice may repeat faces; draws and hands are multisets."""
    if prompt.kind == "count":
        _check_number(prompt, values)
        return
    if prompt.kind == "write":
        _check_words(prompt, values)
        return
    if not prompt.least <= len(values) <= prompt.most:
        sentence = _(
            "“{title.cap}”: {wanted}, {n} came.",
            title=_title_of(prompt),
            wanted=wanted_count(prompt),
            n=len(values),
        )
        raise Refused("WRONG_COUNT", sentence, prompt.rule)
    _check_faces(prompt, values)
    if prompt.kind == "roll":  # of a draw, locked faces are not part of the answer
        _check_locked(prompt, values)


def fits_prompt(prompt: Prompt, values: Faces) -> bool:
    """Return whether `values` answers `prompt`."""
    try:
        check_answer(prompt, values)
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


def wanted_count(prompt: Prompt) -> Text:
    """How many the prompt asks for, as words."""
    if prompt.least == prompt.most:
        return _("{n} wanted", n=prompt.most)
    return _("{least} to {most} wanted", least=prompt.least, most=prompt.most)


def with_addressee(title: Words, name: Words) -> Words:
    """Return the title with the name of its addressee. A plain title, as of an old log, contains the name.

    >>> str(with_addressee(_("roll 3 dice"), "Ann")), with_addressee("Ann: roll 3 dice", "Ann")
    ('Ann: roll 3 dice', 'Ann: roll 3 dice')
    """
    return _("{who}: {what}", who=name, what=title) if isinstance(title, Text) and name else title


def face_text(face: str) -> Text:
    """Return the name of a face in sentences; the page has the same words for its signs.

    >>> [str(face_text(face)) for face in ("old_coin", "QH", "goblin-4", "-3")]
    ['old coin', 'Queen of Hearts', 'goblin 4', '-3']
    """
    if face in DECK:
        return card_text(face)
    if NUMBERED_FACE.fullmatch(face):
        who, number = face.split("-")
        return _("{who} {number}", who=face_text(who), number=number)
    brought = (source().get(face) for source in FACE_WORDS)
    return from_data(next((word for word in brought if word), face.replace("_", " ")))


def _title_of(prompt: Prompt) -> Words:
    """Return its title with its figure: a seat may have several."""
    return with_addressee(prompt.title, prompt.whom)


def _check_number(prompt: Prompt, values: Faces) -> None:
    digits = values[0].removeprefix("-") if len(values) == 1 else ""
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > 6:
        raise Refused("NOT_A_NUMBER", _("“{title.cap}”: one number is needed.", title=_title_of(prompt)))
    if not prompt.least <= int(values[0]) <= prompt.most:
        sentence = _(
            "“{title.cap}”: {least} to {most}, not {value}.",
            title=_title_of(prompt),
            least=prompt.least,
            most=prompt.most,
            value=values[0],
        )
        raise Refused("OUT_OF_RANGE", sentence, prompt.rule)


def _check_words(prompt: Prompt, values: Faces) -> None:
    words, most = values[0] if len(values) == 1 else "", letters(prompt)
    if words != words.strip() or not words.isprintable() or not 1 <= len(words) <= most:
        sentence = ngettext(
            "“{title.cap}”: a few words are needed, {n} letter at most.",
            "“{title.cap}”: a few words are needed, {n} letters at most.",
            most,
            title=_title_of(prompt),
        )
        raise Refused("NO_WORDS", sentence)


def letters(prompt: Prompt) -> int:
    """How long what is written may be: as its `most` says, where that is more than a letter."""
    return prompt.most if prompt.most > 1 else MOST_LETTERS


def _check_faces(prompt: Prompt, values: Faces) -> None:
    there = Counter(option.id for option in prompt.options if option.refused is None)
    why = {option.id: option.refused for option in prompt.options if option.refused is not None}
    for face, number in Counter(values).items():
        refusal = why.get(face)
        if refusal is not None and number > there[face]:
            raise refusal.error()
        if not there[face]:
            sentence = _(
                "“{title.cap}”: {face} is not possible here.",
                title=_title_of(prompt),
                face=face_text(face),
            )
            raise Refused("UNKNOWN_FACE", sentence, prompt.rule)
        if prompt.kind != "roll" and number > there[face]:  # only dice repeat
            sentence = ngettext(
                "“{title.cap}”: {face} is there {n} time, not {came}.",
                "“{title.cap}”: {face} is there {n} times, not {came}.",
                there[face],
                title=_title_of(prompt),
                face=face_text(face),
                came=number,
            )
            raise Refused("TOO_MANY", sentence, prompt.rule)


def _check_locked(prompt: Prompt, values: Faces) -> None:
    missing = Counter(prompt.locked) - Counter(values)
    if missing:
        faces = listed((face_text(face) for face in sorted(missing.elements())), ", ")
        sentence = _(
            "“{title.cap}”: the locked dice are not there any more: {faces}.",
            title=_title_of(prompt),
            faces=faces,
        )
        raise Refused("LOCKED_DIE_MISSING", sentence)
