"""Receive the public state of a Lamplight table over MQTT, for programs that draw it.

    for shown in Table(Account.read("kitchen.toml")).pictures():
        draw(shown)

The broker retains the newest state and sends it on each connection. Needs paho-mqtt.
"""

from __future__ import annotations

import json
import os
import secrets
import ssl
import sys
import threading
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt

FIRST_WAIT, LONGEST_WAIT = 0.25, 15  # s between attempts to connect


@dataclass(frozen=True)
class Account:
    """The account that `./table display add NAME --out FILE` writes. LAMPLIGHT_PASSWORD overrides its password."""

    host: str
    port: int
    user: str
    password: str
    place: str = "lamp"  # of the table: there may be several at one broker
    ca: str = ""  # certificate authority of the broker, as PEM; "" = no TLS

    @classmethod
    def read(cls, path: str | Path) -> Account:
        """Read an account. Ends the program with a sentence if the file is invalid."""
        try:
            account = tomllib.loads(Path(path).read_text(encoding="utf-8"))
            account["password"] = os.environ.get("LAMPLIGHT_PASSWORD") or account["password"]
            return cls(**account)
        except KeyError as error:
            sys.exit(f"{path} has no {error}. Make such a file with: ./table display add NAME --out {path}")
        except (OSError, ValueError, TypeError) as error:
            sys.exit(f"{path}: {error}. Make such a file with: ./table display add NAME --out {path}")


@dataclass(frozen=True)
class Shown:
    """The present state for a display."""

    is_open: bool = False  # the broker is reached, the table is there, and has said what is so
    state: dict[str, Any] = field(default_factory=dict)  # of public/state; {} = not received yet
    lights: dict[str, dict[str, str]] = field(default_factory=dict)  # seat -> colour and mood


class Table:
    """Connects to the broker and reconnects. `happened` is called with events, for animations, in a thread of paho."""

    def __init__(self, account: Account, happened: Callable[[dict[str, Any]], None] = lambda _event: None) -> None:
        self.account, self.happened = account, happened
        self.shown = Shown()
        self._changed = threading.Condition()
        self._version = 0
        self._said = ""  # the newest complaint
        self._is_online, self._rev = False, 0  # what the status says, and the newest state that came since it said so
        name = f"{account.user}.{secrets.token_hex(8)}"  # the broker requires the user's name in front; the rest must be unguessable
        versions = getattr(mqtt, "CallbackAPIVersion", None)  # Debian 12 has a paho-mqtt from before it
        self._client = mqtt.Client(versions.VERSION2, name) if versions else mqtt.Client(name)
        self._client.username_pw_set(account.user, account.password)
        if account.ca:
            self._client.tls_set_context(ssl.create_default_context(cadata=account.ca))
        self._client.reconnect_delay_set(FIRST_WAIT, LONGEST_WAIT)
        self._client.on_connect, self._client.on_message = self._connected, self._heard
        self._client.on_disconnect = self._lost

    def start(self) -> None:
        self._client.connect_async(self.account.host, self.account.port, keepalive=20)
        self._client.loop_start()

    def stop(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def pictures(self, pause: float | None = None) -> Iterator[Shown]:
        """Yield each new state, and with `pause` the same one again after so many s."""
        self.start()
        seen = -1
        while True:
            with self._changed:
                self._changed.wait_for(partial(self._is_newer_than, seen), pause)
                seen, shown = self._version, self.shown
            yield shown

    def _is_newer_than(self, seen: int) -> bool:
        return self._version != seen

    def _show(self, **changes: Any) -> None:
        with self._changed:
            shown = replace(self.shown, **changes)
            self.shown = replace(shown, is_open=self._is_online and bool(shown.state))
            self._version += 1
            self._changed.notify_all()

    def _connected(self, client: mqtt.Client, _data: Any, _flags: Any, reason: Any, _more: Any = None) -> None:
        if reason.is_failure if hasattr(reason, "is_failure") else reason:  # a number, of an older paho-mqtt
            reason_text = mqtt.connack_string(reason) if isinstance(reason, int) else reason
            self._complain(f"The broker at {self.account.host} refuses {self.account.user}: {reason_text}")
            return
        self._said = ""
        root = f"lamplight/v1/{self.account.place}"
        self._rev = 0  # retained messages come again, and the table may have restarted
        self._show(lights={})
        client.subscribe([(f"{root}/status", 1), (f"{root}/public/#", 1)])

    def _lost(self, *_told: object) -> None:
        self._opened(False)

    def _heard(self, _client: mqtt.Client, _data: Any, message: mqtt.MQTTMessage) -> None:
        *_, kind, name = message.topic.split("/")
        try:
            if name == "status":
                self._opened(message.payload == b"online")
            elif kind == "light":
                self._lit(name, message.payload)
            elif name == "state":
                self._told(json.loads(message.payload))
            elif name == "event":
                self.happened(json.loads(message.payload))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            self._complain(f"{message.topic} cannot be read: {error}")

    def _complain(self, sentence: str) -> None:
        """Print a complaint once, until another one."""
        if sentence != self._said:
            print(sentence, file=sys.stderr, flush=True)
        self._said = sentence

    def _opened(self, is_online: bool) -> None:
        """Note whether the table is open. Its revisions may start again."""
        self._is_online, self._rev = is_online, self._rev if is_online else 0
        self._show()

    def _told(self, state: dict[str, Any]) -> None:
        if state["table"] != self.shown.state.get("table") or state["rev"] > self._rev:
            self._rev = state["rev"]
            self._show(state=state)

    def _lit(self, seat: str, payload: bytes) -> None:
        """Set the light of a seat. An empty payload removes it."""
        others = {one: light for one, light in self.shown.lights.items() if one != seat}
        self._show(lights={**others, seat: json.loads(payload)} if payload else others)
