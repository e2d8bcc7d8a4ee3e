"""`scenario add`: a scenario of a file or a folder, a USB stick's for instance, into the library of the house."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from companion.engine import ImportedSheet
from companion.games.mansions import GAME
from companion.presentation import prove_sheets, require_room
from companion.scenarios.locate import read_scenario
from companion.sessions import ImageStore, SheetLibrary, SqlEventLog
from companion.settings import Settings, load

KIND = "scenario"


def add(what: Path, config: Path | None, *, demo: bool, tell: Callable[[str], None]) -> None:
    """Keep it and tell what there is to say about it. Raises ContentError, then nothing was kept.

    A page that is open shows it when its list is opened again: a running Lamplight need not be stopped.
    """
    settings = load(config, demo=demo)
    found = read_scenario(what)
    new = keep(settings, found)
    for sentence in found.report:
        tell(str(sentence))
    tell(f"Kept as {', '.join(new)} in {settings.data}." if new else "It is there already.")


def keep(settings: Settings, found: ImportedSheet) -> tuple[str, ...]:
    """The names under which it is kept; () where it was there already."""
    settings.data.mkdir(parents=True, exist_ok=True)
    log = SqlEventLog(settings.database_url, time.time)
    try:
        library = SheetLibrary(log.database, log.clock)
        own = library.all(GAME.name, KIND)
        new = prove_sheets(GAME, KIND, found.record, own)
        require_room(own, new)
        ImageStore(settings.kept).keep(found.pictures.items())
        library.save_all(GAME.name, KIND, new)
        return tuple(new)
    finally:
        log.close()
