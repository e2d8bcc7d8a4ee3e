"""The `record` commands, as in `companion.cli`. Heavy imports are inside the functions."""

from __future__ import annotations

from pathlib import Path

from companion.command_helpers import exit_with, load_own_games, print_line


def export_command(table: str, file: Path | None, config: Path | None, demo: bool) -> None:
    """Write a table to a file."""
    from companion.archive.export_command import export

    export(table, file, config, demo=demo, tell=print_line)


def import_command(file: Path, config: Path | None, demo: bool, as_is: bool) -> None:
    """Import a table from a file."""
    from companion.archive.import_command import import_file

    load_own_games()
    import_file(file, config, demo=demo, as_is=as_is, tell=print_line)


def check(file: Path) -> None:
    """Check a file without importing it."""
    from companion.archive.inspection import check as check_file

    load_own_games()
    exit_with(check_file(file, print_line))
