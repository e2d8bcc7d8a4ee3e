"""Simulate the tables of a hall: each answers prompts by readings and by taps.

Runs in a separate process, so that it takes no time of the workers: `python -m tests.hall.crowd` with JSON
arguments. One thread has one broker connection per table, like real readers, and the open streams of the tablets. A
few others tap.
"""

from __future__ import annotations

import http.client
import json
import queue
import selectors
import sys
import threading
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from companion.messaging.outbox import add_window
from companion.schema import (
    Ack,
    Expectation,
    ExpectedAnswer,
    ReaderDescription,
    ReaderStatus,
    Reading,
    SeenObject,
    codec,
    topics,
)
from tests.hall.tablets import Tablet

SOURCE = "vision/cam0"
READER = topics.reader_of(SOURCE)
ANSWER = "/api/tables/t1/answer"
RESENDS = (0.3, 0.6, 1.2, 1.5)
"""Seconds after which an unacknowledged reading is sent again."""
TAPPERS = 6
TICK = 0.02
END, TAG = "end", "tag"
TWICE, CLEARED = 0.1, 0.1
"""Shares of the readings that are sent twice, and that are followed by an empty tray."""


@dataclass(frozen=True, slots=True)
class Told:
    """Arguments of the crowd."""

    lamps: Mapping[str, str]  # name -> the cookie of its tablet
    host: str
    port: int
    user: str
    password: str
    pages: tuple[int, ...]  # ports of the workers
    domain: str
    every: float  # s between two readings of a table
    seconds: float
    seed: int = 1


@dataclass(slots=True)
class Laid:
    """One reading, measured from its first transmission."""

    id: str
    lamp: str
    at: float  # s, monotonic
    seq: int
    payload: bytes
    sure: bool  # True: a die, or a token from a bag, which answers without a confirmation
    sent: int = 0
    again: float = 0.0
    acked: float = 0.0
    shown: float = 0.0  # s, monotonic: when the tablet of its table showed a newer state


@dataclass(slots=True)
class Table:
    """One table with its reader."""

    name: str
    cookie: str
    due: float
    client: mqtt.Client
    tablet: Tablet
    expect: Expectation | None = None
    seq: int = 0
    laid: tuple[Laid, ...] = ()  # not acknowledged
    tapping: bool = False
    on_line: bool = False
    answered: str = ""  # the question answered last
    counts: Counter[str] = field(default_factory=Counter)
    unseen: list[Laid] = field(default_factory=list)

    def read(self) -> None:
        """Read a message from the broker."""
        self.client.loop_read()


