"""Browser engines of autumn 2024 and of summer 2020, the oldest available. The page supports one version before.

`python -m tests.old_browser` downloads them once into the user's cache, through npm: headless Chromiums packed for
servers. They are not a part of Lamplight, and not needed to play.
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
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class OldBrowser:
    """An old browser. `sha256`: of the program; `options`: for its start."""

    version: str
    package: str
    sha256: str
    options: tuple[str, ...]

    @property
    def program(self) -> Path:
        """Return its path, existing or not."""
        cache = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
        return cache / "lamplight" / f"chromium-{self.version}" / "chromium"


OLD, OLDEST = BROWSERS = (
    OldBrowser(
        "130.0.0",
        "@sparticuz/chromium@130.0.0",
        "48976b2f47d96fd259b91a6ea533e5e6628a83d956955149b3f75df2d1dcd4ad",
        ("--headless=old", "--no-zygote"),
    ),
    OldBrowser(
        "85.0.4182",
        "chrome-aws-lambda@5.2.1",
        "93ddd67d7b8da67bc0f4914a77d41489e0164baf3c0e7ac1d92de63072d1276a",
        ("--headless", "--no-zygote", "--single-process", "--use-gl=swiftshader"),
    ),
)
INFLATE = """const {createReadStream: from, createWriteStream: to} = require("fs"), {createBrotliDecompress: open} = require("zlib");
require("stream").pipeline(from(process.argv[1]), open(), to(process.argv[2]), (error) => process.exit(error ? 1 : 0));"""
REMEDY = (
    "A browser of then is not here. Get it with: python -m tests.old_browser (it needs npm, and fetches 110 MB), "
    "or leave its test out: ./table test -m 'not oldbrowser'"
)
ONCE_MORE = ("--fetch-retries=1", "--fetch-retry-mintimeout=2000", "--fetch-retry-maxtimeout=2000")
"""By default npm retries for minutes without a network, and every test waits for it."""


def is_for_here() -> bool:
    """They were made for one kind of processor alone."""
    return platform.machine() in {"x86_64", "AMD64"}


def fetch(browser: OldBrowser) -> None:
    """Download it, if missing. Raises CalledProcessError or OSError if npm, its registry or the disk fails."""
    target = browser.program
    if target.exists() or not is_for_here():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as name:
        folder = Path(name)
        pack = ["npm", "pack", "--silent", *ONCE_MORE, browser.package]
        subprocess.run(pack, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        packed, fresh = folder / "chromium.br", folder / "chromium"
        _unpack(next(folder.glob("*.tgz")), packed)
        subprocess.run(["node", "-e", INFLATE, packed, fresh], check=True)
        found = hashlib.sha256(fresh.read_bytes()).hexdigest()
        if found != browser.sha256:
            raise OSError(f"What came for {browser.package} is another program ({found}). Nothing was kept.")
        fresh.chmod(0o755)
        fresh.rename(target)


def _unpack(parcel: Path, target: Path) -> None:
    """The program alone, wherever the parcel would have put it."""
    with tarfile.open(parcel) as opened:
        member = opened.extractfile("package/bin/chromium.br")
        if member is None:
            raise OSError(f"There is no browser in {parcel.name}. Nothing was kept.")
        with member, target.open("wb") as out:
            shutil.copyfileobj(member, out)


if __name__ == "__main__":
    try:
        for one in BROWSERS:
            fetch(one)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"{error}\n{REMEDY}")
