"""Whether things can be certain faces: as many of them as can be laid on the things, each on one."""

from __future__ import annotations

from collections.abc import Sequence

from companion.schema.prompt import Faces
from companion.schema.reading import SeenObject
from companion.sessions.matching.objects import is_sure


def placed(values: Faces, things: Sequence[SeenObject], possible: frozenset[str]) -> int:
    """How many of the values some thing can be, each thing one of them: the largest matching of the two."""
    taken: dict[int, int] = {}  # place among the things -> place among the values

    def finds(value: int, tried: set[int]) -> bool:
        for place, seen in enumerate(things):
            if place not in tried and _may_be(seen, values[value], possible):
                tried.add(place)
                if place not in taken or finds(taken[place], tried):
                    taken[place] = value
                    return True
        return False

    return sum(finds(value, set()) for value in range(len(values)))


def _may_be(seen: SeenObject, face: str, possible: frozenset[str]) -> bool:
    """Whether a thing may show this face: read so, or held possible by its reader, or not read at all."""
    told = {value for value in (seen.value, *(value for value, _ in seen.alternatives)) if value}
    if seen.kind == "tag" or not told or (possible and not told & possible):
        return True
    return seen.value == face if is_sure(seen) else face in told
