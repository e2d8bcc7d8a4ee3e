"""A broker that is killed while it may be down already."""

from __future__ import annotations

import os
import signal
from contextlib import suppress

from companion.messaging.broker.embedded import EmbeddedBroker


def kill(broker: EmbeddedBroker) -> None:
    """kill -9, where one runs: who guards it may be about to see that the last one is gone."""
    pid = broker.pid
    if pid is not None:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
