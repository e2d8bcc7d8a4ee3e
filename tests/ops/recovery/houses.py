"""A data folder with games and a backup, whose database is damaged."""

from __future__ import annotations

import atexit
import shutil
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from companion import games
from companion.engine import GameSetup
from companion.ops.backup import BackupScheduler
from companion.sessions import SessionManager
from companion.settings import Settings
from tests.games.chances import any_answer
from tests.new_log import new_log

NOON = 1_763_812_800.0  # s, Unix
BACKED_UP, PLAYED = 6, 14  # answers


def damaged(folder: Path) -> Settings:
    """Copy the folder, and change an entry. The backup has some answers less."""
    settings = Settings(data=folder / "table", bind="127.0.0.1", port=0)
    shutil.copytree(_played(), settings.data)
    with closing(sqlite3.connect(settings.data / "log.db")) as database:
        last = database.execute("SELECT max(seq) FROM entries WHERE table_id = 't1'").fetchone()[0]
        database.execute("UPDATE entries SET data = '{}' WHERE table_id = 't1' AND seq = ?", (last - 2,))
        database.commit()
    return settings


@cache
def _played() -> Path:
    settings, now = Settings(data=Path(mkdtemp(prefix="mending-")) / "table"), iter(range(10**6))
    atexit.register(shutil.rmtree, settings.data.parent, ignore_errors=True)
    settings.data.mkdir()
    log = new_log(settings.data, lambda: NOON + 60 * next(now))
    hall, chance = SessionManager(log, Random(1)), Random(4)
    hall.open("nemesis", GameSetup(("1", "2"), {"1": "Ann", "2": "Ben"}))
    hall.open("draw_your_weapon", games.find("draw_your_weapon").sample)
    for number in range(PLAYED):
        if number == BACKED_UP:
            BackupScheduler(settings, lambda: NOON + 3600).make_backup()
        for name in ("t1", "t2"):
            if hall.snapshot(name).open:
                hall.answer(name, any_answer(hall.snapshot(name).open, chance, number))
    log.close()
    return settings.data
