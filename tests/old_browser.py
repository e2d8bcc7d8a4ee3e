"""A browser engine of autumn 2024, two years old: what still hangs on the wall or lies in a drawer is no newer.

`python -m tests.old_browser` fetches it once into the user's cache, through npm: a whole headless Chromium, packed for
servers. It is not a part of Lamplight, and nobody needs it to play.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

VERSION = "130.0.0"
PACKAGE = f"@sparticuz/chromium@{VERSION}"
SHA256 = "48976b2f47d96fd259b91a6ea533e5e6628a83d956955149b3f75df2d1dcd4ad"
"""Of the program itself."""
INFLATE = """const {createReadStream: from, createWriteStream: to} = require("fs"), {createBrotliDecompress: open} = require("zlib");
require("stream").pipeline(from(process.argv[1]), open(), to(process.argv[2]), (error) => process.exit(error ? 1 : 0));"""
REMEDY = (
    f"A browser of 2024 is not here. Get it with: python -m tests.old_browser (it needs npm, and fetches {PACKAGE}, 64 MB), "
    "or leave its test out: ./table test -m 'not oldbrowser'"
)
ONCE_MORE = ("--fetch-retries=1", "--fetch-retry-mintimeout=2000", "--fetch-retry-maxtimeout=2000")
"""By default npm tries for minutes where there is no network, and every test waits for it."""


def program() -> Path:
    """Where it lies, or is to lie."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    return cache / "lamplight" / f"chromium-{VERSION}" / "chromium"


def is_for_here() -> bool:
    """It was made for one kind of processor alone."""
    return platform.machine() in {"x86_64", "AMD64"}


def fetch() -> None:
    """Get it, unless it is there; raises CalledProcessError or OSError where npm, its registry or the disk refuses."""
    target = program()
    if target.exists() or not is_for_here():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as name:
        folder = Path(name)
        pack = ["npm", "pack", "--silent", *ONCE_MORE, PACKAGE]
        subprocess.run(pack, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        packed, fresh = folder / "chromium.br", folder / "chromium"
        _unpack(next(folder.glob("*.tgz")), packed)
        subprocess.run(["node", "-e", INFLATE, packed, fresh], check=True)
        found = hashlib.sha256(fresh.read_bytes()).hexdigest()
        if found != SHA256:
            raise OSError(f"What came for {PACKAGE} is another program ({found}). Nothing was kept.")
        fresh.chmod(0o755)
        fresh.rename(target)


def _unpack(parcel: Path, target: Path) -> None:
    """The program alone, wherever the parcel would have put it."""
    with tarfile.open(parcel) as opened:
        member = opened.extractfile("package/bin/chromium.br")
        if member is None:
            raise OSError(f"There is no browser in what came for {PACKAGE}. Nothing was kept.")
        with member, target.open("wb") as out:
            shutil.copyfileobj(member, out)


if __name__ == "__main__":
    try:
        fetch()
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"{error}\n{REMEDY}")
