"""Parts that the parsers of several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from companion.errors import plainly

RUN = "run"
"""Key of the function that a command calls, as `module:function`; "" where the script `table` runs the command."""


class CommandParser(argparse.ArgumentParser):
    """A parser that takes options by their full names, and shows what was typed without control characters."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"allow_abbrev": False, **kwargs})

    def error(self, message: str) -> NoReturn:
        super().error(plainly(message))


Commands: TypeAlias = "argparse._SubParsersAction[CommandParser]"  # noqa: SLF001  argparse exports no name for it


def add_command(commands: Commands, name: str, run: str, sentence: str) -> CommandParser:
    """Add a command that calls `run` with its parsed words."""
    parser = commands.add_parser(name, help=sentence, description=sentence)
    parser.set_defaults(**{RUN: run})
    return parser


def add_group(commands: Commands, name: str, sentence: str) -> Commands:
    """Add a command with subcommands."""
    return commands_of(commands.add_parser(name, help=sentence, description=sentence))


def commands_of(parser: CommandParser, *, required: bool = True) -> Commands:
    """Add a group of commands."""
    return parser.add_subparsers(
        title="commands", metavar="COMMAND", required=required, help=f"{parser.prog} COMMAND --help says more"
    )


def add_config(parser: CommandParser, **more: Any) -> None:
    """Add the option for the settings file."""
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="the TOML file of settings that serve is given", **more
    )


def add_house(parser: CommandParser, **more: Any) -> None:
    """Add the options that say which house is meant."""
    add_config(parser, **more)
    parser.add_argument("--demo", action="store_true", help="the house of the demo instead", **more)


def add_json(parser: CommandParser) -> None:
    """Add the option for JSON output."""
    parser.add_argument(
        "--json", dest="as_json", action="store_true", help="machine-readable lines instead of sentences"
    )


def whole(least: int, most: float = float("inf")) -> Callable[[str], int]:
    """Return the type of an option that is a whole number between these."""

    def number(text: str) -> int:
        value = int(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text} is not between {least} and {most}")
        return value

    return number


def positive(text: str) -> float:
    """Return a type of options."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is no number above 0")
    return value
