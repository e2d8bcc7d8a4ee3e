"""The lesson in tags and the tag book, for all open tables. While a page teaches, what is laid is shown to it and answers no game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.errors import StoreError
from companion.i18n import _
from companion.schema import TRANSLATED, WALL, Meaning, Question, Reading
from companion.sessions.readings.reading_handler import ReadingHandler
from companion.sessions.registry import SessionRegistry, UnknownTableError
from companion.sessions.session import TableSession
from companion.sessions.shared_pages import PagesState, SharedPages, SharedStates
from companion.sessions.table import own_prompts
from companion.sessions.tag_book import TagBook

STORED_LESSON = "lesson/"
"""Name of the stored lesson; not a valid table name."""
MOST_SIGHTINGS = 24  # sights are kept: a bag has some dozens of tokens, and each is named before the next
SERIAL_SOURCE = "bridge/"


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
        super().__init__(states, STORED_LESSON, LessonState(), clock)

    def begin_anew(self, state: LessonState) -> LessonState:
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
                sights=(*state.sights, *sights)[-MOST_SIGHTINGS:],
                known=(*state.known, reading.id)[-MOST_SIGHTINGS:],
            )

        self.change(record)

    @property
    def sightings(self) -> tuple[TagSighting, ...]:
        """The newest first."""
        return tuple(reversed(self.state.sights))


def is_reported(reading: Reading) -> bool:
    """Return whether a serial reader reports tags or buttons alone, which a lesson is about."""
    return (
        reading.source.startswith(SERIAL_SOURCE)
        and bool(reading.objects)
        and {s.kind for s in reading.objects} <= TRANSLATED
    )


def is_for_lesson(reading: Reading, question: Question) -> bool:
    """Return whether a lesson may show it. Readings that may be secret, or from a seat's device, are excluded."""
    is_of_player = reading.is_of_seat and reading.sender != WALL
    return is_reported(reading) and not is_of_player and not own_prompts(question)


LESSON_NOTICE = "lesson"  # what the notice of a lesson is about
IN_LESSON = _("What was laid is being taught on the page of readers: it answers nothing here.")


class TagService:
    """The tag book and the tag lesson. Takes the lock of one table after the other."""

    def __init__(self, shelf: SessionRegistry, book: TagBook, hearing: ReadingHandler, lesson: TagLesson) -> None:
        self.book, self.lesson = book, lesson
        self._shelf, self._hearing = shelf, hearing

    def assign(self, tag: str, meaning: Meaning, reading: str = "") -> Meaning | None:
        """Give a tag a meaning; return the old one. `reading`: whose answer teaches it. Raises TagBookError."""
        before = self.book.assign(tag, meaning, reading)
        self._look_again()
        return before

    def unassign(self, tag: str) -> Meaning | None:
        """Remove the meaning taught for a tag, and return the one in the file. Raises TagBookError."""
        now = self.book.unassign(tag)
        self._look_again()
        return now

    def end_lesson(self, page: str) -> None:
        """Remove a page that teaches, and the notices of its lesson. Raises StoreError."""
        tables = self.lesson.tables_with_notice
        self.lesson.remove_page(page)
        self._shelf.take_notice_back(LESSON_NOTICE, tables)
        self.lesson.forget_notices(tables)

    def handle_without_table(self, reading: Reading) -> bool:
        """Give a reading to the lesson where no game is open; return whether it was taken. Raises StoreError."""
        if not (self.lesson.is_on and is_reported(reading)):
            return False
        self.lesson.record_reading(reading)
        self._shelf.notify_listeners("")
        return True

    def accepts(self, seated: TableSession, reading: Reading) -> bool:
        """Return whether it belongs to the lesson. A reading that may be secret does not."""
        return is_for_lesson(reading, seated.table.run.question)

    def handle_reading(self, seated: TableSession, reading: Reading) -> None:
        """Give a reading to the lesson, and show the table why it answers nothing."""
        self._shelf.writer.set_notice(seated, "info", IN_LESSON, LESSON_NOTICE)
        self.lesson.record_reading(reading, seated.name)

    def _look_again(self) -> None:
        """Reinterpret doubts about tags at all tables. Raises StoreError after the last table."""
        failed: StoreError | None = None
        for name in self._shelf.names():
            if not self._is_concerned(self._shelf.find(name)):
                continue
            try:
                with self._shelf.change(name) as seated:
                    self._hearing.reinterpret_tags(seated)
            except UnknownTableError:  # it was put away meanwhile
                continue
            except StoreError as error:
                failed = error
        if failed is not None:
            raise failed

    def _is_concerned(self, seated: TableSession | None) -> bool:
        if seated is None:
            return False
        with seated.lock:
            return self._hearing.is_about_tags(seated)
