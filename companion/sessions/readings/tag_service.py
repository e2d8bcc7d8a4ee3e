"""The tag book and the tag lesson, for all open tables."""

from __future__ import annotations

from companion.errors import StoreError
from companion.i18n import _
from companion.schema import Meaning, Reading
from companion.sessions.readings.reading_handler import ReadingHandler
from companion.sessions.registry import SessionRegistry, UnknownTableError
from companion.sessions.session import TableSession
from companion.sessions.tag_book import TagBook
from companion.sessions.tag_lesson import TagLesson, is_for_lesson, is_reported

LESSON = "lesson"  # prefix of the notice of a lesson
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
        told = self.lesson.tables_told
        self.lesson.remove_page(page)
        self._shelf.take_notice_back(LESSON, told)
        self.lesson.forget_told(told)

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
        self._shelf.writer.set_notice(seated, "info", IN_LESSON, LESSON)
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
