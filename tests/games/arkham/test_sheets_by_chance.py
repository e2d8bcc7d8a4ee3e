"""Sheets that chance spoils are refused with a sentence, or can be sat down with."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from companion.engine import GameSetup, Run, load
from companion.errors import ContentError
from companion.games.arkham import GAME
from companion.games.arkham.content import library

SHEETS = {  # in the format of files, and of forms
    "investigator": (
        *load(library.CONTENT / "investigators.toml").values(),
        *GAME.sheets["investigator"].shipped().values(),
    ),
    "reference": (*load(library.CONTENT / "references.toml").values(), *GAME.sheets["reference"].shipped().values()),
}
STRANGE = (5, -5, 0, 10**30, "", "x", "first", "a\nb", None, True, 1.5, [], {}, [5], [[]], [{}], {"a": 1})
KEYS = ("counts", "effects", "card", "x", "if", "icons", "strike", "times", "deck", "easy", "combat", "colour")


def places(inside: Any) -> Iterator[tuple[Any, Any]]:
    """Every record and list in it, with each of its keys."""
    entries = inside.items() if isinstance(inside, dict) else enumerate(inside) if isinstance(inside, list) else ()
    for key, value in entries:
        yield inside, key
        yield from places(value)


def spoilt(sheet: Mapping[str, Any], random: Random) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(dict(sheet)))
    for _ in range(random.randint(1, 3)):
        record, key = random.choice(tuple(places(copy)))
        if isinstance(record, dict) and random.random() < 0.3:
            key = random.choice(KEYS)
        record[key] = json.loads(json.dumps(random.choice(STRANGE)))
    return copy


@pytest.mark.parametrize("kind", SHEETS)
@pytest.mark.parametrize("seed", range(8))
def test_mutated_sheet_is_refused_or_playable(kind, seed):
    random = Random(seed)
    for _ in range(40):
        sheet = spoilt(random.choice(SHEETS[kind]), random)
        choice = {"investigators": {"1": sheet}} if kind == "investigator" else {"reference": sheet}
        try:
            GAME.sheets[kind].proof(sheet)
        except ContentError:
            continue
        assert Run(GAME, GAME.setup(GameSetup(("1",), choices=choice))).open
