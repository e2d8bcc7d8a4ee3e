"""Clients with and without accounts listen at a real broker and check every byte for messages that are not theirs.

Each message of `tests.schema.channels` is published by its sender with a unique word. The permitted readers come
from `tests.schema.channels` too, and not from the rights given to the broker, which are under test.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from companion.messaging import BrokerCredentials, MqttBus
from companion.messaging.broker.accounts import Accounts, Role
from companion.messaging.broker.embedded import EmbeddedBroker, accepts_connections
from companion.messaging.mqtt_bus import seal_client_id
from companion.schema import topics
from companion.schema.channels import CHANNELS, SHOWING, Channel, Part
from tests.messaging.heard import Connection, Heard, wait_for
from tests.messaging.tap import Tap
from tests.proofs.proof import ProofError

TABLES = ("t1", "t2")
CAMERA, BAG = "vision-cam0", "bridge-bag"
AT_ONCE = 5  # sets of patterns per client, tested three times, as the broker limits connections
WORD = re.compile(rb"Zq[0-9a-f]{16}")
READERS = ("+", CAMERA, BAG)
WIDE = (
    *("/".join(["+"] * levels) for levels in range(1, 8)),
    *("/".join([*["+"] * levels, "#"]) for levels in range(7)),
    *(f"{root}/#" for root in ("lamplight", "lamplight/v1", "lamplight/v1/+", "lamplight/v1/t1", "lamplight/v1/t1/reader")),
    *(f"lamplight/v1/{table}/reader/{reader}/+" for table in ("+", *TABLES) for reader in READERS),
    *("$SYS/#", "$SYS/broker/#", "$CONTROL/#", "$CONTROL/dynamic-security/v1", "$queue/#", "/#", "+/"),
    *(f"$share/spies/{pattern}" for pattern in ("#", "lamplight/#", "lamplight/v1/+/reader/+/reading")),
    *("homeassistant/#", "homeassistant/+/+/config"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Who:
    """A client: an account, or an invalid one."""

    title: str
    role: Role | None
    table: str = "t1"
    name: str = ""
    spoilt: bool = False  # the password is wrong

    @property
    def parts(self) -> tuple[Part, ...]:
        """The same as in `tests.schema.channels`."""
        if self.spoilt or self.role is None:
            return ()
        if self.role == "reader":
            return ("camera", "bridge")  # their shared account has the rights of both
        roles: Mapping[Role, tuple[Part, ...]] = {"rules": ("rules",), "display": ("display",), "home": SHOWING}
        return roles[self.role]

    def may_hear(self, channel: Channel, table: str, reader: str) -> bool:
        if channel.topic is not topics.birth and table != self.table:
            return False
        if (
            self.role == "reader"
            and reader
            and (reader != self.name if self.name else (table, reader) == ("t1", CAMERA))
        ):
            return False
        return not set(self.parts).isdisjoint(channel.heard_by)


EVERYBODY = (
    Who("the rules", "rules"),
    Who("the camera", "reader", name=CAMERA),
    Who("the bridge", "reader"),
    Who("any display", "display"),
    Who("a display with a name", "display", name="kitchen"),
    Who("a Home Assistant", "home", name="ha"),
    Who("the rules of another table", "rules", "t2"),
    Who("a reader of another table", "reader", "t2"),
    Who("a display of another table", "display", "t2"),
    Who("who has a wrong password", "display", spoilt=True),
    Who("the house's name with a wrong password", "rules", spoilt=True),
    Who("a display that was taken away", "display", name="gone", spoilt=True),
    Who("nobody", None),
)


def all_topics() -> Iterator[tuple[str, Channel, str, str]]:
    """Each topic with its channel, table and reader."""
    for channel in CHANNELS:
        for table in TABLES if "table" in channel.parameters else ("",):
            for reader in (CAMERA, BAG) if "reader" in channel.parameters else ("",):
                at = {"table": table, "reader": reader, "seat": "1"}
                yield channel.topic(*(at[name] for name in channel.parameters)), channel, table, reader


EXACT = tuple(topic for topic, *_ in all_topics())


@dataclass
class Spying:
    """One broker with all clients, each subscribed to all `patterns` at once and to none; `alone`: also to each
    pattern separately.
    """

    folder: Path
    random: Random
    patterns: tuple[str, ...] = ()
    alone: bool = False
    said: dict[bytes, tuple[Channel, str, str]] = field(default_factory=dict)
    """word -> its channel, table and reader"""
    taps: int = 0
    heard: int = 0  # words received by permitted clients
    sent: int = 0  # bytes

    def __post_init__(self) -> None:
        self.accounts = Accounts(self.folder)
        for who in EVERYBODY:
            if who.role is not None:
                self.accounts.of(who.role, who.table, who.name)
        self.gone = self.accounts.known["display_gone"]
        self.accounts.remove("gone")
        self.broker = EmbeddedBroker(self.folder, tables=TABLES)

    def account(self, who: Who) -> BrokerCredentials:
        if who.role is None:
            return BrokerCredentials(self.broker.bind, self.broker.port)
        if who.name == "gone":
            return BrokerCredentials(self.broker.bind, self.broker.port, self.gone.user, self.gone.password)
        account = self.broker.account(who.role, who.table, who.name)
        return replace(account, password="guessed") if who.spoilt else account

    def word(self, channel: Channel, table: str, reader: str) -> bytes:
        word = b"Zq%016x" % self.random.getrandbits(64)
        self.said[word] = (channel, table, reader)
        return word

    def hold(self) -> None:
        """Run all checks. Raises ProofError."""
        self.broker.start()
        try:
            sets = self._sets()
            for at in range(0, len(sets), AT_ONCE):
                self._listen(sets[at : at + AT_ONCE])
            self._inherits()
        finally:
            self.broker.stop()
        self._read_the_log()

    def _sets(self) -> tuple[tuple[str, ...], ...]:
        """Return the subscriptions per connection. The first has all, the second none."""
        return (self.patterns, (), *(((pattern,) for pattern in self.patterns) if self.alone else ()))

    def _listen(self, sets: Sequence[tuple[str, ...]]) -> None:
        """Listen before and while publishing, afterwards, after a lost connection and after a restart of the broker."""
        mine: dict[Who, list[Tap]] = {who: [] for who in EVERYBODY}
        with ExitStack() as stack:
            for when in ("before", "after", "oncemore"):
                if when == "oncemore":
                    self._restart()
                for who, taps in mine.items():
                    account = self.account(who)
                    for number, patterns in enumerate(sets):
                        name = f"{account.user or 'spy'}.{when}{number}"
                        taps.append(
                            stack.enter_context(Tap(account, name, lasting=bool(number % 2), acknowledges=True))
                        )
                        taps[-1].subscribe(*patterns)
                if when != "after":
                    self._say_all()
            for who, taps in mine.items():
                for tap in taps:
                    tap.drain()
                self._judge(who, taps, is_wide=max(map(len, sets)) > 1)

    def _judge(self, who: Who, taps: Iterable[Tap], *, is_wide: bool) -> None:
        words: set[bytes] = set()
        secrets = [access.password.encode() for access in self.accounts.known.values()]
        for tap in taps:
            self.taps, self.sent = self.taps + 1, self.sent + len(tap.bytes)
            words |= set(WORD.findall(bytes(tap.bytes)))
            if any(secret in tap.bytes for secret in secrets):
                raise ProofError(f"{who.title} was sent a password")
        for word in words:
            channel, table, reader = self.said[word]
            if not who.may_hear(channel, table, reader):
                raise ProofError(f"{who.title} heard {channel.name} of {table} {reader}")
        mine = {channel.name for channel, table, reader in self.said.values() if who.may_hear(channel, table, reader)}
        if is_wide and (lacking := mine - {self.said[word][0].name for word in words}):
            raise ProofError(f"{who.title} did not hear {', '.join(sorted(lacking))}: the proof is none")
        self.heard += len(words)

    def _say_all(self) -> None:
        """Publish each message by its sender: normally, retained, and as a will."""
        with self._speakers() as speakers:
            for topic, channel, table, reader in all_topics():
                speaker = speakers[who_says(channel, table, reader)]
                for retain in (False, True):
                    if not speaker.publish(topic, self.word(channel, table, reader), retain=retain):
                        raise ProofError(f"{channel.name} of {table} {reader} could not be said")
        self._die()

    @contextmanager
    def _speakers(self) -> Iterator[Mapping[Who, Tap]]:
        with ExitStack() as stack:
            found = {
                who: stack.enter_context(Tap(self.account(who), f"{self.account(who).user}.says"))
                for who in EVERYBODY
                if who.parts
            }
            yield found

    def _die(self) -> None:
        """Drop the camera, so that the broker publishes its will."""
        eye, channel = EVERYBODY[1], next(one for one in CHANNELS if one.topic is topics.reader_status)
        account, topic = self.account(eye), topics.reader_status("t1", CAMERA)
        word, heard = self.word(channel, "t1", CAMERA), Heard()
        rules = MqttBus(self.account(EVERYBODY[0]), "rules-t1.hears")
        rules.subscribe(topic, heard)
        rules.start()
        rules.wait_connected(30)
        Tap(account, f"{account.user}.dies", will=(topic, word)).close()
        heard.until(word)
        rules.stop()

    def _restart(self) -> None:
        """Kill the broker with all its queued messages, and restart it."""
        before, pid = self.broker.restarts, self.broker.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        wait_for(lambda: self.broker.restarts > before)
        wait_for(lambda: accepts_connections(self.broker.bind, self.broker.port))

    def _inherits(self) -> None:
        """Check that messages queued for the rules are not delivered to another client under any name."""
        house, states = self.account(EVERYBODY[0]), Connection()
        channel = next(one for one in CHANNELS if one.topic is topics.reading)
        name = f"{house.user}.t1"
        lost = Tap(house, f"{name}.lost", lasting=True)
        lost.subscribe(topics.reading("t1", "+"))
        rules = MqttBus(house, name, lasting=True)
        rules.subscribe(topics.reading("t1", "+"), Heard(acknowledge=False))
        rules.on_connection(states)
        rules.start()
        states.next()
        with Tap(self.account(EVERYBODY[2]), "reader-t1.says") as bridge:
            bridge.publish(topics.reading("t1", BAG), self.word(channel, "t1", BAG))
            lost.drain()
            rules.stop()
            lost.close()
            bridge.publish(topics.reading("t1", BAG), self.word(channel, "t1", BAG))
        for who in EVERYBODY[1:]:
            account = self.account(who)
            names = {
                name,
                house.user,
                "rules.t1",
                "t1",
                "rules",
                seal_client_id(name, account.password),
                f"{account.user}.t1",
            }
            with ExitStack() as stack:
                taps = [
                    stack.enter_context(Tap(account, one, lasting=True))
                    for one in sorted(names)
                    if who.role != "rules" or who.spoilt
                ]
                for tap in taps:
                    tap.drain()
                self.taps += len(taps)
                if any(WORD.findall(bytes(tap.bytes)) for tap in taps):
                    raise ProofError(f"{who.title} inherited what waited for the rules")

    def _read_the_log(self) -> None:
        log = (self.folder / "broker.log").read_bytes()
        if WORD.search(log) or any(access.password.encode() in log for access in self.accounts.known.values()):
            raise ProofError("a secret stands in the log of the broker")


def who_says(channel: Channel, table: str, reader: str) -> Who:
    """Return the account that may publish it."""
    by = {(who.role, who.table, who.name): who for who in reversed(EVERYBODY) if who.parts}
    if "rules" in channel.sent_by:
        return by["rules", table, ""]
    if "homeassistant" in channel.sent_by:
        return by["home", "t1", "ha"]
    return by["reader", table, CAMERA if (table, reader) == ("t1", CAMERA) else ""]