class Crowd:
    """All tables with their readers."""

    def __init__(self, told: Told) -> None:
        self.told, self.random, self.epoch = told, Random(told.seed), f"crowd-{told.seed}"
        self.selector = selectors.DefaultSelector()
        self.laid: list[Laid] = []
        self.taps: queue.Queue[Table] = queue.Queue()
        self.ending = False
        began = time.monotonic()
        self.tables = [
            self._table(k, name, cookie, began + told.every * (1.2 + k / len(told.lamps)))
            for k, (name, cookie) in enumerate(told.lamps.items())
        ]
        self._reconnect_at: dict[str, float] = {}
        self.tablets = [table.tablet for table in self.tables]

    def _tablet(self, number: int, name: str, cookie: str, due: float) -> Tablet:
        """Spread tablets over the workers like a proxy, and open them one after another before the first reading. The
        step to the next worker to try alternates between tablets.
        """
        pages = self.told.pages
        step = 1 if number // len(pages) % 2 else len(pages) - 1 or 1
        host = f"{name}.{self.told.domain}"
        due -= self.told.every
        return Tablet(self.selector, name, host, cookie, pages, number % len(pages), step=step, due=due)

    def _table(self, number: int, name: str, cookie: str, due: float) -> Table:
        client = mqtt.Client(
            CallbackAPIVersion.VERSION2,
            f"{self.told.user}.{name}",
            clean_session=False,
            protocol=mqtt.MQTTv311,
            userdata=None,
        )
        client.username_pw_set(self.told.user, self.told.password)
        table = Table(name, cookie, due, client, self._tablet(number, name, cookie, due))
        client.on_connect = lambda *_: self._connected(table)
        client.on_disconnect = lambda *_: self._lost(table)
        client.on_message = lambda _client, _data, message: self._hear(table, message)
        return table

    def run(self) -> dict[str, Any]:
        for _ in range(TAPPERS):
            threading.Thread(target=self._tap_on, daemon=True).start()
        for table in self.tables:
            self._connect(table)
            self._turn(0)
        print("READY", flush=True)
        end = time.monotonic() + self.told.seconds
        while time.monotonic() < end:
            self._turn(TICK)
            self._act(time.monotonic())
        self.ending = True
        patience = time.monotonic() + 20
        while any(table.laid for table in self.tables) and time.monotonic() < patience:
            self._turn(TICK)
            self._act(time.monotonic())
        return self._said()

    def _connect(self, table: Table) -> None:
        try:
            table.client.connect(self.told.host, self.told.port, 60)
        except OSError:
            self._reconnect_at[table.name] = time.monotonic() + 1
            return
        self.selector.register(table.client.socket(), selectors.EVENT_READ, table)
        table.on_line = True

    def _lost(self, table: Table) -> None:
        table.on_line = False
        for key in [key for key in self.selector.get_map().values() if key.data is table]:
            with suppress(KeyError, ValueError):
                self.selector.unregister(key.fileobj)
        self._reconnect_at[table.name] = time.monotonic() + 0.5 + self.random.random()

    def _connected(self, table: Table) -> None:
        name = table.name
        table.client.subscribe([(topics.expect(name), 1), (topics.ack(name, READER), 1)])
        status = ReaderStatus("online", attached=True)
        described = ReaderDescription("camera", "simulated", SOURCE, self.epoch, ("d6",))
        table.client.publish(topics.reader_status(name, READER), codec.encode(status), 1, retain=True)
        table.client.publish(topics.reader_description(name, READER), codec.encode(described), 1, retain=True)
        for laid in table.laid:
            laid.again = 0

    def _turn(self, patience: float) -> None:
        for key, _ in self.selector.select(patience):
            key.data.read()
        for table in self.tables:
            if table.unseen:
                seen = [laid for laid in table.unseen if laid.at < table.tablet.shown_at]
                for laid in seen:
                    laid.shown = table.tablet.shown_at
                table.unseen = [laid for laid in table.unseen if not laid.shown]

    def _act(self, now: float) -> None:
        for tablet in self.tablets:
            tablet.act(now)
        for table in self.tables:
            if table.on_line:
                self._act_at(table, now)
            elif now >= self._reconnect_at.get(table.name, 0):
                self._reconnect_at[table.name] = now + 5
                self._connect(table)
        if int(now / TICK) % 50 == 0:
            for table in self.tables:
                if table.on_line:
                    table.client.loop_misc()

    def _act_at(self, table: Table, now: float) -> None:
        if table.client.want_write():
            table.client.loop_write()
        for laid in table.laid:
            if now >= laid.again:
                self._send(table, laid, now)
        if not self.ending and now >= table.due and not table.laid:
            self._next(table, now)

    def _next(self, table: Table, now: float) -> None:
        asked = table.expect
        if asked is None or table.tapping or asked.expect == table.answered:
            return
        table.due = max(now, table.due + self.told.every)
        if asked.expect and any(map(is_laid, asked.wants)):
            self._lay(table, asked, now)
        else:
            table.tapping = True
            self.taps.put(table)

    def _lay(self, table: Table, asked: Expectation, now: float) -> None:
        want = next(filter(is_laid, asked.wants))
        kind = next(kind for kind in want.kinds if kind != TAG)
        faces = self._faces(kind, want.faces, want.count)
        locked = tuple(SeenObject(one.kind, one.value, 0.999, box=one.box) for one in asked.locked)
        objects = (*locked, *(SeenObject(kind, face, 0.999) for face in faces))
        first = table.seq + 1
        told = [self._laid(table, asked.expect, want.zone, objects, first, is_die(kind))]
        if self.random.random() < CLEARED:
            told.append(self._laid(table, asked.expect, want.zone, (), first, sure=False))
        table.laid, table.answered = tuple(told), asked.expect
        for laid in told:
            self._send(table, laid, now)
        if self.random.random() < TWICE:
            self._send(table, told[0], now)

    def _laid(
        self, table: Table, expect: str, zone: str, objects: tuple[SeenObject, ...], oldest: int, sure: bool
    ) -> Laid:
        """`oldest`: the lowest seq that the reader keeps."""
        table.seq += 1
        name = f"{table.name}-{self.epoch}-{table.seq}"
        reading = Reading(name, table.name, SOURCE, self.epoch, table.seq, expect, zone, objects)
        laid = Laid(name, table.name, time.monotonic(), table.seq, add_window(codec.encode(reading), oldest), sure)
        table.counts["laid"] += 1
        self.laid.append(laid)
        table.unseen.append(laid)
        return laid

    def _faces(self, kind: str, faces: tuple[str, ...], count: int) -> list[str]:
        if is_die(kind):
            return [self.random.choice(faces) for _ in range(count)]
        return self.random.sample(faces, min(count, len(faces)))

    def _send(self, table: Table, laid: Laid, now: float) -> None:
        laid.again = now + RESENDS[min(laid.sent, len(RESENDS) - 1)]
        laid.sent += 1
        table.client.publish(topics.reading(table.name, READER), laid.payload, 1)

    def _hear(self, table: Table, message: mqtt.MQTTMessage) -> None:
        now = time.monotonic()
        if message.topic.endswith("/ack"):
            ack = codec.decode(Ack, message.payload)
            if ack.epoch == self.epoch:
                for laid in table.laid:
                    laid.acked = laid.acked or (now if ack.seq >= laid.seq else 0.0)
                table.laid = tuple(one for one in table.laid if not one.acked)
        else:
            table.expect = codec.decode(Expectation, message.payload)

    def _tap_on(self) -> None:
        tapper = Tapper(self.told)
        random = Random(self.told.seed)
        while True:
            table = self.taps.get()
            with suppress(OSError, http.client.HTTPException, ValueError):
                table.counts[tapper.tap(table, random)] += 1
            time.sleep(0.01)
            table.tapping = False

    def _said(self) -> dict[str, Any]:
        counts: Counter[str] = Counter()
        for table in self.tables:
            counts.update(table.counts)
        return {
            "laid": [{**asdict(one), "payload": ""} for one in self.laid],
            "counts": counts,
            "absences": [absence for tablet in self.tablets for absence in tablet.absences],
            "streams": sum(tablet.is_open for tablet in self.tablets),
            "streamed": sum(tablet.heard for tablet in self.tablets),
        }


