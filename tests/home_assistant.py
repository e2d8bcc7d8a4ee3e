"""A current Home Assistant, to check that it accepts the discovery messages of a table.

It needs a newer Python than a table. So `python -m tests.home_assistant` downloads one into the user's cache: Debian's
Python, unpacked and run with its own loader, and the parts of Home Assistant that read MQTT messages, as in
tests/home_assistant.lock. Nothing is installed, and it is not a part of Lamplight.
"""

from __future__ import annotations

import fcntl
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pip

VERSION = "2026.11.0"
SUITE, PYTHON = "forky", "python3.14"
LOCK = Path(__file__).with_suffix(".lock")
PACKAGES = (f"lib{PYTHON}-stdlib", f"lib{PYTHON}-minimal", f"{PYTHON}-minimal", "libc6", "libgcc-s1", "libstdc++6", "libssl3t64",
            "libzstd1", "zlib1g", "libbz2-1.0", "libffi8", "liblzma5", "libsqlite3-0", "libuuid1", "libexpat1")  # fmt: skip
KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
COMPONENTS = frozenset(
    ("alarm_control_panel", "binary_sensor", "event", "http", "mqtt", "network", "sensor", "websocket_api")
)
"""Those that are loaded where MQTT messages are read; a thousand others are not unpacked."""
REMEDY = (
    f"Home Assistant {VERSION} is not here. Get it with: python -m tests.home_assistant (it needs apt-get, dpkg-deb and Debian's "
    "keys, and fetches 110 MB), or leave its tests out: ./table test -m 'not homeassistant'"
)


class HomeAssistantError(Exception):
    """It could not be fetched, or did not answer."""


def folder() -> Path:
    """Return its folder, existing or not."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    return cache / "lamplight" / f"home-assistant-{VERSION}"


def is_for_here() -> bool:
    """The lock names programs for one kind of processor alone."""
    return platform.system() == "Linux" and platform.machine() == "x86_64"


def ask(script: Path, asked: Any) -> Any:
    """Run a script in it: JSON in, JSON out. Raises HomeAssistantError with the last lines of output."""
    command = [*_python(folder()), "-W", "ignore", str(script)]
    done = subprocess.run(
        command, input=json.dumps(asked), capture_output=True, text=True, check=False, env=_environment(folder())
    )
    if done.returncode:
        raise HomeAssistantError(done.stderr.strip() or f"{command} ended with {done.returncode}")
    return json.loads(done.stdout)


def is_there() -> bool:
    """Return whether it was downloaded. Waits for a running download: `./table test` starts it parallel to the first
    tests.
    """
    try:
        with _alone():
            return folder().exists()
    except OSError:  # a read-only home: no download can be running, but an older one may exist
        return os.access(folder(), os.R_OK)


def fetch() -> None:
    """Get it, unless it is there. Raises HomeAssistantError or OSError where a program, a registry or the disk refuses."""
    with _alone():
        if not folder().exists():
            _fetch()


@contextmanager
def _alone() -> Iterator[None]:
    """One at a time, of all processes."""
    folder().parent.mkdir(parents=True, exist_ok=True)
    with folder().with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _fetch() -> None:
    for needed in ("apt-get", "dpkg-deb"):
        if not shutil.which(needed):
            raise HomeAssistantError(f"There is no {needed} on this machine.")
    if not KEYS.exists():
        raise HomeAssistantError("Debian's keys are not here: sudo apt-get install debian-archive-keyring")
    with tempfile.TemporaryDirectory(dir=folder().parent) as name:
        fresh = Path(name) / "fresh"
        _debian(Path(name) / "apt", fresh)
        _site(Path(name) / "wheels", fresh)
        fresh.rename(folder())


def _debian(work: Path, fresh: Path) -> None:
    """Python and its libraries, whole and signed, without touching the system's own lists."""
    for part in ("state/lists/partial", "cache/archives/partial", "empty"):
        (work / part).mkdir(parents=True)
    (work / "status").touch()
    (work / "list").write_text(f"deb [signed-by={KEYS}] http://deb.debian.org/debian {SUITE} main\n", encoding="utf-8")
    told = {
        "Dir::State": work / "state",
        "Dir::State::status": work / "status",
        "Dir::Cache": work / "cache",
        "Dir::Etc::SourceList": work / "list",
        "Dir::Etc::SourceParts": work / "empty",
        "Dir::Etc::PreferencesParts": work / "empty",
        "APT::Sandbox::User": "",
        "Acquire::Languages": "none",
        "Acquire::Retries": "1",  # without a network a test waits for this
        "Acquire::http::Timeout": "20",
        "APT::Update::Error-Mode": "any",
    }
    apt = ["apt-get", "-qq", *(word for key, value in told.items() for word in ("-o", f"{key}={value}"))]
    _run([*apt, "update"], cwd=work)
    _run([*apt, "download", *PACKAGES], cwd=work)
    for parcel in sorted(work.glob("*.deb")):
        _run(["dpkg-deb", "-x", str(parcel), str(fresh)])


def _run(command: list[str], **more: Any) -> None:
    """Raises HomeAssistantError with the first of its complaints."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, **more)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise HomeAssistantError(f"{Path(command[0]).name}: {said[0] if said else done.returncode}")


def _site(wheels: Path, fresh: Path) -> None:
    """Install the packages of the lock with our pip under that Python, then keep the needed parts."""
    command = [*_python(fresh), "-W", "ignore", str(Path(pip.__file__).parent), "download", "-qq", "--no-deps", "--require-hashes",
               "--only-binary=:all:", "--disable-pip-version-check", "--retries", "1", "-d", str(wheels), "-r", str(LOCK)]  # fmt: skip
    _run(command, env=_environment(fresh))
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as opened:
            opened.extractall(fresh / "site", _needed(opened))


def _needed(wheel: zipfile.ZipFile) -> Iterator[str]:
    for name in wheel.namelist():
        parts = name.split("/")
        is_component = parts[:2] == ["homeassistant", "components"] and len(parts) > 3
        if parts[:2] != ["botocore", "data"] and not (is_component and parts[2] not in COMPONENTS):
            yield name


def _python(place: Path) -> list[str]:
    """The command of that Python, with the libraries it was built for."""
    libraries = place / "usr" / "lib" / "x86_64-linux-gnu"
    return [
        str(libraries / "ld-linux-x86-64.so.2"),
        "--library-path",
        str(libraries),
        str(place / "usr" / "bin" / PYTHON),
    ]


def _environment(place: Path) -> dict[str, str]:
    """Nothing of our own packages is seen from there."""
    ours = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    return {**ours, "PYTHONPATH": str(place / "site"), "PYTHONDONTWRITEBYTECODE": "1"}


if __name__ == "__main__":
    try:
        if is_for_here():
            fetch()
    except (HomeAssistantError, OSError) as error:
        sys.exit(f"{error}\n{REMEDY}")
