"""Workloads on the recording disk, with the program's own code: `python -m tests.powerloss.workloads FOLDER NAME[-FAULT]...`.

Each has its own folder and process, and writes to a file of marks what was confirmed to people or readers. A FAULT is a
mistake put into the code, which the checks must find.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NoReturn, TypeAlias

import pytest

from companion import games
from companion.errors import LamplightError, StoreError
from companion.messaging import Outbox, OutboxError
from companion.messaging.broker.accounts import Accounts
from companion.ops.backup import BackupScheduler, restore
from companion.schema import Ack, Answer, Meaning, Reading, Refused, SeenObject
from companion.sessions import ImageStore, SessionManager, SetupChoiceStore, SqlEventLog, TagBook
from companion.sessions.store import database
from companion.sessions.store.setup_choices import SetupChoicesError
from companion.sessions.tag_book import TagBookError
from companion.settings import Settings
from companion.system import atomic_write
from companion.system.data_dir import lock_folder
from firmware_bridge.readers.configured_readers import ConfiguredReaders, ReaderRoster
from firmware_bridge.settings import ReaderSettings
from tests.fakes import TOY
from tests.games.chances import any_answer
from tests.powerloss.journal import MARKS

Tell: TypeAlias = Callable[[str], None]
ANSWERS, READINGS, FILES, BACKUPS = 60, 40, 6, 4
SEEN = (SeenObject("d6", "4", 0.99),)
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x08\0\0\0\x08"  # as much of a picture as is checked


def play(folder: Path, tell: Tell) -> None:
    """Tables of the toy game: answers, readings without a prompt, a second table."""
    lock_folder(folder / "data")
    chance, log = Random(7), SqlEventLog(f"sqlite:///{folder / 'data' / 'log.db'}", lambda: 1_700_000_000.0)
    hall = SessionManager(log, Random(3))
    name = hall.open("toy")
    tell(f"opened {name}")
    for number in range(ANSWERS):
        if not hall.snapshot(name).open:
            name = hall.open("toy")
            tell(f"opened {name}")
        if number % 3 == 2:
            reading = Reading(f"r{number}", "lamp", "vision/cam0", "e1", number, f"{name}.", "tray", SEEN)
            hall.readings.handle(reading)
            tell(f"heard {number}")
        _answer(hall, name, chance, number)
        tell(f"entries {name} {len(hall.history.entries(name)[0])}")


def _answer(hall: SessionManager, name: str, chance: Random, number: int) -> None:
    answer = any_answer(hall.snapshot(name).open, chance, number)
    if answer.values != ("stumble",):
        try:
            hall.answer(name, answer)
        except Refused:
            hall.history.undo(name, 0)


def outbox(folder: Path, tell: Tell) -> None:
    """Readings of a reader, some of them acknowledged."""
    box = Outbox(folder / "vision" / "outbox.db")
    tell(f"epoch {box.epoch}")
    for number in range(1, READINGS):
        tell(f"put {box.put(Reading('', 'lamp', 'vision/cam0', '', 0, 't1.q', 'tray', SEEN), f'm{number}').seq}")
        if number % 5 == 0:
            tell(f"acking {number - 3}")
            box.acknowledge(Ack(box.epoch, number - 3))


def kept(folder: Path, tell: Tell) -> None:
    """Settings and taught things, each in its own file."""
    choices, tags = SetupChoiceStore(folder / "choices.json"), TagBook({}, folder / "tags.json")
    roster, pictures = ReaderRoster(folder / "bridge"), ImageStore(folder / "kept")
    for number in range(1, FILES):
        choices.change(source=str(number))
        tell(f"choice {number}")
        tags.assign(f"tag{number}", Meaning("token", "skull"))
        tell(f"tag {number}")
        Accounts(folder / "broker").of("display", "t1", f"d{number}")
        tell(f"account {number}")
        roster.save(ConfiguredReaders((ReaderSettings(name=f"r{number}", port="/dev/x"),)))
        tell(f"reader {number}")
        pictures.keep([(f"{number}.png", picture(number))])
        tell(f"picture {number}")


def picture(number: int) -> bytes:
    """Long enough to be torn."""
    return PNG + bytes([number]) * 3000


def kits(folder: Path, tell: Tell) -> None:
    """A kit that is taught, one shot after the other."""
    import numpy as np  # slow to import, and used by this workload only

    from vision.enrolment import shots
    from vision.kind_and_face.face_embedding import KEPT
    from vision.kit import KitShotImage

    shots.create_kit("own", "token", "disc", ("skull", "star"))
    tell("shots 0")
    for number in range(1, FILES):
        shots.add_shots("own", [KitShotImage("skull", np.full((KEPT, KEPT, 3), number * 9, np.uint8))])
        tell(f"shots {number}")


def backups(folder: Path, tell: Tell) -> None:
    """Backups during a game; then the newest is restored."""
    settings = Settings(data=folder / "data")
    lock_folder(settings.data)
    log, chance = SqlEventLog(settings.database_url, lambda: 1_700_000_000.0), Random(7)
    hall = SessionManager(log, Random(3))
    name, keeper = hall.open("toy"), BackupScheduler(settings, lambda: 1_700_000_000.0)
    for number in range(BACKUPS):
        _answer(hall, name, chance, number)
        tell(f"backup {keeper.make_backup().number}")
    log.close()
    put_back = keeper.place.backups()[1]
    tell(f"restoring {len(hall.history.entries(name)[0])}")
    restore.restore_database(put_back.path, settings.data / "log.db", settings)
    tell(f"restored {put_back.manifest.tables[0].entries}")


def failing(folder: Path, tell: Tell) -> None:
    """A full disk, then a write-protected one, then a failing one: each is reported, and afterwards everything works again."""
    lock_folder(folder / "data")
    settings = Settings(data=folder / "data")
    hall = SessionManager(SqlEventLog(settings.database_url, lambda: 1_700_000_000.0), Random(3))
    name, box = hall.open("toy"), Outbox(folder / "vision" / "outbox.db")
    choices, tags = SetupChoiceStore(folder / "data" / "setup.json"), TagBook({}, folder / "data" / "tags.json")
    commands: tuple[tuple[tuple[type[Exception], ...], Callable[[], object]], ...] = (
        ((StoreError,), lambda: hall.answer(name, _coins(hall, name))),
        ((OutboxError,), lambda: box.put(Reading("", "lamp", "vision/cam0", "", 0, "t1.q", "tray", ()))),
        ((SetupChoicesError,), lambda: choices.change(source="9")),
        ((TagBookError,), lambda: tags.assign("tag", Meaning("token", "skull"))),
        ((OSError, LamplightError, sqlite3.Error), BackupScheduler(settings).make_backup),
    )
    for number in (errno.ENOSPC, errno.EROFS, errno.EIO):
        before = (len(hall.history.entries(name)[0]), box.waiting, choices.now, tags.now)
        Path(os.environ["POWERLOSS_SWITCH"]).write_text(f"{number}")
        for errors, command in commands:
            with pytest.raises(errors):
                command()
        Path(os.environ["POWERLOSS_SWITCH"]).unlink()
        now = (len(hall.history.entries(name)[0]), box.waiting, choices.now, tags.now)
        assert now == before, f"{errno.errorcode[number]}: {before} became {now}"
        for _errors, command in commands:
            command()
        hall.history.undo(name, 1)
        tags.unassign("tag")
        choices.change(source="")
        tell(f"entries {name} {len(hall.history.entries(name)[0])}")
        tell(f"went on {errno.errorcode[number]}")


def _coins(hall: SessionManager, name: str) -> Answer:
    return Answer(f"a{len(hall.history.entries(name)[0])}", hall.snapshot(name).open[0].id, ("coins",), "1")


def skip_syncs(of_folders: bool) -> None:
    """Sync only files, or only folders: a file is then renamed before it is on the disk."""
    real = os.fsync
    os.fsync = lambda handle: None if os.path.isdir(f"/proc/self/fd/{handle}") is of_folders else real(handle)  # type: ignore[assignment]  # noqa: PTH112


def sync_lazily(how: str) -> None:
    """SQLite syncs less."""
    durable = database._make_durable

    def less(connection: Any, _record: object) -> None:
        durable(connection, _record)
        connection.execute(f"PRAGMA synchronous={how}")

    database._make_durable = less


def overwrite() -> None:
    """Overwrite files in place."""

    def write(path: Path, content: str | bytes, *, private: bool = False) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        atomic_write.sync(path)
        atomic_write.sync(path.parent)

    for module in tuple(sys.modules.values()):
        if getattr(module, "write_atomically", None) is not None:
            module.write_atomically = write  # type: ignore[attr-defined]


WORKLOADS: dict[str, Callable[[Path, Tell], None]] = {
    "play": play,
    "outbox": outbox,
    "kept": kept,
    "kits": kits,
    "backups": backups,
    "failing": failing,
}
FAULTS: dict[str, Callable[[], None]] = {
    "unsynced": partial(skip_syncs, False),
    "unnamed": partial(skip_syncs, True),
    "normal": partial(sync_lazily, "NORMAL"),
    "off": partial(sync_lazily, "OFF"),
    "overwritten": overwrite,
}


def main(folder: Path, *wished: str) -> None:
    """One after the other: they share what is loaded once."""
    games.find = lambda _name: TOY  # type: ignore[assignment]
    for name in wished:
        (folder / name).mkdir()
        child = os.fork()
        if not child:
            _run(folder / name, *name.split("-"))
        if os.waitpid(child, 0)[1]:
            sys.exit(f"{name} failed")


def _run(folder: Path, name: str, fault: str = "") -> NoReturn:
    """Exit as in a power cut, without closing anything."""
    try:
        if fault:
            FAULTS[fault]()
        os.environ["XDG_DATA_HOME"] = str(folder / "home")
        with (folder / MARKS).open("w", buffering=1, encoding="utf-8") as marks:
            WORKLOADS[name](folder, lambda words: print(words, file=marks, flush=True))
        os._exit(0)
    except BaseException:  # noqa: BLE001 - the parent reports it
        traceback.print_exc()
        os._exit(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
