"""Fuzzing: a changed file, even a sealed one, is accepted or refused with a sentence."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.archive.file import LOG
from companion.errors import LamplightError
from tests.archive.forger import forged, members_of
from tests.archive.houses import Place, kept

TRIES = 40  # of each kind
ODD = (
    None,
    True,
    -1,
    0,
    2**63,
    10**30,
    1e308,
    "",
    "x" * 5000,
    "../x",
    "\x00",
    "\u202e",
    "\ud83d",
    [],
    {},
    [[]],
    {"": {}},
)
GAMES = ("arkham", "nemesis")
pytestmark = pytest.mark.slow


def bring(place: Place, record: bytes) -> None:
    before = place.left()
    try:
        brought = place.desk.bring("x.lamplight", record)
    except LamplightError:
        assert place.left() == before
    else:
        assert place.sent(brought.table)


def changed(told: Any, random: Random) -> Any:
    """One thing somewhere inside is another, is gone, or comes twice."""
    if isinstance(told, dict) and told and random.random() < 0.9:
        key = random.choice(list(told))
        if random.random() < 0.1:
            return {name: value for name, value in told.items() if name != key}
        return told | {key: changed(told[key], random)}
    if isinstance(told, list) and told and random.random() < 0.9:
        place = random.randrange(len(told))
        if random.random() < 0.2:
            return told[:place] + told[place + random.choice((0, 1)) :] + told[place : place + 1]
        return [*told[:place], changed(told[place], random), *told[place + 1 :]]
    if isinstance(told, bool | int) and random.random() < 0.6:
        return told + random.choice((-1, 1, 7))
    return random.choice(ODD)


@pytest.mark.parametrize("game", GAMES)
def test_changed_log_value_is_accepted_or_refused(there: Place, game: str) -> None:
    random, members = Random(game), members_of(kept(game))
    for _ in range(TRIES):
        lines = [json.loads(line) for line in members[LOG].splitlines()]
        lines = changed(lines, random)
        log = b"".join(json.dumps(line).encode() + b"\n" for line in lines) if isinstance(lines, list) else b""
        bring(there, forged(kept(game), {LOG: log}))
