"""A process that has loaded and rehearsed all that a worker needs: for each line that it reads another one splits off and is a worker.

From there on that one does what `./table hall worker` does. To start a whole one takes two and a half seconds of a processor.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from companion import cli
from companion.hall.settings import HallSettings
from companion.hall.tables.warm_up import warm_up_games
from companion.hall.worker import worker
from companion.i18n import Languages

DIES_WITH_ITS_PARENT = 1  # prctl's


def main() -> None:
    """Until nobody writes to it any more; who has split off by then ends with it."""
    prepare()
    for line in sys.stdin:
        words, log = json.loads(line)
        if (pid := os.fork()) == 0:
            become(words, log)
        print(pid, flush=True)
        bury()
    bury()


def prepare() -> None:
    """All that is read once, and worked out once."""
    assert worker.Worker
    with TemporaryDirectory(prefix="lamplight-seedling-") as folder:
        warm_up_games(HallSettings(data=Path(folder)), Languages())
    gc.collect()
    gc.freeze()
    assert threading.active_count() == 1, "a thread would not go along"


def become(words: Sequence[str], log: str) -> None:
    """A program of its own, which does not come back."""
    ctypes.CDLL(None).prctl(DIES_WITH_ITS_PARENT, signal.SIGKILL)
    with Path(log).open("ab") as told, Path(os.devnull).open("rb") as nothing:
        for handle, file in ((0, nothing), (1, told), (2, told)):
            os.dup2(file.fileno(), handle)
    sys.argv[1:] = words
    cli.main()
    sys.exit()


def bury() -> None:
    """Those that have ended: what they took of a processor is counted with that."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


if __name__ == "__main__":
    main()
