"""The things of a reading: how sure each is, whether it lay there before, and what of them is no part of an answer."""

from __future__ import annotations

from collections.abc import Sequence

from companion.schema.prompt import Prompt
from companion.schema.reading import SeenObject

SURE = 0.75  # a face read with less is asked about; the readers claim none below a threshold of their kit
STILL = 0.6  # of its size: so far a thing may seem to have moved and still be the one that lay there before
TAGGED = frozenset({"token", "card"})  # kinds of things that may carry a tag


def is_sure(seen: SeenObject, sure: float = SURE) -> bool:
    """A tag that nobody taught is an id, not a face."""
    return seen.value is not None and not (seen.cocked or seen.partial) and seen.conf >= sure and seen.kind != "tag"


def can_answer(seen: SeenObject, prompt: Prompt) -> bool:
    """A tag that nobody taught may be any token or card."""
    return seen.kind in prompt.of or (seen.kind == "tag" and not TAGGED.isdisjoint(prompt.of))


def is_still(seen: SeenObject, before: Sequence[SeenObject]) -> bool:
    """Whether it is a thing that lay there before: the same at the same place."""
    return any((was.kind, was.value) == (seen.kind, seen.value) and _is_near(was, seen) for was in before)


def _is_near(one: SeenObject, other: SeenObject) -> bool:
    if one.box is None or other.box is None:
        return False
    (x, y, w, h), (u, v, w2, h2) = one.box, other.box
    across, down = abs(x + w / 2 - u - w2 / 2), abs(y + h / 2 - v - h2 / 2)
    return across < STILL * max(w, w2) and down < STILL * max(h, h2)


def newer(objects: tuple[SeenObject, ...], most: int, before: Sequence[SeenObject]) -> tuple[SeenObject, ...]:
    """Without the things that lay at their place before, where more lie there than are asked for."""
    left = list(objects)
    for seen in objects:
        if len(left) > most and is_still(seen, before):
            left.remove(seen)
    return tuple(left)


def fewer(objects: tuple[SeenObject, ...], most: int, leave: Sequence[str]) -> tuple[SeenObject, ...]:
    """Without things that lie there from before, but only where more lie there than are asked for."""
    left, leave = list(objects), list(leave)
    for seen in objects:
        if len(left) > most and seen.value in leave:
            leave.remove(seen.value)
            left.remove(seen)
    return tuple(left)
