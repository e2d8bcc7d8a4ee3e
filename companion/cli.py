"""The command line: `lamplight COMMAND`, or `./table COMMAND`. Parses the words, calls one function, and sets the exit code.

`companion/commands` defines the words of each command and names its function. Every function imports what it needs inside: OpenCV,
SQLAlchemy and the web server take seconds together.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from pkgutil import resolve_name
from typing import NoReturn

from companion.command_helpers import exit_with, load_own_games, print_line
from companion.commands import build_parser
from companion.errors import LamplightError, counted, own_command, plainly


def main() -> None:
    """Run the command. Our own errors are one sentence on standard error and exit code 1; a traceback is a bug."""
    try:
        run_command(sys.argv[1:])
    except LamplightError as error:
        stop(f"{error}")
    except BrokenPipeError:  # `lamplight kit list | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes once more at the end
        sys.exit(1)
    except OSError as error:  # a folder that may not be written, a disk that is full
        if error.filename is None:
            raise
        stop(f"{error.filename}: {error.strerror}")
    except EOFError:
        stop("This command asks questions, and the input ended before the last answer. Nothing was changed.")
    except KeyboardInterrupt:
        sys.exit(130)  # 128 + SIGINT, as shells have it


def run_command(words: Sequence[str]) -> None:
    """Call the function of a command with what was typed behind it. Raises LamplightError, OSError."""
    options = vars(build_parser().parse_args(words))
    name = options.pop("run")
    if not name:
        raise LamplightError(
            f"The script ./table of a checkout or of an installed table does this: {own_command()} --help"
        )
    resolve_name(name)(**options)


def stop(sentence: str) -> NoReturn:
    """Print an error and exit with status 1."""
    print(plainly(sentence), file=sys.stderr)
    sys.exit(1)


def demo(game: str, port: int, no_open: bool, camera: str) -> None:
    """Run the demo."""
    from companion import main as companion_main

    companion_main.run_demo(companion_main.DemoOptions(game=game, port=port, open_page=not no_open, camera=camera))


def metrics_token(config: Path | None) -> None:
    """Print the token for metrics."""
    from companion.ops.health.metrics import metrics_token
    from companion.settings import load

    print_line(metrics_token(load(config).data))


def pair(role: str, config: Path | None, demo: bool, anew: bool) -> None:
    """Invite a device."""
    from companion.ops.pairing_command import pair as let_in

    let_in(config, role, print_line, demo=demo, anew=anew)


def read(paths: list[Path], kits: list[str], out: Path, show: bool, show_in: Path | None) -> None:
    """Read pictures into a file."""
    from vision.commands.read import read_command

    shown = show_in or (out.with_name(f"{out.stem}_shown") if show else None)
    count = read_command(paths, kits, out, shown)
    print_line(f"{counted(count, 'picture')} read, written to {out}" + (f", drawn in {shown}" if shown else ""))


def watch(folder: Path, kits: list[str], fps: float, out: Path) -> None:
    """Watch a recording."""
    from vision.commands.watch import watch_command

    print_line(f"{counted(watch_command(str(folder), fps, kits, out), 'reading')}, written to {out}")


def enrol(name: str, sources: list[Path], kind: str, faces: str) -> None:
    """Teach a kit from photographs."""
    from vision.commands.kit import enrol_command

    def ask(question: str, proposed: str) -> str:
        return input(f"{question} [{proposed}]: ").strip() or proposed

    enrol_command(
        name, sources, kind, tuple(part.strip() for part in faces.split(",") if part.strip()), ask, print_line
    )


def kit(what: str, name: str, file: Path | None) -> None:
    """List, show, export or import kits."""
    from vision.commands.kit import kit_command

    kit_command(what, name, file, print_line)


def cases(files: list[Path]) -> None:
    """Run rule cases."""
    from tests.cases.runner import run

    load_own_games()
    exit_with(run(files, print_line))


def vectors(files: list[Path]) -> None:
    """Decode recorded bytes."""
    from firmware_bridge.vectors import run

    exit_with(run(files, print_line))


def check() -> None:
    """Run the checks of the code."""
    from tests.tools.check import run

    exit_with(run(print_line))


def audit() -> None:
    """Look for known vulnerabilities of the packages."""
    from tests.tools.audit import run

    exit_with(run(print_line))


def doctor(as_json: bool, camera: str, config: Path | None, demo: bool) -> None:
    """Check this machine."""
    from companion.ops.doctor.doctor import run

    exit_with(run(as_json, print_line, camera, config, demo=demo))


def optics(tray: str, fov: float, corner: float, picture: str, kinds: list[str], height: float) -> None:
    """Compute possible heights of a camera."""
    from companion.setup.optics_command import LensArguments, run

    load_own_games()
    exit_with(run(LensArguments(tray, picture, fov, corner, kinds, height), print_line))


def flash(board: str, port: str, dry_run: bool, old_bootloader: bool, anyway: bool, image: Path | None) -> None:
    """Flash a board."""
    from firmware_bridge.flash import FlashArguments
    from firmware_bridge.flash import flash as write

    write(FlashArguments(board, port, old_bootloader, anyway, image), print_line, dry_run=dry_run)


def bench(what: str, as_json: bool, minutes: float | None) -> None:
    """Run a benchmark."""
    if minutes is not None and what != "idle":
        raise LamplightError(f"--minutes says how long the idle table is watched: the bench {what} takes none.")
    if what == "hall":  # it starts engines
        from tests.hall import growth

        growth.main()
    else:
        from tests.bench import run

        run(what, as_json, print_line, minutes)


def asyncapi(out: Path | None) -> None:
    """Write the AsyncAPI document."""
    from tests.tools.asyncapi.document import text

    print(text(), end="") if out is None else out.write_text(text(), encoding="utf-8")


def openapi(out: Path | None) -> None:
    """Write the OpenAPI document."""
    from tests.tools.openapi.document import text

    print(text(), end="") if out is None else out.write_text(text(), encoding="utf-8")


def replay(file: Path) -> None:
    """Replay a log and compare."""
    from companion.archive.replay import run

    load_own_games()
    exit_with(run(file, print_line))


def completion(shell: str) -> None:
    """Print the completion for a shell."""
    import shtab

    name = own_command().rpartition("/")[2]  # shells look a program up by its name without a folder
    print_line(shtab.complete(build_parser(name), shell))


if __name__ == "__main__":
    main()
