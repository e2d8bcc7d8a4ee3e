"""What tags stand for in a reading, and what an answer teaches about the tags it was about."""

from __future__ import annotations

from dataclasses import replace

from companion.schema.prompt import Faces, Prompt
from companion.schema.reading import Reading, SeenObject
from companion.schema.tags import Meaning, Tags
from companion.sessions.matching.outcome import AmbiguousReading
from companion.sessions.prompts import is_own


def with_names(reading: Reading, tags: Tags) -> Reading:
    """The reading with what its tags and buttons stand for."""
    return replace(reading, objects=tuple(_with_name(o, tags) for o in reading.objects))


def _with_name(seen: SeenObject, tags: Tags) -> SeenObject:
    """A taught tag is a token or a card seen for certain; a tag or a button may stand for a deed."""
    meaning = tags.get(seen.value or "")
    if seen.kind not in {"tag", "press"} or meaning is None:
        return seen
    return replace(seen, kind=meaning.kind, value=meaning.value)


def taught(doubt: AmbiguousReading, prompt: Prompt, values: Faces) -> tuple[tuple[str, Meaning], ...]:
    """Each untaught tag of a doubt with what a person said it is; none where it is not clear which tag each value is of.

    What only one seat may see teaches nothing: the book is for all to read.
    """
    if is_own(prompt) or not doubt.is_placed(values):
        return ()
    pairs = zip(doubt.objects, values, strict=True)
    return tuple((seen.value, stands_for(prompt, value)) for seen, value in pairs if seen.kind == "tag" and seen.value)


def stands_for(prompt: Prompt, value: str) -> Meaning:
    """What a tag stands for where it answers this prompt so."""
    return Meaning("card" if "card" in prompt.of and "token" not in prompt.of else "token", value)


def has_tag(reading: Reading) -> bool:
    """Whether what it says depends on the tag book."""
    return any(seen.kind in {"tag", "press"} for seen in reading.objects)
