"""nginx and Caddy in front of two real workers: pages, taps and event streams, also after a worker has died or hangs."""

from __future__ import annotations

import http.client
import json
import signal
import time
from collections.abc import Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from companion.web.request.language import COOKIE
from tests.hall.crowd import values_of
from tests.hall.proxy import CaddyProxy, Proxy, ask, program
from tests.hall.stage import DOMAIN, Stage
from tests.messaging.heard import wait_for
from tests.postgres import HASTY

pytestmark = [pytest.mark.postgres, pytest.mark.broker, pytest.mark.slow]

LAMPS = 4
SNAPSHOT = "/api/tables/t1/snapshot"
NO_MORE: Mapping[str, str] = MappingProxyType({})
A_PAGE = {"Accept": "text/html,*/*;q=0.8"}
LANGUAGES = (
    ({"Cookie": f"{COOKIE}=de", "Accept-Language": "en"}, "de"),
    ({"Cookie": f"other=1; {COOKIE}=en", "Accept-Language": "de"}, "en"),
    ({"Accept-Language": "de-AT,en;q=0.5"}, "de"),
    ({"Accept-Language": "en,de;q=0.5"}, "en"),
)
"""Headers of a device, and the language of its answer."""
TAP_S = 3.0
"""Seconds after which the proxies give up on a hanging worker."""


class House:
    """A stage behind a proxy."""

    def __init__(self, stage: Stage, kind: type[Proxy]) -> None:
        self.stage = stage
        self.proxy = kind(stage.folder / kind.name, [worker.port for worker in stage.workers])

    def be_whole(self) -> None:
        """Restart what was killed, and wait until every table is served."""
        self.stage.wait_ready()
        wait_for(lambda: all(self.ask(lamp, SNAPSHOT)[0] == 200 for lamp in self.stage.lamps), 60)

    def ask(self, lamp: str, path: str, body: Any = None, more: Mapping[str, str] = NO_MORE) -> tuple[int, bytes]:
        head = {"Host": f"{lamp}.{DOMAIN}", "Cookie": self.stage.lamps.get(lamp, ""), "X-Lamplight": "1", **more}
        return ask(self.proxy.port, path, head, body)

    def told(self, lamp: str) -> Any:
        return json.loads(self.ask(lamp, SNAPSHOT)[1])

    def tap(self, lamp: str, random: Random) -> int:
        """Answer the open prompt of a table."""
        asked = [one["prompt"] for one in self.told(lamp)["asked"]]
        prompt = next(one for one in asked if one.get("at") != "menu")
        body = {"id": f"tap-{random.getrandbits(64):x}", "prompt": prompt["id"], "values": values_of(prompt, random)}
        return self.ask(lamp, "/api/tables/t1/answer", body)[0]


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    stage = Stage(LAMPS, 2, ("mansions",), *HASTY)
    try:
        yield stage
    finally:
        stage.stop()


@pytest.fixture(scope="module", params=[Proxy, CaddyProxy], ids=lambda kind: kind.name)
def made(stage: Stage, request: pytest.FixtureRequest) -> Iterator[House]:
    if not program(request.param.name):
        pytest.skip(request.param.missing)
    house = House(stage, request.param)
    yield house
    house.proxy.stop()


@pytest.fixture
def house(made: House) -> House:
    made.be_whole()
    return made


def test_proxy_serves_each_table_and_counts_a_tap_once(house: House) -> None:
    random = Random(f"{house.proxy.name} 1")  # both proxies reach the same tables, where the id of a tap counts once
    for lamp in house.stage.lamps:
        assert house.ask(lamp, "/t/t1")[0] == 200
        before = house.told(lamp)["rev"]
        assert house.tap(lamp, random) == 200
        assert house.told(lamp)["rev"] > before


def test_event_stream_is_not_buffered(house: House) -> None:
    lamp = next(iter(house.stage.lamps))
    line = http.client.HTTPConnection("127.0.0.1", house.proxy.port, timeout=30)
    head = {"Host": f"{lamp}.{DOMAIN}", "Cookie": house.stage.lamps[lamp]}
    line.request("GET", "/api/tables/t1/stream", headers=head)
    response = line.getresponse()
    assert response.status == 200
    assert response.readline()
    line.close()


def test_proxy_hides_metrics_and_forwards_unknown_tables(house: House) -> None:
    assert house.ask(next(iter(house.stage.lamps)), "/metrics")[0] == 404
    status, body = house.ask("nowhere", "/")
    assert status == 404 and json.loads(body)["code"] == "NOT_HERE"


def test_killed_worker_is_passed_over(house: House) -> None:
    house.stage.workers[0].kill()
    random = Random(f"{house.proxy.name} 2")
    for lamp in house.stage.lamps:
        wait_for(lambda lamp=lamp: house.ask(lamp, SNAPSHOT)[0] == 200)
        assert house.tap(lamp, random) == 200


def test_hanging_worker_is_passed_over(house: House) -> None:
    """Some tables are hashed to the worker that hangs, whichever it is."""
    process = house.stage.workers[0].process
    process.send_signal(signal.SIGSTOP)
    try:
        began = time.monotonic()
        for lamp in house.stage.lamps:
            wait_for(lambda lamp=lamp: house.ask(lamp, SNAPSHOT)[0] == 200, 30)
        assert time.monotonic() - began < LAMPS * (2 * TAP_S)
    finally:
        process.send_signal(signal.SIGCONT)


def test_proxy_without_workers_shows_a_reloading_page(house: House) -> None:
    lamp = next(iter(house.stage.lamps))
    for worker in house.stage.workers:
        worker.kill()
    status, shown = house.ask(lamp, "/t/t1", more=A_PAGE)
    assert status == 503 and b"Nobody serves this table" in shown and b'http-equiv="refresh"' in shown
    for body in (None, {}):
        status, told = house.ask(lamp, SNAPSHOT, body)
        assert (status, json.loads(told)["code"]) == (503, "NOT_HERE")
    for head, language in LANGUAGES:
        told = house.ask(lamp, "/t/t1", more={**A_PAGE, **head})[1].decode()
        assert f'lang="{language}"' in told and ("bedient gerade niemand" in told) == (language == "de")
