"""The words of the commands that see: pictures, kits, lenses."""

from __future__ import annotations

from pathlib import Path

from companion.commands.arguments import CommandParser, Commands, add_command, positive


def add_vision_commands(commands: Commands) -> None:
    """Add the commands for pictures and kits."""
    _add_read(commands)
    _add_kits(commands)
    _add_optics(commands)


def _add_read(commands: Commands) -> None:
    read = add_command(
        commands, "read", "companion.cli:read", "Read pictures, or folders of pictures, and write what lies on each."
    )
    read.add_argument("paths", type=Path, nargs="+", metavar="PATH", help="a picture or a folder")
    _add_kit_option(read)
    _add_out(read, "predictions.json")
    read.add_argument("--show", action="store_true", help="also write the pictures with what was read drawn in")
    read.add_argument(
        "--show-in", type=Path, metavar="FOLDER", help="the folder for them; else one beside the JSON file"
    )
    watch = add_command(
        commands,
        "watch",
        "companion.cli:watch",
        "Play a folder of pictures through the live path and write the readings.",
    )
    watch.add_argument("folder", type=Path)
    _add_kit_option(watch)
    watch.add_argument(
        "--fps", type=positive, default=15.0, help="pictures a second of the recording, %(default)s by itself"
    )
    _add_out(watch, "readings.json")


def _add_kit_option(parser: CommandParser) -> None:
    parser.add_argument(
        "--kit",
        dest="kits",
        action="append",
        required=True,
        help="a kit on the table; give the option once for each kit",
    )


def _add_out(parser: CommandParser, name: str) -> None:
    parser.add_argument(
        "--out", type=Path, default=Path(name), metavar="FILE", help="the JSON file to write, %(default)s by itself"
    )


def _add_kits(commands: Commands) -> None:
    enrol = add_command(
        commands,
        "enrol",
        "companion.cli:enrol",
        "Make a kit of your own from labelled pictures, or from photographs of trays with many objects side by side.",
    )
    enrol.add_argument("name")
    enrol.add_argument(
        "sources",
        type=Path,
        nargs="+",
        metavar="SOURCE",
        help="a labels file, or photographs of a tray: you are asked what lies there",
    )
    enrol.add_argument("--kind", required=True, help="what games call the objects: token, d6, d20, ...")
    enrol.add_argument("--faces", default="", help="with photographs: the faces there are, with commas between them")
    kit = add_command(
        commands,
        "kit",
        "companion.cli:kit",
        "List the kits, show one and which of its faces look alike, or give one to others as a file.",
    )
    kit.add_argument("what", help="list, show, export or import")
    kit.add_argument("name", nargs="?", default="", help="of the kit; to import, leave it out to keep its own")
    kit.add_argument("file", nargs="?", type=Path, help="the ZIP file to write or to read")


def _add_optics(commands: Commands) -> None:
    optics = add_command(
        commands,
        "optics",
        "companion.cli:optics",
        "How high the camera may hang; exits with 1 where that is no good height.",
    )
    optics.add_argument("--tray", default="300x220", help="the inside of the tray in mm, %(default)s by itself")
    optics.add_argument(
        "--fov", type=float, default=0.0, help="degrees that the camera sees along the long side of its picture"
    )
    optics.add_argument("--corner", type=float, default=0.0, help="the same from corner to corner, as webcams are sold")
    optics.add_argument("--picture", default="1280x720", help="the picture's size in px, %(default)s by itself")
    optics.add_argument(
        "--for",
        dest="kinds",
        action="append",
        default=[],
        metavar="KIND",
        help="what is read: d6, token, card, d20, or what a game brings",
    )
    optics.add_argument("--height", type=float, default=0.0, help="of the lens above the tray in mm; else the best one")
