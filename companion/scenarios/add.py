"""`scenario add`: import a scenario from a file or folder into the library."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from companion.engine import ImportedSheet
from companion.games.mansions import GAME
from companion.presentation import prove_sheets, require_room
from companion.scenarios.locate import read_scenario
from companion.sessions import ImageStore, SheetLibrary, SqlEventLog
from companion.settings import Settings, load

KIND = "scenario"


def add(path: Path, config: Path | None, *, demo: bool, tell: Callable[[str], None]) -> None:
    """Import and report. Raises ContentError, and stores nothing then.

    The server may run: its page reads the list again when it is opened.
    """
    settings = load(config, demo=demo)
    sheet = read_scenario(path)
    new = keep(settings, sheet)
    for sentence in sheet.report:
        tell(str(sentence))
    tell(f"Kept as {', '.join(new)} in {settings.data}." if new else "It is there already.")


def keep(settings: Settings, sheet: ImportedSheet) -> tuple[str, ...]:
    """Store the sheet and return its new names, () if it was there already."""
    settings.data.mkdir(parents=True, exist_ok=True)
    with closing(SqlEventLog(settings.database_url, time.time)) as log:
        library = SheetLibrary(log.database, log.clock)
        stored = library.all(GAME.name, KIND)
        new = prove_sheets(GAME, KIND, sheet.record, stored)
        require_room(stored, new)
        ImageStore(settings.kept).keep(sheet.pictures.items())
        library.save_all(GAME.name, KIND, new)
        return tuple(new)
