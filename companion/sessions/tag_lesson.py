"""The lesson in tags: while a page teaches, what is laid is shown to it and answers no game."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from companion.schema import WALL, Question, Reading
from companion.sessions.table import own_prompts
from companion.sessions.tag_book import TRANSLATED

SILENCE = 12.0  # s after the last sign of a page; it gives one every 4
SHOWN = 24  # sights are kept: a bag has some dozens of tokens, and each is named before the next
SERIAL = "bridge/"


@dataclass(frozen=True, slots=True)
class TagSighting:
    """One tag that was laid, or one button that was pressed, during a lesson."""

    number: int  # counts all sights of this process
    source: str  # "bridge/bag"
    kind: str  # "tag", "press"
    id: str


class TagLesson:
    """Safe for threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._until: dict[str, float] = {}  # page -> when its silence has lasted too long
        self._sights: deque[TagSighting] = deque(maxlen=SHOWN)
        self._known: deque[str] = deque(maxlen=SHOWN)  # readings that were heard: the same again is no second one
        self._count = 0

    @property
    def is_on(self) -> bool:
        """Whether a page teaches."""
        with self._lock:
            return self._is_on()

    def keep_alive(self, page: str) -> bool:
        """The page teaches, or still does; True where the lesson begins with it. What was laid before is no part of it."""
        with self._lock:
            begins = not self._is_on()
            if begins:
                self._sights.clear()
            self._until[page] = self._clock() + SILENCE
            return begins

    def remove_page(self, page: str) -> None:
        """The page teaches no more."""
        with self._lock:
            self._until.pop(page, None)

    def record_reading(self, reading: Reading) -> None:
        """What was laid or pressed; the same reading a second time changes nothing."""
        with self._lock:
            if reading.id in self._known:
                return
            self._known.append(reading.id)
            for seen in reading.objects:
                if seen.kind in TRANSLATED and seen.value:
                    self._count += 1
                    self._sights.append(TagSighting(self._count, reading.source, seen.kind, seen.value))

    @property
    def sightings(self) -> tuple[TagSighting, ...]:
        """The newest first."""
        with self._lock:
            return tuple(reversed(self._sights))

    def _is_on(self) -> bool:
        now = self._clock()
        self._until = {page: until for page, until in self._until.items() if until > now}
        return bool(self._until)


def is_reported(reading: Reading) -> bool:
    """Whether a serial reader tells of tags or buttons alone: what a lesson is about."""
    return (
        reading.source.startswith(SERIAL) and bool(reading.objects) and {s.kind for s in reading.objects} <= TRANSLATED
    )


def is_for_lesson(reading: Reading, question: Question) -> bool:
    """Whether a lesson may be shown it while this is asked: what may be secret is not, nor what one seat's device sent."""
    is_of_player = reading.is_of_seat and reading.sender != WALL
    return is_reported(reading) and not is_of_player and not own_prompts(question)
