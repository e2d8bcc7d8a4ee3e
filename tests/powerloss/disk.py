"""A disk as a power cut leaves it: everything synced is there, and any part of the rest.

The bytes of a file are kept when the file was synced, a name when its folder was. Later changes may be kept or lost, in any
order; a write is kept or lost in pieces of 512 bytes; a file may have its new length but not the bytes. That is less than
ext4 promises, and as little as POSIX does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypeAlias

from tests.powerloss.journal import Op

SECTOR = 512  # bytes that a disk writes whole
Entries: TypeAlias = "dict[str, File | Folder]"


@dataclass(slots=True, eq=False)
class File:
    """The bytes on the disk, and the changes since the last sync."""

    content: bytearray = field(default_factory=bytearray)
    waiting: list[Op] = field(default_factory=list)

    def sync(self) -> None:
        self.content = _after(self.content, self.waiting)
        self.waiting.clear()


@dataclass(frozen=True, slots=True)
class Naming:
    """A change of a folder: `name` now means this inode (None: none). `gone`: a name removed at the same moment."""

    name: str
    what: File | Folder | None
    gone: str = ""


@dataclass(slots=True, eq=False)
class Folder:
    """The names on the disk, the names that programs see, and the changes since the last sync."""

    kept: Entries = field(default_factory=dict)
    seen: Entries = field(default_factory=dict)
    waiting: list[Naming] = field(default_factory=list)

    def name(self, naming: Naming) -> None:
        _named(self.seen, naming)
        self.waiting.append(naming)

    def sync(self) -> None:
        for naming in self.waiting:
            _named(self.kept, naming)
        self.waiting.clear()


class Disk:
    """Replays a journal; the power may be cut at any moment."""

    def __init__(self) -> None:
        self.root = Folder()
        self.told: list[str] = []  # confirmed so far, in order
        self._files: dict[int, File] = {}  # by inode, which may be reused

    def follow(self, op: Op) -> None:
        folder, name = self._folder_of(op.path)
        match op.what:
            case "!":
                self.told += op.data.decode().splitlines()
            case "C":
                made = self._files[op.inode] = File()
                folder.name(Naming(name, made))
            case "M":
                folder.name(Naming(name, Folder()))
            case "W" | "T":
                self._files[op.inode].waiting.append(op)
            case "S":
                self._sync(op)
            case "U":
                folder.name(Naming(name, None))
            case "R":
                self._rename(op)
            case "L":
                self._link(op)
            case other:
                raise ValueError(other)

    def cut(self, into: Path, chance: Random) -> None:
        """Write a possible state of the disk after a power cut at this moment."""
        _lay(self.root, into, chance)

    def seen(self) -> dict[str, bytes]:
        """Every file as programs see it now, by path."""
        return dict(_seen(self.root, ""))

    def _sync(self, op: Op) -> None:
        found = self._files.get(op.inode)
        if found is not None and not self._is_folder(op.path):
            found.sync()
        else:
            self._at(op.path).sync()

    def _rename(self, op: Op) -> None:
        (before, name), (after, new) = self._folder_of(op.path), self._folder_of(op.to)
        what = before.seen[name]
        if before is after:
            before.name(Naming(new, what, gone=name))
            return
        before.name(Naming(name, None))
        after.name(Naming(new, what))

    def _link(self, op: Op) -> None:
        (before, name), (after, new) = self._folder_of(op.path), self._folder_of(op.to)
        after.name(Naming(new, before.seen[name]))

    def _folder_of(self, path: str) -> tuple[Folder, str]:
        way, _, name = path.rpartition("/")
        return self._at(way), name

    def _at(self, path: str) -> Folder:
        folder = self.root
        for part in filter(None, path.split("/")):
            below = folder.seen[part]
            assert isinstance(below, Folder), path
            folder = below
        return folder

    def _is_folder(self, path: str) -> bool:
        folder, name = self._folder_of(path)
        return not name or isinstance(folder.seen.get(name), Folder)


def images(journal: Sequence[Op], chance: Random, how_many: int) -> Iterable[tuple[int, Disk]]:
    """Moments of a journal, each with the state of the disk. The same moment may come several times."""
    disk, done = Disk(), 0
    for moment in sorted(chance.choices(range(1, len(journal) + 1), k=how_many)):
        for op in journal[done:moment]:
            disk.follow(op)
        done = moment
        yield moment, disk


def _lay(folder: Folder, into: Path, chance: Random) -> None:
    into.mkdir()
    there = dict(folder.kept)
    for naming in _some(folder.waiting, chance):
        _named(there, naming)
    for name, what in there.items():
        if isinstance(what, Folder):
            _lay(what, into / name, chance)
        else:
            (into / name).write_bytes(_left(what, chance))


def _seen(folder: Folder, way: str) -> Iterator[tuple[str, bytes]]:
    for name, what in folder.seen.items():
        if isinstance(what, Folder):
            yield from _seen(what, f"{way}{name}/")
        else:
            yield f"{way}{name}", bytes(_after(what.content, what.waiting))


def _named(entries: Entries, naming: Naming) -> None:
    entries.pop(naming.gone, None)
    if naming.what is None:
        entries.pop(naming.name, None)
    else:
        entries[naming.name] = naming.what


def _some(waiting: Sequence[Naming], chance: Random) -> Sequence[Naming]:
    ways: tuple[Callable[[], Sequence[Naming]], ...] = (
        lambda: (),
        lambda: waiting,
        lambda: waiting[: chance.randint(0, len(waiting))],
        lambda: [one for one in waiting if chance.random() < 0.5],
    )
    return chance.choice(ways)()


def _left(file: File, chance: Random) -> bytes:
    ways: tuple[Callable[[], Iterable[Op]], ...] = (
        lambda: (),
        lambda: file.waiting,
        lambda: file.waiting[: chance.randint(0, len(file.waiting))],
        lambda: [op for op in file.waiting if chance.random() < 0.5],
        lambda: [piece for op in file.waiting for piece in _pieces(op) if chance.random() < 0.5],
        lambda: [_emptied(op) for op in file.waiting],
    )
    return bytes(_after(file.content, chance.choice(ways)()))


def _pieces(op: Op) -> Iterable[Op]:
    """The sectors of a write, each of which is kept or lost."""
    if op.what != "W":
        return (op,)
    ends = range(op.at - op.at % SECTOR, op.at + len(op.data), SECTOR)
    spans = ((max(start, op.at) - op.at, min(start + SECTOR - op.at, len(op.data))) for start in ends)
    return [Op("W", op.path, op.inode, op.at + start, op.data[start:end]) for start, end in spans]


def _emptied(op: Op) -> Op:
    """The length was kept, the bytes were not."""
    return Op(op.what, op.path, op.inode, op.at, bytes(len(op.data)))


def _after(content: bytearray, ops: Iterable[Op]) -> bytearray:
    made = bytearray(content)
    for op in ops:
        end = op.at + len(op.data)
        if len(made) < end:
            made.extend(bytes(end - len(made)))
        if op.what == "T":
            del made[op.at :]
        else:
            made[op.at : end] = op.data
    return made
