"""One request as it comes over the line, whatever stands in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from tests.hostile.odd import NAMES, ODD, changed, spoilt
from tests.tools.openapi.routes import RouteInfo

PAGES_OWN = {"X-Lamplight": "1"}
FORM = "----a"
RIGHT = 0.3  # of the requests
ENDINGS = {"record": "lamplight", "kit": "zip", "sheet": "json"}


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    path: str  # with what stands after it, percent-encoded
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    def __str__(self) -> str:
        return f"{self.method} {self.path[:200]} {dict(self.headers)} {self.body[:300]!r}"


@dataclass(frozen=True, slots=True)
class Good:
    """A valid request."""

    known: Mapping[str, tuple[str, ...]]  # what there is, by the name of its place in an address
    body: Any  # JSON, None = none
    file: bytes


def about(door: RouteInfo, good: Good, random: Random) -> Request:
    """Return a request to a route: valid, so that the route is reached, or nearly."""
    is_right = random.random() < RIGHT
    path = door.path
    for name, kind in door.inside.items():
        told = _segment(good.known.get(name, ("1",)), random, is_right)
        path = path.replace(f"{{{name}}}", quote(told, safe="/" if kind == "path" else "", errors="replace"))
    wished = [name for name in door.asked if random.random() < 0.4]
    if asked := {name: _segment(good.known.get(name, ("1",)), random, is_right) for name in wished}:
        path += "?" + urlencode(asked, errors="replace")
    if is_right:
        return Request(door.method, path, {**PAGES_OWN, **_right_type(door)}, _right_content(door, good))
    headers, content = _content(door, good, random)
    return Request(door.method, path, {**PAGES_OWN, **headers, **_odd_header(random)}, content)


def _segment(good: tuple[str, ...], random: Random, is_right: bool) -> str:
    return random.choice(good) if is_right or random.random() < 0.75 else random.choice(NAMES)


def _right_type(door: RouteInfo) -> dict[str, str]:
    if door.method == "GET":
        return {}
    return {"Content-Type": f"multipart/form-data; boundary={FORM}" if door.file else "application/json"}


def _right_content(door: RouteInfo, good: Good) -> bytes:
    if door.method == "GET":
        return b""
    return (
        _form(door.file, f"a.{ENDINGS.get(door.file, 'jpg')}", good.file)
        if door.file
        else json.dumps(good.body or {}).encode()
    )


def _content(door: RouteInfo, good: Good, random: Random) -> tuple[dict[str, str], bytes]:
    """Return a body of a kind that the route accepts, spoiled a little, or quite another one."""
    if door.method == "GET":
        return {}, b""
    roll, body = random.random(), good.body
    if door.file and (body is None or roll < 0.5):
        return _upload(door.file, good.file, random)
    if roll < 0.08:
        return {"Content-Type": "application/json"}, random.choice(NO_OBJECTS)
    told = body if random.random() < 0.1 else changed(body if body is not None else {}, random)
    if random.random() < 0.2:
        told = changed(told, random, (*NAMES, *ODD))
    return {"Content-Type": "application/json"}, json.dumps(told).encode()


def _upload(name: str, good: bytes, random: Random) -> tuple[dict[str, str], bytes]:
    name = name if random.random() < 0.8 else random.choice(("other", "", "a" * 3000))
    file = random.choice(("a.jpg", "", "../../x.toml", "a" * 5000, 'x"; name="y', "\u202e.json"))
    odd = (b"", b"\xff\xd8\xff", b"\x89PNG", b"PK\x03\x04", b"{}", b"[" * 20_000, b"hero = 1", random.randbytes(3000))
    body = _form(name, file, spoilt(good, random) if random.random() < 0.5 else random.choice(odd))
    if random.random() < 0.2:
        body = body[: random.randrange(len(body))]
    return {"Content-Type": f"multipart/form-data; boundary={FORM}"}, body


def _form(name: str, file: str, content: bytes) -> bytes:
    """With one file in it."""
    head = f'Content-Disposition: form-data; name="{name}"; filename="{file}"\r\nContent-Type: image/jpeg\r\n\r\n'
    return f"--{FORM}\r\n{head}".encode(errors="replace") + content + f"\r\n--{FORM}--\r\n".encode()


def _odd_header(random: Random) -> dict[str, str]:
    if random.random() < 0.85:
        return {}
    name, value = random.choice(HEADERS)
    return {name: value}


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
