"""The words of `update-step`, which only an update uses."""

from __future__ import annotations

from companion.commands.arguments import CommandParser, Commands, add_command, add_config, commands_of

RUNS = "companion.ops.update_steps"


def add_update_steps(commands: Commands) -> None:
    """Add the group without a line in the list of commands: argparse lists those alone that have a help."""
    steps = commands_of(commands.add_parser("update-step", description="Asked by an update."))
    add_config(add_command(steps, "facts", f"{RUNS}:facts", "Where the house is, and how large."))
    backup = add_command(steps, "backup", f"{RUNS}:backup", "Make one.")
    backup.add_argument("--keep", action="store_true", help="of those kept this one alone stays, and those beside it")
    backup.add_argument("--beside", action="append", help="one that is kept and stays")
    add_config(backup)
    look = add_command(
        steps,
        "look",
        f"{RUNS}:look",
        "How all tables stand in a copy, brought to the newest shape: of a backup, else of the database as it is.",
    )
    look.add_argument("backup", nargs="?", default="")
    add_config(look)
    _add_backup_step(steps, "since", "What is in the database and not in a backup.")
    _add_backup_step(steps, "restore", "Put it in the database's place.")


def _add_backup_step(steps: Commands, name: str, sentence: str) -> CommandParser:
    parser = add_command(steps, name, f"{RUNS}:{name}", sentence)
    parser.add_argument("backup")
    add_config(parser)
    return parser
