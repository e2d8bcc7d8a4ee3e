"""What a reader should look for. Kinds, faces, counts and places only: no text and nothing that one seat alone may know."""

from __future__ import annotations

from dataclasses import dataclass

from companion.schema.reading import Box


@dataclass(frozen=True, slots=True)
class ExpectedAnswer:
    """What would answer one open prompt."""

    prompt: str  # id of the prompt
    kinds: tuple[str, ...] = ()  # "d6", "token", "tag"
    faces: tuple[str, ...] = ()  # the values that can be meant; () = all of the kind
    count: int = 1  # objects, at most
    zone: str = ""  # "tray", "bag"; "" = anywhere


@dataclass(frozen=True, slots=True)
class LockedObject:
    """An object that stays lying; it is among the objects of the reading all the same."""

    kind: str
    value: str | None = None
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class Expectation:
    """The question in force: a reading carries its id and can answer no other."""

    expect: str = ""  # id of the question, "" = nothing is asked
    wants: tuple[ExpectedAnswer, ...] = ()
    locked: tuple[LockedObject, ...] = ()
