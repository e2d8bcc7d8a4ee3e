"""Hostile requests to every route: odd values in each place, and those that schemathesis derives from the document."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from companion.sessions import AnswerGiven, digest_of
from companion.web.permissions import ROLES_BY_ENDPOINT
from companion.web.services import Services
from tests.games.course import possible
from tests.hostile.entrances import pictures
from tests.hostile.odd import NAMES, ODD
from tests.hostile.stand import Stand
from tests.openapi.fits import DOCUMENT
from tests.tools.openapi.routes import RouteInfo, doors

ROLES = ("table", "seat", "dealer", "wall", "keeper", "nobody")
HEADER = {"X-Lamplight": "1"}  # of the page
EDGE = "----a"
SEEN = "seen.jpg"  # a picture of a reading


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    path: str  # with its query, percent-encoded
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    def __str__(self) -> str:
        return f"{self.method} {self.path[:200]} {dict(self.headers)} {self.body[:300]!r}"


Asked = tuple[str, str, Request]
"""Role, route, request."""


def odd_requests(stand: Stand, each: int, random: Random) -> Iterator[Asked]:
    """`each` requests to each route, by devices of every kind, with odd values in some places."""
    for _ in range(each):
        known = existing_names(stand)
        for door in doors(stand.app):
            fitting = fitting_fields(stand, random)
            yield role_for(door, random), door.name, odd_request(door, known, fitting, random)


def odd_request(
    door: RouteInfo, known: Mapping[str, tuple[str, ...]], fitting: Mapping[str, Any], random: Random
) -> Request:
    existing = names_for(door, known)

    def value(name: str) -> str:
        return random.choice(existing[name] if random.random() < 0.8 else NAMES)

    path = door.path
    for name, kind in door.inside.items():
        path = path.replace(f"{{{name}}}", quote(value(name), safe="/" if kind == "path" else "", errors="replace"))
    if query := {name: value(name) for name in door.asked if random.random() < 0.4}:
        path += "?" + urlencode(query, errors="replace")
    odd_header = dict([random.choice(HEADERS)]) if random.random() < 0.15 else {}
    type_header, body = odd_body(door, fitting, random) if door.method != "GET" else ({}, b"")
    return Request(door.method, path, {**HEADER, **type_header, **odd_header}, body)


def odd_body(door: RouteInfo, fitting: Mapping[str, Any], random: Random) -> tuple[dict[str, str], bytes]:
    """Return the header and the content: a form for a file, an object of odd values, or something else."""
    if door.file:
        name = door.file if random.random() < 0.8 else random.choice(("other", "", "a" * 3000))
        head = f'Content-Disposition: form-data; name="{name}"; filename="{random.choice(FILE_NAMES)}"\r\n'
        form = f"--{EDGE}\r\n{head}Content-Type: image/jpeg\r\n\r\n".encode(errors="replace")
        form += random.choice((*FILES, *pictures())) + f"\r\n--{EDGE}--\r\n".encode()
        whole = len(form) if random.random() < 0.8 else random.randrange(len(form))
        return {"Content-Type": f"multipart/form-data; boundary={EDGE}"}, form[:whole]
    if random.random() < 0.2:
        return {"Content-Type": "application/json"}, random.choice(NO_OBJECTS)
    fields = door.body.__dataclass_fields__ if door.body is not None else ("name", "mind")  # type: ignore[attr-defined]
    told = {name: random.choice((*NAMES, *ODD, "1", 1)) for name in fields if random.random() < 0.9}
    told |= {name: fitting[name] for name in told if name in fitting and random.random() < 0.85}
    return {"Content-Type": "application/json"}, json.dumps(told).encode()


def described_requests(stand: Stand, each: int, start: int, only: frozenset[str] | None = None) -> Iterator[Asked]:
    """`each` requests to each route as schemathesis makes them: half as the document has it, half as it forbids."""
    routes = {door.name: door for door in doors(stand.app) if only is None or door.name in only}
    schema = schemathesis.openapi.from_path(DOCUMENT).include(operation_id=sorted(routes))
    random, known = Random(start), existing_names(stand)
    for result in schema.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]
        route = routes[operation.definition.raw["operationId"]]
        for mode in GenerationMode:
            inside = {name: random.choice(names_for(route, known)[name]) for name in route.inside}
            for case in cases(operation, mode, each // 2, start, inside if random.random() < 0.8 else {}):
                yield role_for(route, random), route.name, case


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
    arguments = case.as_transport_kwargs(base_url="http://localhost")
    sent = requests.Request(**{key: value for key, value in arguments.items() if key != "cookies"}).prepare()
    headers = {k: v if isinstance(v, str) else v.decode("latin-1") for k, v in sent.headers.items() if k not in DROPPED}
    body = sent.body.encode() if isinstance(sent.body, str) else sent.body or b""
    assert isinstance(body, bytes), "no route takes a chunked body"
    return Request(sent.method or "GET", sent.path_url, {**headers, **HEADER}, body)


def role_for(door: RouteInfo, random: Random) -> str:
    """Return mostly a role that may use the route: behind the permission check the most can go wrong."""
    may = sorted(ROLES_BY_ENDPOINT.get(door.name, frozenset()) & set(ROLES))
    return random.choice(may) if may and random.random() < 0.8 else random.choice(ROLES)


def fitting_fields(stand: Stand, random: Random) -> Mapping[str, Any]:
    """Return values of fields of a body with which something is done now."""
    picture = stand.hall.snapshot("t1")
    prompt = random.choice(picture.open) if picture.open else None
    entries = [moment.entry for moment in picture.moments[-40:]]
    seq = random.choice([entry.seq for entry in entries if isinstance(entry.what, AnswerGiven)] or [1])
    return {
        "prompt": prompt.id if prompt else "p1",
        "values": list(possible(prompt, random)) if prompt else [],
        "id": f"i{random.random()}",
        "game": picture.game.name,
        "role": "wall",
        "seat": "1",
        "source": "hand",
        "name": "a name",
        "to": seq - 1,
        "seq": seq,
        "dry": random.random() < 0.9,
        "on": True,
        "seats": None,
        "names": [],
        "after": "",
        "kind": "token",
        "value": "skull",
        "tag": "0102030405",
        "throwing": True,
        "act": "look",
    }


def names_for(door: RouteInfo, known: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    """Return the values of a route's arguments with which there is something."""
    group = door.name.partition(".")[0]
    return {
        name: known.get(f"{door.name}:{name}") or known.get(f"{group}:{name}") or known.get(name) or ("1",)
        for name in (*door.inside, *door.asked)
    }


