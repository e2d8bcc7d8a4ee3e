"""Kill a broker that may already be down."""

from __future__ import annotations

import os
import signal
from contextlib import suppress

from companion.messaging.broker.embedded import EmbeddedBroker


def kill(broker: EmbeddedBroker) -> None:
    """Send kill -9 if a broker runs. Its supervisor may just be noticing the end of the last one."""
    pid = broker.pid
    if pid is not None:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
