"""What the commands of several packages share."""

from __future__ import annotations

import sys
from typing import NoReturn

from companion.errors import printable


def print_line(line: str = "") -> None:
    """Print a line at once, also where the output is a pipe. What would command the terminal is replaced."""
    print(printable(line), flush=True)


def load_own_games() -> None:
    """The games of a folder of one's own, where the environment names one."""
    from companion import games
    from companion.settings import load

    if folder := load().own_games:
        games.look_in(folder)


def exit_with(is_good: bool) -> NoReturn:
    """Exit code 0 or 1."""
    sys.exit(0 if is_good else 1)
