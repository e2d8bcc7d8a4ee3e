"""Command-line arguments of the commands for backups, records of tables and scenarios."""

from __future__ import annotations

from argparse import SUPPRESS
from pathlib import Path

from companion.commands.arguments import (
    CommandParser,
    Commands,
    add_command,
    add_group,
    add_house,
    add_json,
    commands_of,
    whole,
)

BACKUP_MODULE = "companion.ops.backup.command_actions"
RECORD_MODULE = "companion.archive.commands"
SCENARIO_MODULE = "companion.scenarios.commands"


def add_record_commands(commands: Commands) -> None:
    """Add the commands `backup`, `restore`, `record`, `replay` and `scenario`."""
    _add_backup(commands)
    restore = add_command(
        commands,
        "restore",
        f"{BACKUP_MODULE}:restore_backup",
        "Replace the database by a backup, the newest one if none is named. Same as `backup restore`.",
    )
    _add_backup_name(restore)
    add_house(restore)
    _add_record(commands)
    replay = add_command(
        commands,
        "replay",
        "companion.cli:replay",
        "Play a log of tables, or a kept evening, through the rules again and compare the facts that come out.",
    )
    replay.add_argument("file", type=Path)
    _add_scenario(commands)


def _add_backup(commands: Commands) -> None:
    backup = add_command(
        commands,
        "backup",
        f"{BACKUP_MODULE}:make_backup",
        "List, make, check and restore backups. Without a command, make one.",
    )
    add_house(backup)
    inner = commands_of(backup, required=False)
    for name, run, sentence in (
        ("list", "list_backups", "List the backups and what each holds, the newest first."),
        ("now", "make_backup", "Make a backup. Lamplight may run meanwhile."),
        ("check", "check_backup", "Read a whole backup and check its database."),
        (
            "restore",
            "restore_backup",
            "Replace the database by a backup, and set the present one aside. Lamplight must not run meanwhile.",
        ),
    ):
        parser = add_command(inner, name, f"{BACKUP_MODULE}:{run}", sentence)
        if name in {"check", "restore"}:
            _add_backup_name(parser)
        add_house(parser, default=SUPPRESS)  # else it would undo `backup --demo list`


def _add_backup_name(parser: CommandParser) -> None:
    parser.add_argument(
        "name",
        nargs="?",
        default="",
        help="a name or number as `backup list` shows it, or a file; by default the newest",
    )


def _add_record(commands: Commands) -> None:
    record = add_group(
        commands,
        "record",
        "Export a whole evening as one file, import it elsewhere, or check it.",
    )
    export = add_command(
        record,
        "export",
        f"{RECORD_MODULE}:export_command",
        "Write a table to a file, with its hidden facts. Lamplight may run meanwhile.",
    )
    export.add_argument("table", help="as in the address of its page: t1")
    export.add_argument("file", nargs="?", type=Path, help="to write; by default named for game, table and day")
    add_house(export)
    import_ = add_command(
        record,
        "import",
        f"{RECORD_MODULE}:import_command",
        "Add the table of a file while Lamplight does not run. While it runs, its page can do this.",
    )
    _add_record_file(import_)
    add_house(import_)
    import_.add_argument(
        "--as-is",
        action="store_true",
        help="accept facts that the rules do not establish, as of an older version or corrected by hand",
    )
    check = add_command(
        record,
        "check",
        f"{RECORD_MODULE}:check",
        "Play a file through the rules and show what it holds, without importing it. Exits with 1 on a difference.",
    )
    _add_record_file(check)


def _add_record_file(parser: CommandParser) -> None:
    parser.add_argument("file", type=Path, help="a .lamplight file")


def _add_scenario(commands: Commands) -> None:
    scenario = add_group(commands, "scenario", "Check, simulate and add scenarios, ours and those of the community.")
    check = add_command(
        scenario,
        "check",
        f"{SCENARIO_MODULE}:check",
        "Check a scenario. Exits with 0 without findings, 1 with findings, 2 if it is not readable.",
    )
    _add_scenario_name(check)
    add_json(check)
    check.add_argument(
        "--box", dest="boxes", action="append", metavar="BOX", help="a box that the players own; may be repeated"
    )
    play = add_command(
        scenario,
        "play",
        f"{SCENARIO_MODULE}:play",
        "Play a scenario with random answers; report the endings, exceptions and parts never reached.",
    )
    _add_scenario_name(play)
    play.add_argument("--runs", type=whole(1), default=10, help="number of games, by default %(default)s")
    play.add_argument("--seed", type=int, default=1, help="of the first run; each further run adds 1")
    add_json(play)
    play.add_argument("--seats", type=whole(1, 4), default=2, help="number of investigators, by default %(default)s")
    add = add_command(
        scenario,
        "add",
        f"{SCENARIO_MODULE}:add",
        "Add a scenario to the library, so that the page offers it.",
    )
    add.add_argument("what", type=Path, metavar="FILE|FOLDER", help="a .valkyrie file or a folder")
    add_house(add)


def _add_scenario_name(parser: CommandParser) -> None:
    parser.add_argument("what", metavar="FILE|FOLDER|NAME", help="a .valkyrie file, a folder, or one of ours")
