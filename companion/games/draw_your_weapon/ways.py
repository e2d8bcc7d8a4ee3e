"""What may be done at one moment: prompts that are open side by side, each with what follows from its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.games.draw_your_weapon.events import G
from companion.rules.play import Rule
from companion.wire.prompt import Faces, Prompt


@dataclass(frozen=True, slots=True)
class Way:
    """A prompt of free play; `take` runs with its values when it is the one that was answered."""

    prompt: Prompt
    take: Callable[[G, Faces], Rule[None]]


def offer(g: G, ways: Iterable[Way]) -> Rule[None]:
    """Ask them all together; whoever taps first decides which one is taken."""
    there = tuple(ways)
    prompt, values = yield from g.first(*(way.prompt for way in there))
    taken = next(way for way in there if way.prompt is prompt)
    yield from taken.take(g, values)
