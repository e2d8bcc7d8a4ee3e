"""Open tables of one physical table, and the services that change them.

One lock per table is held for a command (microseconds) and a commit (milliseconds). Game states are immutable, so a snapshot is
taken under the lock and rendered without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from random import Random
from typing import Literal, TypeAlias

from companion import games
from companion.engine import GameSetup
from companion.errors import StaleError
from companion.schema import TABLE, WALL, Answer, Reading, Seat, Words
from companion.sessions.decisions import DecisionService
from companion.sessions.history import HistoryService
from companion.sessions.matching import Side
from companion.sessions.readings import (
    CorrectionPublisher,
    GradedThrowMode,
    GradedThrows,
    PendingDecisions,
    ReadingHandler,
    ReadingInterpreter,
    ReadingRecovery,
    TagService,
)
from companion.sessions.readings.tag_lesson import TagLesson
from companion.sessions.registry import SessionListener, SessionRegistry, UnchangedError, UnknownTableError
from companion.sessions.session import LogWriter, SessionHost, TableSession, TableSnapshot, TrayState
from companion.sessions.shared_pages import SharedStates, refresh
from companion.sessions.store import AnswerSources, ReceivedReading, SqlEventLog
from companion.sessions.table import (
    ALL,
    VIRTUAL,
    GameTable,
    Source,
    own_prompts,
    reading_of,
    roll_virtually,
    to_row,
    with_choice,
)
from companion.sessions.table_storage import TableStorage
from companion.sessions.tag_book import TagBook

Outcome: TypeAlias = Literal["committed", "duplicate", "unknown"]
LONE_HOST = SessionHost()
GIVEN_UP = "given-up/"  # inbox name for readings that could not be taken; not a valid table name


class ReadingService:
    """Take readings from the bus into the open tables. Thread-safe."""

    def __init__(
        self, shelf: SessionRegistry, hearing: ReadingHandler, tags: TagService, throws: GradedThrowMode
    ) -> None:
        self._shelf, self._log, self._hearing = shelf, shelf.log, hearing
        self._tags, self._throws = tags, throws
        self._sources = AnswerSources(shelf.log.database)

    def handle(self, reading: Reading) -> Outcome:
        """Commit a reading and what it answers.

        Return "unknown" where it belongs to another physical table, or no open game can use it. During a tag lesson or test throws it
        answers no game. Raises StoreError, and NotOwnerError where this process no longer serves the table.
        """
        name, _dot, question = reading.expect.rpartition(".")
        seated = self._shelf.find(name or self._shelf.lit)
        self._shelf.ensure_owned()  # after `find`: a table that is gone because another process serves it is not unknown
        if reading.table != self._shelf.place:
            return "unknown"
        if self._throws.graded_throws.seen_until and (outcome := self._throws.handle_reading(seated, reading)):
            return outcome
        if reading.is_of_seat and reading.sender != WALL and not name:
            return "unknown"  # it does not name its table
        if seated is None:
            return "committed" if self._tags.handle_without_table(reading) else "unknown"
        try:
            is_known = self._commit(seated.name, reading, question)
        except UnknownTableError:  # it was put away meanwhile
            return self.handle(reading)
        if reading.sender == TABLE and not is_known and _has_answered(seated, reading):
            self._shelf.light(seated.name)
        return "duplicate" if is_known else "committed"

    def give_up(self, reading: Reading) -> None:
        """Record a reading that could not be taken, so that it does not hold up later ones. Raises StoreError."""
        with suppress(StaleError):  # recorded before
            self._log.append(GIVEN_UP, [], ReceivedReading(reading))

    def find(self, name: str, id: str) -> Reading | None:
        """Return a reading of a table, with the current meaning of its tags."""
        reading = self._log.inbox.find(id, name)
        return reading.with_meanings(self._tags.book.now) if reading is not None else None

    def choose_source(self, name: str, seats: tuple[Seat, ...], source: Source, kind: str = ALL) -> None:
        """Set how seats answer prompts for objects of this kind.

        A doubt ends where none of its seats uses a reader, and is interpreted again where some do.
        """
        with self._shelf.change(name) as seated:
            self._sources.choose(name, seats, source, kind)
            seated.sources, seated.changes = with_choice(seated.sources, seats, source, kind), seated.changes + 1
            self._hearing.apply_source_choice(seated)

    def _commit(self, name: str, reading: Reading, question: str) -> bool:
        """Take a reading in; return whether it came before. Raises StoreError, UnknownTableError."""
        try:
            with self._shelf.change(name) as seated:
                if self._log.inbox.has(reading):
                    raise UnchangedError
                self._handle_new(seated, reading, question)
        except UnchangedError:
            return True
        except StaleError:
            if self._log.inbox.has(reading):  # unanswered, the broker would keep it and hold up others
                return True
            raise
        return False

    def _handle_new(self, seated: TableSession, reading: Reading, question: str) -> None:
        lesson = self._tags.lesson
        if lesson.seen_until and lesson.is_on and self._tags.accepts(seated, reading):
            self._log.append(seated.name, [], ReceivedReading(reading, unheard=True))
            self._tags.handle_reading(seated, reading)
        else:
            self._hearing.handle(seated, replace(reading, expect=question))


def _has_answered(seated: TableSession, reading: Reading) -> bool:
    """Return whether it is the last reading of the table, and was an answer."""
    rest = seated.rest
    return rest is not None and rest.taken and not rest.of and rest.reading.whole == reading.whole


class SessionManager:
    """All open tables of one physical table. Thread-safe."""

    def __init__(
        self,
        log: SqlEventLog,
        random: Random,
        place: str = "lamp",
        tags: TagBook | None = None,
        side: Side = "left",
        host: SessionHost = LONE_HOST,
    ) -> None:
        """`place`: name of the physical table in topics and readings; `side`: edge of the camera picture where the first seat's zone is.

        Load all open tables. Raises StoreError.
        """
        self.place, self._log, self._random = place, log, random
        book = tags or TagBook()
        interpreter = ReadingInterpreter(book, side)
        self._undecided = PendingDecisions(log, interpreter)
        recovery = ReadingRecovery(log, interpreter, self._undecided)
        self._writer = LogWriter(log, random, recovery)
        self._shelf = SessionRegistry(log, self._writer, place, side)
        hearing = ReadingHandler(log, self._writer, interpreter, self._undecided, host)
        corrections = CorrectionPublisher(self._shelf, book)
        self._shared = SharedStates(log.database)
        self.test_throws = GradedThrowMode(self._shelf, GradedThrows(self._shared, log.clock))
        self.tags = TagService(self._shelf, book, hearing, TagLesson(self._shared, log.clock))
        self.readings = ReadingService(self._shelf, hearing, self.tags, self.test_throws)
        self.history = HistoryService(self._shelf, self._undecided, corrections)
        self.decisions = DecisionService(self._shelf, hearing, corrections, self.history, self.tags)
        self.tables = TableStorage(self._shelf, recovery, self._undecided)
        for board in self._shelf.stored:
            host.table_loading(board.table)
            self.tables.reopen(board, aside=not board.lit)
        self.refresh_shared()

    @property
    def lit(self) -> str:
        """Name of the lit table, "" = none."""
        return self._shelf.lit

    @property
    def rev(self) -> int:
        """Revision of the newest change. After a start it exceeds every revision that was published before."""
        return self._shelf.rev

    def next_rev(self) -> int:
        """Return a new unique revision, for a message that is published without a change."""
        return self._shelf.next_rev()

    @property
    def broken(self) -> Mapping[str, Words]:
        """Tables whose log cannot be loaded, with the reason."""
        return self._shelf.broken

    def add_listener(self, listener: SessionListener) -> None:
        """Notify `listener` of every change from now on."""
        self._shelf.listeners.append(listener)

    def ids(self) -> tuple[str, ...]:
        """Return the open tables, the oldest first."""
        return self._shelf.names()

    def open(
        self, game: str, setup: GameSetup | None = None, name: str = "", request_id: str = "", *, aside: bool = False
    ) -> str:
        """Open a table and return its name. Without a set-up, use the game's sample. `aside`: keep the lit table lit.

        `request_id` makes a repeated request return the first table: a proxy asks another worker where the first one died.
        """
        played = games.find(game)
        table = GameTable.begin(played, setup or played.sample, request_id)

        def begin(name: str) -> TableSession:
            seated = TableSession(name, table)
            seated.stored_rev = self.next_rev()
            self._log.open(name, game, [to_row(entry) for entry in table.log], seated.stored_rev, aside=aside)
            return seated

        self.tables.find_unregistered()
        seated = self._shelf.add(name, begin, aside=aside, request_id=request_id)
        with self._shelf.change(seated.name):
            self._writer.answer_for_house(seated)
        return seated.name

    def opened_for(self, request_id: str) -> str:
        """Return the open table of this request, "" = none."""
        seated = self._shelf.opened_for(request_id)
        return seated.name if seated is not None else ""

    def light(self, name: str) -> None:
        """Make this table the lit one: readers look for what it asks."""
        self._shelf.light(name)

    def holding(self, name: str) -> AbstractContextManager[object]:
        """Hold the lock of a table; of no table where none is open by this name."""
        seated = self._shelf.find(name)
        return seated.lock if seated is not None else nullcontext()

    def close(self) -> None:
        """Drop all sessions without an event; another process serves the tables from now on."""
        self._shelf.clear()

    def game_of(self, name: str) -> str:
        """Return the name of the game of an open table, "" = it is not open."""
        seated = self._shelf.find(name)
        return seated.table.game.name if seated is not None else ""

    def snapshot(self, name: str) -> TableSnapshot:
        """Return an immutable snapshot of an open table. Raises UnknownTableError."""
        return self._shelf.snapshot(name)

    def refresh_shared(self) -> bool:
        """Load what other processes changed apart from single games: the lesson, test throws, the tag book.

        Call it before each reading and request where several processes serve the table. It costs one query and one stat of a file.
        Return whether anything changed. Raises StoreError.
        """
        is_other_book = self.tags.book.refresh()
        return refresh(self._shared, self.tags.lesson, self.test_throws.graded_throws) or is_other_book

    def answer(self, name: str, answer: Answer) -> None:
        """Answer by hand. Raises Refused, RuleError or UnknownTableError."""
        with self._shelf.change(name) as seated:
            self._writer.execute(seated, lambda table: table.answer(answer))
            self._undecided.drop_closed_prompts(seated)

    def roll_virtually(self, name: str, prompt: str, by: str, id: str) -> None:
        """Answer a prompt by chance; the log marks it as virtual."""
        with self._shelf.change(name) as seated:
            if seated.table.known.knows(id):
                return
            open_prompt = seated.table.run.prompt(prompt)
            own = own_prompts(seated.table.run.question)
            answer = Answer(id, prompt, roll_virtually(open_prompt, self._random), by, reading=id, source=VIRTUAL)
            self._writer.execute(seated, lambda table: table.answer(answer))
            seated.rest = TrayState(reading_of(open_prompt, answer, name), taken=True, asked=own)
            self._undecided.drop_closed_prompts(seated)

    def set_notice(self, name: str, tone: Literal["refused", "stumbled", "stray", "info"], text: Words) -> None:
        """Show one sentence on every page of this table."""
        with self._shelf.change(name) as seated:
            self._writer.set_notice(seated, tone, text)
