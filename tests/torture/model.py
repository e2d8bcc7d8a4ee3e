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
class Told:
    """A reading as its reader kept it."""

    arrangement: str  # of things before the readers, by its picture; another throw is another one
    things: int
    question: str  # in force when it settled: "t1.p4"


Resolved: TypeAlias = tuple[str, str, str]
"""Table, question, prompt."""

OF_A_KIND = "SELECT kind, count(*) FROM entries GROUP BY kind"
AS_TAKEN = "SELECT table_id, source, epoch, seq FROM inbox ORDER BY table_id, place"
BY_A_READING = "SELECT count(*) FROM entries WHERE kind = 'answer' AND json_extract(data, '$.answer.reading') <> ''"


class Model:
    """All that people and readers know for certain."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.told: dict[str, Told] = {}  # by id of the reading
        self.accepted: set[tuple[str, str]] = set()  # table and id of answers that were confirmed to people
        self.public: set[str] = set()  # planted words that are public
        self.laid: dict[
            tuple[str, str], frozenset[str]
        ] = {}  # table and question -> cards laid for it, open once it is closed
        self.rev = -1  # the highest that was ever said
        self._kept: dict[str, dict[int, str]] = defaultdict(dict)  # epoch -> seq -> id, and not yet forgotten
        self._given: Counter[tuple[str, str]] = Counter()  # table and id of an answer -> how often in the log
        self._resolved: dict[str, list[Resolved]] = defaultdict(list)  # by arrangement
        self._rows: dict[tuple[str, int], int] = {}  # table and seq of an entry -> hash of what was written
        self._seen = 0  # newest row that was looked at
        self._db: sqlite3.Connection | None = None

    @property
    def db(self) -> sqlite3.Connection:
        """A look of our own into the database."""
        if self._db is None:
            self._db = sqlite3.connect(self.path, isolation_level=None)
        return self._db

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
        self._db = None

    def keeps(self, reading: Reading) -> Iterator[Broken]:
        """A reader has kept it: from now on it must not be lost."""
        if reading.id in self.told:
            yield Broken("a number is used once", f"{reading.id} is {reading.picture} and was another throw")
        self.told[reading.id] = Told(reading.picture, len(reading.objects), reading.expect)
        self._kept[reading.epoch][reading.seq] = reading.id

    def thrown_away(self, epoch: str) -> None:
        """The file of an outbox is gone, with what it kept."""
        self._kept.pop(epoch, None)

    def forgets(self, ack: Ack) -> Iterator[Broken]:
        """A reader forgets what the rules say they have."""
        kept = self._kept[ack.epoch]
        for seq in [seq for seq in kept if seq <= ack.seq]:
            name = kept.pop(seq)
            if not self._is_in_inbox(name):
                yield Broken("acknowledged is kept", f"the reading {name} is acknowledged, and nobody has it")

    def says(self, rev: int) -> Iterator[Broken]:
        """Note the first publication of a public revision."""
        if rev <= self.rev:
            yield Broken("revisions rise", f"revision {rev} is said after {self.rev}")
        self.rev = max(self.rev, rev)

    def look(self) -> Iterator[Broken]:
        """Check the entries written since the last call."""
        query = "SELECT rowid, table_id, seq, kind, data FROM entries WHERE rowid > ? ORDER BY rowid"
        for row, table, seq, kind, data in self.db.execute(query, (self._seen,)).fetchall():
            self._seen = row
            self._rows[table, seq] = hash((kind, data))
            if kind == "answer":
                yield from self._answered(table, json.loads(data))

    def _answered(self, table: str, given: dict[str, Any]) -> Iterator[Broken]:
        answer = given["answer"]
        self._given[table, answer["id"]] += 1
        if self._given[table, answer["id"]] > 1:
            yield Broken("accepted once", f"the answer {answer['id']} is in the log of {table} twice")
        reading = answer["part_of"] or answer["reading"]
        if reading in self.told and not answer["repeats"]:
            yield from self._rests_on(table, reading, answer["prompt"])

    def _rests_on(self, table: str, reading: str, prompt: str) -> Iterator[Broken]:
        told, question = self.told[reading], prompt.rpartition(".")[0]
        if f"{table}.{question}" != told.question:
            sentence = f"{reading} settled under {told.question} and answers {table}.{prompt}"
            yield Broken("own question", sentence)
        resolved = self._resolved[told.arrangement]
        resolved.append((table, question, prompt))
        if len({one[:2] for one in resolved}) > 1 or len(set(resolved)) < len(resolved) or len(resolved) > told.things:
            sentence = f"{told.arrangement}, of {told.things} things answers {resolved}"
            yield Broken("one roll, one prompt", sentence)

    def whole(self, kept: Iterable[str]) -> Iterator[Broken]:
        """All that was ever written, at rest; `kept`: epochs of the outboxes that are there."""
        stored = {(table, seq): hash((kind, data)) for table, seq, kind, data in self._all()}
        changed = [where for where, written in self._rows.items() if stored.get(where) != written]
        if changed:
            yield Broken("written stays", f"{len(changed)} entries are gone or others, the first is {min(changed)}")
        lost = [one for one in self.accepted if not self._given[one]]
        if lost:
            yield Broken("accepted once", f"the answer {lost[0]} was taken, and is in no log")
        for epoch in kept:
            waiting = self._kept[epoch]
            if waiting:
                missing = [name for name in waiting.values() if not self._is_in_inbox(name)]
                words = f"{len(waiting)} readings of {epoch} are not acknowledged, {len(missing)} of them nobody has"
                yield Broken("none is lost", words)
        yield from self._out_of_order()

    def _out_of_order(self) -> Iterator[Broken]:
        """Check that the readings of one reader were taken in order."""
        last: dict[tuple[str, str, str], int] = {}
        for table, source, epoch, seq in self.db.execute(AS_TAKEN):
            before = last.get((table, source, epoch), 0)
            if seq < before:
                yield Broken("in its order", f"{epoch}.{seq} of {source} was taken after {epoch}.{before}")
            last[table, source, epoch] = seq

    def written(self) -> Counter[str]:
        """How much there is of what."""
        found = Counter[str](dict(self.db.execute(OF_A_KIND).fetchall()))
        found["answer by a reading"] = self.db.execute(BY_A_READING).fetchone()[0]
        found["reading"] = self.db.execute("SELECT count(*) FROM inbox").fetchone()[0]
        return found

    def _all(self) -> list[tuple[str, int, str, str]]:
        return self.db.execute("SELECT table_id, seq, kind, data FROM entries").fetchall()

    def _is_in_inbox(self, id: str) -> bool:
        return self.db.execute("SELECT 1 FROM inbox WHERE id = ?", (id,)).fetchone() is not None
