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


@pytest.mark.parametrize("python", ["3.11", "3.13"])
@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-test.lock", "deploy/hall/requirements-hall.lock"])
def test_locked_packages_have_wheels(lock: str, machine: str, python: str, tmp_path: Path) -> None:
    platforms = [f"--platform=manylinux_2_{minor}_{machine}" for minor in GLIBC] + [
        f"--platform=manylinux2014_{machine}"
    ]
    choice = [
        "--dry-run",
        "--ignore-installed",
        "--no-deps",
        "--only-binary=:all:",
        f"--python-version={python}",
        *platforms,
    ]
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--require-hashes", *choice]
    done = subprocess.run(
        [*command, f"--target={tmp_path}", "-r", str(ROOT / lock)], capture_output=True, text=True, check=False
    )
    if any(sign in done.stderr for sign in WITHOUT_A_NETWORK):
        pytest.skip("no package index can be reached, so nobody says which wheels there are")
    assert done.returncode == 0, done.stderr[-2000:]
