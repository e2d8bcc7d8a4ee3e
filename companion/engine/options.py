"""What may be done at one moment: prompts that are open side by side, each with what follows from its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.engine.play import Play, Rule
from companion.schema.prompt import Faces, Prompt

S = TypeVar("S")
E = TypeVar("E")


@dataclass(frozen=True)  # no slots: a game names its own kind of Way, and typing marks what is built by that name
class OpenOption(Generic[S, E]):
    """A prompt of free play; `take` runs with its values when it is the one that was answered."""

    prompt: Prompt
    take: Callable[[Play[S, E], Faces], Rule[None]]


def offer(g: Play[S, E], ways: Iterable[OpenOption[S, E]]) -> Rule[None]:
    """Ask them all together; whoever taps first decides which one is taken."""
    there = tuple(ways)
    answered, values = yield from g.first(*(way.prompt for way in there))
    yield from _of(there, answered).take(g, values)


def offer_parallel(g: Play[S, E], prompt: Prompt, ways: Iterable[OpenOption[S, E]]) -> Rule[Faces]:
    """Ask one thing with the ways open beside it: its values, or () where a way was taken instead."""
    there = tuple(ways)
    answered, values = yield from g.first(prompt, *(way.prompt for way in there))
    if answered is prompt:
        return values
    yield from _of(there, answered).take(g, values)
    return ()


def _of(ways: Iterable[OpenOption[S, E]], answered: Prompt) -> OpenOption[S, E]:
    return next(way for way in ways if way.prompt is answered)
