"""The bus over MQTT 3.1.1: paho's client, acknowledging after the commit and republishing retained messages after a
reconnect.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import socket
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from companion.messaging.bus import (
    AfterPublishQueue,
    BusError,
    Handler,
    Listener,
    Message,
    MqttMessage,
    RetainedCache,
    Subscriptions,
    check_topic,
)
from companion.system.monitored_thread import ActivityTimer

logger = logging.getLogger(__name__)

KEEPALIVE = 20  # s. The broker publishes the will after one and a half of it
FIRST_WAIT, LONGEST_WAIT = 1, 15  # seconds between attempts to connect; paho doubles them and takes integers
FAREWELL_S = 2.0  # s that a good-bye may take
WRONG_ACCOUNT = frozenset({"Bad user name or password", "Not authorized"})  # paho's texts for CONNACK codes 4 and 5
SEAL_ROUNDS = 20_000  # 8 ms. The password of an external broker may be weak


@dataclass(frozen=True, slots=True)
class BrokerCredentials:
    """Address of a broker and the account to use."""

    host: str = "127.0.0.1"
    port: int = 1883
    user: str = ""
    password: str = ""
    tls: bool = False
    ca: str = ""  # path of the authority that signed the broker's certificate; "" = the system's


class MqttBus:
    """One client of a broker.

    `client` begins with the user name and a dot, as the embedded brokers require. With `lasting` the broker keeps
    messages while the client is away, and the name must be unique and constant. The client id at the broker has a
    keyed digest of the name: a broker gives a session to any client with the same id, and other accounts cannot
    guess this one.
    """

    def __init__(
        self,
        account: BrokerCredentials,
        client: str,
        *,
        lasting: bool = False,
        republishes: bool = True,
        keepalive: int = KEEPALIVE,
    ) -> None:
        """`republishes` publishes retained messages again after a reconnect. Off where another client may have newer
        ones.
        """
        self.account = account
        self.subscriptions = Subscriptions()
        self.reconnects = 0
        self.refusal = ""  # why the broker does not let this client in, "" = it does
        self._lock = threading.RLock()  # guards the stored messages, and their order after a reconnect
        self._retained = RetainedCache()
        self._last: mqtt.MQTTMessageInfo | None = None  # published
        self._left: tuple[mqtt.MQTTMessage, ...] = ()  # sent on an earlier connection, never confirmed
        self._will: tuple[str, bytes] | None = None
        self._listeners: list[Listener] = []
        self._connection = 0  # number of the connection; an acknowledgement is valid only on its own one
        self._greeted = False  # the broker has let this client in
        self._granting = 0  # packet number of the pending subscription
        self._connected = threading.Event()  # and they are in force
        self._delivering = 0  # ident of the thread in which a handler runs, 0 = none does
        self._republishes, self._keepalive = republishes, keepalive
        self._groups: dict[str, str] = {}  # pattern -> its shared group
        self._client = self._make(client, lasting=lasting)
        self.busy = ActivityTimer()  # while it processes messages or their consequences
        self._afterwards = AfterPublishQueue(self._client.want_write, self.busy)

    def _make(self, name: str, *, lasting: bool) -> mqtt.Client:
        client = mqtt.Client(
            CallbackAPIVersion.VERSION2,
            seal_client_id(name, self.account.password),
            clean_session=not lasting,
            protocol=mqtt.MQTTv311,
            manual_ack=True,
        )
        if self.account.tls:
            client.tls_set_context(make_tls_context(self.account.ca))
        if self.account.user:
            client.username_pw_set(self.account.user, self.account.password)
        client.reconnect_delay_set(FIRST_WAIT, LONGEST_WAIT)
        client.on_connect, client.on_disconnect = self._on_connect, self._on_disconnect
        client.on_message, client.on_subscribe, client.on_socket_open = self._on_message, self._on_subscribe, no_delay
        # when all is written, which another thread may hide by saying something in that moment; then, once it is confirmed
        client.on_socket_unregister_write = lambda *_: self._afterwards.go_on()
        client.on_publish = lambda *_: self._afterwards.finish()
        return client

    @property
    def connected(self) -> bool:
        return self._connected.is_set()

    @property
    def is_refused(self) -> bool:
        """Whether the broker rejects user or password."""
        return self.refusal in WRONG_ACCOUNT

    def wait_connected(self, seconds: float) -> None:
        """Wait for the connection. Raises BusError if the broker is not reached in time."""
        if not self._connected.wait(seconds):
            where = f"{self.account.host}:{self.account.port}"
            why = self.refusal or "nobody answers there"
            raise BusError(
                f"the broker at {where} is not reached in {seconds:g} s ({why}); is it running, is the account right?"
            )

    def start(self) -> None:
        self._client.connect_async(self.account.host, self.account.port, self._keepalive)
        self._client.loop_start()

    def stop(self, *, farewell: bool = True) -> None:
        """Disconnect. Without `farewell` the will is not published, because another client takes over."""
        if self.connected and self._will and farewell:
            self.publish(*self._will, retain=True)
        self.wait_published()
        self._client.disconnect()
        self._client.loop_stop()
        with self._lock:  # paho leaves its sockets to garbage collection; this closes them
            self._client.reinitialise()

    def wait_published(self) -> bool:
        """Wait until the broker has confirmed the last publication, for FAREWELL_S s at most; return whether it has."""
        try:
            if self._last is not None and self.connected:
                self._last.wait_for_publish(FAREWELL_S)
        except (RuntimeError, ValueError) as error:
            logger.info("the last message of %s did not go out: %s", self.account.user, error)
        return self.connected and self._is_all_confirmed

    @property
    def _is_all_confirmed(self) -> bool:
        """Whether the broker has confirmed the newest message."""
        try:
            return self._last is None or bool(self._last.is_published())
        except (RuntimeError, ValueError):  # it never went out
            return False

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        check_topic(topic)
        with self._lock:
            if self._republishes:
                self._retained.keep(MqttMessage(topic, payload, retain), sent=self.connected)
            if self.connected:
                self._last = self._client.publish(topic, payload, qos=1, retain=retain)

    def afterwards(self, job: Callable[[], None]) -> None:
        if threading.get_ident() == self._delivering:
            self._afterwards.put(job)
        else:
            job()

    def subscribe(self, pattern: str, handler: Handler, group: str = "") -> None:
        """`group` names a shared subscription, where each message goes to one client."""
        self.subscriptions.add(pattern, handler)
        with self._lock:
            self._groups[pattern] = group
            if self._greeted:
                self._client.subscribe(self._filter(pattern), qos=1)

    def unsubscribe(self, pattern: str) -> None:
        """Stop a subscription. Messages that have arrived are still delivered."""
        with self._lock:
            if self._greeted:
                self._client.unsubscribe(self._filter(pattern))

    def _filter(self, pattern: str) -> str:
        group = self._groups.get(pattern, "")
        return f"$share/{group}/{pattern}" if group else pattern

    def will(self, topic: str, payload: bytes) -> None:
        check_topic(topic)
        self._will = (topic, payload)
        self._client.will_set(topic, payload, qos=1, retain=True)

    def on_connection(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def _on_connect(
        self, _client: mqtt.Client, _data: Any, _flags: mqtt.ConnectFlags, reason: ReasonCode, _more: Any
    ) -> None:
        if reason.is_failure:
            if self.refusal != str(reason):
                self.refusal = str(reason)
                logger.warning("the broker at %s:%s refuses: %s", self.account.host, self.account.port, reason)
            return
        with self._lock:
            self.refusal = ""
            self.reconnects += bool(self._connection)
            self._connection += 1
            self._greeted = True
            self._left = (*self._left, *self._client.drop_out_messages())
            wanted = [(self._filter(pattern), 1) for pattern in self.subscriptions.patterns]
            if wanted:
                self._granting = self._client.subscribe(wanted)[1] or 0
                return
        self._begin()

    def _on_subscribe(
        self, _client: mqtt.Client, _data: Any, number: int, reasons: list[ReasonCode], _more: Any
    ) -> None:
        refused = [
            pattern for pattern, reason in zip(self.subscriptions.patterns, reasons, strict=False) if reason.is_failure
        ]
        if number == self._granting:
            if refused:
                logger.warning(
                    "the broker does not let %s hear %s; is it the right account?",
                    self.account.user,
                    ", ".join(refused),
                )
            self._begin()

    def _begin(self) -> None:
        """Publish what is pending and notify listeners: all subscriptions are in force."""
        with self._lock:
            self._republish()
            self._connected.set()
        self._notify(connected=True)

    def _republish(self) -> None:
        """Send the unanswered messages of the old connection, then the newest retained ones.

        paho would resend old retained messages after newer ones and leave the older value retained, so this replaces
        its resending.
        """
        left = [MqttMessage(message.topic, bytes(message.payload), message.retain) for message in self._left]
        left = [message for message in left if self._republishes or not message.retain]
        self._left = ()
        for pending in self._retained.to_republish(left):
            self._client.publish(pending.topic, pending.payload, qos=1, retain=pending.retain)

    def _on_disconnect(self, _client: mqtt.Client, _data: Any, _flags: Any, reason: ReasonCode, _more: Any) -> None:
        was = self.connected
        self._connected.clear()
        self._greeted = False
        if was:
            logger.debug("the broker at %s:%s is lost: %s", self.account.host, self.account.port, reason)
            self._notify(connected=False)
        self._afterwards.finish()

    def _on_message(self, client: mqtt.Client, _data: Any, message: mqtt.MQTTMessage) -> None:
        connection = self._connection

        def ack() -> None:
            # after a reconnect the broker resends the message under another number
            if connection == self._connection:
                client.ack(message.mid, message.qos)

        try:
            topic = message.topic
        except UnicodeDecodeError:
            ack()  # none of our patterns can match it
            return
        with self.busy.timed():
            self._deliver(Message(topic, bytes(message.payload), bool(message.retain), ack))

    def _deliver(self, message: Message) -> None:
        self._delivering, before = threading.get_ident(), self._last
        self.subscriptions.deliver(message)
        self._delivering = 0
        if self._last is before:  # it logged nothing that callers wait for
            self._afterwards.finish()

    def _notify(self, *, connected: bool) -> None:
        for listener in self._listeners:
            listener(connected)


def seal_client_id(client: str, password: str) -> str:
    """Return a stable name that only holders of the password can compute.

    >>> seal_client_id("rules-t1.t1", "")
    'rules-t1.t1'
    """
    if not password:
        return client
    seal = hmac.digest(_stretch_password(password), client.encode(), "sha256")
    return f"{client}.{seal[:8].hex()}"


@lru_cache(8)  # a worker has one client per table under one password
def _stretch_password(password: str) -> bytes:
    return hashlib.pbkdf2_hmac("sha256", password.encode(), b"lamplight", SEAL_ROUNDS)


def make_tls_context(ca: str) -> ssl.SSLContext:
    """Encrypts, and believes a broker that this authority has signed. Raises BusError."""
    try:
        return ssl.create_default_context(cafile=ca or None)
    except OSError as error:
        raise BusError(f"{ca}, the certificate of the broker's authority, cannot be used: {error}") from error


def no_delay(_client: mqtt.Client, _data: Any, sock: Any) -> None:
    """Send small packets at once: Nagle's algorithm and delayed acknowledgements cost 40 ms a message."""
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
