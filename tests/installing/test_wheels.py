"""Every locked package has a wheel: nothing is built on a Raspberry Pi."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GLIBC = (17, 24, 26, 27, 28, 34, 35, 36)
"""Highest glibc version of a wheel for Debian 12, which has 2.36."""
WITHOUT_A_NETWORK = ("NewConnectionError", "Temporary failure in name resolution", "ConnectTimeout", "ProxyError")

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("machine", "python"), [("aarch64", "3.11"), ("aarch64", "3.13"), ("x86_64", "3.13")])
def test_locked_packages_have_wheels(machine: str, python: str, tmp_path: Path) -> None:
    """The lock of the tests contains the one of the program."""
    platforms = [f"--platform=manylinux{version}_{machine}" for version in (2014, *(f"_2_{minor}" for minor in GLIBC))]
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--require-hashes", "--dry-run", "--ignore-installed"]
    choice = ["--no-deps", "--only-binary=:all:", f"--python-version={python}", *platforms, f"--target={tmp_path}"]
    locks = [f"-r{ROOT / name}" for name in ("requirements-test.lock", "deploy/hall/requirements-hall.lock")]
    done = subprocess.run([*command, *choice, *locks], capture_output=True, text=True, check=False)
    if any(sign in done.stderr for sign in WITHOUT_A_NETWORK):
        pytest.skip("no package index can be reached, so nobody says which wheels there are")
    assert done.returncode == 0, done.stderr[-2000:]
