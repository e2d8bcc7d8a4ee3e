"""The lesson in tags: while a page teaches, what is laid is shown to it and answers no game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.schema import WALL, Question, Reading
from companion.sessions.shared_pages import PagesState, SharedPages
from companion.sessions.store import SharedStates
from companion.sessions.table import own_prompts
from companion.sessions.tag_book import TRANSLATED

LESSON = "lesson/"
"""What the lesson is stored under; no table is called so."""
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
    """What is stored of a lesson."""

    count: int = 0  # of all sights
    sights: tuple[TagSighting, ...] = ()  # the oldest first
    known: tuple[str, ...] = ()  # readings that were heard: the same again is no second one


class TagLesson(SharedPages[LessonState]):
    """Is on while a page teaches. What was laid before it began is no part of it. Safe for threads and processes."""

    def __init__(self, states: SharedStates, clock: Callable[[], float]) -> None:
        """`clock`: s, Unix."""
        super().__init__(states, LESSON, LessonState(), clock)

    def begun(self, state: LessonState) -> LessonState:
        return replace(state, sights=())

    def record_reading(self, reading: Reading, table: str = "") -> None:
        """What was laid or pressed; the same reading a second time changes nothing. Raises StoreError.

        `table`: which was told that it answers nothing there; "" = none was.
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
    """Whether a serial reader tells of tags or buttons alone: what a lesson is about."""
    return (
        reading.source.startswith(SERIAL) and bool(reading.objects) and {s.kind for s in reading.objects} <= TRANSLATED
    )


def is_for_lesson(reading: Reading, question: Question) -> bool:
    """Whether a lesson may be shown it while this is asked: what may be secret is not, nor what one seat's device sent."""
    is_of_player = reading.is_of_seat and reading.sender != WALL
    return is_reported(reading) and not is_of_player and not own_prompts(question)
