"""Hostile requests to every door of a house, in one process: spoilt ones of our own, and those that schemathesis makes of the document."""

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

from companion.openapi.document import document
from companion.openapi.doors import Door, doors
from companion.web.access import DOORS
from tests.hostile.judge import Judge
from tests.hostile.request import PAGES_OWN, Request, about
from tests.hostile.stand import Stand

ROLES = ("table", "seat", "dealer", "wall", "keeper", "nobody")


def known(stand: Stand) -> Mapping[str, tuple[str, ...]]:
    """What there is in a house, by the name it has in addresses."""
    game = stand.hall.picture("t1").game
    kind = next(iter(game.sheets), "hero")
    return {
        "table": ("t1", "t1", "t1", "t2"),
        "name": (game.name, "d6", "cards", "styles.css", "preview.jpg"),
        "game": (game.name,),
        "kind": (kind,),
        "sheet": ("mine", "x"),
        "seat": ("1", "2", "dealer", "table"),
        "seq": ("1", "2", "7"),
        "at": ("0", "3"),
        "before": ("0", "9"),
        "most": ("1", "500", "0"),
        "only": ("all", "rolls", "mine"),
        "find": ("the", ""),
        "who": ("Ann",),
        "evening": ("t1",),
        "after": ("t1", ""),
        "as": ("wall", ""),
        "id": ("1",),
        "page": ("abc",),
        "paper": ("a4", "letter"),
        "ticket": ("x",),
        "language": ("de", "en"),
        "version": ("1",),
        "filename": ("app.js",),
        "digest": ("a" * 64,),
        "save": ("", "1"),
    }


def body_of(stand: Stand, door: Door, random: Random) -> Any:
    """What a page that is right would send there now."""
    picture = stand.hall.picture("t1")
    prompt = picture.open[0] if picture.open else None
    values = [option.id for option in prompt.options[:1]] if prompt else []
    common: dict[str, Any] = {
        "prompt": prompt.id if prompt else "p1",
        "values": values,
        "id": f"i{random.random()}",
        "reading": "r1",
        "which": "first",
        "to": random.randrange(9),
        "seq": random.randrange(9),
        "undone": 3,
        "aside": "",
        "dry": random.random() < 0.9,
        "name": "a name",
        "game": random.choice((picture.game.name, "none")),
        "seats": ["1"],
        "source": "hand",
        "kind": "token",
        "value": "skull",
        "tag": "0102030405",
        "token": "x",
        "seat": "2",
        "hidden": True,
        "throw": "coin",
        "corners": [[0, 0], [9, 0], [9, 9], [0, 9]],
        "tray_mm": [300, 220],
        "picture_px": [1280, 720],
        "way": "across",
        "one": 66,
        "act": "look",
        "trayful": "",
        "names": ["6"],
        "at": [3, 4],
        "picture": "x.jpg",
        "on": True,
        "throwing": True,
        "number": 1,
        "said": [None, "6"],
        "missed": 0,
        "kits": True,
        "choices": {},
    }
    if door.raw:
        return {"name": "Ada", "mind": 3}
    if door.body is None:
        return None
    own = set(door.body.__dataclass_fields__)  # type: ignore[attr-defined]
    made = {name: value for name, value in common.items() if name in own}
    if door.name == "forms.new_table":
        made = {**made, "seats": 2, "names": ["Ada", "Ben"], "after": ""}
    if door.name == "setup.camera":
        made = {"way": "none", "source": ""}
    return made


def spoil_doors(judge: Judge, each: int, random: Random) -> None:
    """So many spoilt requests to each door, by devices of every kind."""
    stand, told = judge.stand, known(judge.stand)
    found = doors(stand.app)
    for _ in range(each):
        for door in found:
            judge.ask(who(door, random), door.name, about(door, told, body_of(stand, door, random), random))


def who(door: Door, random: Random) -> str:
    """Mostly one that may use a door: behind it the most can go wrong."""
    may = sorted(DOORS.get(door.name, frozenset()) & set(ROLES))
    return random.choice(may) if may and random.random() < 0.8 else random.choice(ROLES)


def described(judge: Judge, each: int, start: int) -> None:
    """So many requests to each door as schemathesis makes them: half as the document has it, half as it forbids."""
    found = {door.name: door for door in doors(judge.stand.app)}
    schema = schemathesis.openapi.from_dict(document(judge.stand.app))
    random, told = Random(start), known(judge.stand)
    for result in schema.get_all_operations():
        operation = result.ok()
        for mode in GenerationMode:
            inside = {p.name: random.choice(told[p.name]) for p in operation.path_parameters if p.name in told}
            name = operation.definition.raw["operationId"]
            for case in cases(operation, mode, each // 2, start, inside if random.random() < 0.8 else {}):
                judge.ask(who(found[name], random), name, case)


def cases(
    operation: Any, mode: GenerationMode, number: int, start: int, inside: Mapping[str, str]
) -> Iterator[Request]:
    """So many requests to one door, the same for the same seed."""
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
    return Request(sent.method or "GET", sent.path_url, {**headers, **PAGES_OWN}, body)


DROPPED = frozenset({"Connection", "User-Agent", "X-Schemathesis-TestCaseId", "Accept", "Accept-Encoding", "Cookie"})
