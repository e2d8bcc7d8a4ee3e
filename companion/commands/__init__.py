"""The words of the command line. Needs the standard library alone."""

from companion.commands.parser import build_parser

__all__ = ["build_parser"]
