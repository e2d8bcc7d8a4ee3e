"""A real nginx before two workers: a table's page and its taps reach whoever serves it, also after that one has died."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from companion.web.request.language import COOKIE
from tests.hall.crowd import values_of
from tests.hall.grown import grown
from tests.hall.proxy import Proxy
from tests.hall.stage import DOMAIN, Stage, WorkerProcess
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
)  # what a device says of itself, and what it is told in


class House:
    """A stage with a proxy before it."""

    def __init__(self) -> None:
        self.stage = Stage(LAMPS, 2, ("mansions",), *HASTY, begin=grown)
        self.proxy = Proxy(self.stage.folder / "nginx", [worker.port for worker in self.stage.workers])

    def be_whole(self) -> None:
        """Both workers are there, each has its part, and every page is."""
        self.stage.be_shared()
        wait_for(lambda: all(self.ask(lamp, SNAPSHOT)[0] == 200 for lamp in self.stage.lamps), 60)

    def stop(self) -> None:
        self.proxy.stop()
        self.stage.stop()

    def ask(self, lamp: str, path: str, body: Any = None, more: Mapping[str, str] = NO_MORE) -> tuple[int, bytes]:
        line = http.client.HTTPConnection("127.0.0.1", self.proxy.port, timeout=30)
        head = {"Host": f"{lamp}.{DOMAIN}", "Cookie": self.stage.lamps[lamp], "X-Lamplight": "1", **more}
        told = {} if body is None else {"Content-Type": "application/json"}
        line.request("GET" if body is None else "POST", path, body and json.dumps(body), {**head, **told})
        response = line.getresponse()
        found = response.status, response.read()
        line.close()
        return found

    def tap(self, lamp: str, random: Random) -> int:
        """Answer whatever is asked there."""
        asked = [one["prompt"] for one in json.loads(self.ask(lamp, SNAPSHOT)[1])["asked"]]
        prompt = next(one for one in asked if one.get("at") != "menu")
        body = {"id": f"tap-{random.getrandbits(64):x}", "prompt": prompt["id"], "values": values_of(prompt, random)}
        return self.ask(lamp, "/api/tables/t1/answer", body)[0]

    def server_of(self, lamp: str) -> WorkerProcess:
        with self.stage.engine.connect() as connection:
            query = 'SELECT "where" FROM hall_workers JOIN hall_lamps ON worker = id WHERE name = %s'
            where = str(connection.exec_driver_sql(query, (lamp,)).scalar())
        return next(worker for worker in self.stage.workers if where.endswith(f":{worker.port}"))


@pytest.fixture(scope="module")
def made() -> Iterator[House]:
    made = House()
    yield made
    made.stop()


@pytest.fixture
def house(made: House) -> House:
    made.be_whole()
    return made


def test_a_page_is_served_whoever_serves_the_table(house: House) -> None:
    assert [house.ask(lamp, "/t/t1")[0] for lamp in house.stage.lamps] == [200] * LAMPS
    assert len({house.server_of(lamp).port for lamp in house.stage.lamps}) == 2


def test_a_tap_reaches_it_and_counts_once(house: House) -> None:
    """A POST too is handed on by who does not serve the table."""
    random = Random(1)
    for lamp in house.stage.lamps:
        before = json.loads(house.ask(lamp, SNAPSHOT)[1])["rev"]
        assert house.tap(lamp, random) == 200
        assert json.loads(house.ask(lamp, SNAPSHOT)[1])["rev"] > before


def test_what_a_page_hears_is_not_held_back(house: House) -> None:
    """Its stream begins at once, and goes on."""
    lamp = next(iter(house.stage.lamps))
    line = http.client.HTTPConnection("127.0.0.1", house.proxy.port, timeout=30)
    head = {"Host": f"{lamp}.{DOMAIN}", "Cookie": house.stage.lamps[lamp]}
    line.request("GET", "/api/tables/t1/stream", headers=head)
    response = line.getresponse()
    assert response.status == 200
    assert response.readline()
    line.close()


def test_nobody_reads_the_numbers_through_it(house: House) -> None:
    assert house.ask(next(iter(house.stage.lamps)), "/metrics")[0] == 404


def test_a_table_that_nobody_knows_is_said_to_be_nobodys(house: House) -> None:
    house.stage.lamps["nowhere"] = ""
    status, body = house.ask("nowhere", "/")
    del house.stage.lamps["nowhere"]
    assert status == 503 and json.loads(body)["code"] == "NOT_HERE"


def test_a_worker_dies_and_its_tables_are_served_by_the_other(house: House) -> None:
    lamp = next(iter(house.stage.lamps))
    dying = house.server_of(lamp)
    dying.kill()
    wait_for(lambda: house.ask(lamp, SNAPSHOT)[0] == 200)
    assert house.tap(lamp, Random(2)) == 200
    assert house.server_of(lamp) is not dying


def test_where_no_worker_is_left_a_page_says_so_and_looks_again(house: House) -> None:
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
