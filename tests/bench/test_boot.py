"""A start is measured as people meet it: by the command, to a question on the page, with all of its processes."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench import boot

pytestmark = pytest.mark.slow


@pytest.mark.broker
def test_boot_bench_reaches_a_prompt(tmp_path: Path) -> None:
    house = boot.furnished(tmp_path)
    found = boot.start(house)
    assert 0 < found.page <= found.asked
    assert found.cpu > 0


def test_boot_bench_counts_grandchildren() -> None:
    child = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'input()'])"
    with subprocess.Popen([sys.executable, "-c", child], stdin=subprocess.PIPE) as process:
        boot.until(lambda: len(boot.family(process.pid)) == 2, "The child's child did not begin")
        assert boot.held(process.pid) > boot.held(boot.family(process.pid)[1]) > 0
        process.communicate(b"\n")
    assert boot.held(process.pid) == 0
    assert boot.family(os.getpid())[0] == os.getpid()


def test_boot_bench_fails_for_a_server_that_ends(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
        with pytest.raises(boot.StartError):
            boot.until(lambda: False, "The page did not answer", process)


@pytest.mark.broker
def test_boot_bench_reports_why_a_start_failed(tmp_path: Path) -> None:
    house = boot.furnished(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", house.port))
        with pytest.raises(boot.StartError, match=f"the command ended with 1.*Port {house.port} is taken"):
            boot.start(house)
