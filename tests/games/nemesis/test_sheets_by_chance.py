"""Sheets that chance spoils are refused with a sentence, or can be sat down with."""

from __future__ import annotations

import json
from random import Random

import pytest

from companion.engine import GameSetup, Run
from companion.errors import ContentError
from companion.games.nemesis import GAME
from companion.games.nemesis.content import ships

SHEETS = {  # as the forms have it, and a ship as its file has it
    "ship": (*GAME.sheets["ship"].shipped().values(), *ships.shipped().values()),
    "crew": tuple(GAME.sheets["crew"].shipped().values()),
    "box": tuple(GAME.sheets["box"].shipped().values()),
}
STRANGE = (5, -5, 0, 10**30, "", "x", "a\nb", "a:b", None, True, 1.5, [], {}, [5], [[]], [{}], {"a": 1}, "r1", "egg")
KEYS = ("like", "duct", "places", "corridors", "a", "b", "ends", "effects", "sections", "deck", "title", "colour", "do")


def places(inside):
    """Every record and list in it, with each of its keys."""
    entries = inside.items() if isinstance(inside, dict) else enumerate(inside) if isinstance(inside, list) else ()
    for key, value in entries:
        yield inside, key
        yield from places(value)


def spoilt(sheet, random):
    copy = json.loads(json.dumps(dict(sheet)))
    for _ in range(random.randint(1, 3)):
        at = tuple(places(copy))
        record, key = random.choice(at if random.random() < 0.5 else [one for one in at if one[0] is copy])
        if isinstance(record, dict) and random.random() < 0.3:
            key = random.choice(KEYS)
        record[key] = json.loads(json.dumps(random.choice(STRANGE)))
    return copy


@pytest.mark.slow
@pytest.mark.parametrize("kind", SHEETS)
@pytest.mark.parametrize("seed", range(6))
def test_a_spoilt_sheet_is_a_sentence_or_can_be_sat_down_with(kind, seed):
    random = Random(seed)
    for _ in range(20):
        sheet = spoilt(random.choice(SHEETS[kind]), random)
        choice = {"crew": {"1": sheet}} if kind == "crew" else {kind: sheet}
        try:
            assert GAME.sheets[kind].proof(sheet)
        except ContentError:
            continue
        state = GAME.setup(GameSetup(("1",), choices=choice))
        assert Run(GAME, state).open
        assert all(GAME.view(state, seat) for seat in ("1", "table"))
