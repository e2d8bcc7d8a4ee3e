"""The process of a worker, from its start to a signal."""

from __future__ import annotations

import gc
import signal
import sys
import threading
from pathlib import Path

from companion.system.data_dir import lock_data_folder
from companion.system.logging_config import configure_logging


def run_worker(config: Path | None, port: int | None) -> None:
    """Serve until a signal comes; `config` and `port` are the command's options."""
    gc.disable()  # nothing loaded here is garbage, and searching took a seventh of the start
    from companion.hall.settings import load_hall_settings
    from companion.hall.worker.worker import Worker

    settings = load_hall_settings(config, port)
    lock_data_folder(settings.data)
    configure_logging("worker", settings.logs)
    # a reading needs a dozen round trips to the database, and waits for computing threads after each. The default is 5
    # ms
    sys.setswitchinterval(0.002)
    ended = threading.Event()
    worker = Worker(settings)  # a signal ends it at once until here
    gc.freeze()  # what is loaded now lives as long as the process
    gc.set_threshold(50_000, 20, 100)
    gc.enable()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    try:
        worker.start()
        print(f"A worker of the hall is there; its pages are at port {worker.port}.", flush=True)
        ended.wait()
    finally:
        worker.stop()
