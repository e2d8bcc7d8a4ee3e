"""Keep evenings of this version for later ones: `python -m tests.compatibility.play VERSION`.

Writes data/VERSION: the database of a server with a table of each game, its backup, each table as a file, and the shown output.
Never recreate a folder: people have such files. `python -m tests.compatibility.play VERSION shown` writes the shown output again,
where a later version shows the same evening otherwise on purpose.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from companion import games
from companion.archive.images import ImageFolders
from companion.archive.service import ArchiveService
from companion.ops.backup import BackupScheduler
from companion.schema import HOUSE, Answer, Box, Meaning, Prompt, Reading, Refused, SeenObject
from companion.sessions import AnswerGiven, ImageStore, SessionManager, SqlEventLog, TagBook, faces_of, question_of
from companion.settings import Settings
from tests.compatibility.shown import shown
from tests.games.chances import any_answer

DATA = Path(__file__).parent / "data"
ANSWERS = 120  # of each evening
MOST_THINGS = 4  # laid for one prompt
NOW = 1_700_000_000.0  # s, Unix
TAGS = {"04A1": Meaning("token", "skull"), "04A2": Meaning("card", "Ace of Spades")}


def tables() -> dict[str, str]:
    """The table of each game in the database."""
    return {game: f"t{number}" for number, game in enumerate(games.names(), 1)}


def hall_of(log: SqlEventLog, folder: Path) -> SessionManager:
    return SessionManager(log, Random(3), tags=TagBook(TAGS, folder / "tags.json"))


class Course:
    """An evening of chance: taps, dice before a camera, dice of doubt, undo, redo, amendments."""

    def __init__(self, hall: SessionManager, table: str, seed: int) -> None:
        self.hall, self.table, self.random = hall, table, Random(seed)
        self.number = 0  # of readings

    def run(self) -> None:
        """Play to the end, or to an open doubt."""
        for step in range(ANSWERS):
            if not self.open:
                return
            if step > ANSWERS - 30 and self.hall.snapshot(self.table).doubt is not None:
                return
            with suppress(Refused):
                self.step(step)
            if step in (40, 70):
                self.goes_back()

    @property
    def open(self) -> tuple[Prompt, ...]:
        return self.hall.snapshot(self.table).open

    def step(self, step: int) -> None:
        seen = [prompt for prompt in self.open if prompt.of and prompt.seat != HOUSE]
        if seen and self.random.random() < 0.8:
            self.lay(seen, sure=self.random.random() < 0.6)
        else:
            answer = any_answer(self.open, self.random, step)
            self.hall.answer(self.table, replace(answer, id=f"{self.table}a{step}"))

    def lay(self, prompts: list[Prompt], *, sure: bool) -> None:
        """Put things on the tray for each prompt, then settle the doubts."""
        self.number += 1
        reading = Reading(
            f"{self.table}r{self.number}",
            self.hall.place,
            "vision/cam0",
            f"{self.table}e1",
            self.number,
            f"{self.table}.{question_of(self.open)}",
            "tray",
            tuple(self.things(prompts, sure=sure)),
            NOW,
        )
        self.hall.readings.handle(reading)
        doubt = self.hall.snapshot(self.table).doubt
        if doubt is None or self.random.random() < 0.1:
            return
        prompt = self.random.choice(doubt.prompts)
        values = tuple(self.random.sample(faces_of(prompt), 1) * max(1, min(prompt.most, len(doubt.objects))))
        with suppress(Refused):
            self.hall.decisions.settle(
                self.table, doubt.reading.id, Answer(f"{reading.id}s", prompt.id, prompt.locked + values, prompt.seat)
            )

    def things(self, prompts: list[Prompt], *, sure: bool) -> Iterator[SeenObject]:
        for prompt in prompts:
            faces = faces_of(prompt)
            for _ in range(min(prompt.most - len(prompt.locked), MOST_THINGS)):
                face, other = self.random.choice(faces), self.random.choice(faces)
                place: Box = (self.random.randint(0, 500), self.random.randint(0, 400), 40.0, 40.0)
                if sure or self.random.random() < 0.5:
                    yield SeenObject(prompt.thing, face, 0.99, (), place)
                else:
                    yield SeenObject(prompt.thing, face, 0.5, ((other, 0.4),), place)

    def goes_back(self) -> None:
        """An undo that is brought back, one that is not, and an answer that was another one."""
        given = [
            m.entry
            for m in self.hall.snapshot(self.table).moments
            if isinstance(m.entry.what, AnswerGiven) and m.entry.what.prompt.seat != HOUSE
        ]
        with suppress(Refused):
            self.hall.history.undo(self.table, given[-3].seq - 1)
            self.hall.history.redo(self.table, self.hall.snapshot(self.table).taken_back[-1].seq)
        with suppress(Refused):
            self.hall.history.undo(self.table, given[-2].seq - 1)
        entry = given[len(given) // 2]
        assert isinstance(entry.what, AnswerGiven)
        with suppress(Refused):
            asked = self.hall.history.asked_at(self.table, entry.seq)
            self.hall.history.amend(self.table, entry.seq, other_than(entry.what.answer, asked))


def other_than(answer: Answer, asked: Prompt) -> tuple[str, ...]:
    faces = [face for face in faces_of(asked) if face not in answer.values]
    return (*answer.values[:-1], faces[0]) if faces else answer.values


def play(folder: Path) -> None:
    """The evenings, their backup and their files."""
    settings = Settings(data=folder)
    log = SqlEventLog(f"sqlite:///{folder / 'log.db'}", lambda: NOW)
    hall = hall_of(log, folder)
    for game, table in tables().items():
        assert hall.open(game) == table
        Course(hall, table, 5).run()
    log.close()
    BackupScheduler(settings, lambda: NOW).make_backup()
    log = SqlEventLog(f"sqlite:///{folder / 'log.db'}", lambda: NOW)
    hall = hall_of(log, folder)
    desk = ArchiveService(
        hall,
        ImageFolders(
            folder / "pictures", folder / "doubts", ImageStore(folder / "brought"), ImageStore(folder / "kept")
        ),
    )
    for game, table in tables().items():
        (folder / f"{game}.lamplight").write_bytes(desk.keep(table)[1])
    log.close()


def show(folder: Path) -> dict[str, Any]:
    """Return the output of each game."""
    log = SqlEventLog(f"sqlite:///{folder / 'log.db'}", lambda: NOW)
    hall = hall_of(log, folder)
    found = {game: shown(hall, table) for game, table in tables().items()}
    log.close()
    return found


def keep_shown(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as copy:
        (Path(copy) / "log.db").write_bytes(gzip.decompress((folder / "log.db.gz").read_bytes()))
        for game, sent in show(Path(copy)).items():
            text = json.dumps(sent, indent=1, sort_keys=True, ensure_ascii=False)
            (folder / f"{game}.shown.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def main(version: str, only: str = "") -> None:
    there = DATA / version
    if only == "shown":
        keep_shown(there)
        return
    if there.exists():
        raise SystemExit(f"{there} is there already, and people have files like it: take another name.")
    with tempfile.TemporaryDirectory() as made:
        play(Path(made))
        there.mkdir(parents=True)
        for path in sorted(Path(made).rglob("*")):
            if path.suffix in {".zip", ".lamplight"}:
                shutil.copyfile(path, there / path.name)
        (there / "log.db.gz").write_bytes(gzip.compress((Path(made) / "log.db").read_bytes(), mtime=0))
    keep_shown(there)


if __name__ == "__main__":
    main(*sys.argv[1:])
