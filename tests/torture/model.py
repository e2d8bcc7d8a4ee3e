"""The invariants: a model kept next to the system, compared with its database."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from companion.schema import Ack, Reading

Invariant: TypeAlias = Literal[
    "one roll, one prompt",
    "accepted once",
    "what is clear counts",
    "own question",
    "acknowledged is kept",
    "a number is used once",
    "none is lost",
    "in its order",
    "written stays",
    "state is fold",
    "revisions rise",
    "displays are right",
    "nothing hidden is sent",
    "a restart changes nothing",
    "it comes to rest",
    "no surprise",
]


@dataclass(frozen=True, slots=True)
class Broken:
    """An invariant that does not hold."""

    invariant: Invariant
    sentence: str


@dataclass(frozen=True, slots=True)
class KeptReading:
    """A reading as its reader stored it."""

    arrangement: str  # of things before the readers, by its picture; another throw is another one
    things: int
    question: str  # in force when it settled: "t1.p4"


Resolved: TypeAlias = tuple[str, str, str]
"""Table, question, prompt."""

OF_A_KIND = "SELECT kind, count(*) FROM entries GROUP BY kind"
AS_TAKEN = "SELECT table_id, source, epoch, seq FROM inbox ORDER BY table_id, place"
BY_A_READING = "SELECT count(*) FROM entries WHERE kind = 'answer' AND json_extract(data, '$.answer.reading') <> ''"


class Model:
    """The promises made to people and readers."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.readings: dict[str, KeptReading] = {}  # by id of the reading
        self.accepted: set[tuple[str, str]] = set()  # table and id of answers that were confirmed to people
        self.public: set[str] = set()  # planted words that are public
        self.laid_cards: dict[
            tuple[str, str], frozenset[str]
        ] = {}  # table and question -> cards laid for it, open once it is closed
        self.rev = -1  # the highest that was ever said
        self._unacknowledged: dict[str, dict[int, str]] = defaultdict(dict)  # epoch -> seq -> id, and not yet forgotten
        self._answer_counts: Counter[tuple[str, str]] = Counter()  # table and id of an answer -> how often in the log
        self._resolved: dict[str, list[Resolved]] = defaultdict(list)  # by arrangement
        self._rows: dict[tuple[str, int], int] = {}  # table and seq of an entry -> hash of what was written
        self._seen = 0  # newest row that was looked at
        self._db: sqlite3.Connection | None = None

    @property
    def db(self) -> sqlite3.Connection:
        """A separate connection to the database."""
        if self._db is None:
            self._db = sqlite3.connect(self.path, isolation_level=None)
        return self._db

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
        self._db = None

    def note_kept(self, reading: Reading) -> Iterator[Broken]:
        """Note a reading that a reader has stored. From now on it must not be lost."""
        if reading.id in self.readings:
            yield Broken("a number is used once", f"{reading.id} is {reading.picture} and was another throw")
        self.readings[reading.id] = KeptReading(reading.picture, len(reading.objects), reading.expect)
        self._unacknowledged[reading.epoch][reading.seq] = reading.id

    def note_lost_outbox(self, epoch: str) -> None:
        """Note that the file of an outbox is gone, with its readings."""
        self._unacknowledged.pop(epoch, None)

    def note_acknowledged(self, ack: Ack) -> Iterator[Broken]:
        """Check that the rules have the readings that a reader forgets."""
        kept = self._unacknowledged[ack.epoch]
        for seq in [seq for seq in kept if seq <= ack.seq]:
            name = kept.pop(seq)
            if not self._is_in_inbox(name):
                yield Broken("acknowledged is kept", f"the reading {name} is acknowledged, and nobody has it")

    def note_revision(self, rev: int) -> Iterator[Broken]:
        """Note the first publication of a public revision."""
        if rev <= self.rev:
            yield Broken("revisions rise", f"revision {rev} is said after {self.rev}")
        self.rev = max(self.rev, rev)

    def check_new(self) -> Iterator[Broken]:
        """Check the entries written since the last call."""
        query = "SELECT rowid, table_id, seq, kind, data FROM entries WHERE rowid > ? ORDER BY rowid"
        for row, table, seq, kind, data in self.db.execute(query, (self._seen,)).fetchall():
            self._seen = row
            self._rows[table, seq] = hash((kind, data))
            if kind == "answer":
                yield from self._check_answer(table, json.loads(data))

    def _check_answer(self, table: str, given: dict[str, Any]) -> Iterator[Broken]:
        answer = given["answer"]
        self._answer_counts[table, answer["id"]] += 1
        if self._answer_counts[table, answer["id"]] > 1:
            yield Broken("accepted once", f"the answer {answer['id']} is in the log of {table} twice")
        reading = answer["part_of"] or answer["reading"]
        if reading in self.readings and not answer["repeats"]:
            yield from self._check_reading(table, reading, answer["prompt"])

    def _check_reading(self, table: str, reading: str, prompt: str) -> Iterator[Broken]:
        kept, question = self.readings[reading], prompt.rpartition(".")[0]
        if f"{table}.{question}" != kept.question:
            sentence = f"{reading} settled under {kept.question} and answers {table}.{prompt}"
            yield Broken("own question", sentence)
        resolved = self._resolved[kept.arrangement]
        resolved.append((table, question, prompt))
        if len({one[:2] for one in resolved}) > 1 or len(set(resolved)) < len(resolved) or len(resolved) > kept.things:
            sentence = f"{kept.arrangement}, of {kept.things} things answers {resolved}"
            yield Broken("one roll, one prompt", sentence)

    def check_all(self, kept: Iterable[str]) -> Iterator[Broken]:
        """Check everything at rest. `kept` has the epochs of the existing outboxes."""
        stored = {(table, seq): hash((kind, data)) for table, seq, kind, data in self._all()}
        changed = [where for where, written in self._rows.items() if stored.get(where) != written]
        if changed:
            yield Broken("written stays", f"{len(changed)} entries are gone or others, the first is {min(changed)}")
        lost = [one for one in self.accepted if not self._answer_counts[one]]
        if lost:
            yield Broken("accepted once", f"the answer {lost[0]} was taken, and is in no log")
        for epoch in kept:
            waiting = self._unacknowledged[epoch]
            if waiting:
                missing = [name for name in waiting.values() if not self._is_in_inbox(name)]
                words = f"{len(waiting)} readings of {epoch} are not acknowledged, {len(missing)} of them nobody has"
                yield Broken("none is lost", words)
        yield from self._check_order()

    def _check_order(self) -> Iterator[Broken]:
        """Check that the readings of one reader were taken in order."""
        last: dict[tuple[str, str, str], int] = {}
        for table, source, epoch, seq in self.db.execute(AS_TAKEN):
            before = last.get((table, source, epoch), 0)
            if seq < before:
                yield Broken("in its order", f"{epoch}.{seq} of {source} was taken after {epoch}.{before}")
            last[table, source, epoch] = seq

    def count_rows(self) -> Counter[str]:
        """Return the number of rows by kind."""
        found = Counter[str](dict(self.db.execute(OF_A_KIND).fetchall()))
        found["answer by a reading"] = self.db.execute(BY_A_READING).fetchone()[0]
        found["reading"] = self.db.execute("SELECT count(*) FROM inbox").fetchone()[0]
        return found

    def _all(self) -> list[tuple[str, int, str, str]]:
        return self.db.execute("SELECT table_id, seq, kind, data FROM entries").fetchall()

    def _is_in_inbox(self, id: str) -> bool:
        return self.db.execute("SELECT 1 FROM inbox WHERE id = ?", (id,)).fetchone() is not None
