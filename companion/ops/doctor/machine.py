"""Check disk, memory, temperature, clock, service and version of this machine, for the doctor."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from companion.errors import counted, own_command
from companion.ops.finding import DoctorFinding, bad, note, ok
from companion.ops.health.conditions import TOO_HOT, WEAK_SUPPLY
from companion.ops.health.conditions import heat as hot
from companion.ops.health.machine import MachineInfo
from companion.ops.health.watchdog import STACKS
from companion.updating.git_history import GitHistory
from companion.updating.program_folder import ProgramFolder, UpdateError

ROOT = Path(__file__).resolve().parents[3]
UNIT = "lamplight.service"
UNIT_PROPERTIES = ("LoadState", "ActiveState", "Result", "NRestarts", "StatusText", "NeedDaemonReload")
LITTLE_MEMORY = 300 * 1024**2  # bytes; docs/health.md has the use of an installation
PATIENCE = 10.0  # s
OLD_DUMP = 365 * 24 * 3600.0  # s


def look(data: Path) -> Iterator[DoctorFinding]:
    """Yield every finding. `data`: the data folder."""
    machine = MachineInfo()
    yield check_card(data, machine)
    yield check_memory(machine)
    yield check_heat(machine)
    yield check_clock(datetime.now(UTC).timestamp(), newest_change(ROOT))
    yield from check_unit(ask_systemd(UNIT))
    yield from check_hang(data)
    yield from check_update(ProgramFolder(ROOT))


def check_card(data: Path, machine: MachineInfo) -> DoctorFinding:
    """Check the disk. A memory card shows only counted faults, and a file system that became read-only."""
    there = next(path for path in (data, *data.parents) if path.exists())
    if os.statvfs(there).f_flag & os.ST_RDONLY:
        return bad(
            "card",
            f"{there} may only be read.",
            "Make it writable again; a memory card that has become so by itself is worn out: copy what is on it to a new one.",
        )
    if machine.disk_faults or machine.worn:
        names = ", ".join(dict.fromkeys((*machine.disk_faults, *machine.worn)))
        return bad(
            "card",
            f"{names}: its file system has counted faults, or it says that it is worn out.",
            f"Make a backup at a second place ({own_command('backup now')}, [backup] folder), and put in a new card soon.",
        )
    return ok("card", "no faults were counted on any disk")


def check_memory(machine: MachineInfo) -> DoctorFinding:
    """Report the memory."""
    whole, free = machine.whole_memory, machine.free_memory
    if whole and free < LITTLE_MEMORY:
        return note(
            "memory",
            f"{free // 1024**2} of {whole // 1024**2} MB are free.",
            "End other programs on this machine: a desktop and its browser take most. A house takes about 250 MB with a camera.",
        )
    return ok("memory", f"{free // 1024**2} of {whole // 1024**2} MB are free")


def check_heat(machine: MachineInfo) -> DoctorFinding:
    """Check power and temperature, in the words of the page."""
    if machine.is_weak:
        return bad("power", str(WEAK_SUPPLY.sentence), str(WEAK_SUPPLY.remedy))
    if machine.heat >= TOO_HOT or machine.is_slowed:
        wrong = hot(machine.heat)
        return note("heat", str(wrong.sentence), str(wrong.remedy))
    return ok("heat", f"{machine.heat:.0f} degrees" if machine.heat else "this machine does not tell its heat")


def check_clock(now: float, written: float) -> DoctorFinding:
    """Check the clock, which starts in the past on a machine without a battery clock or network. Both arguments: s, Unix."""
    now_text = f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d %H:%M} UTC"
    if now < written:
        return note(
            "clock",
            f"it says {now_text}, and the program is newer than that.",
            "Connect the machine to a network once, or: sudo timedatectl set-time '2026-12-24 20:00'. Games do not mind.",
        )
    return ok("clock", now_text)


def newest_change(root: Path) -> float:
    """Return when a file of the program was written last, s, Unix."""
    return max((path.stat().st_mtime for path in (root / "companion").glob("*.py")), default=0.0)


def ask_systemd(name: str) -> Mapping[str, str]:
    """Return what systemd says of a unit. Empty without systemd, or for an unknown unit."""
    if shutil.which("systemctl") is None:
        return {}
    command = ("systemctl", "show", f"--property={','.join(UNIT_PROPERTIES)}", name)
    try:
        completed = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return {}
    properties = dict(line.split("=", 1) for line in completed.stdout.splitlines() if "=" in line)
    return properties if properties.get("LoadState") == "loaded" else {}


def check_unit(properties: Mapping[str, str]) -> Iterator[DoctorFinding]:
    """Report the state of the service, if systemd has it."""
    if not properties:
        return
    restarts, state = properties.get("NRestarts", "0"), properties.get("ActiveState", "")
    if state == "failed":
        sentence = f"{UNIT} has failed ({properties.get('Result', '')})."
        yield bad("service", sentence, f"journalctl -u {UNIT} says why; then: sudo systemctl restart {UNIT}")
    elif restarts != "0":
        yield note(
            "service",
            f"{UNIT} was started again {counted(int(restarts), 'time')} by itself since the machine was (last: {properties.get('Result', '')}).",
            f"journalctl -u {UNIT} says why. Keep that for a report.",
        )
    elif state != "active":
        sentence = f"{UNIT} is {state}."
        yield note("service", sentence, f"Start it: sudo systemctl enable --now {UNIT}")
    else:
        yield ok("service", f"{UNIT} runs. {properties.get('StatusText', '')}".strip())


def check_hang(data: Path) -> Iterator[DoctorFinding]:
    """Yield the date of the last stack dump of the watchdog."""
    stacks = data / "logs" / STACKS
    if stacks.is_file():
        at = stacks.stat().st_mtime
        if datetime.now(UTC).timestamp() - at < OLD_DUMP:
            sentence = f"something did not answer on {datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC."
            yield note("watchdog", sentence, f"Send {stacks} with a report; delete it, and this is not said again.")


def check_update(place: ProgramFolder) -> Iterator[DoctorFinding]:
    """Check for an update that was cut off, and for a newer version upstream. Fetches nothing."""
    if place.journal.exists():
        yield bad(
            "update",
            "one was cut off and is not at its end.",
            f"Go on with it: {own_command('update')}, as the program's owner.",
        )
        return
    history = GitHistory(place)
    if not history.is_there or shutil.which("git") is None:
        yield ok(
            "update", f"this program has no history: releases are given by their path, {own_command('update')} PATH"
        )
        return
    try:
        newer = history.newer()
    except UpdateError as error:
        yield ok("update", f"nobody can be asked for a newer version ({f'{error}'.splitlines()[0]})")
        return
    if newer is not None:
        yield note("update", f"there is a newer version ({newer}).", f"Get it: {own_command('update')}")
    else:
        yield ok("update", "this is the newest version")
