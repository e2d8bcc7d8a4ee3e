"""`./table scenario COMMAND`: words in, one call, an exit code, as in `companion.cli`. Heavy imports stand in the commands."""

from __future__ import annotations

import typer

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def scenario() -> None:
    """Scenarios of Mansions of Madness: ours, and files of the community."""
