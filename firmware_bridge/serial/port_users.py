"""Find processes that hold a serial port, from /proc on Linux. Elsewhere there are none.

Files opened by other users' programs are visible only to root. Locks, which serial programs should take, are visible
to all.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from companion.i18n import Text, _, listed
from companion.schema import Words

PROC = Path("/proc")
INTERPRETERS = ("python", "node")


@dataclass(frozen=True, slots=True)
class PortUser:
    """A program that runs."""

    name: str  # "" = it cannot be known
    pid: int

    @property
    def display_name(self) -> Words:
        """For people."""
        return (
            _("{name} ({pid})", name=self.name, pid=str(self.pid))
            if self.name
            else _("a program ({pid})", pid=str(self.pid))
        )

    def __str__(self) -> str:
        return str(self.display_name)


def find_port_users(where: str, proc: Path = PROC) -> tuple[PortUser, ...]:
    """Return other processes with this port open or locked under any name."""
    wanted, locked = os.path.realpath(where), _lockers(where, proc / "locks")
    pids = sorted(int(folder.name) for folder in proc.glob("[0-9]*"))
    others = (pid for pid in pids if pid != os.getpid())
    holders = (pid for pid in others if pid in locked or _has_open(proc / str(pid) / "fd", wanted))
    return tuple(PortUser(_name(proc / str(pid)), pid) for pid in holders)


def names_of(users: tuple[PortUser, ...]) -> Text:
    """Join their names with "and". Return "another program" without names."""
    return listed([user.display_name for user in users]) if users else _("another program")


def _has_open(opened: Path, wanted: str) -> bool:
    try:
        return any(_leads_to(link) == wanted for link in opened.iterdir())
    except OSError:  # it is another user's, or has just ended
        return False


def _leads_to(link: Path) -> str:
    try:
        return str(link.readlink())
    except OSError:  # just closed
        return ""


def _lockers(where: str, locks: Path) -> set[int]:
    """Return the processes that have locked the file. A line is "1 FLOCK ADVISORY WRITE 412 00:1a:4 0 EOF" with
    device and inode.
    """
    try:
        lines = locks.read_text(encoding="ascii").splitlines()
        about = Path(where).stat()
    except OSError:
        return set()
    wanted = f"{os.major(about.st_dev):02x}:{os.minor(about.st_dev):02x}:{about.st_ino}"
    return {int(words[4]) for words in map(str.split, lines) if len(words) > 5 and words[5] == wanted}


def _name(folder: Path) -> str:
    """Return the program of a process, and for an interpreter its script."""
    try:
        name = (folder / "comm").read_text(encoding="utf-8", errors="replace").strip()
        words = (folder / "cmdline").read_text(encoding="utf-8", errors="replace").split("\0")[1:]
    except OSError:
        return ""
    if name.startswith(INTERPRETERS):
        arguments = (
            words[words.index("-m") + 1 :] if "-m" in words else [word for word in words if word[:1] not in {"", "-"}]
        )
        return Path(arguments[0]).name if arguments and "\n" not in arguments[0] and " " not in arguments[0] else name
    return name
