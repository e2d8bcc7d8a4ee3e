"""amqtt in a process of its own, for demos where Mosquitto is not installed: `python -m companion.bus.amqtt_broker FOLDER BIND PORT`.

Version 0.12.1 needs three cures, all here: it sends every newcomer whatever is retained under anybody's subscriptions; its
password plugin blocks the loop for half a second a login; its rights are not asked about retained messages.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from amqtt.broker import Broker, BrokerContext
from amqtt.contexts import Action
from amqtt.plugins.base import BaseAuthPlugin, BaseTopicPlugin
from amqtt.session import Session

from companion.bus.access import Access, Accounts, permits
from companion.bus.bus import BusError


@dataclass
class Config:
    """Where the accounts are."""

    folder: str = ""


class Door(BaseAuthPlugin):  # type: ignore[misc]  # amqtt has no types for mypy
    """Lets in who knows the password of an account and calls its client "<user>.<anything>"."""

    Config = Config

    def __init__(self, context: BrokerContext) -> None:
        super().__init__(context)
        self.accounts = Accounts(Path(self.config.folder))

    async def authenticate(self, *, session: Session) -> bool:
        access = known(self.accounts, session)
        given = hashlib.sha256((session.password or "").encode()).digest()
        wanted = hashlib.sha256((access.password if access else "").encode()).digest()
        # the client's name is part of the lock: under another's name one would inherit its session and what waits in it
        own = str(session.client_id).startswith(f"{session.username}.")
        return hmac.compare_digest(given, wanted) and access is not None and own


class Rights(BaseTopicPlugin):  # type: ignore[misc]
    """Asked for every message that goes in or out."""

    Config = Config

    def __init__(self, context: BrokerContext) -> None:
        super().__init__(context)
        self.accounts = Accounts(Path(self.config.folder))

    async def topic_filtering(self, *, session: Session, topic: str, action: Action) -> bool:
        access = known(self.accounts, session)
        if access is None:
            return False
        if action == Action.SUBSCRIBE:
            return True  # a wide pattern is harmless: each message is asked about when it goes out
        return permits(access, "write" if action == Action.PUBLISH else "read", topic)


def known(accounts: Accounts, session: Session) -> Access | None:
    """The account a session names, as the file has it now: somebody may have made it or taken it away since the start."""
    if accounts.is_stale:
        try:
            accounts.reread()
        except BusError as error:
            logging.getLogger(__name__).warning("%s", error)
    return accounts.known.get(session.username or "")


class CarefulBroker(Broker):  # type: ignore[misc]
    """amqtt's broker, which sends retained messages to those alone who subscribed and may read them."""

    async def _publish_retained_messages_for_subscription(
        self, subscription: tuple[str, int], session: Session
    ) -> None:
        pattern, qos = subscription
        if all(owner.client_id != session.client_id for owner, _ in self._subscriptions.get(pattern, ())):
            return
        handler = self._get_handler(session)
        for topic, kept in tuple(self._retained_messages.items()):
            if (
                self._matches(topic, pattern)
                and await self._topic_filtering(session, topic, Action.RECEIVE)
                and handler
            ):
                await handler.mqtt_publish(kept.topic, kept.data, qos, retain=True)


def settings(folder: str, bind: str, port: int) -> dict[str, Any]:
    """What amqtt is told; without it, it would listen everywhere and let in everybody."""
    here = "companion.bus.amqtt_broker"
    return {
        "listeners": {"default": {"type": "tcp", "bind": f"{bind}:{port}", "max_connections": 256}},
        "plugins": {f"{here}.Door": {"folder": folder}, f"{here}.Rights": {"folder": folder}},
    }


async def serve(folder: str, bind: str, port: int) -> None:
    """Run until SIGTERM."""
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    broker = CarefulBroker(settings(folder, bind, port))
    await broker.start()
    await ended.wait()
    await broker.shutdown()


if __name__ == "__main__":
    logging.basicConfig(level=logging.ERROR)
    asyncio.run(serve(sys.argv[1], sys.argv[2], int(sys.argv[3])))
