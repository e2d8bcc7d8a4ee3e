"""`./table update`: run by the script with the system's Python, from a copy of these files that no update touches.

python -m companion.updating ROOT [PATH] [--to VERSION] ...
"""

from __future__ import annotations

import argparse
import fcntl
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path

from companion.errors import LamplightError, own_command, plainly, printable
from companion.system.atomic_write import explain_os_error, make_folder
from companion.updating import add_arguments
from companion.updating.installed_version import UpdateArguments
from companion.updating.program_folder import ProgramFolder, UpdateError, must_be_ours
from companion.updating.updater import Updater


def main(words: list[str]) -> int:
    """Return the exit code."""
    os.environ.pop("PYTHONPATH", None)  # it led here, and leads no version's own code astray
    os.umask(0o022)  # another user may run the program
    options = parser().parse_intermixed_args(words)
    place = ProgramFolder(Path(options.root).resolve())
    try:
        must_be_ours(place)
        with _lock(place):
            _run(Updater(place, _tell), options)
    except LamplightError as error:
        print(plainly(f"{error}"), file=sys.stderr, flush=True)
        return 1
    except KeyboardInterrupt:
        print(f"Stopped. The next {own_command('update')} goes on with it, or back.", file=sys.stderr, flush=True)
        return 130
    except OSError as error:
        print(f"{error.filename}: {explain_os_error(error)}", file=sys.stderr, flush=True)
        return 1
    return 0


def _run(updater: Updater, options: argparse.Namespace) -> None:
    if options.after_cut:
        updater.make_whole(start=False)
        return
    names = (field.name for field in fields(UpdateArguments))
    typed = {name: getattr(options, name) for name in names}
    paths = {name: _absolute(typed[name]) for name in ("source", "config", "wheels")}
    arguments = UpdateArguments(**{**typed, **paths})
    way = updater.back if options.back else updater.update
    way(arguments, lambda question: options.yes or _confirm(question))


def _absolute(path: str) -> str:
    """Return an existing path as an absolute one. The address of a clone stays."""
    return str(Path(path).absolute()) if path and Path(path).exists() else path


def parser() -> argparse.ArgumentParser:
    """Return the words of the command."""
    words = argparse.ArgumentParser(
        prog="table update", description="A newer version, with a backup before and a way back."
    )
    words.add_argument("root", help=argparse.SUPPRESS)
    add_arguments(words)
    words.add_argument("--after-cut", action="store_true", help=argparse.SUPPRESS)
    return words


def _tell(line: str) -> None:
    print(printable(f"[update] {line}"), file=sys.stderr, flush=True)


def _confirm(question: str) -> bool:
    if not sys.stdin.isatty():
        raise UpdateError(f"{question} Nobody can be asked here: say --yes.")
    return input(f"{question} [y/N] ").strip().lower() in {"y", "yes"}


@contextmanager
def _lock(place: ProgramFolder) -> Iterator[None]:
    """Lock the program folder against another update. Raises UpdateError."""
    make_folder(place.kept)
    with (place.kept / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UpdateError(f"Another update of {place.root} is under way.") from error
        yield


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
