"""A player gives any possible answer, on the tray or by a tap. A few answers are undone or corrected."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

from companion.errors import LamplightError
from companion.messaging import MemoryBus, Outbox, OutboxSender
from companion.schema import Answer, Prompt, Reading, Refused, SeenObject, topics
from companion.sessions import AnswerGiven, SessionManager, TableSnapshot, question_of
from tests.games.chances import any_answer

UNDONE, MENDED = 0.02, 0.01  # of all answers
SOURCE = "vision/cam0"
SEEN = ("roll", "draw")  # kinds of prompts that a reader answers


class Player:
    """All players at a table."""

    def __init__(self, hall: SessionManager, bus: MemoryBus, outbox: Outbox, random: Random) -> None:
        """`bus` and `outbox` are those of a reader."""
        self._hall, self._outbox, self._random = hall, outbox, random
        self._sender = OutboxSender(bus, outbox, hall.place, topics.reader_of(SOURCE), lambda: 0.0)
        self.counts: Counter[str] = Counter()  # "reading", "tap", "undone", "mended", "refused"

    @property
    def answers(self) -> int:
        return self.counts["reading"] + self.counts["tap"]

    def step(self, table: str, picture: str = "") -> None:
        """Give one answer, and perhaps undo or correct it."""
        before = self._hall.snapshot(table)
        answer = any_answer(before.open, self._random, self.counts.total())
        prompt = next(one for one in before.open if one.id == answer.prompt)
        if prompt.kind in SEEN and prompt.of and not self._lay(before, prompt, answer, picture):
            return
        try:
            self._hall.answer(table, answer)
            self.counts["tap"] += 1
        except Refused:
            self.counts["refused"] += 1
        self._think_again(table)

    def _lay(self, before: TableSnapshot, prompt: Prompt, answer: Answer, picture: str) -> bool:
        """Put it on the tray. Returns whether a tap is needed too, since the reader could not read it clearly."""
        seen = tuple(SeenObject(prompt.thing, value, 0.999) for value in answer.values)
        expect = f"{before.id}.{question_of(before.open)}"
        self._sender.put(Reading("", self._hall.place, SOURCE, "", 0, expect, prompt.zone, seen, 0.0, picture))
        after = self._hall.snapshot(before.id)
        taken = len(after.moments) > len(before.moments)
        self.counts["reading" if taken else "asked about"] += 1
        return not taken and any(one.id == prompt.id for one in after.open)

    def _think_again(self, table: str) -> None:
        chance = self._random.random()
        given = [m.entry for m in self._hall.snapshot(table).moments if isinstance(m.entry.what, AnswerGiven)]
        if chance > UNDONE + MENDED or not given:
            return
        with suppress(LamplightError):
            self._undo(table, given) if chance < UNDONE else self._mend(table, given)

    def _undo(self, table: str, given: list[Any]) -> None:
        self._hall.history.undo(table, self._random.choice(given[-3:]).seq - 1)
        self.counts["undone"] += 1

    def _mend(self, table: str, given: list[Any]) -> None:
        one = self._random.choice(given[-5:])
        self._hall.history.amend(table, one.seq, one.what.answer.values)
        self.counts["mended"] += 1
