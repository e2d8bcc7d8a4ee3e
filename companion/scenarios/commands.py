"""`./table scenario COMMAND`: words in, one call, an exit code, as in `companion.cli`. Heavy imports stand in the commands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

What = Annotated[str, typer.Argument(metavar="FILE|FOLDER|NAME", help="A .valkyrie file, a folder, or one of ours.")]
Json = Annotated[bool, typer.Option("--json", help="Machine-readable lines instead of sentences.")]


@app.callback()
def scenario() -> None:
    """Scenarios of Mansions of Madness: ours, and files of the community."""


@app.command()
def check(
    what: What,
    as_json: Json = False,
    boxes: Annotated[list[str] | None, typer.Option("--box", help="A box on the table; give it once for each.")] = None,
) -> None:
    """Look a scenario over: 0 = nothing to mend, 1 = findings, 2 = not readable."""
    from companion.scenarios.check import check as looked_over

    raise typer.Exit(looked_over(what, as_json=as_json, tell=typer.echo, owned=tuple(boxes) if boxes else None))


@app.command()
def play(
    what: What,
    runs: Annotated[int, typer.Option(help="How often it is played.", min=1)] = 10,
    seed: Annotated[int, typer.Option(help="Of the first run; each next one has the next.")] = 1,
    as_json: Json = False,
    seats: Annotated[int, typer.Option(help="Investigators.", min=1, max=4)] = 2,
) -> None:
    """Let chance play a scenario through the rules: endings reached, exceptions, what was never seen."""
    from companion.scenarios.simulate import play as played

    raise typer.Exit(played(what, runs, seed, seats, as_json=as_json, tell=typer.echo))


@app.command()
def add(
    what: Annotated[Path, typer.Argument(metavar="FILE|FOLDER", help="A .valkyrie file or a folder, on a stick too.")],
    config: Annotated[Path | None, typer.Option(help="The TOML file of settings that `serve` is given.")] = None,
    demo: Annotated[bool, typer.Option("--demo", help="Keep it for the demo instead.")] = False,
) -> None:
    """Keep a scenario in the library of the house, so that the page offers it."""
    from companion.scenarios.add import add as kept

    kept(what, config, demo=demo, tell=typer.echo)
