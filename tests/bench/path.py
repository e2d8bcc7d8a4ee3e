"""Measure the path of a throw: reading on MQTT to verdict on the page, and last motion in the picture to verdict on the page.

A whole server runs in a temporary folder: broker, rules, log on the disk, web server. The page is a stream over HTTP.
The floor is the same payload over two hops of the same kind of broker without rules, and two blocks on the disk:
the outbox's and the log's, because nothing is published that a power cut could take back.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from companion.settings import BrokerSettings, Settings
from tests.bench import floors, resolution
from tests.bench.evening import echo, evening
from tests.bench.line import BenchLine, measured, p95

HOPS = 100
READINGS = 100
THROWS = 12


def lines() -> Iterator[BenchLine]:
    """Measure up to the resolution, which has a target, and up to the page, median and 95 %."""
    yield from resolution.lines()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        hops = stack.enter_context(echo(folder / "echo"))(HOPS)
        disk = 2 * median(floors.sync())
        floor = [hop + disk for hop in hops]
        settings = Settings(data=folder / "table", bind="127.0.0.1", port=0, broker=BrokerSettings())
        play = stack.enter_context(evening(settings))
        readings = play.readings(folder, READINGS)
        yield measured("path.reading_to_page", "ms", readings, floor)
        yield measured("path.reading_to_page_p95", "ms", readings, floor, p95)
        throws = play.throws(folder, THROWS)
        yield measured("path.motion_to_page", "ms", throws, floor)
        yield measured("path.motion_to_page_p95", "ms", throws, floor, p95)
