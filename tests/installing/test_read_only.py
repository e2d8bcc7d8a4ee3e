"""The service's command on a read-only system with one writable folder, as on a protected SD card."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.messaging.broker.embedded import LOOPBACK, free_port
from tests.installing.guest import Guest, wait_for
from tests.installing.units import DEPLOY, LAMPLIGHT, environment

pytestmark = [pytest.mark.broker, pytest.mark.slow]

ROOT = DEPLOY.parent
CLOSE = """
import os, re, sys
mounted = [line.split()[1] for line in open("/proc/mounts")]
os.system("mount --make-rprivate /")
os.system(f"mount --bind {sys.argv[1]} {sys.argv[1]}")
for place in ("/tmp", "/run", "/var/tmp"):
    if not sys.argv[1].startswith(place):
        os.system(f"mount -t tmpfs none {place}")
for place in sorted({re.sub(r"\\\\040", " ", place) for place in mounted} - {"/proc", "/dev/pts", "/dev/shm"}):
    os.system(f"mount -o remount,bind,ro '{place}' 2>/dev/null")
try:
    open("written", "w")
except OSError:
    pass
else:
    sys.exit("the sources can be written: nothing would be proven")
os.execvp(sys.argv[2], sys.argv[2:])
"""
"""Run the program in a mount namespace in which everything is read-only but one folder."""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """The writable folder, /var/lib/lamplight on a table. Nothing is mounted over its parents."""
    may = not os.geteuid() and shutil.which("unshare")
    if not may or subprocess.run(("unshare", "-m", "true"), check=False, capture_output=True).returncode:
        pytest.skip("nobody may make a disk read-only for one process here: that takes root, and a machine of its own")
    folder = tmp_path / "var" / "lib" / "lamplight"
    folder.mkdir(parents=True)
    return folder


def test_table_plays_with_a_read_only_disk(place: Path, tmp_path: Path) -> None:
    port = free_port(LOOPBACK)
    (place / "table.toml").write_text(f'port = {port}\nbind = "127.0.0.1"\n', encoding="utf-8")
    told = {name: value.replace("/var/lib", str(place.parent)) for name, value in environment(LAMPLIGHT).items()}
    told |= {"LAMPLIGHT_CONFIG": str(place / "table.toml"), "PATH": os.environ["PATH"] + ":/usr/sbin"}
    command = ("unshare", "-m", sys.executable, "-c", CLOSE, str(place), sys.executable, "-P", "-m", "companion.cli")
    with (tmp_path / "said").open("wb") as said:
        house = subprocess.Popen((*command, "serve"), env=told, stdout=said, stderr=said, cwd=ROOT)
    guest = Guest(port)
    try:
        wait_for(lambda: house.poll() is not None or guest.is_healthy(), 60, "the page answers")
        assert house.poll() is None, (tmp_path / "said").read_text(encoding="utf-8")
        guest.post("/api/claim")
        table = guest.post("/api/tables", game="arkham")["table"]
        before = guest.asked(table)[0]["id"]
        guest.answer(table)
        assert guest.asked(table)[0]["id"] != before
        guest.post("/api/setup/first/stay", throwing=False)  # the process of the camera starts with setup
        wait_for(lambda: guest.get("/api/setup")["eye"]["words"], 60, "the camera's process speaks")
    finally:
        house.send_signal(signal.SIGTERM)
        assert house.wait(60) == 0
    assert (place / "table" / "log.db").exists()
    assert "Read-only file system" not in (tmp_path / "said").read_text(encoding="utf-8")
