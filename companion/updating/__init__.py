"""The updater: exchange this version for another one, and go back. Here only the words of its command."""

from __future__ import annotations

import argparse
import os

PATIENCE = 900.0  # s until a page is there: a small machine that brings a large database to its newest shape


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `update`."""
    command.add_argument(
        "source",
        metavar="path",
        nargs="?",
        default="",
        help="a release that was unpacked, its archive, a clone or a bundle; else the upstream",
    )
    command.add_argument("--to", default="", metavar="VERSION", help="this release, branch or commit; else the newest")
    command.add_argument("--back", action="store_true", help="to the version before the last update")
    command.add_argument(
        "--unreleased", action="store_true", help="also a commit without a tag of a release or a signature"
    )
    command.add_argument("--yes", action="store_true", help="do not ask before it goes back")
    command.add_argument("--anyway", action="store_true", help="also where a table would ask something else than now")
    command.add_argument(
        "--config", default=os.environ.get("LAMPLIGHT_CONFIG", ""), metavar="FILE", help="the settings that serve has"
    )
    command.add_argument("--unit", default="", metavar="NAME", help="of systemd; else lamplight.service")
    command.add_argument("--wheels", default="", metavar="FOLDER", help="packages, for a machine without a network")
    command.add_argument(
        "--without-backup", action="store_true", help="of a house in PostgreSQL: its keeper has made one"
    )
    command.add_argument(
        "--patience", type=float, default=PATIENCE, metavar="SECONDS", help="until the new version's page must be there"
    )
