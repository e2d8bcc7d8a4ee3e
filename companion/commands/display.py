"""The words of `display`."""

from __future__ import annotations

from pathlib import Path

from companion.commands.arguments import CommandParser, Commands, add_command, add_group, add_house

RUNS = "companion.ops.display_accounts"


def add_display_commands(commands: Commands) -> None:
    """Add the commands for displays."""
    display = add_group(
        commands,
        "display",
        "Displays, lamps and Home Assistant: an account each, which may read what is public and write nothing.",
    )
    add = add_command(display, "add", f"{RUNS}:add", "Make an account for a display, or show the one there is.")
    _add_name(add)
    add_house(add)
    add.add_argument(
        "--home-assistant", action="store_true", help="for a Home Assistant, which finds the table by itself"
    )
    add.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="write it into a file for the programs in deploy/displays, and show no password",
    )
    add_house(add_command(display, "list", f"{RUNS}:list_", "Name the displays that have an account."))
    remove = add_command(display, "remove", f"{RUNS}:remove", "Take the account of a display away.")
    _add_name(remove)
    add_house(remove)


def _add_name(parser: CommandParser) -> None:
    parser.add_argument("name", help="of the display, as you like: a-z, 0-9, _ and -")
