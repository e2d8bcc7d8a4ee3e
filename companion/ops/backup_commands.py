"""`./table backup COMMAND`: words in, one call, an exit code, as in `companion.cli`. Heavy imports stand in the commands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(rich_markup_mode=None)

Config = Annotated[Path | None, typer.Option(help="The TOML file of settings that `serve` is given.")]
Demo = Annotated[bool, typer.Option("--demo", help="Of the demo instead.")]
Name = Annotated[
    str, typer.Argument(help="Of a backup, as `list` names it, or its number, or a file; else the newest.")
]


@app.callback(invoke_without_command=True)
def backup(context: typer.Context, config: Config = None, demo: Demo = False) -> None:
    """Copies of the house: which there are, one more, is one whole, and back to one. Without a word: one more."""
    if context.invoked_subcommand is None:
        now(config, demo=demo)


@app.command("list")
def list_command(config: Config = None, demo: Demo = False) -> None:
    """The backups there are, the newest first, and what each holds."""
    from companion.ops.backup import list_backups

    list_backups(config, demo=demo, tell=typer.echo)


@app.command()
def now(config: Config = None, demo: Demo = False) -> None:
    """Make one; a Lamplight that runs need not be stopped."""
    from companion.ops.backup import make_backup

    make_backup(config, demo=demo, tell=typer.echo)


@app.command()
def check(name: Name = "", config: Config = None, demo: Demo = False) -> None:
    """Read all of a backup, and look its database through."""
    from companion.ops.backup import check_backup as look_over

    look_over(name, config, demo=demo, tell=typer.echo)


@app.command()
def restore(name: Name = "", config: Config = None, demo: Demo = False) -> None:
    """Put a backup in the database's place; what is there now is set aside. Lamplight must not run meanwhile."""
    from companion.ops.backup import restore_backup

    restore_backup(name, config, demo=demo, tell=typer.echo)
