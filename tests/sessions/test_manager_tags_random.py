"""Random draws, lessons and undos: the bag is complete, the tag book agrees with the log, and a restart changes nothing."""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.schema import Answer, Meaning, Reading, Refused, SeenObject
from companion.sessions import AnswerGiven, SessionManager, TagBook, question_of
from companion.sessions.table import readings_of
from tests.fakes import TOY
from tests.new_log import new_log

GAMES = int(os.environ.get("LAMPLIGHT_GAMES", "8"))
STEPS = 14
TAGS = ("A", "B", "C", "FILE")
FACES = ("skull", "-1", "star", "elder_thing")
BAG = Counter({"skull": 2, "-1": 1, "star": 1})


class Evening:
    """One session manager, and a player who does anything."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.folder, self.random, self.seq = folder, random, 0
        self.log = new_log(folder, lambda: float(self.seq))
        self.hall = self.opened()
        self.hall.open("toy")

    def opened(self) -> SessionManager:
        return SessionManager(
            self.log, Random(7), tags=TagBook({"FILE": Meaning("token", "skull")}, self.folder / "tags.json")
        )

    def step(self) -> None:
        deed = self.random.choice((self.lay, self.lay, self.tap, self.tap, self.say, self.teach, self.forget, self.undo, self.amend, self.study, self.restart))  # fmt: skip
        with contextlib.suppress(Refused):  # it was possible to ask for it, and it changes nothing
            deed()

    def lay(self) -> None:
        self.seq += 1
        expect = f"t1.{question_of(self.hall.snapshot('t1').open)}"
        tag = SeenObject("tag", self.random.choice(TAGS), 1.0)
        reading = Reading(f"r{self.seq}", "lamp", "bridge/bag", "e", self.seq, expect, "bag", (tag,))
        assert self.hall.readings.handle(reading) == "committed"
        assert self.hall.readings.handle(reading) == "duplicate"

    def tap(self) -> None:
        prompt = self.hall.snapshot("t1").open[0]
        values = ("bag",) if prompt.kind == "choose" else (self.random.choice(FACES),)
        self.seq += 1
        self.hall.answer("t1", Answer(f"tap{self.seq}", prompt.id, values, prompt.seat))

    def say(self) -> None:
        doubt = self.hall.snapshot("t1").doubt
        if doubt is not None:
            prompt = doubt.prompts[0]
            answer = Answer(doubt.reading.id, prompt.id, (self.random.choice(FACES),), prompt.seat)
            self.hall.decisions.settle("t1", doubt.reading.id, answer)

    def teach(self) -> None:
        self.hall.tags.assign(self.random.choice(TAGS), Meaning("token", self.random.choice(FACES)))

    def forget(self) -> None:
        self.hall.tags.unassign(self.random.choice(TAGS))

    def undo(self) -> None:
        self.hall.history.undo("t1", self.random.choice(self.hall.snapshot("t1").moments).entry.seq)

    def amend(self) -> None:
        draws = [m.entry for m in self.hall.snapshot("t1").moments if isinstance(m.entry.what, AnswerGiven) and m.entry.what.prompt.kind == "draw"]  # fmt: skip
        if draws:
            self.hall.history.amend("t1", self.random.choice(draws).seq, (self.random.choice(FACES),))

    def study(self) -> None:
        """A lesson in the middle of it."""
        self.hall.tags.lesson.keep_alive("page")
        before = self.hall.snapshot("t1").state
        self.lay()
        assert self.hall.snapshot("t1").state == before, "what a lesson is shown answers no game"
        self.hall.tags.end_lesson("page")

    def restart(self) -> None:
        before, tags = self.hall.snapshot("t1"), dict(self.hall.tags.book.now)
        self.hall = self.opened()
        after = self.hall.snapshot("t1")
        assert (after.state, after.open) == (before.state, before.open)
        assert dict(self.hall.tags.book.now) == tags

    def check(self) -> None:
        picture = self.hall.snapshot("t1")
        given = [m.entry.what for m in picture.moments if isinstance(m.entry.what, AnswerGiven)]
        drawn = Counter(value for one in given if one.prompt.kind == "draw" for value in one.answer.values)
        assert Counter(picture.state.bag) + drawn == BAG
        counting = readings_of([m.entry for m in picture.moments])
        gone = {f"r{n}" for n in range(1, self.seq + 1)} - counting
        assert not [name for name in gone if self.hall.tags.book.taught_by(name)], "a lesson goes with its answer"


@pytest.fixture
def evenings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Evening]]:
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    made = []
    for seed in range(GAMES):
        (tmp_path / str(seed)).mkdir()
        made.append(Evening(tmp_path / str(seed), Random(seed)))
    yield made
    for one in made:
        one.log.close()


@pytest.mark.slow
def test_random_order_keeps_bag_and_tag_book_consistent(evenings: list[Evening]) -> None:
    for evening in evenings:
        for _ in range(STEPS):
            evening.step()
            evening.check()
