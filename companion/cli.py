"""The command line: `lamplight COMMAND`, or `./table COMMAND`. Words in, one call, an exit code; no work of its own.

Every command imports what it needs inside: OpenCV, SQLAlchemy and the web server take seconds together, and
`cases --help` needs none of them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from companion.archive.commands import app as records
from companion.command_helpers import exit_with, load_own_games
from companion.errors import LamplightError, plainly
from companion.hall.commands import app as halls
from companion.i18n.commands import app as words
from companion.ops.backup_commands import app as backups
from companion.ops.display_accounts import app as displays
from companion.ops.update_steps import app as update_steps
from companion.scenarios.commands import app as scenarios

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None)
app.add_typer(scenarios, name="scenario")
app.add_typer(words, name="words")
app.add_typer(records, name="record")
app.add_typer(displays, name="display")
app.add_typer(backups, name="backup")
app.add_typer(halls, name="hall")
app.add_typer(update_steps, name="update-step", hidden=True)

Kits = Annotated[list[str], typer.Option("--kit", help="A kit on the table; give the option once for each kit.")]
Out = Annotated[Path, typer.Option("--out", help="The JSON file to write.")]
Json = Annotated[bool, typer.Option("--json", help="Machine-readable lines instead of sentences.")]


@app.command()
def demo(
    game: Annotated[str, typer.Option(help="Open a table of this game at once.")] = "",
    port: Annotated[
        int, typer.Option(help="Port of the page; a free one near it when it is taken.", min=0, max=65535)
    ] = 8080,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the page in a browser.")] = False,
    camera: Annotated[
        str, typer.Option(help="0, /dev/v4l/by-id/..., http://..., a folder; else recorded throws.")
    ] = "",
) -> None:
    """A table with sample seats, recorded throws and its page."""
    from companion import main as companion_main

    companion_main.run_demo(companion_main.DemoOptions(game=game, port=port, open_page=not no_open, camera=camera))


@app.command()
def serve(config: Annotated[Path | None, typer.Option(help="A TOML file of settings.")] = None) -> None:
    """The real thing: rules, page and readers, until stopped."""
    from companion import main as companion_main

    companion_main.run_server(config)


@app.command()
def restore(
    name: Annotated[str, typer.Argument(help="Of a backup, as `backup list` names it, or its number, or a file.")] = "",
    config: Annotated[Path | None, typer.Option(help="The TOML file of settings that serve has.")] = None,
    demo: Annotated[bool, typer.Option("--demo", help="Of the demo instead.")] = False,
) -> None:
    """Put a backup in the database's place, the newest where none is named: the same as `backup restore`."""
    from companion.ops.backup import restore_backup

    restore_backup(name, config, demo=demo, tell=typer.echo)


@app.command(name="metrics-token")
def metrics_token(
    config: Annotated[Path | None, typer.Option(help="The TOML file of settings that serve has.")] = None,
) -> None:
    """The token with which Prometheus may read /metrics of this house."""
    from companion.ops.health.metrics import metrics_token
    from companion.settings import load

    typer.echo(metrics_token(load(config).data))


@app.command()
def pair(
    role: Annotated[str, typer.Option(help="table, keeper or wall; seats are invited on the tablet.")] = "table",
    config: Annotated[Path | None, typer.Option(help="The TOML file of settings that serve has.")] = None,
    demo: Annotated[bool, typer.Option("--demo", help="Into the demo's house, not into that of serve.")] = False,
    anew: Annotated[bool, typer.Option("--anew", help="Send every device away first, and begin anew.")] = False,
) -> None:
    """Let a device in, from this machine: a code and an address, for one device and two minutes."""
    from companion.ops.pairing_command import pair as let_in

    let_in(config, role, typer.echo, demo=demo, anew=anew)


@app.command()
def read(
    paths: list[Path],
    kits: Kits,
    out: Out = Path("predictions.json"),
    show: Annotated[bool, typer.Option("--show", help="Also write the pictures with what was read drawn in.")] = False,
    show_in: Annotated[Path | None, typer.Option(help="The folder for them; else one beside the JSON file.")] = None,
) -> None:
    """Read pictures, or folders of pictures, and write what lies on each."""
    from vision.commands.read import read_command

    shown = show_in or (out.with_name(f"{out.stem}_shown") if show else None)
    count = read_command(paths, kits, out, shown)
    typer.echo(f"{count} pictures read, written to {out}" + (f", drawn in {shown}" if shown else ""))


@app.command()
def watch(
    folder: Path,
    kits: Kits,
    fps: Annotated[float, typer.Option(help="Pictures a second of the recording.", min=0.1)] = 15.0,
    out: Out = Path("readings.json"),
) -> None:
    """Play a folder of pictures through the live path and write the readings."""
    from vision.commands.watch import watch_command

    typer.echo(f"{watch_command(str(folder), fps, kits, out)} readings, written to {out}")


@app.command()
def enrol(
    name: str,
    sources: Annotated[
        list[Path], typer.Argument(help="A labels file, or photographs of a tray: you are asked what lies there.")
    ],
    kind: Annotated[str, typer.Option(help="What games call the objects: token, d6, d20, ...")],
    faces: Annotated[str, typer.Option(help="With photographs: the faces there are, with commas between them.")] = "",
) -> None:
    """Make a kit of your own from labelled pictures, or from photographs of trays with many objects side by side."""
    from vision.commands.kit import enrol_command

    def ask(question: str, proposed: str) -> str:
        return str(typer.prompt(question, default=proposed))

    enrol_command(
        name, sources, kind, tuple(part.strip() for part in faces.split(",") if part.strip()), ask, typer.echo
    )


