"""The words of the commands about what was played and what is kept: backups, evenings, scenarios."""

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

BACKUP = "companion.ops.backup.command_actions"
RECORD = "companion.archive.commands"
SCENARIO = "companion.scenarios.commands"


def add_record_commands(commands: Commands) -> None:
    """Add the commands for backups and records."""
    _add_backup(commands)
    restore = add_command(
        commands,
        "restore",
        f"{BACKUP}:restore_backup",
        "Put a backup in the database's place, the newest where none is named: the same as `backup restore`.",
    )
    _add_backup_name(restore)
    add_house(restore)
    _add_record(commands)
    replay = add_command(
        commands,
        "replay",
        "companion.cli:replay",
        "Load a log of tables, or an evening that was kept as a file, through the rules again: do the same facts come out?",
    )
    replay.add_argument("file", type=Path)
    _add_scenario(commands)


def _add_backup(commands: Commands) -> None:
    backup = add_command(
        commands,
        "backup",
        f"{BACKUP}:make_backup",
        "Copies of the house: which there are, one more, is one whole, and back to one. Without a word: one more.",
    )
    add_house(backup)
    inner = commands_of(backup, required=False)
    for name, run, sentence in (
        ("list", "list_backups", "The backups there are, the newest first, and what each holds."),
        ("now", "make_backup", "Make one; a Lamplight that runs need not be stopped."),
        ("check", "check_backup", "Read all of a backup, and look its database through."),
        (
            "restore",
            "restore_backup",
            "Put a backup in the database's place; what is there now is set aside. Lamplight must not run meanwhile.",
        ),
    ):
        parser = add_command(inner, name, f"{BACKUP}:{run}", sentence)
        if name in {"check", "restore"}:
            _add_backup_name(parser)
        add_house(parser, default=SUPPRESS)  # else it would undo `backup --demo list`


def _add_backup_name(parser: CommandParser) -> None:
    parser.add_argument(
        "name",
        nargs="?",
        default="",
        help="of a backup, as `backup list` names it, or its number, or a file; else the newest",
    )


def _add_record(commands: Commands) -> None:
    record = add_group(
        commands,
        "record",
        "A whole evening as one file: keep it, bring it to another house, look whether it is sound.",
    )
    export = add_command(
        record,
        "export",
        f"{RECORD}:export_command",
        "Write a table as a file; a Lamplight that runs need not be stopped. It holds what is hidden, too.",
    )
    export.add_argument("table", help="as the page's address has it: t1")
    export.add_argument("file", nargs="?", type=Path, help="to write; else one named for game, table and day")
    add_house(export)
    bring = add_command(
        record,
        "import",
        f"{RECORD}:import_command",
        "Put the table of a file on the shelf of a house that does not run; where one runs, its page does it.",
    )
    _add_record_file(bring)
    add_house(bring)
    bring.add_argument(
        "--as-is",
        action="store_true",
        help="also facts that the rules do not establish: of an older version, of hands",
    )
    check = add_command(
        record,
        "check",
        f"{RECORD}:check",
        "Play a file through the rules and say what it holds; nothing is kept. Exits with 1 when something differs.",
    )
    _add_record_file(check)


def _add_record_file(parser: CommandParser) -> None:
    parser.add_argument("file", type=Path, help="a file that ends in .lamplight")


def _add_scenario(commands: Commands) -> None:
    scenario = add_group(commands, "scenario", "Scenarios: ours, and files of the community.")
    check = add_command(
        scenario,
        "check",
        f"{SCENARIO}:check",
        "Look a scenario over: 0 = nothing to mend, 1 = findings, 2 = not readable.",
    )
    _add_scenario_name(check)
    add_json(check)
    check.add_argument(
        "--box", dest="boxes", action="append", metavar="BOX", help="a box on the table; give it once for each"
    )
    play = add_command(
        scenario,
        "play",
        f"{SCENARIO}:play",
        "Let chance play a scenario through the rules: endings reached, exceptions, what was never seen.",
    )
    _add_scenario_name(play)
    play.add_argument("--runs", type=whole(1), default=10, help="how often it is played, %(default)s by itself")
    play.add_argument("--seed", type=int, default=1, help="of the first run; each next one has the next")
    add_json(play)
    play.add_argument("--seats", type=whole(1, 4), default=2, help="investigators, %(default)s by itself")
    add = add_command(
        scenario,
        "add",
        f"{SCENARIO}:add",
        "Keep a scenario in the library of the house, so that the page offers it.",
    )
    add.add_argument("what", type=Path, metavar="FILE|FOLDER", help="a .valkyrie file or a folder, on a stick too")
    add_house(add)


def _add_scenario_name(parser: CommandParser) -> None:
    parser.add_argument("what", metavar="FILE|FOLDER|NAME", help="a .valkyrie file, a folder, or one of ours")
