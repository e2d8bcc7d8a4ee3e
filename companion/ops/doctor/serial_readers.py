"""Check serial readers: the lines, their permissions, which process holds them, and whether the configured readers answer.

Only a configured line that no process holds is opened.
"""

from __future__ import annotations

import grp
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.errors import LamplightError, own_command
from companion.ops.finding import DoctorFinding, bad, note, ok
from companion.settings import BridgeSettings, data_home, load
from firmware_bridge.readers.configured_readers import KnownReader, RosterError, load_configured_readers, read_status
from firmware_bridge.readers.probe import identify_board
from firmware_bridge.serial import BOARD, PortUser, SerialLine, find_port_users, line_of, list_serial_lines
from firmware_bridge.settings import ReaderSettings

GRABBERS = {
    "ModemManager": "it opens every new line to look for a modem",
    "brltty": "it takes CH340 adapters for Braille displays",
}
BRIDGE = "firmware_bridge"  # the program of our own bridge
TRY_AGAIN = "Ask again in a moment."
INSTALL_RULES = "Install deploy/60-lamplight-readers.rules, or: sudo systemctl disable --now"


def look(config: Path | None = None, *, demo: bool = False) -> Iterator[DoctorFinding]:
    """Yield every finding about serial readers. `config`: the file of settings that names some."""
    lines = list_serial_lines()
    yield report_lines(lines)
    yield from check_access(lines)
    yield from check_grabbers(running_programs())
    try:
        settings = load(config, demo=demo)
    except LamplightError as error:
        yield bad("settings", f"{error}", "Mend the file.")
        return
    yield from check_readers(
        settings.data / "bridge", lines, (*readers_of_settings(settings.bridge), *readers_of_page(settings.data))
    )
    if (other := data_home() / "demo") != settings.data:
        yield from check_readers(other / "bridge", lines, readers_of_page(other))


def readers_of_page(data: Path) -> tuple[ReaderSettings, ...]:
    """Return the readers that were set up on the page of a table with this data folder."""
    try:
        return load_configured_readers(data / "bridge").readers
    except RosterError:  # the bridge reports it on the page, and keeps the file
        return ()


def readers_of_settings(bridge: BridgeSettings) -> tuple[ReaderSettings, ...]:
    """Return the readers that the settings name."""
    first = (ReaderSettings(bridge.reader, bridge.driver, bridge.port),) if bridge.port else ()
    return (*first, *(ReaderSettings(reader.reader, reader.driver, reader.port) for reader in bridge.readers))


def report_lines(lines: tuple[SerialLine, ...]) -> DoctorFinding:
    """Report the serial lines found."""
    if not lines:
        return note(
            "serial",
            "no serial line is there; the camera and taps work.",
            "Plug a reader in; it is set up on the page, under Readers.",
        )
    summary = "; ".join(
        f"{line.where!s} ({line.title!s}{', a board of ours' if line.is_ours else ''})" for line in lines
    )
    return ok("serial", summary)


def check_access(lines: Iterable[SerialLine]) -> Iterator[DoctorFinding]:
    """Report lines that this user may not open."""
    for line in lines:
        if not os.access(line.device, os.R_OK | os.W_OK):
            group = _group(line.device)
            remedy = f"Run: sudo usermod -aG {group} $USER and log in again."
            yield bad("serial", f"{line.device} may not be opened: it is of the group {group}.", remedy)


def _group(device: str) -> str:
    try:
        return grp.getgrgid(Path(device).stat().st_gid).gr_name
    except (OSError, KeyError):
        return "dialout"


def running_programs(proc: Path = Path("/proc")) -> tuple[str, ...]:
    """Return the names of the programs that run, of all users."""
    names = []
    for file in proc.glob("[0-9]*/comm"):
        try:
            names.append(file.read_text(encoding="utf-8", errors="replace").strip())
        except OSError:  # it has just ended
            continue
    return tuple(names)


def check_grabbers(names: Iterable[str]) -> Iterator[DoctorFinding]:
    """Report programs that take serial lines of others."""
    for name in sorted(GRABBERS.keys() & set(names)):
        yield note("serial", f"{name} runs: {GRABBERS[name]}.", f"{INSTALL_RULES} {name}")


def check_readers(
    folder: Path, lines: tuple[SerialLine, ...], wanted: Iterable[ReaderSettings]
) -> Iterator[DoctorFinding]:
    """Check each configured reader, by the status of the running bridge or by opening its line."""
    status = read_status(folder)
    known = {reader.name: reader for reader in status.readers} if status else {}
    ours = (
        *wanted,
        *(_settings(reader) for name, reader in known.items() if name not in {settings.name for settings in wanted}),
    )
    for reader in ours:
        if reader.port:
            held = find_port_users(reader.port)
            by_bridge = status is not None and (
                status.pid in {user.pid for user in held} or _has_far(reader.port, status.pid)
            )
            yield _reader(reader, lines, held, known.get(reader.name) if by_bridge else None)


def _has_far(port: str, pid: int) -> bool:
    """Return whether the bridge reads a line that is in no list of open files, as a network line or a Bluetooth die."""
    return ("://" in port or port.startswith("ble:")) and Path(f"/proc/{pid}").exists()


def _settings(known: KnownReader) -> ReaderSettings:
    return ReaderSettings(known.name, known.driver, known.where)


def _reader(
    reader: ReaderSettings, lines: tuple[SerialLine, ...], held: tuple[PortUser, ...], known: KnownReader | None
) -> DoctorFinding:
    name = f"reader {reader.name}"
    if known is not None:
        return ok(name, f"{known.model!s} at {known.where!s}; the bridge reads it.")
    if any(holder.name == BRIDGE for holder in held):
        return note(name, f"Lamplight's own bridge holds {reader.port} and has not greeted it yet.", TRY_AGAIN)
    if held:
        who = " and ".join(map(str, held))
        return bad(name, f"{who} holds {reader.port}.", f"Close {held[0].name}, then it is read.")
    if "://" not in reader.port and line_of(reader.port, lines) is None and not Path(reader.port).exists():
        return note(name, f"nothing is at {reader.port}.", "Plug it in, or choose its line on the page.")
    if reader.driver != BOARD:
        return ok(name, f"{reader.driver} at {reader.port}; nobody reads it now.")
    model, why = identify_board(reader)
    if not model:
        return bad(
            name, f"{reader.port}: {why!s}.", f"Flash it with {own_command('flash')}, or choose another kind of reader."
        )
    return DoctorFinding(name, "note" if why else "ok", f"{model!s} at {reader.port}; nobody reads it now.", str(why))
