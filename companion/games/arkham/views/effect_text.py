"""What a symbol, an elder sign or a card does, in words: the other way round of typing it in."""

from __future__ import annotations

from companion.games.arkham.content import Condition, Counted, Effect, Subject, SymbolEffect
from companion.games.arkham.rules.effects import words

SUBJECTS: dict[Subject, str] = {
    "enemies_here": "{of} enemy here",
    "enemies_in_play": "{of} enemy in play",
    "enemies_engaged": "{of} enemy engaged with you",
    "clues_here": "clue on your location",
    "clues_held": "clue you have",
    "damage": "damage on you",
    "horror": "horror on you",
    "resources": "resource you have",
    "cards_in_hand": "card in your hand",
    "cards_in_play": "{of} card you have in play",
    "doom": "doom",
    "here": "one if you are at {of}",
}


def symbol_words(told: SymbolEffect) -> str:
    """As in "-1, and -1 for each Drowned enemy here. If you fail: 1 horror."."""
    numbers = [f"{told.modifier:+d}"] if told.modifier or not (told.counts or told.reveal or told.auto) else []
    numbers += [_counted(counted) for counted in told.counts]
    first = ", and ".join(numbers)
    parts = [first, "reveal another token" if told.reveal else "", AUTOS[told.auto], *map(_effect, told.effects)]
    return ". ".join(part[0].upper() + part[1:] for part in parts if part) + "."


AUTOS = {"": "", "success": "automatic success", "fail": "automatic failure"}
WHEN = {"now": "", "success": "if you succeed: ", "failure": "if you fail: "}


def _counted(counted: Counted) -> str:
    return f"{counted.each:+d} for each {_subject(counted.what, counted.of)}"


def _subject(what: Subject, of: str) -> str:
    return SUBJECTS[what].format(of=of).strip()


def _effect(effect: Effect) -> str:
    changes = [f"{effect.modifier:+d}"] if effect.modifier else []
    done = ", ".join([*changes, *filter(None, (AUTOS[effect.auto], words((effect,))))])
    often = "" if effect.times is None else f" for each {_subject(effect.times.what, effect.times.of)}"
    by = (
        f"if you {'fail' if effect.when == 'failure' else 'succeed'} by {effect.by} or more: "
        if effect.by
        else WHEN[effect.when]
    )
    return f"{by}{_if(effect.condition)}{done}{often}" if done else ""


def _if(condition: Condition | None) -> str:
    if condition is None:
        return ""
    number = f"{condition.least} times " if condition.least > 1 else "a "
    return f"where there is {number}{_subject(condition.what, condition.of)}, "
