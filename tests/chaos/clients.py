"""Clients of a table: pages over HTTP, displays on the bus, and slow ones."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import urllib.error
import urllib.request
from contextlib import closing, suppress
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from companion.messaging import BrokerCredentials, Message, MqttBus
from companion.messaging.mqtt_bus import sealed
from companion.schema import topics
from tests.chaos.rules import PLACE

GONE = (OSError, http.client.HTTPException, ValueError)
"""Exceptions of a request to a server that dies."""
PATIENCE = 10.0  # s for one request
IDLE = 4  # turns without news after which a slow display has caught up
LATER = 0.1  # s between attempts of a page to find its table


class Display:
    """Keeps the highest revision, and forgets it like a display when the table or the broker goes away."""

    def __init__(self, account: BrokerCredentials, name: str) -> None:
        self.bus = MqttBus(account, f"{account.user}.{name}")
        self.state: dict[str, Any] = {}
        self.steps_back: list[str] = []  # revisions that arrived after a higher one
        self.bus.subscribe(topics.public_state(PLACE), self._on_state)
        self.bus.subscribe(topics.table_status(PLACE), self._on_status)
        self.bus.on_connection(self._on_connection)
        self._rev = 0
        self.bus.start()

    def _on_state(self, message: Message) -> None:
        message.ack()
        state = json.loads(message.payload)
        if state["rev"] < self._rev:
            self.steps_back.append(f"{self._rev} -> {state['rev']}")
        self._rev, self.state = state["rev"], state

    def _on_status(self, message: Message) -> None:
        message.ack()
        if message.payload == b"offline":
            self._rev = 0

    def _on_connection(self, connected: bool) -> None:
        if connected:
            self._rev = 0


class SlowDisplay:
    """Stops reading its socket for a while."""

    def __init__(self, account: BrokerCredentials) -> None:
        self.state: dict[str, Any] = {}
        self.came = 0  # received states
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, sealed(f"{account.user}.slow", account.password))
        self._client.username_pw_set(account.user, account.password)
        self._client.on_connect = lambda client, *_: client.subscribe(topics.public_state(PLACE), 1)
        self._client.on_message = self._on_message
        self._client.reconnect_delay_set(1, 1)
        self._client.connect(account.host, account.port, keepalive=3600)

    def read(self) -> None:
        """Read new messages. Reconnects if the broker was away."""
        idle = 0
        while idle < IDLE:
            before = self.came
            if self._client.loop(0.005) != mqtt.MQTT_ERR_SUCCESS:
                with suppress(OSError):
                    self._client.reconnect()
                return
            idle = 0 if self.came > before else idle + 1

    def stop(self) -> None:
        self._client.disconnect()
        self._client.reinitialise()  # closes paho's sockets, which would otherwise warn in a later test

    def _on_message(self, _client: mqtt.Client, _data: object, message: mqtt.MQTTMessage) -> None:
        self.state, self.came = json.loads(message.payload), self.came + 1


class Page:
    """An open stream that reconnects like a browser."""

    def __init__(self, port: int, table: str, seat: str = "") -> None:
        self.snapshot: dict[str, Any] = {}
        self.steps_back: list[str] = []
        self.is_open = False
        self._path = f"/api/tables/{table}/stream{f'?as={seat}' if seat else ''}"
        self._port, self._closed = port, threading.Event()
        self._socket: socket.socket | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closed.set()
        with suppress(OSError):
            if self._socket is not None:
                self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()

    def _run(self) -> None:
        while not self._closed.is_set():
            with suppress(*GONE):
                self._follow()
            self.is_open = False
            self._closed.wait(LATER)

    def _follow(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        with closing(connection):
            connection.connect()
            self._socket = connection.sock  # the answer takes it from the connection
            connection.request("GET", self._path)
            self._hear(connection)

    def _hear(self, connection: http.client.HTTPConnection) -> None:
        with connection.getresponse() as response:
            for line in response:
                if self._closed.is_set():
                    return
                if line.startswith(b"data: {") and line != b"data: {}\n":
                    self._take(json.loads(line.removeprefix(b"data: ")))

    def _take(self, snapshot: dict[str, Any]) -> None:
        (boot, rev), (before, last) = (one.split("-") for one in (snapshot["id"], self.snapshot.get("id", "-0")))
        if boot == before and int(rev) < int(last):
            self.steps_back.append(f"{self.snapshot['id']} -> {snapshot['id']}")
        self.snapshot, self.is_open = snapshot, True


class DeafPage:
    """Opens a stream and never reads it."""

    def __init__(self, port: int) -> None:
        self._port, self._socket = port, socket.socket()

    def open(self, table: str) -> None:
        """Reconnect after the server was restarted."""
        self._socket.close()
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        with suppress(OSError):
            self._socket.connect(("127.0.0.1", self._port))
            self._socket.sendall(
                f"GET /api/tables/{table}/stream HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n\r\n".encode()
            )

    def close(self) -> None:
        self._socket.close()


class Finger:
    """Tap, and repeat the tap with the same id without an answer."""

    def __init__(self, port: int) -> None:
        self._url = f"http://127.0.0.1:{port}"

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self._url + path, timeout=PATIENCE) as answer:
            return json.load(answer)

    def post(self, path: str, **body: Any) -> tuple[int, Any]:
        """Return status and body. Raises one of GONE."""
        headers = {"Content-Type": "application/json", "X-Lamplight": "1"}
        request = urllib.request.Request(self._url + path, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)
