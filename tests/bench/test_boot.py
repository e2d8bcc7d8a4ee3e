"""A start is measured as people meet it: by the command, to a question on the page, with all of its processes."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.bench import boot

pytestmark = pytest.mark.slow


@pytest.mark.broker
def test_boot_bench_reports_why_a_start_failed(tmp_path: Path) -> None:
    house = boot.make_installation(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", house.port))
        with pytest.raises(boot.StartError, match=f"the command ended with 1.*Port {house.port} is taken"):
            boot.start(house)
