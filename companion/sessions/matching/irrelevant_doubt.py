"""What a doubtful die cannot change: where all it may show comes to the same, nobody is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from companion.schema import Answer, Faces, Prompt, SeenObject
from companion.sessions.matching.outcome import AmbiguousReading, MatchedReading, answer_of, is_sure
from companion.sessions.table import MOST_TRIED, GameTable, come_to_the_same, faces_of, with_locked

WORTH_TRYING = 0.01  # a face that was told with less is none that the reader thinks of
ALL_TOLD = 0.97  # so sure a reader must be that it is one of the faces it told; else it may be any


def same_either_way(table: GameTable[Any, Any], doubt: AmbiguousReading) -> MatchedReading | None:
    """The likeliest answer, marked as not sure, where any other one comes to the same; None where a person must say.

    Only an open roll of one seat is so decided, and only where the table comes to rest with it: then nothing but the
    state can remember the faces, and the states are compared. A draw leaves another bag behind, whatever came of it.
    """
    prompt = _roll(table, doubt)
    if prompt is None:
        return None
    open_dice = [place for place, seen in enumerate(doubt.objects) if not is_sure(seen, doubt.sure)]
    likeliest = _answer(doubt, prompt, [_likeliest(seen, prompt) for seen in doubt.objects])
    others = [_answer(doubt, prompt, values) for values in _all(doubt, prompt, open_dice)]
    if len(others) > MOST_TRIED or not come_to_the_same(table.game, table.try_answers([likeliest, *others])):
        return None
    kept = len(likeliest.values) - len(doubt.objects)  # locked dice stand before those that were thrown
    return MatchedReading((replace(likeliest, unsure=tuple(kept + place for place in open_dice)),))


def _roll(table: GameTable[Any, Any], doubt: AmbiguousReading) -> Prompt | None:
    """The one prompt that is meant, if nothing but faces is in doubt."""
    if table.game.faceless is None or len(doubt.prompts) != 1 or table.open != doubt.prompts:
        return None
    (prompt,) = doubt.prompts
    if prompt.kind != "roll" or prompt.secret or doubt.told or doubt.refused:
        return None
    sure = {seen.value for seen in doubt.objects if is_sure(seen, doubt.sure)}
    all_dice = all(seen.kind in prompt.of and seen.kind != "tag" for seen in doubt.objects)
    count = len(with_locked(prompt, tuple("" for _ in doubt.objects)))
    fits = prompt.least <= count <= prompt.most and sure <= set(faces_of(prompt))
    return prompt if all_dice and fits else None


def _likeliest(seen: SeenObject, prompt: Prompt) -> str:
    possible = faces_of(prompt)
    told = (seen.value, *(face for face, _ in seen.alternatives))
    return next((face for face in told if face is not None and face in possible), possible[0])


def may_be(seen: SeenObject, prompt: Prompt) -> Faces:
    """The faces that a doubtful die may show: those its reader told, where they are nearly certain together; else any."""
    possible = faces_of(prompt)
    told = {**({seen.value: seen.conf} if seen.value else {}), **dict(seen.alternatives)}
    likely = tuple(face for face in possible if told.get(face, 0.0) >= WORTH_TRYING)
    is_told = sum(told[face] for face in likely) >= ALL_TOLD and not (seen.cocked or seen.partial)
    return likely if is_told else possible


def _all(doubt: AmbiguousReading, prompt: Prompt, open_dice: Sequence[int]) -> Iterator[list[str]]:
    """Whatever the doubtful dice may show; one more than are tried at most."""
    read = [seen.value or "" for seen in doubt.objects]
    may = [may_be(doubt.objects[place], prompt) for place in open_dice]
    for place, faces in enumerate(product(*may)):
        if place > MOST_TRIED:
            return
        said = dict(zip(open_dice, faces, strict=True))
        yield [said.get(k, value) for k, value in enumerate(read)]


def _answer(doubt: AmbiguousReading, prompt: Prompt, values: Sequence[str]) -> Answer:
    objects = [replace(seen, value=value) for seen, value in zip(doubt.objects, values, strict=True)]
    return answer_of(prompt, doubt.reading, objects)
