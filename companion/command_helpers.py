"""Helpers for the commands of several packages."""

from __future__ import annotations

import sys
from typing import NoReturn

from companion.errors import printable


def print_line(line: str = "") -> None:
    """Print a line at once, also into a pipe. Control characters are replaced."""
    print(printable(line), flush=True)


def load_own_games() -> None:
    """Load the games of the folder that the settings name."""
    from companion import games
    from companion.settings import load

    if folder := load().own_games:
        games.look_in(folder)


def exit_with(is_good: bool) -> NoReturn:
    """Exit code 0 or 1."""
    sys.exit(0 if is_good else 1)
