"""What a table reads out of a prompt: whose its answer is, which question it belongs to, what can answer it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.game import Game, GameSetup
from companion.schema.prompt import TABLE, Faces, Prompt, Question


def is_own(prompt: Prompt) -> bool:
    """Whether what answers it is its seat's own: a card out of the hand, or a secret."""
    return prompt.seat != TABLE and (prompt.secret or prompt.kind == "show")


def own_prompts(question: Question) -> tuple[Prompt, ...]:
    """The prompts that a thing answers which only their seats may see: out of a hand, until all are in; or a secret for ever."""
    return tuple(p for p in question.prompts if p.of and is_own(p))


def question_of(prompts: Sequence[Prompt]) -> str:
    """The id of the question these prompts belong to: "p41" of "p41.0"."""
    return prompts[0].id.rpartition(".")[0] if prompts else ""


def number(question: str) -> int:
    """Of a question's id; 0 where it is none.

    >>> number("p41"), number("")
    (41, 0)
    """
    digits = question.removeprefix("p")
    return int(digits) if digits.isascii() and digits.isdecimal() else 0


def faces_of(prompt: Prompt) -> Faces:
    """The faces that can answer, each once, in the prompt's order."""
    return tuple(dict.fromkeys(option.id for option in prompt.options if option.refused is None))


def with_locked(prompt: Prompt, values: Faces) -> Faces:
    """With the locked dice, where they were taken off the tray and only the others were thrown."""
    if prompt.kind == "roll" and prompt.locked and len(values) == prompt.most - len(prompt.locked):
        return prompt.locked + values
    return values


def addressee(game: Game[Any, Any], setup: GameSetup, state: Any, prompt: Prompt) -> str:
    """Return the name that a prompt's title begins with; "" where it is asked of the whole table."""
    if prompt.whom or prompt.seat == TABLE:
        return prompt.whom
    return game.called(state, prompt.seat) if game.called is not None else setup.name(prompt.seat)


def request_of(prompt: Prompt, name: str) -> str:
    """Return what a prompt asks, without the name of its addressee.

    >>> request_of(Prompt("1", "roll", "Ann: roll 3 dice"), "Ann")
    'roll 3 dice'
    """
    return prompt.title.removeprefix(f"{name}: ")
