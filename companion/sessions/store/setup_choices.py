"""The stored choices of the camera set-up, and the grade of its test throws."""

from __future__ import annotations

import json
import logging
import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

from companion.errors import CodecError, LamplightError
from companion.i18n import _, from_data
from companion.schema import UNKNOWN, SeenObject, from_json, to_json
from companion.system.atomic_write import explain_os_error, write_atomically
from companion.system.safe_load import json_of

Read: TypeAlias = Literal["sure", "doubtful", "wrong", "unread", "leans", "hidden", "other"]
"""Verdict on one object. sure: read, and not corrected · doubtful: the reader asked · wrong: the reader was sure of another face ·
unread: of an unknown kit, or not seen · leans, hidden: it was placed badly, not the reader's fault · other: not an object of the game."""
Grade: TypeAlias = Literal["", "very_good", "good", "care"]
"""good: an extra tap from time to time · care: this would spoil a game · "": no object counts."""

MOST_DOUBTFUL = 0.5  # of the things doubtful: that is as slow as by hand
RARELY_DOUBTFUL = 0.05  # of the things, over several throws: one in twenty
SLOW = 3.0  # s from the last motion to the reading; faster readings do not keep players waiting
MOST_MISREAD = 1  # a single one may be the player's mistake


@dataclass(frozen=True, slots=True)
class ThrowScore:
    """Things counted."""

    sure: int = 0
    doubtful: int = 0
    wrong: int = 0
    unread: int = 0
    took: float = 0.0  # s, of the slowest; 0 = unknown

    @property
    def things(self) -> int:
        return self.sure + self.doubtful + self.wrong + self.unread


def read_as(seen: SeenObject, correction: str | None) -> Read:
    """Return the verdict on an object. `correction`: the player's correction; "" = not an object of the game, None = not given."""
    if correction == "":
        return "wrong" if seen.value is not None else "other"
    if seen.cocked:
        return "leans"
    if seen.partial:
        return "hidden"
    if seen.kind == UNKNOWN:
        return "unread"
    if seen.value is None:
        return "doubtful"
    return "sure" if correction in (None, seen.value) else "wrong"


def tally(read: Iterable[Read], missed: int = 0, seconds: float = 0.0) -> ThrowScore:
    """Count the verdicts; `missed`: objects that were not seen."""
    count = Counter(read)
    return ThrowScore(count["sure"], count["doubtful"], count["wrong"], count["unread"] + missed, seconds)


def grade_of(throw: ThrowScore) -> Grade:
    """Grade a single throw."""
    if not throw.things:
        return ""
    if throw.wrong or throw.unread or throw.doubtful > MOST_DOUBTFUL * throw.things:
        return "care"
    return "good" if throw.doubtful or throw.took > SLOW else "very_good"


def grade_of_all(throws: Sequence[ThrowScore]) -> Grade:
    """Grade several throws: among many objects a single mistake is acceptable."""
    whole = ThrowScore(
        sum(throw.sure for throw in throws),
        sum(throw.doubtful for throw in throws),
        sum(throw.wrong for throw in throws),
        sum(throw.unread for throw in throws),
        max((throw.took for throw in throws), default=0.0),
    )
    bad = whole.wrong + whole.unread
    if bad == MOST_MISREAD and bad <= RARELY_DOUBTFUL * whole.things and whole.doubtful <= MOST_DOUBTFUL * whole.things:
        return "good"
    if not bad and whole.doubtful <= RARELY_DOUBTFUL * whole.things and whole.took <= SLOW:
        return "very_good" if whole.things else ""
    return grade_of(whole)


logger = logging.getLogger(__name__)

Way: TypeAlias = Literal["", "local", "stream", "photos", "hand"]
"""How the table is read. local: a camera on this machine · stream: the network address of a phone or a camera · photos: a player
takes them from time to time · hand: not at all · "": not chosen yet."""


class SetupChoicesError(LamplightError):
    """A choice could not be kept; the message names the file and the reason."""

    code = "NOTCHOSEN"


@dataclass(frozen=True, slots=True)
class SetupChoices:
    """Everything that was chosen."""

    way: Way = ""
    source: str = ""  # as `vision.stream.sources.open_source` takes it, "" = no camera
    kits: bool = False  # a player has said that no more kits are to be taught
    grade: Grade = ""  # of the test throws
    graded_at: float = 0.0  # s, Unix


class SetupChoiceStore:
    """Choices of the set-up page, in a file of the data folder. Thread-safe."""

    def __init__(self, path: Path) -> None:
        """Load the file. An unreadable one counts as no choice: the page asks again."""
        self._path, self._lock = path, threading.Lock()
        self._now = self._read()

    @property
    def now(self) -> SetupChoices:
        return self._now

    def change(self, **changes: Any) -> SetupChoices:
        """Store choices, on disk first. Raises SetupChoicesError, and then nothing has changed."""
        with self._lock:
            now = replace(self._now, **changes)
            text = json.dumps(to_json(now), ensure_ascii=False) + "\n"
            try:
                write_atomically(self._path, text, private=True)  # an address may hold a password
            except OSError as error:
                raise SetupChoicesError(
                    _(
                        "The choice could not be kept in {path}: {why}.",
                        path=str(self._path),
                        why=from_data(explain_os_error(error)),
                    )
                ) from error
            self._now = now
            return now

    def _read(self) -> SetupChoices:
        try:
            return from_json(SetupChoices, json_of(self._path))
        except FileNotFoundError:
            return SetupChoices()
        except (OSError, ValueError, CodecError) as error:
            logger.warning("%s cannot be read, the page of set-up asks anew: %s", self._path, error)
            return SetupChoices()
