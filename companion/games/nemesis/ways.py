"""What may be done at one moment: prompts that are open side by side, each with what follows from its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.games.nemesis.events import G
from companion.rules.play import Rule
from companion.wire.prompt import Faces, Prompt


@dataclass(frozen=True, slots=True)
class Way:
    """One prompt; `take` runs with its values when it is the one that was answered."""

    prompt: Prompt
    take: Callable[[G, Faces], Rule[None]]


def beside(g: G, prompt: Prompt, ways: Iterable[Way]) -> Rule[Faces]:
    """Ask one thing with the ways open beside it: its values, or () where a way was taken instead."""
    there = tuple(ways)
    answered, values = yield from g.first(prompt, *(way.prompt for way in there))
    if answered is prompt:
        return values
    taken = next(way for way in there if way.prompt is answered)
    yield from taken.take(g, values)
    return ()
