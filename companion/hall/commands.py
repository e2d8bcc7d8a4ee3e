"""The commands of `hall` that are not about tables."""

from __future__ import annotations

from pathlib import Path

from companion.command_helpers import print_line
from companion.errors import own_command
from companion.hall.table_commands import open_configured_hall


def worker(config: Path | None, port: int | None) -> None:
    """Run a worker."""
    from companion.hall.worker.worker_process import run_worker

    run_worker(config, port)


def staff(config: Path | None, dismiss_all: bool) -> None:
    """Invite staff, or dismiss all of them."""
    from companion.hall.device_invitations import invite_staff, staff_devices
    from companion.ops.pairing_command import show

    with open_configured_hall(config) as (engine, settings):
        if dismiss_all:
            staff_devices(engine).dismiss_all()
            print_line(f"Every device of the staff was sent away. {own_command('hall staff')} lets one in again.")
            return
        url = f"http://{settings.domain}/#{invite_staff(engine)}"
    show(url)
    print_line(f"One device of the staff may open it within two minutes: {url}")


def pair(name: str, role: str, config: Path | None) -> None:
    """Invite a device to a table."""
    from companion.hall.device_invitations import invite_to_table
    from companion.ops.pairing_command import ROLE_WORDS, show

    with open_configured_hall(config) as (engine, settings):
        url = f"http://{name}.{settings.domain}/join#{invite_to_table(engine, name, role)}"
    show(url)
    print_line(f"For {ROLE_WORDS[role]} of {name}, once and within two minutes:\n{url}")


def accounts(folder: Path, table: list[str] | None) -> None:
    """Write the accounts of the broker."""
    from companion.hall.broker_accounts import write_accounts

    written = write_accounts(folder, tuple(table or ()))
    for path in written.files:
        print_line(f"{path}")
    print_line(f"Users: {', '.join(written.users)}. Tell the broker to read it anew where it runs.")


def metrics_token(config: Path | None) -> None:
    """Print the token for metrics."""
    from companion.hall.settings import load_hall_settings

    print_line(load_hall_settings(config).token)
