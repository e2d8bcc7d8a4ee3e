"""Who holds a serial port open, as Linux tells it under /proc; elsewhere, and of other users' programs, nobody is named."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Holder:
    """A program that runs."""

    name: str
    pid: int

    def __str__(self) -> str:
        return f"{self.name} ({self.pid})"


def holders(where: str, proc: Path = PROC) -> tuple[Holder, ...]:
    """Who else has this port open, by whatever name it was opened; only root sees the programs of everybody."""
    wanted = os.path.realpath(where)
    pids = sorted(int(folder.name) for folder in proc.glob("[0-9]*"))
    others = (pid for pid in pids if pid != os.getpid() and _has_open(proc / str(pid) / "fd", wanted))
    return tuple(Holder(_name(proc / str(pid)), pid) for pid in others)


def said(found: tuple[Holder, ...]) -> str:
    """Their names with an "and"; "another program" where nobody is known."""
    return " and ".join(map(str, found)) or "another program"


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


def _name(folder: Path) -> str:
    try:
        return (folder / "comm").read_text(encoding="utf-8", errors="replace").strip() or "a program"
    except OSError:
        return "a program"