def is_die(kind: str) -> bool:
    """Return whether it is a die, which may show any face."""
    return kind.startswith("d") or kind in {"mom_d8", "nemesis_noise", "nemesis_combat"}


def is_laid(want: ExpectedAnswer) -> bool:
    """Return whether a camera can answer it."""
    return bool({*want.kinds} - {TAG})


class Tapper:
    """Tap over HTTP. Tries the next worker where one does not serve the table, like a proxy."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._lines: dict[int, http.client.HTTPConnection] = {}
        self._last = {name: told.pages[number % len(told.pages)] for number, name in enumerate(told.lamps)}

    def tap(self, table: Table, random: Random) -> str:
        snapshot = table.tablet.snapshot
        if snapshot is None:
            return "unserved"
        asked = [one["prompt"] for one in snapshot.get("asked", ()) if one["prompt"].get("at") != "menu"]
        if not asked:
            return "nothing"
        prompt = random.choice(asked)
        values = values_of(prompt, random)
        body = {"id": f"tap-{random.getrandbits(64):x}", "prompt": prompt["id"], "values": values}
        return "tapped" if self._post(table, body) is not None else "refused"

    def _post(self, table: Table, body: Any) -> Any:
        pages = self._told.pages
        first = pages.index(self._last[table.name])
        for page in (*pages[first:], *pages[:first]):
            with suppress(OSError, http.client.HTTPException):
                status, answer = self._once(page, table, body)
                if status != 503:
                    self._last[table.name] = page
                    return answer if status == 200 else None
        return None

    def _once(self, page: int, table: Table, body: Any) -> tuple[int, Any]:
        line = self._lines.setdefault(page, http.client.HTTPConnection("127.0.0.1", page, timeout=10))
        head = {"Host": f"{table.name}.{self._told.domain}", "Cookie": table.cookie, "X-Lamplight": "1"}
        try:
            line.request("POST", ANSWER, json.dumps(body), {**head, "Content-Type": "application/json"})
            response = line.getresponse()
            return response.status, json.loads(response.read() or b"null")
        except (OSError, http.client.HTTPException):
            line.close()
            raise


def values_of(prompt: dict[str, Any], random: Random) -> list[str]:
    """A random valid answer to a prompt."""
    if prompt["kind"] == "count":
        return [str(random.randint(prompt["least"], prompt["most"]))]
    if prompt["kind"] == "write":
        return [f"Words {random.randrange(10_000)}"]
    free = [option["id"] for option in prompt["options"] if option["refused"] is None]
    free = [one for one in free if one != END] or free  # otherwise the game may end before anything has happened
    return random.sample(free, random.randint(prompt["least"], min(prompt["most"], len(free))))


if __name__ == "__main__":
    given = json.loads(sys.stdin.readline())
    print(json.dumps(Crowd(Told(**{**given, "pages": tuple(given["pages"])})).run()), flush=True)
