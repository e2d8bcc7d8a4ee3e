"""Checks of the folder after a power cut: it opens, its files are whole, and everything confirmed is there."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from companion import games
from companion.engine import Game
from companion.messaging import Outbox
from companion.messaging.broker.accounts import Accounts
from companion.ops.backup import BackupScheduler, backup_file, undo_half
from companion.ops.recovery import faults_of
from companion.schema import Reading
from companion.sessions import (
    ImageStore,
    SessionManager,
    SetupChoiceStore,
    SqlEventLog,
    TagBook,
    digest_of,
    find_faults,
    list_tables,
)
from companion.settings import Settings
from firmware_bridge.readers.configured_readers import ReaderRoster
from tests.fakes import TOY
from tests.powerloss.workloads import picture


class DataLossError(AssertionError):
    """Something confirmed is missing, or something is not whole."""


def play(folder: Path, told: Sequence[str]) -> None:
    """Every opened table, every entry and every reading; and the tables go on."""
    file = folder / "data" / "log.db"
    if not told:
        file.parent.mkdir(exist_ok=True)
    need(not find_faults(file), f"a sound database is called damaged: {find_faults(file)}")
    log = SqlEventLog(f"sqlite:///{file}", lambda: 0.0)
    try:
        _tables(log, told)
        hall = SessionManager(log, Random(1))
        need(not hall.broken, f"tables stay shut: {dict(hall.broken)}")
        for name in hall.ids():
            need(hall.snapshot(name).open or hall.snapshot(name).over, f"{name} neither asks nor is over")
    finally:
        log.close()


def _tables(log: SqlEventLog, told: Sequence[str]) -> None:
    there = {board.table: [row.seq for row in log.read(board.table)] for board in log.open_tables()}
    for name, seqs in there.items():
        need(seqs == list(range(1, len(seqs) + 1)), f"the log of {name} has a gap: {seqs}")
    for words in told:
        match words.split():
            case ["opened", name]:
                need(name in there, f"{name} is gone")
            case ["entries", name, many]:
                need(len(there[name]) >= int(many), f"{name} has {len(there[name])} entries, {many} were told")
            case ["heard", seq]:
                known = log.inbox.has(Reading("", "lamp", "vision/cam0", "e1", int(seq), "", "", ()))
                need(known, f"the reading {seq} is not known")


def outbox(folder: Path, told: Sequence[str]) -> None:
    """The same epoch, every unacknowledged reading, and no number twice."""
    box = Outbox(folder / "vision" / "outbox.db")
    try:
        waiting = {seq for seq, _ in box.oldest(10_000)}
        gone = max((int(words.split()[1]) for words in told if words.startswith("acking")), default=0)
        put = [int(words.split()[1]) for words in told if words.startswith("put")]
        need(all(f"epoch {box.epoch}" == words for words in told if words.startswith("epoch")), "another epoch")
        need({seq for seq in put if seq > gone} <= waiting, f"{put} were put, to {gone} acknowledged, {waiting} wait")
        need(not put or box.mark >= "m", "the mark is gone")
        fresh = box.put(Reading("", "lamp", "vision/cam0", "", 0, "", "tray", ()))
        need(not put or fresh.seq > max(put), f"{fresh.seq} is used twice")
    finally:
        box.close()


def kept(folder: Path, told: Sequence[str]) -> None:
    """Each file is readable by its own code, and holds what was confirmed or more."""
    choice = SetupChoiceStore(folder / "choices.json").now.source
    tags, accounts = TagBook({}, folder / "tags.json").now, Accounts(folder / "broker").known
    roster, pictures = ReaderRoster(folder / "bridge"), ImageStore(folder / "kept")
    need(not roster.trouble, str(roster.trouble))
    for words in told:
        what, number = words.split()
        is_there = {
            "choice": int(choice or 0) >= int(number),
            "tag": f"tag{number}" in tags,
            "account": f"display_d{number}" in accounts,
            "reader": max((int(one.name[1:]) for one in roster.current.readers), default=0) >= int(number),
            "picture": pictures.path(digest_of(picture(int(number)))) is not None,
        }[what]
        need(is_there, f"{words} was told")
    for path in (folder / "kept").glob("*.png"):
        need(digest_of(path.read_bytes()) == path.stem, f"{path.name} is torn")


def kits(folder: Path, told: Sequence[str]) -> None:
    """The kit is readable, with at least the confirmed number of shots."""
    from vision.kit import is_own, load_kit

    os.environ["XDG_DATA_HOME"] = str(folder / "home")
    if not told and not is_own("own"):
        return
    shots = len(load_kit("own").shots)
    need(shots >= max((int(words.split()[1]) for words in told), default=0), f"{shots} shots are there")


def backups(folder: Path, told: Sequence[str]) -> None:
    """The newest confirmed backup is whole, and so is the database, restored or not."""
    settings = Settings(data=folder / "data")
    there, file = BackupScheduler(settings).place.backups(), settings.data / "log.db"
    numbers = [number for words, number in map(_counted, told) if words == "backup"]
    need(
        not numbers or (there and there[0].number >= numbers[-1]),
        f"{numbers} were told, {[b.number for b in there]} are there",
    )
    for one in there:
        backup_file.verify_backup(one.path)
    undo_half(file)
    found = faults_of(settings)
    need(not found, f"the database is damaged: {found}")
    if told:
        _either(list_tables(file)[0].entries, told)
        play(folder, ())


def _either(entries: int, told: Sequence[str]) -> None:
    """The database has this number of tables. During a restore it is unknown which of two."""
    known = {words: many for words, many in map(_counted, told) if words != "backup"}
    if "restored" in known:
        need(entries == known["restored"], f"{entries} entries are there, {known} were told")
    elif "restoring" in known:
        need(entries <= known["restoring"], f"{entries} entries are there, {known} were told")


def _counted(words: str) -> tuple[str, int]:
    what, _, many = words.partition(" ")
    return what, int(many)


def need(holds: object, why: str) -> None:
    if not holds:
        raise DataLossError(why)


CHECKS: dict[str, Callable[[Path, Sequence[str]], None]] = {
    "play": play,
    "outbox": outbox,
    "kept": kept,
    "kits": kits,
    "backups": backups,
    "failing": play,
}


def toy(name: str) -> Game[Any, Any]:
    return TOY


def as_after_a_cut(workload: str, folder: Path, told: Sequence[str]) -> None:
    """Raises LostReadingError, or whatever the code raises that should have started."""
    find, home = games.find, os.environ.get("XDG_DATA_HOME")
    games.find = toy
    try:
        CHECKS[workload](folder, told)
    finally:
        games.find = find
        os.environ.pop("XDG_DATA_HOME", None)
        os.environ.update({"XDG_DATA_HOME": home} if home is not None else {})
