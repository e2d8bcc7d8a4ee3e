"""Puzzles that cannot be solved, or whose solution changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.mansions.content.lint.finding import Finding
from companion.games.mansions.content.scenario import Component, PuzzlePart, Scenario
from companion.games.mansions.content.terms import SKILLS

DIGITS = 2  # of a symbol's number


def puzzles(scenario: Scenario) -> Iterator[Finding]:
    """Every puzzle of it."""
    for one in scenario.components.values():
        if isinstance(one.part, PuzzlePart):
            yield from _puzzle(one, one.part)


def _puzzle(one: Component, part: PuzzlePart) -> Iterator[Finding]:
    if part.skill not in SKILLS:
        known = ", ".join(SKILLS)
        yield Finding(
            "puzzle", one.name, f"{one.name} tests {part.skill!r}, which is no skill; there are {known}.", "error"
        )
    if not _goes_on(one):
        yield Finding("puzzle", one.name, f"Solving {one.name} changes nothing: its button leads nowhere.")
    if part.level < 1 or (part.shape in {"code", "image"} and part.other_level < 1):
        yield Finding("puzzle", one.name, f"{one.name} has no size ({part.level} x {part.other_level}).", "error")
    elif part.shape == "image" and part.level * part.other_level < 2:
        yield Finding("puzzle", one.name, f"{one.name} has one piece only: it is solved before it begins.")
    elif part.shape == "code" and part.solution:
        yield from _code(one, part)


def _goes_on(one: Component) -> bool:
    return bool((one.buttons and one.buttons[0].next) or one.operations or one.add or one.remove)


def _code(one: Component, part: PuzzlePart) -> Iterator[Finding]:
    """The solution decides: the code grows to it."""
    if len(part.solution) != part.level:
        sentence = (
            f"The code of {one.name} has {part.level} places, and its solution {len(part.solution)}: these count."
        )
        yield Finding("puzzle", one.name, sentence, "note")
    for symbol in part.solution:
        if not symbol.isdecimal() or len(symbol) > DIGITS or int(symbol) == 0:
            yield Finding("puzzle", one.name, f"The solution of {one.name} has {symbol!r}; symbols are counted from 1.")
