"""Corrections of the state by hand: a menu, the questions of each correction, and the fact that its answers give."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic

from companion.engine.play import E, Play, Rule, S
from companion.schema import Faces, Option, Prompt, Refusal, Seat, Words

Question = Callable[..., Prompt | str]
"""Takes the state and the answers so far. Returns a prompt, or the answer if there is only one."""


@dataclass(frozen=True)
class Correction(Generic[S, E]):
    """One correction. A menu of a seat puts that seat before the answers.

    `fact` takes the answers. `effect` takes the play and the answers, for a correction of several facts.
    """

    name: str
    title: Words
    questions: tuple[Question, ...] = ()
    fact: Callable[..., E] | None = None
    effect: Callable[..., Rule[None] | None] | None = None


@dataclass(frozen=True)
class CorrectionMenu(Generic[S, E]):
    """The corrections of a seat, or of the table. `refusals` takes the state and the seat, if the menu has one."""

    corrections: tuple[Correction[S, E], ...]
    refusals: Callable[..., Mapping[str, Refusal]]
    leave: str | int | None = None  # the answer that ends a correction without a change

    def options(self, s: S, *seat: Seat) -> list[Option]:
        """Return the options of the menu, with the reasons of the grey ones."""
        refused = self.refusals(s, *seat)
        return [Option(c.name, c.title, refused.get(c.name)) for c in self.corrections]

    def correct(self, seat: tuple[()] | tuple[Seat], g: Play[S, E], values: Faces) -> Rule[None]:
        """Ask the questions of the chosen correction and apply it. `seat` is empty for a menu of the table."""
        (name,) = values
        correction = next(c for c in self.corrections if c.name == name)
        answers: tuple[str | int, ...] = seat
        for question in correction.questions:
            prompt = question(g.state, *answers)
            answer = prompt if isinstance(prompt, str) else (yield from _answer(g, prompt))
            if answer == self.leave:
                return
            answers = (*answers, answer)
        if correction.fact is not None:
            g.emit(correction.fact(*answers))
        if correction.effect is not None:
            yield from correction.effect(g, *answers) or ()


def _answer(g: Play[S, E], prompt: Prompt) -> Rule[str | int]:
    if prompt.kind == "count":
        return (yield from g.number(prompt))
    return (yield from g.one(prompt))
