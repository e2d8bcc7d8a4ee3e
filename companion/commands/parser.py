"""The parser of the whole command line."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from companion.commands.arguments import CommandParser, commands_of
from companion.commands.development import add_development_commands
from companion.commands.hall import add_hall_commands
from companion.commands.house import add_display_commands, add_house_commands, add_update_steps
from companion.commands.records import add_record_commands
from companion.commands.vision import add_vision_commands
from companion.errors import own_command

ROOT = Path(__file__).resolve().parents[2]
DESCRIPTION = "Reads the dice, tokens and cards on a board-game table, and serves the page of its game."
REQUIREMENTS = """\
The script ./table sets everything up in .venv beside it, and then runs the command. It needs Python 3.11 with venv and
pip, git, and the package registries. It never touches the system's own Python. LAMPLIGHT_VENV=FOLDER puts the
environment elsewhere."""


def build_parser(program: str = "") -> CommandParser:
    """`program`: its name; by default the one that was called."""
    parser = CommandParser(
        prog=program or own_command(),
        description=DESCRIPTION,
        epilog=REQUIREMENTS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"Lamplight {own_version()}")
    commands = commands_of(parser)
    for add in (
        add_house_commands,
        add_record_commands,
        add_display_commands,
        add_vision_commands,
        add_hall_commands,
        add_development_commands,
        add_update_steps,
    ):
        add(commands)
    return parser


def own_version() -> str:
    """Return the version of the sources, or of the installed package."""
    project = ROOT / "pyproject.toml"
    match = re.search(r'^version = "(.+)"', project.read_text("utf-8"), re.MULTILINE) if project.is_file() else None
    if match:
        return match[1]
    from importlib.metadata import version  # a third of the time that a help takes

    return version("lamplight")
