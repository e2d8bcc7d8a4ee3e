"""Houses that keep evenings and are brought some, and evenings to be kept."""

from __future__ import annotations

import json
import tempfile
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from companion import games
from companion.archive.images import ImageFolders
from companion.archive.proofs import LONE_DEVICE
from companion.archive.service import ArchiveService
from companion.presentation import build_snapshot, seats
from companion.schema import HOUSE, TABLE, Refused, to_json
from companion.sessions import AnswerGiven, GameTable, ImageStore, LogEntry, SessionManager, TagBook, to_row
from tests.games.chances import any_answer
from tests.new_log import new_log

SHORT = 14  # answers


class Place:
    """One installation: log, tables, pictures and archive service."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.crops = folder / "pictures"
        self.tags = TagBook({}, folder / "tags.json")
        self.log = new_log(folder, lambda: 1_700_000_000.0)
        self.doubts = folder / "doubts"
        self.folders = ImageFolders(
            self.crops, self.doubts, ImageStore(folder / "brought"), ImageStore(folder / "kept")
        )
        self.start()

    def start(self) -> None:
        """As after a restart."""
        self.hall = SessionManager(self.log, Random(3), tags=self.tags)
        self.desk = ArchiveService(self.hall, self.folders)

    def lay(self, table: GameTable[Any, Any], name: str = "t1") -> None:
        """This table was played here."""
        self.log.open(name, table.game.name, [to_row(entry) for entry in table.log])
        self.start()

    def sent(self, name: str) -> dict[str, str]:
        """Return what each seat is sent, without the installation's own change numbers."""
        picture = replace(self.hall.snapshot(name), rev=0)
        return {s: json.dumps(to_json(build_snapshot(picture, s, LONE_DEVICE))) for s in (TABLE, *seats(picture))}

    def files(self) -> list[str]:
        """Return every stored picture."""
        return sorted(p.relative_to(self.folder).as_posix() for p in self.folder.rglob("*.*") if p.name[:3] != "log")

    def left(self) -> tuple[object, ...]:
        """All that a file that is refused must leave as it was."""
        engine = self.log.database
        with engine.connect() as connection:
            told = connection.exec_driver_sql("select name from sqlite_master where type = 'table'").scalars().all()
            counts = [connection.exec_driver_sql(f"select count(*) from {name}").scalar() for name in told]
        return self.hall.ids(), self.hall.lit, self.files(), tuple(zip(told, counts, strict=True))


@cache
def short(name: str) -> GameTable[Any, Any]:
    """A short evening of chance in which something was amended and something taken back."""
    game, random = games.find(name), Random(8)
    table = GameTable.begin(game, game.sample)
    for number in range(200):
        if len(given(table)) >= SHORT or not table.open:
            break
        with suppress(Refused):  # of a rule: chance asks something else
            table.answer(any_answer(table.open, random, number))
    return gone_back(table)


def gone_back(table: GameTable[Any, Any]) -> GameTable[Any, Any]:
    """With an amendment, an undo that was brought back, and one that was not."""
    middle = given(table)[len(given(table)) // 2]
    assert isinstance(middle.what, AnswerGiven)
    table.amend(middle.seq, middle.what.answer.values)
    table.undo(given(table)[-3].seq - 1)
    way = table.trail.way_back
    assert way is not None
    table.redo(way.seq)
    table.undo(given(table)[-2].seq - 1)
    return table


def given(table: GameTable[Any, Any]) -> list[LogEntry[Any]]:
    """Play answers of players. An undo does not wait for virtual rolls."""
    entries = table.trail.in_force
    return [entry for entry in entries if isinstance(entry.what, AnswerGiven) and entry.what.prompt.seat != HOUSE]


@cache
def kept(name: str) -> bytes:
    """The file of a short evening."""
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder))
        place.lay(short(name))
        content = place.desk.keep("t1")[1]
        place.log.close()
    return content
