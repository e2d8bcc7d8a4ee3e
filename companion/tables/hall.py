"""The games of one table: finds the one a reading is for, takes commands, and writes what they append.

Several games may be open and wait on the shelf; one lies under the lamp, and only what it asks is told to the readers.

One lock a table, held for a resume (microseconds) and a commit (milliseconds). States are immutable: a picture of a
table is taken under the lock and drawn without it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, Literal, TypeAlias

from companion import games
from companion.errors import LamplightError
from companion.rules.game import Setup
from companion.tables import chance
from companion.tables.entry import Given, to_row
from companion.tables.fix import Fix, amended, readings_of, settled
from companion.tables.heard.both import Both
from companion.tables.heard.doubt import Doubt
from companion.tables.heard.laid import objects_for, why_not
from companion.tables.heard.naming import has_tag, meant, named, taught
from companion.tables.heard.press import deed_of
from companion.tables.hearing import Hearing, as_it_came
from companion.tables.lesson import Lesson, is_told
from companion.tables.log import Log, Received
from companion.tables.prompts import own_prompts, question_of
from companion.tables.seated import HEARD, Picture, Rest, Seated, past_of, picture_of
from companion.tables.sources import ALL, Source, chosen_too, scanned
from companion.tables.table import Table
from companion.tables.tagbook import NotKept, TagBook
from companion.tables.writer import Writer
from companion.tables.zones import Side
from companion.wire.prompt import Answer, Faces, Refused, Seat
from companion.wire.reading import Reading, Seen
from companion.wire.tags import Meaning

logger = logging.getLogger(__name__)

IN_LESSON = "What was laid is being taught on the page of readers: it answers nothing here."
RESERVED = 1000  # revisions reserved at a time, so that none is sent twice after a crash


Which: TypeAlias = Literal["counts", "was", "next", "taught"]
"""Of what two readers told: what counts is right; the other is, so it was that; the other is, but of what is asked now; the
untaught tag stands for what counts.
"""


class UnknownTable(LamplightError):
    """There is no open table of that name."""


class Hall:
    """All open tables. Safe for threads."""

    def __init__(
        self,
        log: Log,
        random: Random,
        place: str = "lamp",
        tags: TagBook | None = None,
        side: Side = "left",
        claimed: Callable[[str], frozenset[Seat]] = lambda _table: frozenset(),
    ) -> None:
        """`place`: the physical table, as it is named in topics and readings; `tags`: what tags stand for; `side`: of the
        tray as the camera sees it, where the first seat's zone is; `claimed`: seats of a table with a phone of their own.
        """
        self.place = place
        self._side = side
        self._log = log
        self._sources = log.sources()
        self._savepoints = log.savepoints()
        self._random = random
        self.tags = tags or TagBook()
        self._writer = Writer(log, random)
        self._hearing = Hearing(log, self._writer, self.tags, side, claimed)
        self.lesson = Lesson()
        self._tables: dict[str, Seated] = {}
        self._lock = threading.Lock()
        self._listeners: list[Callable[[str], None]] = []
        self._learners: list[Callable[[Fix], None]] = []
        self._rev = self._reserved = max((board.rev for board in log.boards()), default=0)
        self.broken: dict[str, str] = {}  # tables whose log cannot be loaded, with the sentence why; the others go on
        for board in log.boards():
            try:
                self._tables[board.table] = self._loaded(board.table, board.game)
            except LamplightError as error:
                logger.warning("table=%s cannot be opened: %s", board.table, error)
                self.broken[board.table] = str(error)
        self.lit = next(reversed(self._tables), "")  # the game under the lamp, "" = none

    def listen(self, changed: Callable[[str], None]) -> None:
        """`changed(table)` is called after each change, from the thread that made it."""
        self._listeners.append(changed)

    def learn(self, fixed: Callable[[Fix], None]) -> None:
        """`fixed(fix)` is called when people have said what a reading's objects show, and when they took that back."""
        self._learners.append(fixed)

    def ids(self) -> tuple[str, ...]:
        """The open tables, the oldest first."""
        with self._lock:
            return tuple(self._tables)

    def open(self, game: str, setup: Setup | None = None, name: str = "") -> str:
        """Open a table (with the game's sample seats where no setup is given); return its name."""
        played = games.find(game)
        table = Table.begin(played, setup or played.sample)
        with self._lock:
            name = name or next(f"t{n}" for n in range(1, 10_000) if f"t{n}" not in {*self._tables, *self.broken})
            self._log.open(name, game, [to_row(entry) for entry in table.log])
            seated = self._tables[name] = Seated(name, table)
            self.lit = name
        with seated.lock:
            self._writer.asks_house(seated)
        self._changed(seated)
        return name

    def light(self, name: str) -> None:
        """Lay this game under the lamp: the readers look for what it asks."""
        seated = self._seated(name)
        if self.lit != name:
            self.lit = name
            self._changed(seated)

    def picture(self, name: str) -> Picture:
        """The table at this moment."""
        seated = self._seated(name)
        with seated.lock:
            return picture_of(seated, self._side)

    def take(self, reading: Reading) -> Literal["committed", "duplicate", "unknown"]:
        """A reading off the bus: what it is, and what it answers, is on disk when this returns.

        "unknown": it is of another table, or no game is open that it could be for. What a lesson is shown answers no game.
        """
        name, _, question = reading.expect.rpartition(".")
        seated = self._tables.get(name or self.lit)
        if reading.table != self.place:
            return "unknown"
        if seated is None:
            return self._shown(reading)
        with seated.lock:
            if self._log.knows(reading):
                return "duplicate"
            if self._is_taught(seated, reading):
                self._log.append(seated.name, [], Received(reading))
                self._writer.notice(seated, "info", IN_LESSON)
                self.lesson.hear(reading)
            else:
                self._hearing.hear(seated, replace(reading, expect=question))
        self._changed(seated)
        return "committed"

    def choose_source(self, name: str, seat: Seat, source: Source, kind: str = ALL) -> None:
        """What a seat answers with from now on, where things of this kind are asked for.

        A doubt that waits for it is none any more where no reader is wished.
        """
        seated = self._seated(name)
        with seated.lock:
            self._sources.choose(name, seat, source, kind)
            seated.sources = chosen_too(seated.sources, seat, source, kind)
            doubt = seated.doubt
            if doubt is not None and not scanned(doubt.prompts, seated.sources):
                self._hearing.doubts(seated, None)
        self._changed(seated)

    def _shown(self, reading: Reading) -> Literal["committed", "unknown"]:
        """Where no game is open a lesson alone has a use for it."""
        if not (self.lesson.is_on and is_told(reading)):
            return "unknown"
        self.lesson.hear(reading)
        for changed in self._listeners:
            changed("")
        return "committed"

    def _is_taught(self, seated: Seated, reading: Reading) -> bool:
        """Whether it is the lesson's; what may be secret is not shown there."""
        return self.lesson.is_on and is_told(reading) and not own_prompts(seated.table.run.question)

    def teach(self, tag: str, meaning: Meaning, reading: str = "") -> Meaning | None:
        """From now on a tag or button stands for this; returns what it stood for. A doubt about it may be none any more.

        `reading`: whose answer teaches it: it is taken back with that answer. Raises NotKept.
        """
        before = self.tags.teach(tag, meaning, reading)
        self._look_again()
        return before

    def forget(self, tag: str) -> Meaning | None:
        """It stands for what the file says, or for nothing; returns that. Raises NotKept."""
        now = self.tags.forget(tag)
        self._look_again()
        return now

    def leave_lesson(self, page: str) -> None:
        """A page teaches no more; what was said of its lesson at the tables is over too."""
        self.lesson.leave(page)
        for seated in map(self._seated, self.ids()):
            with seated.lock:
                is_said = seated.notice is not None and seated.notice.text == IN_LESSON
                if is_said:
                    seated.notice = None
            if is_said:
                self._changed(seated)

    def _look_again(self) -> None:
        """Doubts about tags are read anew, with what is known now."""
        for name in self.ids():
            seated = self._seated(name)
            with seated.lock:
                doubt = seated.doubt
                reading = as_it_came(seated, doubt) if doubt is not None else None
                if not seated.both and (reading is None or not has_tag(reading)):
                    continue
                if reading is not None and has_tag(reading):
                    self._hearing.hear_again(seated, reading)
                self._hearing.ask_again(seated)
            self._changed(seated)

    def answer(self, name: str, answer: Answer) -> None:
        """A tap. Raises Refused, Stumbled or UnknownTable."""
        seated = self._seated(name)
        with seated.lock:
            self._writer.do(seated, lambda table: table.answer(answer))
            self._hearing.overtaken(seated)
        self._changed(seated)

    def settle(self, name: str, reading: str, answer: Answer) -> None:
        """A person decided what a doubtful reading says, and whose it is; without values, that it is as it was read."""
        seated = self._seated(name)
        with seated.lock:
            doubt = seated.doubt
            if doubt is None or doubt.reading.id != reading:
                raise Refused("NOT_OPEN", "This was decided already.")
            values = answer.values or doubt.values
            if not all(values):
                self._claimed(seated, doubt, answer.prompt)
            else:
                self._settled(seated, doubt, replace(answer, values=values))
        self._changed(seated)

    def _claimed(self, seated: Seated, doubt: Doubt, prompt: str) -> None:
        """Whose it is was said, what it shows was not read: that is asked of its owner alone."""
        owner = tuple(p for p in doubt.prompts if p.id == prompt)
        if not owner or len(doubt.prompts) == 1:
            raise Refused("NOT_SURE", "It was not read for sure: say what it is.")
        why = why_not(owner[0], doubt.objects, doubt.sure)
        seated.doubt = replace(doubt, prompts=owner, why=why)

    def _settled(self, seated: Seated, doubt: Doubt, answer: Answer) -> None:
        told = replace(answer, reading=doubt.reading.id, source=doubt.reading.source)
        asked = own_prompts(seated.table.run.question)
        self._writer.do(seated, lambda table: table.answer(told))
        self._hearing.doubts(seated, None)
        seated.rest = Rest(doubt.reading, taken=True, asked=asked)
        self._fixed(seated, doubt.reading.id, settled(doubt, told.values))
        self._named(seated, doubt, told)
        self._hearing.leftovers(seated, replace(doubt.reading, objects=left_of(doubt.reading.objects, told.values)))

    def _named(self, seated: Seated, doubt: Doubt, told: Answer) -> None:
        """Who says which token an untaught tag is has taught it."""
        prompt = next(p for p in doubt.prompts if p.id == told.prompt)
        for tag, meaning in taught(doubt, prompt, told.values):
            self._in_book(seated, partial(self.tags.teach, tag, meaning, doubt.reading.id))

    def dismiss(self, name: str, reading: str) -> None:
        """What lies there was no answer: put the doubt away."""
        seated = self._seated(name)
        with seated.lock:
            if seated.doubt is not None and seated.doubt.reading.id == reading:
                self._hearing.doubts(seated, None)
        self._changed(seated)

    def decide(self, name: str, reading: str, which: Which, values: Faces = (), seen: int | None = None) -> None:
        """A person says which of two readers is right; `values`: with "was", what it was. Raises Refused, NotKept.

        `seen`: the newest entry that the person knows of.
        """
        seated = self._seated(name)
        with seated.lock:
            both = next((one for one in seated.both if one.reading.id == reading), None)
            if both is None:
                raise Refused("NOT_OPEN", "This was decided already.")
            seq = both.draw.seq
            if which == "was" and values not in both.others:
                raise Refused("NOT_TOLD", "Neither of them told that. Mend it in the log.")
            if which == "next":
                self._answers_next(seated, both)
        if which == "was":
            self.amend(name, seq, values, seen)
        if which == "taught" and both.tag:
            draw = both.draw
            self.teach(both.tag, meant(draw.prompt, draw.values[0]), draw.given.answer.reading)
        with seated.lock:
            self._hearing.leave(seated, [one for one in seated.both if one.reading.id == reading])
        self._changed(seated)

    def _answers_next(self, seated: Seated, both: Both) -> None:
        if both.next is None:
            raise Refused("NOT_OPEN", "It answers nothing that is asked now.")
        answer = both.next
        self._writer.do(seated, lambda table: table.answer(answer))
        self._hearing.overtaken(seated)

    def virtual(self, name: str, prompt: str, by: str, id: str) -> None:
        """Chance without dice, marked as such for ever."""
        seated = self._seated(name)
        with seated.lock:
            asked = seated.table.run.prompt(prompt)
            own = own_prompts(seated.table.run.question)
            values = chance.throw(asked, self._random)
            kind = asked.of[0] if asked.of else "choice"
            seen = tuple(Seen(kind, value, 1.0) for value in values)
            answer = Answer(id, prompt, values, by, reading=id, source=chance.SOURCE)
            self._writer.do(seated, lambda table: table.answer(answer))
            rolled = Reading(id, name, chance.SOURCE, "virtual", 0, question_of((asked,)), asked.zone, seen)
            seated.rest = Rest(rolled, taken=True, asked=own)
            self._hearing.overtaken(seated)
        self._changed(seated)

    def undo(self, name: str, to: int, seen: int | None = None) -> None:
        """Take back what came after `to`, unless somebody answered since the entry `seen`. Raises Refused."""
        self._command(name, lambda table: table.undo(to, seen), self._unlearn)

    def redo(self, name: str, undone: int) -> None:
        """What that undo or amendment took back counts again. Raises Refused where something else was answered since."""
        self._command(name, lambda table: table.redo(undone))

    def roll_again(self, name: str, prompt: str) -> None:
        """The things of answers that were taken back are not kept: others answer this prompt. Raises Refused where it is not open."""
        seated = self._seated(name)
        with seated.lock:
            seated.table.run.prompt(prompt)
            seated.table.roll_again()
        self._changed(seated)

    def past(self, name: str, at: int) -> Picture:
        """The table as it stood after an entry; the present is not touched. Raises Refused."""
        seated = self._seated(name)
        with seated.lock:
            return past_of(seated, self._side, at)

    def save(self, name: str, title: str) -> None:
        """Give this moment a name. Raises Refused."""
        seated = self._seated(name)
        with seated.lock:
            self._savepoints.save(name, seated.table.trail.counting[-1].seq, title)
            seated.saved = self._savepoints.of(name)
        self._changed(seated)

    def forget_saved(self, name: str, id: int) -> None:
        """A moment has no name any more."""
        seated = self._seated(name)
        with seated.lock:
            self._savepoints.forget(name, id)
            seated.saved = self._savepoints.of(name)
        self._changed(seated)

    def reading(self, id: str) -> Reading | None:
        """A reading that was taken in, with what its tags stand for now."""
        found = self._log.reading(id)
        return named(found, self.tags.now) if found is not None else None

    def amend(self, name: str, seq: int, values: Faces | None, seen: int | None = None) -> None:
        """The answer at `seq` was another one, or none; none is lost that came since the entry `seen`. Raises Refused."""
        given = next((m.entry.what for m in self._seated(name).table.moments if m.entry.seq == seq), None)
        was = given if isinstance(given, Given) else None
        self._command(
            name, lambda table: table.amend(seq, values, seen), lambda seated: self._amended(seated, was, values or ())
        )

    def _amended(self, seated: Seated, was: Given | None, values: Faces) -> None:
        """What an answer taught that was another one, and what those taught that are gone with it."""
        self._unlearn(seated, was.answer.reading if was is not None else "")
        if was is None:
            return
        rest = seated.rest
        if rest is not None and rest.reading.id == was.answer.reading:
            objects = objects_for(was.prompt, rest.reading)
            self._fixed(seated, rest.reading.id, amended(rest.reading, objects, was.answer.values, values))
        self._renamed(seated, was, values)

    def _renamed(self, seated: Seated, given: Given, values: Faces) -> None:
        """What an answer taught about its tag was wrong with it."""
        tags = self.tags.taught_by(given.answer.reading)
        for tag in tags:
            if len(tags) == len(values) == 1:
                other = meant(given.prompt, values[0])
                self._in_book(seated, partial(self.tags.teach, tag, other, given.answer.reading))
            else:
                self._in_book(seated, partial(self.tags.forget, tag))

    def preview(self, name: str, seq: int, values: Faces | None) -> Table[Any, Any]:
        """The table as it would be after an amendment; nothing is changed."""
        seated = self._seated(name)
        with seated.lock:
            copy = seated.table.copy()
        copy.amend(seq, values)
        return copy

    def correct(self, name: str, *events: object) -> None:
        """Facts stated by hand."""
        self._command(name, lambda table: table.correct(*events))

    def say(self, name: str, tone: Literal["refused", "stumbled", "stray", "info"], text: str) -> None:
        """One sentence on every page of this table."""
        seated = self._seated(name)
        with seated.lock:
            self._writer.notice(seated, tone, text)
        self._changed(seated)

    def _fixed(self, seated: Seated, reading: str, fix: Fix | None) -> None:
        if fix is not None:
            seated.fixes[reading] = fix.picture
            for fixed in self._learners:
                fixed(fix)

    def _unlearn(self, seated: Seated, changed: str = "") -> None:
        """What was said in answers that were taken back is taken back too; `changed`: a reading of which something else is said."""
        given = readings_of([m.entry for m in seated.table.moments])
        self._in_book(seated, lambda: self.tags.take_back(readings_of(seated.table.log) - given))
        counting = given - {changed}
        for reading in [known for known in seated.fixes if known not in counting]:
            self._fixed(seated, reading, Fix(seated.fixes[reading]))
            del seated.fixes[reading]

    def _in_book(self, seated: Seated, do: Callable[[], object]) -> None:
        """Something about tags beside an answer, which counts all the same where the book cannot be kept."""
        try:
            do()
        except NotKept as error:
            self._writer.notice(seated, "info", str(error))

    def _command(
        self,
        name: str,
        do: Callable[[Table[Any, Any]], object],
        then: Callable[[Seated], None] = lambda _seated: None,
    ) -> None:
        """`then`: what goes with it, before anybody hears of it."""
        seated = self._seated(name)
        with seated.lock:
            self._writer.do(seated, do)
            self._hearing.doubts(seated, None)
            then(seated)
            self._hearing.ask_again(seated)
        self._changed(seated)

    def _loaded(self, name: str, game: str) -> Seated:
        seated = Seated(name, self._writer.read(name, game), self._rev)
        seated.sources = self._sources.of(name)
        seated.saved = self._savepoints.of(name)
        for received in self._log.readings(name, HEARD):
            if deed_of(received.reading, self.tags.now) is None:
                self._hearing.recall(seated, received)
        return seated

    def _seated(self, name: str) -> Seated:
        with self._lock:
            seated = self._tables.get(name)
        if seated is None and name in self.broken:
            raise UnknownTable(f"Table {name} cannot be opened: {self.broken[name]}")
        if seated is None:
            raise UnknownTable(f"There is no open table {name!r}.")
        return seated

    def _changed(self, seated: Seated) -> None:
        with self._lock:
            self._rev += 1
            seated.rev = self._rev
            if self._rev > self._reserved:
                self._reserved = self._rev + RESERVED
                self._log.reserve(seated.name, self._reserved)
        for changed in self._listeners:
            changed(seated.name)


def left_of(objects: Sequence[Seen], values: Faces) -> tuple[Seen, ...]:
    """Without the things that were told to be `values`: those read so, or that might be, or the least sure."""
    left = list(objects)
    for value in values:
        if left:
            left.remove(min(left, key=lambda o: (o.value != value, value not in dict(o.alternatives), o.conf)))
    return tuple(left)
