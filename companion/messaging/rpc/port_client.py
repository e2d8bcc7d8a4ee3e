"""Wishes of the page about serial readers: asked of the bridge's process, which alone opens lines, and answered by it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.errors import LamplightError
from companion.i18n import _
from companion.messaging.bus import Bus
from companion.messaging.rpc.client import RpcClient
from companion.schema import BRIDGE, PortList, PortRequestMessage, topics

PATIENCE = 8.0  # s; a line that is opened says within four what speaks there


class PortRequestError(LamplightError):
    """Nobody could be asked about serial readers; the message says why."""

    code = "NOTSETUP"


class PortClient:
    """Takes wishes, each in the thread that asks. Safe for threads."""

    def __init__(self, bus: Bus, place: str, is_there: Callable[[], bool], patience: float = PATIENCE) -> None:
        """`is_there`: whether the bridge's process runs; `patience` in s."""
        self._place, self._is_there, self._patience = place, is_there, patience
        self._asking = RpcClient(bus, topics.ports_told(place, BRIDGE), PortList)

    def ask(self, wish: PortRequestMessage) -> PortList:
        """The answer to a wish, its sentence where it could not be done; the wish's id is made here. Raises PortRequestError."""
        if not self._is_there():
            raise PortRequestError(
                _("The readers' process is not running. Wait a moment; where this stays, start Lamplight again.")
            )
        if self._asking.is_busy:
            raise PortRequestError(_("Several devices set readers up at once. Wait a moment and try again."))
        topic = topics.ports(self._place, BRIDGE)
        answer = self._asking.ask(topic, lambda name: replace(wish, id=name), self._patience)
        if answer is None:
            raise PortRequestError(_("The readers' process did not answer in time. Try again."))
        return answer
