"""Valid requests to each route: existing names, bodies and files. The fuzzers spoil them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

from companion.sessions import AnswerGiven, TableSnapshot, digest_of
from companion.web.services import Services
from companion.web.static_files import load_static_files
from tests.archive.houses import kept
from tests.games.course import possible
from tests.hostile.entrances import parcel_of_kit, pictures, plain
from tests.hostile.stand import Stand
from tests.tools.openapi.routes import RouteInfo

SEEN = "seen.jpg"  # a picture of a reading


def prepare(stand: Stand) -> None:
    """Create pictures in the folders of readings and of sheets."""
    house, photograph = parts(stand), pictures()[0]
    house.images.readings.mkdir(parents=True, exist_ok=True)
    (house.images.readings / SEEN).write_bytes(photograph)
    if house.images.sheets is not None:
        house.images.sheets.keep([("a.jpg", photograph)])


def parts(stand: Stand) -> Services:
    found: Services = stand.app.extensions["lamplight"]
    return found


def known(stand: Stand) -> Mapping[str, tuple[str, ...]]:
    """Return existing names by the argument in addresses, and create tickets."""
    house, picture = parts(stand), stand.hall.snapshot("t1")
    game, given = picture.game, [str(seq) for seq, _ in answered(picture)]
    kind, shipped = next(((kind, form.shipped()) for kind, form in game.sheets.items()), ("hero", {}))
    return {
        "table": ("t1", "t1", "t1", "t2"),
        "game": (game.name,),
        "kind": (kind,),
        "sheet": ("mine", *list(shipped)[:1]),
        "seat": ("1", "2", "dealer", "table"),
        "seq": (*given, "1"),
        "at": ("0", *given),
        "before": ("0", "9"),
        "most": ("1", "500", "0"),
        "only": ("all", "rolls", "mine"),
        "find": ("the", ""),
        "who": ("Ann",),
        "evening": ("t1",),
        "after": ("t1", ""),
        "as": ("wall", ""),
        "id": tuple(device.id for device in house.devices.all()) or ("1",),
        "page": ("abc",),
        "paper": ("a4", "letter"),
        "ticket": (house.tickets.give("t1"),),
        "language": ("de", "en"),
        "version": (load_static_files().version, "1"),
        "filename": ("app.js",),
        "digest": (digest_of(pictures()[0]), "a" * 64),
        "save": tuple(str(one.id) for one in picture.saved) or ("1",),
    }


NAMED: Mapping[str, tuple[str, ...]] = {
    "picture": (SEEN,),
    "page_file": ("app.js", "styles.css"),
    "teach": ("d6", "cards"),
    "history": ("a name",),
}
"""Values of the argument `name`, by route or group of routes. Elsewhere it is a game."""


def names_of(stand: Stand, door: RouteInfo, told: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    """`told`: as `known` has it."""
    named = NAMED.get(door.name) or NAMED.get(door.name.partition(".")[0]) or told["game"]
    return {**told, "name": named, "id": told["save"] if door.name == "history.forget" else told["id"]}


def answered(picture: TableSnapshot) -> list[tuple[int, AnswerGiven]]:
    """The newest answers that stand, with their entries."""
    entries = [moment.entry for moment in picture.moments[-40:]]
    return [(entry.seq, entry.what) for entry in entries if isinstance(entry.what, AnswerGiven)][-4:]


def file_of(stand: Stand, door: RouteInfo) -> bytes:
    """Return a file that the route accepts."""
    match door.file:
        case "record":
            return kept("nemesis")
        case "kit":
            return parcel_of_kit()[0]
        case "sheet":
            game = stand.hall.snapshot("t1").game
            made = ((kind, form.shipped()) for kind, form in game.sheets.items())
            return json.dumps({kind: dict(list(sheets.items())[:1]) for kind, sheets in made}, default=plain).encode()
        case _:
            return pictures()[0]


def body_of(stand: Stand, door: RouteInfo, random: Random) -> Any:
    """Return a body that the route accepts."""
    picture = stand.hall.snapshot("t1")
    if door.raw:
        sheets = [sheet for form in picture.game.sheets.values() for sheet in form.shipped().values()]
        return plain(sheets[0]) if sheets else {"name": "Ada", "mind": 3}
    if door.body is None:
        return None
    own = set(door.body.__dataclass_fields__)  # type: ignore[attr-defined]
    told = {**common(), **_of_question(picture, random), **_of_past(picture, door, random)}
    told |= {"token": stand.token, "game": random.choice((picture.game.name, "none")), "role": "wall"}
    return {name: value for name, value in told.items() if name in own} | dict(SPECIAL.get(door.name, {}))


SPECIAL: Mapping[str, Mapping[str, Any]] = {
    "forms.new_table": {"seats": None, "names": [], "after": ""},
    "setup.camera": {"way": "none", "source": ""},
    "joining.invite": {"seat": "1"},
}


def _of_question(picture: TableSnapshot, random: Random) -> Mapping[str, Any]:
    prompt = random.choice(picture.open) if picture.open else None
    values = list(possible(prompt, random)) if prompt else []
    return {"prompt": prompt.id if prompt else "p1", "values": values, "id": f"i{random.random()}"}


def _of_past(picture: TableSnapshot, door: RouteInfo, random: Random) -> Mapping[str, Any]:
    found: dict[str, Any] = {"to": random.randrange(9), "seq": random.randrange(9), "undone": 3, "dry": True}
    if given := answered(picture):
        seq, what = random.choice(given)
        found |= {"to": seq - 1, "seq": seq, "dry": random.random() < 0.9}
        found |= {"values": list(possible(what.prompt, random))} if door.name == "history.amend" else {}
    return found


@cache
def common() -> Mapping[str, Any]:
    """Answer any prompt."""
    return {
        "reading": "r1",
        "which": "first",
        "aside": "",
        "name": "a name",
        "seats": ["1"],
        "source": "hand",
        "kind": "token",
        "value": "skull",
        "tag": "0102030405",
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
        "event": "many",
        "total": 1,
        "version": 1,
    }
