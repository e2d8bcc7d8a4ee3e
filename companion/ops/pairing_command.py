"""Letting a device in from the machine's own shell: whoever has lost the tablet gets in again."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import segno

from companion.errors import LamplightError, own_command
from companion.sessions import HOUSE_ROLES, VALID, DeviceRepository, Devices, SqlEventLog
from companion.settings import Settings, load
from companion.system.data_dir import port_in_use
from companion.system.network import is_for_this_machine, page_host

WORDS = {"table": "the tablet in the middle", "keeper": "the keeper's device", "wall": "a screen on the wall"}


class PairingError(LamplightError):
    """There is none to let a device into."""

    code = "NOHOUSE"


def pair(
    config: Path | None, role: str, echo: Callable[[str], None], *, demo: bool = False, anew: bool = False
) -> None:
    """Print a way in for one device, as letters and as a code; `anew`: and send every other device away first.

    The house may run meanwhile: it finds the invitation in its database. Raises PairingError.
    """
    settings = load(config, demo=demo)
    hint = hint_of_demo(settings)
    if role not in HOUSE_ROLES:
        raise PairingError(
            f"There is no role {role!r}; there are {', '.join(HOUSE_ROLES)}. Seats are invited on the tablet."
        )
    with devices_of(settings, hint) as devices:
        if anew:
            devices.dismiss_all()
            echo("Every device was sent away.")
        port = port_in_use(settings.data) or settings.port
        url = f"http://{page_host(settings.bind)}:{port}/join#{devices.invite('', role)}"
    show(url)
    echo(f"For {WORDS[role]}, once and within {VALID / 60:.0f} minutes, while Lamplight runs:\n{url}")
    if is_for_this_machine(settings.bind):
        echo(f'Only this machine reaches it: the settings say bind = "{settings.bind}".')
    if hint:
        echo(hint.strip())


def hint_of_demo(settings: Settings) -> str:
    """Say how to let a device into the demo, where one runs and is not the house of these settings."""
    data = load(None, demo=True).data
    port = port_in_use(data) if data != settings.data else None
    return f" A demo runs at port {port}; for that: {own_command('pair')} --demo" if port else ""


def show(url: str) -> None:
    """The address as a code, where somebody sees it."""
    if sys.stdout.isatty():
        segno.make(url).terminal(compact=True)


@contextmanager
def devices_of(settings: Settings, hint: str = "") -> Iterator[Devices]:
    """The devices of the house of these settings. Raises PairingError where it was never lit, with this hint."""
    if not settings.database and not (settings.data / "log.db").exists():
        remedy = f"Start it first, {own_command('serve')}, or name the settings that it has: --config FILE."
        raise PairingError(f"There is no house in {settings.data}. {remedy}{hint}")
    log = SqlEventLog(settings.database_url, time.time)
    try:
        yield Devices(DeviceRepository(log.database), time.time)
    finally:
        log.close()
