"""A doubt as it lies on the disk, beside its reading: after a restart the same is asked, whatever was done meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.schema.prompt import Faces, Prompt
from companion.schema.reading import Reading, SeenObject
from companion.schema.translatable import Words
from companion.sessions.matching.outcome import AmbiguousReading, OtherReading
from companion.sessions.prompts import is_own


@dataclass(frozen=True, slots=True)
class StoredDoubt:
    """All of a doubt, with the ids of the prompts that may be meant."""

    reading: Reading
    prompts: tuple[str, ...]
    objects: tuple[SeenObject, ...]
    why: Words
    sure: float
    refused: Faces = ()
    told: tuple[OtherReading, ...] = ()


def to_stored(doubt: AmbiguousReading) -> StoredDoubt:
    """As it is to be written."""
    prompts = tuple(prompt.id for prompt in doubt.prompts)
    return StoredDoubt(doubt.reading, prompts, doubt.objects, doubt.why, doubt.sure, doubt.refused, doubt.told)


def from_stored(kept: StoredDoubt, asked: Sequence[Prompt]) -> AmbiguousReading | None:
    """As it was, where something is still open that it may be meant for; `asked`: the open prompts.

    None where it may be out of the hand of somebody who has answered since: the others are not asked about it.
    """
    prompts = tuple(prompt for prompt in asked if prompt.id in kept.prompts)
    if not prompts or (len(prompts) < len(kept.prompts) and any(map(is_own, prompts))):
        return None
    return AmbiguousReading(kept.reading, prompts, kept.objects, kept.why, kept.sure, kept.refused, kept.told)
