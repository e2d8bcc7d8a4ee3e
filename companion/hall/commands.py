"""`./table hall ...`: the commands of a hall, beside those about its tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from companion.hall.table_commands import Config, app, open_configured_hall

__all__ = ["app"]


@app.command()
def worker(
    config: Config = None, port: Annotated[int | None, typer.Option(help="Of this worker's pages.", min=0)] = None
) -> None:
    """Serve a share of the hall's tables, until stopped. As many as you like may run."""
    from companion.hall.worker.worker_process import run_worker

    run_worker(config, port)


@app.command()
def staff(
    config: Config = None,
    dismiss_all: Annotated[
        bool,
        typer.Option(
            "--dismiss-all", help="Send every device of the staff away instead; no code that was shown counts any more."
        ),
    ] = False,
) -> None:
    """Let a device of the staff in: a code and an address, for one device and two minutes."""
    from companion.hall.device_invitations import invite_staff, staff_devices
    from companion.ops.pairing_command import show

    with open_configured_hall(config) as (engine, settings):
        if dismiss_all:
            staff_devices(engine).dismiss_all()
            typer.echo("Every device of the staff was sent away. ./table hall staff lets one in again.")
            return
        url = f"http://{settings.domain}/#{invite_staff(engine)}"
    show(url)
    typer.echo(f"One device of the staff may open it within two minutes: {url}")


@app.command()
def pair(
    name: str,
    role: Annotated[str, typer.Option(help="table, keeper or wall.")] = "table",
    config: Config = None,
) -> None:
    """Let a device in at a table that the hall plays: a code and an address, for one device and two minutes."""
    from companion.hall.device_invitations import invite_to_table
    from companion.ops.pairing_command import WORDS, show

    with open_configured_hall(config) as (engine, settings):
        url = f"http://{name}.{settings.domain}/join#{invite_to_table(engine, name, role)}"
    show(url)
    typer.echo(f"For {WORDS[role]} of {name}, once and within two minutes:\n{url}")


@app.command()
def accounts(
    folder: Annotated[Path, typer.Argument(help="For the files; secrets are in them.")],
    broker: Annotated[str, typer.Option("--for", help="mosquitto or rabbitmq.")] = "mosquitto",
    table: Annotated[
        list[str] | None, typer.Option(help="It gets an account of its own; give the option once for each table.")
    ] = None,
) -> None:
    """Make the accounts of the hall's broker, and write what it reads of them."""
    from companion.hall.broker_accounts import write_accounts

    written = write_accounts(broker, folder, tuple(table or ()))
    for path in written.files:
        typer.echo(f"{path}")
    typer.echo(f"Users: {', '.join(written.users)}. Tell the broker to read it anew where it runs.")


@app.command(name="metrics-token")
def metrics_token(config: Config = None) -> None:
    """The token with which Prometheus may read /metrics of the hall's workers."""
    from companion.hall.settings import load_hall_settings

    typer.echo(load_hall_settings(config).token)
