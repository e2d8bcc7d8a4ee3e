"""Pair a device from the shell of the machine, as after the loss of the tablet."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import segno

from companion.errors import LamplightError, own_command
from companion.sessions import HOUSE_ROLES, INVITATION_VALID, DeviceRepository, Devices, SqlEventLog
from companion.settings import Settings, load
from companion.system.data_dir import port_in_use
from companion.system.network import is_for_this_machine, page_host

ROLE_WORDS = {"table": "the tablet in the middle", "keeper": "the keeper's device", "wall": "a screen on the wall"}


class PairingError(LamplightError):
    """The settings name no installation, or the role is unknown."""

    code = "NOHOUSE"


def pair(
    config: Path | None, role: str, echo: Callable[[str], None], *, demo: bool = False, anew: bool = False
) -> None:
    """Print an invitation for one device, as URL and QR code. `anew`: dismiss all other devices first.

    The application may run: it reads the invitation from its database. Raises PairingError.
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
    echo(f"For {ROLE_WORDS[role]}, once and within {INVITATION_VALID / 60:.0f} minutes, while Lamplight runs:\n{url}")
    if is_for_this_machine(settings.bind):
        echo(f'Only this machine reaches it: the settings say bind = "{settings.bind}".')
    if hint:
        echo(hint.strip())


def hint_of_demo(settings: Settings) -> str:
    """Return how to pair with a running demo, unless the settings are those of the demo."""
    data = load(None, demo=True).data
    port = port_in_use(data) if data != settings.data else None
    return f" A demo runs at port {port}; for that: {own_command('pair')} --demo" if port else ""


def show(url: str) -> None:
    """Print the URL as a QR code on a terminal."""
    if sys.stdout.isatty():
        segno.make(url).terminal(compact=True)


@contextmanager
def devices_of(settings: Settings, hint: str = "") -> Iterator[Devices]:
    """Open the devices of these settings. Raises PairingError with the hint without a database."""
    if not settings.database and not (settings.data / "log.db").exists():
        remedy = f"Start it first, {own_command('serve')}, or name the settings that it has: --config FILE."
        raise PairingError(f"There is no house in {settings.data}. {remedy}{hint}")
    log = SqlEventLog(settings.database_url, time.time)
    try:
        yield Devices(DeviceRepository(log.database), time.time)
    finally:
        log.close()
