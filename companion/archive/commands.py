"""`./table record COMMAND`: words in, one call, an exit code, as in `companion.cli`. Heavy imports stand in the commands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from companion.command_helpers import exit_with, load_own_games

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

File = Annotated[Path, typer.Argument(help="A file that ends in .lamplight.")]
Config = Annotated[Path | None, typer.Option(help="The TOML file of settings that `serve` is given.")]
Demo = Annotated[bool, typer.Option("--demo", help="Of the demo instead.")]


@app.callback()
def record() -> None:
    """A whole evening as one file: keep it, bring it to another house, look whether it is sound."""


@app.command("export")
def export_command(
    table: Annotated[str, typer.Argument(help="As the page's address has it: t1.")],
    file: Annotated[
        Path | None, typer.Argument(help="The file to write; else one named for game, table and day.")
    ] = None,
    config: Config = None,
    demo: Demo = False,
) -> None:
    """Write a table as a file; a Lamplight that runs need not be stopped. It holds what is hidden, too."""
    from companion.archive.export_command import export

    export(table, file, config, demo=demo, tell=typer.echo)


@app.command("import")
def import_command(
    file: File,
    config: Config = None,
    demo: Demo = False,
    as_is: Annotated[
        bool, typer.Option("--as-is", help="Also facts that the rules do not establish: of an older version, of hands.")
    ] = False,
) -> None:
    """Put the table of a file on the shelf of a house that does not run; where one runs, its page does it."""
    from companion.archive.import_command import bring

    load_own_games()
    bring(file, config, demo=demo, as_is=as_is, tell=typer.echo)


@app.command()
def check(file: File) -> None:
    """Play a file through the rules and say what it holds; nothing is kept. Exits with 1 when something differs."""
    from companion.archive.inspection import check as looked_over

    load_own_games()
    exit_with(looked_over(file, typer.echo))
