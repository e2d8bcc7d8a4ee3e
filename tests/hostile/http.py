"""Send hostile requests to every route in one process: our own spoiled ones, and those that schemathesis derives from the document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from random import Random
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from companion.web.permissions import ROLES_BY_ENDPOINT
from tests.hostile.good import body_of, file_of, known, names_of, prepare
from tests.hostile.judge import Judge
from tests.hostile.request import PAGES_OWN, Good, Request, about
from tests.tools.openapi.document import document
from tests.tools.openapi.routes import RouteInfo, doors

ROLES = ("table", "seat", "dealer", "wall", "keeper", "nobody")


def spoil_doors(judge: Judge, each: int, random: Random) -> None:
    """So many spoilt requests to each door, by devices of every kind."""
    stand = judge.stand
    prepare(stand)
    found = doors(stand.app)
    for _ in range(each):
        stand.invite()
        told = known(stand)
        for door in found:
            good = Good(names_of(stand, door, told), body_of(stand, door, random), file_of(stand, door))
            judge.ask(who(door, random), door.name, about(door, good, random))


def who(door: RouteInfo, random: Random) -> str:
    """Return mostly a role that may use the route: behind the permission check the most can go wrong."""
    may = sorted(ROLES_BY_ENDPOINT.get(door.name, frozenset()) & set(ROLES))
    return random.choice(may) if may and random.random() < 0.8 else random.choice(ROLES)


def described(judge: Judge, each: int, start: int) -> None:
    """So many requests to each door as schemathesis makes them: half as the document has it, half as it forbids."""
    found = {door.name: door for door in doors(judge.stand.app)}
    schema = schemathesis.openapi.from_dict(document(judge.stand.app))
    random, every = Random(start), known(judge.stand)
    for result in schema.get_all_operations():
        operation = described_whole(result)
        told = names_of(judge.stand, found[operation.definition.raw["operationId"]], every)
        for mode in GenerationMode:
            inside = {p.name: random.choice(told[p.name]) for p in operation.path_parameters if p.name in told}
            name = operation.definition.raw["operationId"]
            for case in cases(operation, mode, each // 2, start, inside if random.random() < 0.8 else {}):
                judge.ask(who(found[name], random), name, case)


def described_whole(result: Any) -> Any:
    """An operation of the document; what is wrong with the document is raised."""
    return result.ok()


def cases(
    operation: Any, mode: GenerationMode, number: int, start: int, inside: Mapping[str, str]
) -> Iterator[Request]:
    """Return requests to one route, equal for equal seeds."""
    made: list[Request] = []

    @seed(start)
    @settings(
        max_examples=number,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode, path_parameters=dict(inside) or None))
    def make(case: Any) -> None:
        made.append(as_sent(case))

    with suppress(Unsatisfiable):  # nothing in this address can be otherwise than it must be
        make()
    yield from made


def as_sent(case: Any) -> Request:
    """A case of schemathesis as it travels, with the header of the page: without it all would end there."""
    told = case.as_transport_kwargs(base_url="http://localhost")
    sent = requests.Request(**{key: value for key, value in told.items() if key != "cookies"}).prepare()
    headers = {k: v if isinstance(v, str) else v.decode("latin-1") for k, v in sent.headers.items() if k not in DROPPED}
    body = sent.body.encode() if isinstance(sent.body, str) else sent.body or b""
    assert isinstance(body, bytes), "what travels in pieces is none of our doors'"
    return Request(sent.method or "GET", sent.path_url, {**headers, **PAGES_OWN}, body)


DROPPED = frozenset({"Connection", "User-Agent", "X-Schemathesis-TestCaseId", "Accept", "Accept-Encoding", "Cookie"})
