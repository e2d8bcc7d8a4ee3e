"""The lesson in tags: while a page teaches, what is laid is shown to it and answers no game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.schema import TRANSLATED, WALL, Question, Reading
from companion.sessions.shared_pages import PagesState, SharedPages, SharedStates
from companion.sessions.table import own_prompts

LESSON = "lesson/"
"""Name of the stored lesson; not a valid table name."""
SHOWN = 24  # sights are kept: a bag has some dozens of tokens, and each is named before the next
SERIAL = "bridge/"


@dataclass(frozen=True, slots=True)
class TagSighting:
    """One tag that was laid, or one button that was pressed, during a lesson."""

    number: int  # counts all sights of the physical table
    source: str  # "bridge/bag"
    kind: str  # "tag", "press"
    id: str


@dataclass(frozen=True, slots=True)
class LessonState(PagesState):
    """Stored state of a lesson."""

    count: int = 0  # of all sights
    sights: tuple[TagSighting, ...] = ()  # the oldest first
    known: tuple[str, ...] = ()  # ids of recorded readings


class TagLesson(SharedPages[LessonState]):
    """A lesson in tags, on while a page teaches. Earlier readings are not part of it. Safe for threads and processes."""

    def __init__(self, states: SharedStates, clock: Callable[[], float]) -> None:
        """`clock`: s, Unix."""
        super().__init__(states, LESSON, LessonState(), clock)

    def begun(self, state: LessonState) -> LessonState:
        """Return the state without the tags that were seen before."""
        return replace(state, sights=())

    def record_reading(self, reading: Reading, table: str = "") -> None:
        """Record a laid tag or a pressed button, each reading once. Raises StoreError.

        `table`: shows the notice of the lesson; "" = none does.
        """
        laid = [seen for seen in reading.objects if seen.kind in TRANSLATED and seen.value]

        def record(state: LessonState) -> LessonState:
            if table and table not in state.told:
                state = replace(state, told=(*state.told, table))
            if reading.id in state.known:
                return state
            sights = tuple(
                TagSighting(number, reading.source, seen.kind, str(seen.value))
                for number, seen in enumerate(laid, state.count + 1)
            )
            return replace(
                state,
                count=state.count + len(sights),
                sights=(*state.sights, *sights)[-SHOWN:],
                known=(*state.known, reading.id)[-SHOWN:],
            )

        self.change(record)

    @property
    def sightings(self) -> tuple[TagSighting, ...]:
        """The newest first."""
        return tuple(reversed(self.state.sights))


def is_reported(reading: Reading) -> bool:
    """Return whether a serial reader reports tags or buttons alone, which a lesson is about."""
    return (
        reading.source.startswith(SERIAL) and bool(reading.objects) and {s.kind for s in reading.objects} <= TRANSLATED
    )


def is_for_lesson(reading: Reading, question: Question) -> bool:
    """Return whether a lesson may show it. Readings that may be secret, or from a seat's device, are excluded."""
    is_of_player = reading.is_of_seat and reading.sender != WALL
    return is_reported(reading) and not is_of_player and not own_prompts(question)
