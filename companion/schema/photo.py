"""An uploaded photograph: the page asks a camera's reader to read it, and hears what became of it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.schema.translatable import Words


@dataclass(frozen=True, slots=True)
class PhotoRequest:
    """Read this file of the uploads folder."""

    name: str


@dataclass(frozen=True, slots=True)
class PhotoResult:
    name: str
    sentence: Words = ""  # "" = it became a reading; else why not
