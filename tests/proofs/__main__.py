"""`./table prove NAME`: see `proof.py`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from companion.errors import LamplightError
from tests.proofs import proof


def main(
    name: Annotated[str, typer.Argument(help="Of the proof; without one they are listed.")] = "",
    seed: Annotated[int, typer.Option(help="The same seed goes the same way.")] = 1,
) -> None:
    """One of the long proofs; what it found is written into docs/proofs."""
    if not name:
        typer.echo("\n".join(proof.names()))
        return
    try:
        typer.echo(f"{proof.run(name, seed, typer.echo)}")
    except LamplightError as error:
        typer.echo(f"{error}", err=True)
        sys.exit(1)


if __name__ == "__main__":
    typer.run(main)
