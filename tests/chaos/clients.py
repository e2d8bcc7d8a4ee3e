"""Clients of a table: pages over HTTP, and displays on the bus."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import urllib.error
import urllib.request
from contextlib import closing, suppress
from typing import Any

from companion.messaging import BrokerCredentials, Message, MqttBus
from companion.schema import topics
from tests.chaos.processes import PLACE

GONE = (OSError, http.client.HTTPException, ValueError)
"""Exceptions of a request to a server that dies."""
PATIENCE = 10.0  # s for one request
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

    def asked(self) -> set[str]:
        """Ids of the prompts in the newest snapshot."""
        return {asked["prompt"]["id"] for asked in self.snapshot["asked"]}

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


class Tablet:
    """Sends requests of the tablet."""

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
