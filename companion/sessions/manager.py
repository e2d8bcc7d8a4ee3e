"""The games of one table: finds the one a reading is for, takes commands, and writes what they append.

Several games may be open and wait on the shelf; one lies under the lamp, and only what it asks is told to the readers.

One lock a table, held for a resume (microseconds) and a commit (milliseconds). States are immutable: a picture of a
table is taken under the lock and drawn without it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal

from companion import games
from companion.engine import GameSetup
from companion.errors import LamplightError, StaleError
from companion.i18n import _
from companion.schema import TABLE, WALL, Answer, Faces, Meaning, Prompt, Reading, Refused, Seat, Words
from companion.sessions.log_writer import LogWriter
from companion.sessions.matching import ReadingConflict, Side
from companion.sessions.readings import (
    CorrectionPublisher,
    DecisionService,
    GradedThrowMode,
    GradedThrows,
    PendingDecisions,
    ReadingCorrection,
    ReadingHandler,
    ReadingInterpreter,
    ReadingRecovery,
    TagAssignment,
    UndoService,
    Which,
)
from companion.sessions.registry import SessionRegistry, UnchangedError, UnknownTableError
from companion.sessions.session import HEARD, TableSession, TableSnapshot, TrayState, past_of, snapshot_of
from companion.sessions.session_loader import SessionLoader
from companion.sessions.shared_pages import refresh
from companion.sessions.store import (
    ALL,
    AnswerSources,
    EntryTimes,
    EventLog,
    ReceivedReading,
    SavePoints,
    SharedStates,
    Source,
    StoredTable,
    TableArchive,
    TableNotes,
    TableRecord,
    chosen_too,
)
from companion.sessions.table import (
    VIRTUAL,
    AnswerGiven,
    GameTable,
    LogEntry,
    Preview,
    asked_at,
    is_same_entry,
    own_prompts,
    preview,
    reading_of,
    readings_of,
    roll_virtually,
    to_row,
)
from companion.sessions.tag_book import TagBook, stands_for, translate_tags
from companion.sessions.tag_lesson import TagLesson
from companion.sessions.unfinished import is_unfinished

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SessionCallbacks:
    """What the manager asks whoever runs it, and tells it."""

    claimed_seats: Callable[[str], frozenset[Seat]] = lambda _table: frozenset()
    """Seats of a table with a phone of their own."""
    on_table_load: Callable[[str], None] = lambda _table: None
    """Called before each table is read, which may take seconds."""


ALONE = SessionCallbacks()
GIVEN_UP = "given-up/"
"""What readings that could not be taken are noted under in the inbox; no table is called so."""


class SessionManager:
    """All open tables. Safe for threads."""

    def __init__(
        self,
        log: EventLog,
        random: Random,
        place: str = "lamp",
        tags: TagBook | None = None,
        side: Side = "left",
        callbacks: SessionCallbacks = ALONE,
    ) -> None:
        """`place`: the physical table, as it is named in topics and readings; `tags`: what tags stand for; `side`: of the
        tray as the camera sees it, where the first seat's zone is.
        """
        self.place = place
        self._side = side
        self._log = log
        self._sources = AnswerSources(log.database)
        self._savepoints = SavePoints(log.database, log.clock)
        self._archive = TableArchive(log.database, log.clock)
        self._notes = TableNotes(log.database)
        self.entry_times = EntryTimes(log.database)
        self._random = random
        self.tags = tags or TagBook()
        interpreter = ReadingInterpreter(self.tags, side)
        self._undecided = PendingDecisions(log, interpreter)
        self._recalling = ReadingRecovery(log, interpreter, self._undecided)
        self._writer = LogWriter(log, random, self._recalling)
        self._hearing = ReadingHandler(log, self._writer, interpreter, self._undecided, callbacks.claimed_seats)
        self._shelf = SessionRegistry(log, self._writer)
        self._reopening = SessionLoader(log, self._writer, self._shelf, self._undecided)
        self._learned = CorrectionPublisher(self.tags, self._writer)
        self._deciding = DecisionService(self._writer, self._hearing, self._undecided, self._learned)
        self._back = UndoService(self._writer, self._undecided, self._learned)
        self._shared = SharedStates(log.database)
        lesson, throws = TagLesson(self._shared, log.clock), GradedThrows(self._shared, log.clock)
        self._teaching = TagAssignment(self._shelf, self.tags, self._writer, self._hearing, lesson)
        self.test_throws = GradedThrowMode(self._shelf, log, self._writer, throws)
        for board in self._shelf.stored:
            callbacks.on_table_load(board.table)
            self._reopening.reopen(board, aside=not board.lit)
        self.refresh_shared()

    @property
    def lit(self) -> str:
        """The game under the lamp, "" = none."""
        return self._shelf.lit

    @property
    def rev(self) -> int:
        """Of the newest change; at the start the highest that may ever have been said before it."""
        return self._shelf.rev

    def next_rev(self) -> int:
        """A revision for what is said anew though no table has changed: none that was said or will be is the same."""
        return self._shelf.next_rev()

    @property
    def broken(self) -> Mapping[str, Words]:
        """Tables whose log cannot be loaded, with the sentence why; the others go on."""
        return self._shelf.broken

    @property
    def lesson(self) -> TagLesson:
        """In tags and buttons."""
        return self._teaching.lesson

    def add_listener(self, changed: Callable[[str], None]) -> None:
        """`changed(table)` is called after each change, from the thread that made it."""
        self._shelf.add_listener(changed)

    def add_correction_listener(self, fixed: Callable[[ReadingCorrection], None]) -> None:
        """`fixed(fix)` is called when people have said what a reading's objects show, and when they took that back."""
        self._learned.add_listener(fixed)
        self.test_throws.add_listener(fixed)

    def ids(self) -> tuple[str, ...]:
        """The open tables, the oldest first."""
        return self._shelf.names()

    def open(
        self, game: str, setup: GameSetup | None = None, name: str = "", request_id: str = "", *, aside: bool = False
    ) -> str:
        """Open a table (with the game's sample seats where no setup is given); return its name. `aside`: it waits on the shelf.

        `request_id`: an id; who comes with one a second time finds the table that was opened for it: a proxy asks another worker
        where the first one died before it answered.
        """
        played = games.find(game)
        table = GameTable.begin(played, setup or played.sample, request_id)

        def begin(name: str) -> TableSession:
            seated = TableSession(name, table)
            seated.stored_rev = self.next_rev()
            self._log.open(name, game, [to_row(entry) for entry in table.log], seated.stored_rev, aside=aside)
            return seated

        self._reopening.find_unheard()
        seated = self._shelf.add(name, begin, aside=aside, request_id=request_id)
        with self._shelf.change(seated.name):
            self._writer.answer_for_house(seated)
        return seated.name

    def opened_for(self, request_id: str) -> str:
        """The open table that was asked for with this id, "" = none was."""
        found = self._shelf.opened_for(request_id)
        return found.name if found is not None else ""

    def stored_table(self, name: str) -> StoredTable:
        """All that is kept of a table, of one moment; also of one that cannot be opened. Raises UnknownTableError."""
        seated = self._shelf.find(name)
        with seated.lock if seated is not None else nullcontext():
            found = self._archive.export_table(name)
        if found is None:
            raise UnknownTableError(_("There is no open table {name}.", name=repr(name)))
        return found

    def import_table(
        self, table: GameTable[Any, Any], holding: StoredTable, prove: Callable[[TableSnapshot], None]
    ) -> str:
        """A table that came as a file waits on the shelf; return its free name. What lies under the lamp stays there.

        `table`: as the holding's log makes it; `prove`: raises where it cannot be shown, before any of it is written.
        Raises StaleError. Whatever is raised, nothing has changed.
        """

        def begin(name: str) -> TableSession:
            seated = TableSession(name, table, self._shelf.rev)
            seated.sources, seated.saved = holding.sources, holding.saved
            seated.brought = len(holding.log)
            seated.foreign = readings_of(table.log) | {heard.reading.id for heard in holding.heard}
            newest = (ReceivedReading(heard.reading, heard.settled, heard.of) for heard in holding.heard[-HEARD:])
            self._recalling.replay_readings(seated, newest)
            prove(snapshot_of(seated, self._side))
            self._archive.import_table(name, holding)
            return seated

        self._reopening.find_unheard()
        seated = self._shelf.add("", begin, aside=True)
        with suppress(LamplightError), self._shelf.change(seated.name):  # the table is there, and says so itself
            self._writer.answer_for_house(seated)
        return seated.name

    def is_imported(self, name: str) -> bool:
        """Whether a table came as a file: it was begun with the dice and the people of another house. Raises UnknownTableError."""
        return self._shelf.get(name).brought > 0

    def find_identical(self, table: GameTable[Any, Any]) -> str:
        """An open table whose log is the very same, "" = there is none."""
        for name in self._shelf.names():
            seated = self._shelf.get(name)
            with seated.lock:
                if _is_identical(seated.table, table):
                    return name
        return ""

    def light(self, name: str) -> None:
        """Lay this game under the lamp: the readers look for what it asks."""
        self._shelf.light(name)

    def titles_with_rule_errors(self) -> tuple[Words, ...]:
        """At which games a rule has raised, and nothing was done since; their titles. Waits for no table's lock."""
        open_tables = (self._shelf.find(name) for name in self._shelf.names())
        told = [(one.table.game.title, one.notice) for one in open_tables if one is not None]
        return tuple(title for title, notice in told if notice is not None and notice.tone == "stumbled")

    def holding(self, name: str) -> AbstractContextManager[object]:
        """Nobody else in this process changes a table meanwhile, "" = none."""
        seated = self._shelf.find(name)
        return seated.lock if seated is not None else nullcontext()

    def find_locked_table(self, patience: float) -> str:
        """A table whose lock cannot be had within so many seconds, "" = each one's can."""
        for name in self._shelf.names():
            seated = self._shelf.find(name)
            if seated is None:
                continue
            if not seated.lock.acquire(timeout=patience):
                return name
            seated.lock.release()
        return ""

    def close(self) -> None:
        """Nothing lies here any more: somebody else reads it from the log. Nobody is told, and the log stays as it is."""
        self._shelf.clear()

    @property
    def tables_put_away(self) -> tuple[TableRecord, ...]:
        """The tables that were put away, the oldest first."""
        return self._log.tables_put_away()

    @property
    def away_count(self) -> int:
        """How many they are; the store is not asked."""
        return len(self._shelf.away)

    def put_away(self, name: str) -> None:
        """A table lies on the shelf no more, and needs neither memory nor time at the start. All of it is kept. Raises UnknownTableError."""
        self._reopening.put_away(name)

    def take_out(self, name: str) -> None:
        """A table that was put away waits on the shelf again, as it was. Raises UnknownTableError."""
        self._reopening.take_out(name)

    def unfinished_off_shelf(self, game: str, plays: Callable[[GameSetup], bool]) -> str:
        """A table of a game that was put away, or cannot be opened, before its end, if `plays` is true of its set-up; "" = none."""
        shut = (board for board in self._log.open_tables() if board.table in self.broken)
        boards = (board for board in (*self.tables_put_away, *shut) if board.game == game)
        return next((board.table for board in boards if is_unfinished(self._log, board, plays)), "")

    def game_of(self, name: str) -> str:
        """The name of the game that is played at a table; "" where it is not open here."""
        seated = self._shelf.find(name)
        return seated.table.game.name if seated is not None else ""

    def snapshot(self, name: str) -> TableSnapshot:
        """The table at this moment."""
        seated = self._shelf.get(name)
        with seated.lock:
            return snapshot_of(seated, self._side)

    def entries(self, name: str) -> tuple[tuple[LogEntry[Any], ...], tuple[LogEntry[Any], ...]]:
        """All that the log of a table holds, and what of it counts. Raises UnknownTableError."""
        seated = self._shelf.get(name)
        with seated.lock:
            return tuple(seated.table.known.whole), tuple(seated.table.known.in_force)

    def handle_reading(self, reading: Reading) -> Literal["committed", "duplicate", "unknown"]:
        """A reading off the bus: what it is, and what it answers, is on disk when this returns.

        "unknown": it is of another table, or no game is open that it could be for. What a lesson or a test throw shows answers
        no game. Raises StoreError, and ElsewhereError once all of it was left.
        """
        name, _dot, question = reading.expect.rpartition(".")
        seated = self._shelf.find(name or self.lit)
        self._shelf.ensure_owned()  # after the look: who finds nothing because all of it was left takes nothing for unknown
        if reading.table != self.place:
            return "unknown"
        if tried := self.test_throws.handle_reading(seated, reading):
            return tried
        if reading.is_of_seat and reading.sender != WALL and not name:
            return "unknown"  # whose table it is for is not said
        if seated is None:
            return "committed" if self._teaching.handle_without_table(reading) else "unknown"
        try:
            is_known = self._hear(seated.name, reading, question)
        except UnknownTableError:  # it was put away meanwhile
            return self.handle_reading(reading)
        if reading.sender == TABLE and not is_known and _has_answered(seated, reading):
            self._shelf.light(seated.name)
        return "duplicate" if is_known else "committed"

    def give_up(self, reading: Reading) -> None:
        """Note a reading that could not be taken, whatever it was: those behind it are not held up. Raises StoreError."""
        with suppress(StaleError):  # it is noted already
            self._log.append(GIVEN_UP, [], ReceivedReading(reading))

    def compare_stored_states(self, name: str) -> bool:
        """Whether each stored state of a table is what its log says. Where one is not, all go, and the table is read anew.

        Raises UnknownTableError, StoreError.
        """
        game = self._shelf.get(name).table.game.name
        if self._writer.has_true_states(name, game):
            return True
        logger.error("table=%s: a stored state was not what the log says, and is deleted", name)
        seated = self._shelf.get(name)
        with seated.lock:
            seated.is_unsure = True
        self.recover()
        return False

    def catch_up(self) -> None:
        """Bring all of it to what other processes have stored. The listeners hear nothing. Raises StoreError."""
        self._reopening.catch_up()

    def recover(self) -> None:
        """Read again whatever was being done when its store failed, as far as it does no more. Call it now and then."""
        self._reopening.recover()

    def refresh_shared(self) -> bool:
        """Know what other processes have changed that no single game has: the lesson, test throws, the tag book.

        A process that is not alone at its tables calls it before each reading and each request. It costs one query, and a look at
        one file. Return whether anything has changed. Raises StoreError.
        """
        is_other_book = self.tags.refresh()
        return refresh(self._shared, self.lesson, self.test_throws.graded_throws) or is_other_book

    def choose_source(self, name: str, seats: tuple[Seat, ...], source: Source, kind: str = ALL) -> None:
        """What seats answer with from now on, where things of this kind are asked for.

        A doubt is none any more where no reader is wished; where some of those that it may be meant for wish none, it is
        heard again as if it came now.
        """
        with self._shelf.change(name) as seated:
            self._sources.choose(name, seats, source, kind)
            seated.sources, seated.changes = chosen_too(seated.sources, seats, source, kind), seated.changes + 1
            self._hearing.apply_source_choice(seated)

    def assign_tag(self, tag: str, meaning: Meaning, reading: str = "") -> Meaning | None:
        """From now on a tag or button stands for this; returns what it stood for. A doubt about it may be none any more.

        `reading`: whose answer teaches it: it is taken back with that answer. Raises TagBookError.
        """
        return self._teaching.assign(tag, meaning, reading)

    def unassign_tag(self, tag: str) -> Meaning | None:
        """It stands for what the file says, or for nothing; returns that. Raises TagBookError."""
        return self._teaching.unassign(tag)

    def end_lesson(self, page: str) -> None:
        """A page teaches no more; what was said of its lesson at the tables is over too."""
        self._teaching.end_lesson(page)

    def given(self, name: str, answer: str) -> AnswerGiven | None:
        """The answer of this id, even if it was undone; None where there was none. Raises UnknownTableError."""
        seated = self._shelf.get(name)
        with seated.lock:
            return seated.table.known.given(answer)

    def answer(self, name: str, answer: Answer) -> None:
        """A tap. Raises Refused, RuleError or UnknownTableError."""
        with self._shelf.change(name) as seated:
            self._writer.execute(seated, lambda table: table.answer(answer))
            self._undecided.drop_closed_prompts(seated)

    def settle(self, name: str, reading: str, answer: Answer) -> None:
        """A person decided what a doubtful reading says, and whose it is; without values, that it is as it was read."""
        with self._shelf.change(name) as seated:
            self._deciding.settle(seated, reading, answer)

    def dismiss(self, name: str, reading: str) -> None:
        """What lies there was no answer: put the doubt away."""
        with self._shelf.change(name) as seated:
            self._deciding.dismiss(seated, reading)

    def decide(
        self, name: str, reading: str, which: Which, values: Faces = (), seen: int | None = None, id: str = ""
    ) -> None:
        """A person says which of two readers is right; `values`: with "was", what it was. Raises Refused, TagBookError.

        `seen`: the newest entry that the person knows of; `id`: of the request.
        """
        with self._shelf.change(name) as seated:
            both = self._deciding.pending_conflict(seated, reading)
            if which == "was" and values not in both.others:
                raise Refused("NOT_TOLD", _("Neither of them told that. Mend it in the log."))
            if which == "was":
                self._back.amend(seated, both.draw.seq, values, seen, id)
            if which == "next":
                self._deciding.answer_next(seated, both, id)
            if which != "taught":
                self._deciding.close_conflict(seated, reading)
        if which == "taught":
            self._teach_what_counts(both)
            with self._shelf.change(name) as seated:
                self._deciding.close_conflict(seated, reading)

    def end_conflict(self, name: str, reading: str) -> None:
        """What two readers told is decided; a kill may have come before it was put away."""
        with self._shelf.change(name) as seated:
            self._deciding.close_conflict(seated, reading)

    def seats_confirmed(self, name: str, reading: str) -> frozenset[Seat]:
        """The seats whose draws this second look told of and which count as they were; none while a person has to decide."""
        seated = self._shelf.get(name)
        with seated.lock:
            return self._deciding.seats_confirmed(seated, reading)

    def roll_virtually(self, name: str, prompt: str, by: str, id: str) -> None:
        """Chance without dice, marked as such for ever."""
        with self._shelf.change(name) as seated:
            if seated.table.known.knows(id):
                return
            asked = seated.table.run.prompt(prompt)
            own = own_prompts(seated.table.run.question)
            answer = Answer(
                id,
                prompt,
                roll_virtually(asked, self._random),
                by,
                reading=id,
                source=VIRTUAL,
            )
            self._writer.execute(seated, lambda table: table.answer(answer))
            seated.rest = TrayState(reading_of(asked, answer, name), taken=True, asked=own)
            self._undecided.drop_closed_prompts(seated)

    def has_done(self, name: str, request: str) -> bool:
        """Whether something was taken back, brought back or amended by a request of this id. Raises UnknownTableError."""
        seated = self._shelf.get(name)
        with seated.lock:
            return seated.table.known.has_done(request)

    def undo(self, name: str, to: int, seen: int | None = None, id: str = "") -> None:
        """Take back what came after `to`, unless somebody answered since the entry `seen`. Raises Refused."""
        with self._shelf.change(name) as seated:
            self._back.undo(seated, to, seen, id)

    def redo(self, name: str, undone: int, id: str = "") -> None:
        """What that undo or amendment took back counts again. Raises Refused where something else was answered since."""
        with self._shelf.change(name) as seated:
            self._back.redo(seated, undone, id)

    def roll_again(self, name: str, prompt: str) -> None:
        """The things of answers that were taken back are not kept: others answer this prompt. Raises Refused where it is not open."""
        with self._shelf.change(name) as seated:
            seated.table.run.prompt(prompt)
            seated.decline()

    def snapshot_at(self, name: str, at: int) -> TableSnapshot:
        """The table as it stood after an entry; the present is not touched. Raises Refused."""
        seated = self._shelf.get(name)
        with seated.lock:
            return past_of(seated, self._side, at)

    def save(self, name: str, title: str, by: Seat = "") -> None:
        """Give this moment a name; `by`: the seat whose device does. Raises Refused."""
        with self._shelf.change(name) as seated:
            self._savepoints.save(name, seated.table.trail.in_force[-1].seq, title, by)
            seated.saved, seated.changes = self._savepoints.of(name), seated.changes + 1

    def forget(self, name: str, id: int, by: Seat, who: Words) -> None:
        """A moment has no name any more, and the log says `who` took it away, with the device of the seat `by`.

        It may have been forgotten before. Raises Refused.
        """
        with self._shelf.change(name) as seated:
            moment = next((one for one in seated.saved if one.id == id), None)
            if moment is None:
                return
            if not moment.may_be_forgotten(by):
                raise Refused("NOT_YOURS", _("Another device named this moment: forget it there, or on the tablet."))
            said = _("The moment “{moment}” was forgotten by {who}.", moment=moment.name, who=who)
            seq = seated.table.seq
            self._savepoints.delete(name, id, lambda connection: self._notes.write(connection, name, seq, said))
            seated.saved = self._savepoints.of(name)
            self._noted(seated, said)

    def note(self, name: str, text: Words) -> None:
        """Say on every page of a table, and in its log, what happened beside the game."""
        with self._shelf.change(name) as seated:
            self._notes.add(name, seated.table.seq, text)
            self._noted(seated, text)

    def reading(self, name: str, id: str) -> Reading | None:
        """A reading that was taken in at a table, with what its tags stand for now."""
        found = self._log.reading(id, name)
        return translate_tags(found, self.tags.now) if found is not None else None

    def amend(self, name: str, seq: int, values: Faces | None, seen: int | None = None, id: str = "") -> None:
        """The answer at `seq` was another one, or none; none is lost that came since the entry `seen`. Raises Refused."""
        with self._shelf.change(name) as seated:
            self._back.amend(seated, seq, values, seen, id)

    def asked_at(self, name: str, seq: int) -> Prompt:
        """What the answer at `seq` was given to, with all that could be answered. Raises Refused where it does not count."""
        seated = self._shelf.get(name)
        with seated.lock:
            return asked_at(seated.table, seq)

    def preview(self, name: str, seq: int, values: Faces | None, eyes: frozenset[Seat]) -> Preview[Any, Any]:
        """What an amendment would lead to, as far as these seats may know; nothing is changed. Raises Refused."""
        seated = self._shelf.get(name)
        with seated.lock:
            copy = seated.table.copy()
        return preview(copy, seq, values, eyes)

    def correct(self, name: str, *events: object) -> None:
        """Facts stated by hand."""
        with self._shelf.change(name) as seated:
            self._back.correct(seated, *events)

    def set_notice(self, name: str, tone: Literal["refused", "stumbled", "stray", "info"], text: Words) -> None:
        """One sentence on every page of this table."""
        with self._shelf.change(name) as seated:
            self._writer.set_notice(seated, tone, text)

    def _noted(self, seated: TableSession, text: Words) -> None:
        seated.notes, seated.changes = self._notes.of(seated.name), seated.changes + 1
        self._writer.set_notice(seated, "info", text)

    def _hear(self, name: str, reading: Reading, question: str) -> bool:
        """Take it in; True where it came before. Raises StoreError, UnknownTableError."""
        try:
            with self._shelf.change(name) as seated:
                if self._log.has_reading(reading):
                    raise UnchangedError
                self._heard(seated, reading, question)
        except UnchangedError:
            return True
        except StaleError:
            if self._log.has_reading(reading):  # left unanswered it would lie at the broker, and hold up others
                return True
            raise
        return False

    def _heard(self, seated: TableSession, reading: Reading, question: str) -> None:
        """A reading that was never heard before, for a table. Under its lock."""
        if self.lesson.seen_until and self.lesson.is_on and self._teaching.accepts(seated, reading):
            self._log.append(seated.name, [], ReceivedReading(reading, unheard=True))
            self._teaching.handle_reading(seated, reading)
        else:
            self._hearing.handle(seated, replace(reading, expect=question))

    def _teach_what_counts(self, both: ReadingConflict) -> None:
        """The untaught tag stands for what counts; at no table's lock, because all of them look again."""
        draw = both.draw
        if both.tag:
            self.assign_tag(both.tag, stands_for(draw.prompt, draw.values[0]), draw.given.answer.reading)


def _is_identical(one: GameTable[Any, Any], other: GameTable[Any, Any]) -> bool:
    if (one.game.name, one.seq) != (other.game.name, other.seq):
        return False
    return all(map(is_same_entry, one.known.whole, other.log))


def _has_answered(seated: TableSession, reading: Reading) -> bool:
    """Whether it is what was read there last, and was taken."""
    rest = seated.rest
    return rest is not None and rest.taken and not rest.of and rest.reading.whole == reading.whole