def existing_names(stand: Stand) -> Mapping[str, tuple[str, ...]]:
    """Return values of the arguments in addresses with which there is something, and create pictures and tickets."""
    services: Services = stand.app.extensions["lamplight"]
    services.images.readings.mkdir(parents=True, exist_ok=True)
    (services.images.readings / SEEN).write_bytes(pictures()[0])
    if services.images.sheets is not None:
        services.images.sheets.keep([("a.jpg", pictures()[0])])
    picture = stand.hall.snapshot("t1")
    kind, shipped = next(((kind, form.shipped()) for kind, form in picture.game.sheets.items()), ("hero", {}))
    return {
        "table": ("t1", "t1", "t1", "t2"),
        "game": (picture.game.name,),
        "kind": (kind,),
        "sheet": ("mine", *list(shipped)[:1]),
        "seat": ("1", "2", "dealer", "table"),
        "seq": ("1", "2", "3"),
        "at": ("0", "2"),
        "only": ("all", "rolls", "mine"),
        "evening": ("t1",),
        "as": ("wall", ""),
        "id": tuple(device.id for device in services.devices.all()),
        "history.forget:id": tuple(str(save.id) for save in picture.saved),
        "paper": ("a4", "letter"),
        "ticket": (services.tickets.give("t1"),),
        "language": ("de", "en"),
        "filename": ("app.js",),
        "digest": (digest_of(pictures()[0]),),
        "picture:name": (SEEN,),
        "page_file:name": ("app.js", "styles.css"),
        "teach:name": ("d6", "cards"),
        "history:name": ("a name",),
        "name": (picture.game.name,),
    }


FILE_NAMES = ("a.jpg", "a.zip", "a.json", "", "../../x.toml", "a" * 5000, 'x"; name="y', "\u202e.json")
FILES = (*(b"", b"\xff\xd8\xff", b"\x89PNG", b"PK\x03\x04", b"{}", b"[" * 20_000, b"hero = 1", bytes(range(256)) * 12),)
NO_OBJECTS = (
    *(b"", b"null", b"[]", b"7", b'"x"', b"{", b"\xff\xfe{\x00}\x00", b"\xef\xbb\xbf{}"),
    *(b"[" * 15_000, b'{"a":' * 3_000, b'{"a":' * 50_000),  # a tap may have 16 kB
    *(b'{"id": NaN}', b'{"id": 1e999}', b'{"to": ' + b"9" * 6000 + b"}", b'{"id": "\\ud83d"}'),
    *(b"{}" + b" " * 15_000, b"{}" + b" " * 100_000),
    b'{"id": "a", "id": "b", "values": [], "prompt": "p", "prompt": 3}',
    json.dumps({"id": "x" * 1_000_000, "prompt": "p1", "values": ["1"], "token": "x" * 1_000_000}).encode(),
    json.dumps({"values": ["1"] * 100_000, "prompt": "p1", "id": "x"}).encode(),
)
HEADERS = (
    ("Accept-Language", "de-DE,de;q=0.9" * 200),
    ("Accept-Language", ",,;q=;q=x,*;q=9e999"),
    ("Accept-Encoding", "gzip;q=nan, br;q=x"),
    ("Cookie", "lamplight-t1=" + "x" * 3000 + "; lamplight-language=../../etc"),
    ("Cookie", ";;;=;=; lamplight-language=de; lamplight-t1=\x7f"),
    ("Origin", "null"),
    ("Origin", "http://localhost.evil.example"),
    ("Host", "evil.example"),
    ("Host", "[::1"),
    ("Host", "localhost:99999999999"),
    ("If-None-Match", 'W/"' + "a" * 2000),
    ("If-Modified-Since", "yesterday"),
    ("Range", "bytes=-1,9-2,99999999999999999999-"),
    ("Content-Type", "application/json; charset=utf-7"),
    ("Content-Type", "multipart/form-data; boundary="),
    ("Content-Type", "multipart/form-data; boundary=" + "b" * 5000),
    ("X-Forwarded-For", "127.0.0.1"),
    ("X-Forwarded-Host", "evil.example"),
    ("X-Lamplight", "0"),
    ("X-HTTP-Method-Override", "DELETE"),
    ("Content-Encoding", "gzip"),
    ("Expect", "100-continue"),
)
DROPPED = frozenset({"Connection", "User-Agent", "X-Schemathesis-TestCaseId", "Accept", "Accept-Encoding", "Cookie"})
