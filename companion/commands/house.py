"""The words of the commands that play, and look after the machine that plays, its displays and its updates."""

from __future__ import annotations

from pathlib import Path

from companion.commands.arguments import (
    CommandParser,
    Commands,
    add_command,
    add_config,
    add_group,
    add_house,
    add_json,
    commands_of,
    whole,
)
from companion.updating import add_arguments as add_update_arguments

SHELLS = ("bash", "zsh", "fish")
DISPLAYS, STEPS = "companion.ops.display_accounts", "companion.ops.update_steps"


def add_house_commands(commands: Commands) -> None:
    """Add the commands for a table."""
    _add_demo(commands)
    serve = add_command(
        commands, "serve", "companion.main:run_server", "The real thing: rules, page and readers, until stopped."
    )
    add_config(serve)
    _add_pair(commands)
    _add_doctor(commands)
    _add_setup(commands)
    token = add_command(
        commands,
        "metrics-token",
        "companion.cli:metrics_token",
        "The token with which Prometheus may read /metrics of this house.",
    )
    add_config(token)


def _add_demo(commands: Commands) -> None:
    demo = add_command(
        commands, "demo", "companion.cli:demo", "A table with sample seats, recorded throws and its page."
    )
    demo.add_argument("--game", default="", metavar="NAME", help="open a table of this game at once")
    demo.add_argument(
        "--port",
        type=whole(0, 65535),
        default=8080,
        help="port of the page, %(default)s by itself; a free one near it when it is taken",
    )
    demo.add_argument("--no-open", action="store_true", help="do not open the page in a browser")
    demo.add_argument(
        "--camera", default="", metavar="WHAT", help="0, /dev/v4l/by-id/..., http://..., a folder; else recorded throws"
    )


def _add_pair(commands: Commands) -> None:
    pair = add_command(
        commands,
        "pair",
        "companion.cli:pair",
        "Let a device in, from this machine: a code and an address, for one device and two minutes.",
    )
    pair.add_argument("--role", default="table", help="table, keeper or wall; seats are invited on the tablet")
    add_house(pair)
    pair.add_argument("--anew", action="store_true", help="send every device away first, and begin anew")


def _add_doctor(commands: Commands) -> None:
    doctor = add_command(
        commands, "doctor", "companion.cli:doctor", "Look at this machine: what is missing, and how to get it."
    )
    add_json(doctor)
    doctor.add_argument(
        "--camera",
        default="",
        metavar="WHAT",
        help="also look through this camera: 0, /dev/v4l/by-id/..., http://...",
    )
    add_house(doctor)


def _add_setup(commands: Commands) -> None:
    install = add_command(commands, "install", "", "Set up what playing needs, and run nothing.")
    install.add_argument("--check", action="store_true", help="change nothing; exits with 1 where something is missing")
    sentence = "A newer version, with a backup before and a way back."
    update = add_command(commands, "update", "", sentence)
    add_update_arguments(update)
    completion = add_command(
        commands, "completion", "companion.cli:completion", "Print what completes these commands in a shell."
    )
    completion.add_argument("shell", choices=SHELLS)
    flash = add_command(commands, "flash", "companion.cli:flash", "Write the firmware onto a board of ours.")
    flash.add_argument("board", help="uno, nano, rp2040 (pico) or rp2350 (pico2)")
    flash.add_argument("port", help="a serial port; of a Pico also the folder of its drive, or bootsel")
    flash.add_argument("--dry-run", action="store_true", help="print the commands and touch nothing")
    flash.add_argument("--old-bootloader", action="store_true", help="a Nano of before 2018, or a copy")
    flash.add_argument("--anyway", action="store_true", help="also a port that does not look like this board")
    flash.add_argument("--image", type=Path, metavar="FILE", help="this image; else ours, built where it is missing")


def add_display_commands(commands: Commands) -> None:
    """Add the commands for displays."""
    display = add_group(
        commands,
        "display",
        "Displays, lamps and Home Assistant: an account each, which may read what is public and write nothing.",
    )
    add = add_command(display, "add", f"{DISPLAYS}:add", "Make an account for a display, or show the one there is.")
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
    add_house(add_command(display, "list", f"{DISPLAYS}:list_", "Name the displays that have an account."))
    remove = add_command(display, "remove", f"{DISPLAYS}:remove", "Take the account of a display away.")
    _add_name(remove)
    add_house(remove)


def _add_name(parser: CommandParser) -> None:
    parser.add_argument("name", help="of the display, as you like: a-z, 0-9, _ and -")


def add_update_steps(commands: Commands) -> None:
    """Add the group without a line in the list of commands: argparse lists those alone that have a help."""
    steps = commands_of(commands.add_parser("update-step", description="Asked by an update."))
    add_config(add_command(steps, "facts", f"{STEPS}:facts", "Where the house is, and how large."))
    backup = add_command(steps, "backup", f"{STEPS}:backup", "Make one.")
    backup.add_argument("--keep", action="store_true", help="of those kept this one alone stays, and those beside it")
    backup.add_argument("--beside", action="append", help="one that is kept and stays")
    add_config(backup)
    look = add_command(
        steps,
        "look",
        f"{STEPS}:look",
        "How all tables stand in a copy, brought to the newest shape: of a backup, else of the database as it is.",
    )
    look.add_argument("backup", nargs="?", default="")
    add_config(look)
    _add_backup_step(steps, "since", "What is in the database and not in a backup.")
    _add_backup_step(steps, "restore", "Put it in the database's place.")


def _add_backup_step(steps: Commands, name: str, sentence: str) -> CommandParser:
    parser = add_command(steps, name, f"{STEPS}:{name}", sentence)
    parser.add_argument("backup")
    add_config(parser)
    return parser
