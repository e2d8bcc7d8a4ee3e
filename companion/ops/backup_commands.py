"""The commands of `backup`, as in `companion.cli`: one call each. Heavy imports stand in the commands."""

from __future__ import annotations

from pathlib import Path

from companion.command_helpers import print_line


def list_command(config: Path | None, demo: bool) -> None:
    from companion.ops.backup import list_backups

    list_backups(config, demo=demo, tell=print_line)


def now(config: Path | None, demo: bool) -> None:
    from companion.ops.backup import make_backup

    make_backup(config, demo=demo, tell=print_line)


def check(name: str, config: Path | None, demo: bool) -> None:
    from companion.ops.backup import check_backup as look_over

    look_over(name, config, demo=demo, tell=print_line)


def restore(name: str, config: Path | None, demo: bool) -> None:
    from companion.ops.backup import restore_backup

    restore_backup(name, config, demo=demo, tell=print_line)