@app.command()
def kit(
    what: Annotated[str, typer.Argument(help="list, show, export or import")],
    name: Annotated[str, typer.Argument(help="Of the kit; to import, leave it out to keep its own.")] = "",
    file: Annotated[Path | None, typer.Argument(help="The ZIP file to write or to read.")] = None,
) -> None:
    """List the kits, show one and which of its faces look alike, or give one to others as a file."""
    from vision.commands.kit import kit_command

    kit_command(what, name, file, typer.echo)


@app.command()
def cases(files: list[Path]) -> None:
    """Run rule cases; exits with 1 when one fails."""
    from tests.cases.runner import run

    load_own_games()
    exit_with(run(files, typer.echo))


@app.command()
def vectors(files: list[Path]) -> None:
    """Decode known bytes of readers and compare; exits with 1 when one says something else."""
    from firmware_bridge.vectors import run

    exit_with(run(files, typer.echo))


@app.command()
def check() -> None:
    """Format, lint, imports and types of the code."""
    from tests.tools.check import run

    exit_with(run(typer.echo))


@app.command()
def audit() -> None:
    """Whether anything is known against the packages of the locks; asks the network."""
    from tests.tools.audit import run

    exit_with(run(typer.echo))


@app.command()
def doctor(
    as_json: Json = False,
    camera: Annotated[str, typer.Option(help="Also look through this camera: 0, /dev/v4l/by-id/..., http://...")] = "",
    config: Annotated[
        Path | None, typer.Option(help="A TOML file of settings: its readers, port and data folder.")
    ] = None,
) -> None:
    """Look at this machine: what is missing, and how to get it."""
    from companion.ops.doctor.doctor import run

    exit_with(run(as_json, typer.echo, camera, config))


@app.command()
def optics(
    tray: Annotated[str, typer.Option(help="The inside of the tray in mm.")] = "300x220",
    fov: Annotated[float, typer.Option(help="Degrees that the camera sees along the long side of its picture.")] = 0,
    corner: Annotated[float, typer.Option(help="The same from corner to corner, as webcams are sold.")] = 0,
    picture: Annotated[str, typer.Option(help="The picture's size in px.")] = "1280x720",
    kinds: Annotated[
        list[str], typer.Option("--for", help="What is read: d6, token, card, d20, or what a game brings.")
    ] = [],  # noqa: B006
    height: Annotated[float, typer.Option(help="Of the lens above the tray in mm; else the best one.")] = 0,
) -> None:
    """How high the camera may hang; exits with 1 where that is no good height."""
    from companion.setup.optics_command import LensArguments, run

    load_own_games()
    exit_with(run(LensArguments(tray, picture, fov, corner, kinds, height), typer.echo))


@app.command()
def flash(
    board: Annotated[str, typer.Argument(help="uno, nano, rp2040 (pico) or rp2350 (pico2)")],
    port: Annotated[str, typer.Argument(help="A serial port; of a Pico also the folder of its drive, or bootsel.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the commands and touch nothing.")] = False,
    old_bootloader: Annotated[bool, typer.Option("--old-bootloader", help="A Nano of before 2018, or a copy.")] = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Also a port that does not look like this board.")] = False,
    image: Annotated[Path | None, typer.Option(help="This image; else ours, built where it is missing.")] = None,
) -> None:
    """Write the firmware onto a board of ours."""
    from firmware_bridge.flash import FlashArguments
    from firmware_bridge.flash import flash as write

    write(FlashArguments(board, port, old_bootloader, anyway, image), typer.echo, dry_run=dry_run)


@app.command()
def bench(
    what: Annotated[
        str,
        typer.Argument(
            help="path, vision, rules, odds, scenario, bridge, history, words, page, record, optics, advice, fairness, boot or idle"
        ),
    ],
    as_json: Json = False,
    minutes: Annotated[float | None, typer.Option(help="Of idle: how long the table is watched; else ten.")] = None,
) -> None:
    """Measure, beside what the machine itself takes for the same bytes."""
    from tests.bench import run

    run(what, as_json, typer.echo, minutes)


@app.command()
def asyncapi(
    out: Annotated[Path | None, typer.Option(help="The file to write; else it is printed.")] = None,
) -> None:
    """Every message on the broker as an AsyncAPI document, made from the code."""
    from tests.tools.asyncapi.document import text

    typer.echo(text(), nl=False) if out is None else out.write_text(text(), encoding="utf-8")


@app.command()
def openapi(
    out: Annotated[Path | None, typer.Option(help="The file to write; else it is printed.")] = None,
) -> None:
    """Every door of the page's server as an OpenAPI document, made from the code."""
    from tests.tools.openapi.document import text

    typer.echo(text(), nl=False) if out is None else out.write_text(text(), encoding="utf-8")


@app.command()
def replay(file: Path) -> None:
    """Load a log of tables, or an evening that was kept as a file, through the rules again: do the same facts come out?"""
    from companion.archive.replay import run

    load_own_games()
    exit_with(run(file, typer.echo))


def main() -> None:
    """Errors of ours are one sentence on the error output and exit code 1; a traceback is a bug."""
    try:
        app(prog_name="table")
    except LamplightError as error:
        stop(plainly(f"{error}"))
    except OSError as error:  # a folder that may not be written, a disk that is full
        if error.filename is None:
            raise
        stop(f"{error.filename}: {error.strerror}")


def stop(sentence: str) -> NoReturn:
    typer.echo(sentence, err=True)
    sys.exit(1)


if __name__ == "__main__":
    main()
