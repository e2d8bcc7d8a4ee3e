"""amqtt in a process of its own, for demos where Mosquitto is not installed: `python -m companion.messaging.broker.amqtt_server FOLDER BIND PORT`.

With BIND PORT CERTIFICATE KEY after these it also listens there, encrypted. Version 0.12.1 needs cures, all here: it sends every
newcomer whatever is retained under anybody's subscriptions; its password plugin blocks the loop for half a second a login; its
rights are asked neither about retained messages nor about a last will; it lets a stranger end or take over a session before it
asks who that is; who subscribes while a message is sent keeps it from others; it waits for ever for a first packet, takes one of
any size, and misses nobody who has vanished.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import amqtt.broker
from amqtt.adapters import StreamReaderAdapter, StreamWriterAdapter
from amqtt.broker import Broker, BrokerContext
from amqtt.contexts import Action
from amqtt.errors import MQTTError
from amqtt.mqtt.connack import NOT_AUTHORIZED, ConnackPacket
from amqtt.mqtt.protocol.broker_handler import BrokerProtocolHandler
from amqtt.plugins.base import BaseAuthPlugin, BaseTopicPlugin
from amqtt.session import Session

from companion.errors import LamplightError
from companion.messaging.broker.accounts import Accounts, BrokerAccount
from companion.messaging.bus import BusError

HELLO = 10.0  # s that a newcomer may take to say who it is
LARGEST = 65_536  # bytes of a packet, as Mosquitto is told
MISSED = 10  # s beyond its keepalive after which a client counts as gone
GLANCE = 1.0  # s between looks at who still has an account


class PacketTooLargeError(LamplightError):
    """A packet that no part of ours would send."""

    code = "TOOLARGE"


@dataclass
class Config:
    """Where the accounts are."""

    folder: str = ""


class Authenticator(BaseAuthPlugin):  # type: ignore[misc]  # amqtt has no types for mypy
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
        if not hmac.compare_digest(given, wanted) or access is None:
            return False
        return own and (not session.will_flag or self.accounts.permits(access, "write", session.will_topic or ""))


class TopicAuthorizer(BaseTopicPlugin):  # type: ignore[misc]
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
        return self.accounts.permits(access, "write" if action == Action.PUBLISH else "read", topic)


def known(accounts: Accounts, session: Session) -> BrokerAccount | None:
    """The account a session names, as the file has it now: somebody may have made it or taken it away since the start."""
    if accounts.is_stale:
        try:
            accounts.reread()
        except BusError as error:
            logging.getLogger(__name__).warning("%s", error)
    return accounts.known.get(session.username or "")


class BoundedStreamReader(StreamReaderAdapter):  # type: ignore[misc]
    """What a client sends, a packet of ours at a time."""

    async def read(self, n: int = -1) -> bytes:
        if n > LARGEST:
            raise PacketTooLargeError(f"a packet of {n} bytes")  # ends the connection: what follows is none
        read: bytes = await super().read(n)
        return read


class StrictProtocolHandler(BrokerProtocolHandler):  # type: ignore[misc]
    """Asks who a newcomer is before any session is touched, and misses who says nothing any more."""

    @classmethod
    async def init_from_connect(
        cls, reader: Any, writer: Any, plugins_manager: Any, loop: Any = None
    ) -> tuple[BrokerProtocolHandler, Session]:
        try:
            first = super().init_from_connect(reader, writer, plugins_manager, loop)
            handler, session = await asyncio.wait_for(first, HELLO)
            answers = await plugins_manager.map_plugin_auth(session=session)
        except (
            Exception
        ) as error:  # whatever comes of bytes that are no MQTT: the broker counts its connections back on this one
            raise MQTTError(f"no first packet: {error}") from error
        if not answers or not all(answers.values()):
            await ConnackPacket.build(0, NOT_AUTHORIZED).to_stream(writer)
            raise MQTTError("not authorized")
        return handler, session

    def handle_read_timeout(self) -> None:
        self._missed = asyncio.ensure_future(self.handle_connection_closed())


class SnapshotDict(dict[str, Any]):
    """Gone through as it was at the beginning: amqtt waits in between, and whoever subscribes then would end the loop."""

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(super().__iter__()))

    def items(self) -> Any:
        return tuple(super().items())


class StrictBroker(Broker):  # type: ignore[misc]
    """amqtt's broker, which sends retained messages to those alone who subscribed and may read them."""

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__(config)
        self._subscriptions = SnapshotDict()

    async def stream_connected(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, listener_name: str
    ) -> None:
        await self._client_connected(listener_name, BoundedStreamReader(reader), StreamWriterAdapter(writer))

    async def cut_off(self, accounts: Accounts) -> None:
        """Look once a second whose account was taken away."""
        while True:
            await asyncio.sleep(GLANCE)
            for session, handler in tuple(self._sessions.values()):
                if session.transitions.is_connected() and known(accounts, session) is None:
                    await handler.handle_connection_closed()

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


def settings(folder: str, bind: str, port: int, *encrypted: str) -> dict[str, Any]:
    """What amqtt is told; without it, it would listen everywhere and let in everybody. `encrypted`: bind, port, certificate, key."""
    here = "companion.messaging.broker.amqtt_server"
    listeners: dict[str, Any] = {"default": {"type": "tcp", "bind": f"{bind}:{port}", "max_connections": 256}}
    if encrypted:
        also, at, certificate, key = encrypted
        files = {"ssl": True, "certfile": certificate, "keyfile": key}
        listeners["encrypted"] = {"type": "tcp", "bind": f"{also}:{at}", "max_connections": 256, **files}
    return {
        "listeners": listeners,
        "timeout_disconnect_delay": MISSED,
        "plugins": {
            f"{here}.{Authenticator.__name__}": {"folder": folder},
            f"{here}.{TopicAuthorizer.__name__}": {"folder": folder},
        },
    }


async def serve(folder: str, bind: str, port: int, *encrypted: str) -> None:
    """Run until SIGTERM."""
    amqtt.broker.BrokerProtocolHandler = StrictProtocolHandler  # there is no other way to tell it which handler to make
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    broker = StrictBroker(settings(folder, bind, port, *encrypted))
    await broker.start()
    watching = asyncio.ensure_future(broker.cut_off(Accounts(Path(folder))))
    await ended.wait()
    watching.cancel()
    await broker.shutdown()


if __name__ == "__main__":
    logging.basicConfig(level=logging.ERROR)
    asyncio.run(serve(sys.argv[1], sys.argv[2], int(sys.argv[3]), *sys.argv[4:]))
