"""Houses that keep evenings and are brought some, and evenings to be kept."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from companion import games
from companion.record.desk import Folders, RecordDesk
from companion.record.proof import ALONE
from companion.tables.entry import to_row
from companion.tables.hall import Hall
from companion.tables.pictures import Pictures
from companion.tables.table import Table
from companion.tables.tagbook import TagBook
from companion.web.people import seats
from companion.web.snapshots import snapshot
from companion.wire.codec import to_json
from companion.wire.prompt import TABLE
from tests.games.chances import played
from tests.new_log import new_log


class Place:
    """One house: its log, its tables, its pictures, and its desk of records."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.crops = folder / "pictures"
        self.tags = TagBook({}, folder / "tags.json")
        self.log = new_log(folder, lambda: 1_700_000_000.0)
        self.folders = Folders(self.crops, Pictures(folder / "brought"), Pictures(folder / "kept"))
        self.start()

    def start(self) -> None:
        """As after a restart."""
        self.hall = Hall(self.log, Random(3), tags=self.tags)
        self.desk = RecordDesk(self.hall, self.folders)

    def lay(self, table: Table[Any, Any], name: str = "t1") -> None:
        """This table was played here."""
        self.log.open(name, table.game.name, [to_row(entry) for entry in table.log])
        self.start()

    def sent(self, name: str) -> dict[str, str]:
        """What each seat is sent of a table, but for the numbers by which this house counts its own changes."""
        picture = replace(self.hall.picture(name), rev=0)
        return {s: json.dumps(to_json(snapshot(picture, s, ALONE))) for s in (TABLE, *seats(picture))}

    def files(self) -> list[str]:
        """Every picture that lies here."""
        return sorted(p.relative_to(self.folder).as_posix() for p in self.folder.rglob("*.*") if p.name[:3] != "log")

    def left(self) -> tuple[object, ...]:
        """All that a file that is refused must leave as it was."""
        engine = self.log._engine
        with engine.connect() as connection:
            told = connection.exec_driver_sql("select name from sqlite_master where type = 'table'").scalars().all()
            counts = [connection.exec_driver_sql(f"select count(*) from {name}").scalar() for name in told]
        return self.hall.ids(), self.hall.lit, self.files(), tuple(zip(told, counts, strict=True))


@cache
def evening(name: str, seed: int = 2) -> Table[Any, Any]:
    """An evening of chance in which something was amended and something taken back."""
    table = played(games.find(name), seed).table
    given = [e for e in table.trail.counting if type(e.what).__name__ == "Given"]
    middle = given[len(given) // 2]
    table.amend(middle.seq, middle.what.answer.values)
    table.undo(_newest(table.trail.counting, 3))
    table.redo(table.trail.way_back.seq)
    table.undo(_newest(table.trail.counting, 2))
    return table


def _newest(entries: Iterable[Any], count: int) -> int:
    return [e.seq for e in entries if type(e.what).__name__ == "Given"][-count] - 1


@cache
def kept(name: str, seed: int = 2) -> bytes:
    """The file of such an evening."""
    import tempfile  # its folder is gone with the house

    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder))
        place.lay(evening(name, seed))
        content = place.desk.keep("t1")[1]
        place.log.close()
    return content
