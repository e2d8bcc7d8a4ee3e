"""What the commands of several packages share."""

from __future__ import annotations

import typer


def load_own_games() -> None:
    """The games of a folder of one's own, where the environment names one."""
    from companion import games
    from companion.settings import load

    if folder := load().own_games:
        games.look_in(folder)


def exit_with(is_good: bool) -> None:
    """Exit code 0 or 1."""
    raise typer.Exit(0 if is_good else 1)
