"""Mutated sheets are read, or refused with a sentence."""

from __future__ import annotations

import contextlib
import json
from random import Random
from typing import Any

import pytest

from companion.engine import GameSetup
from companion.errors import ContentError
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.content import adventures, characters, table_rules
from companion.games.draw_your_weapon.setup import setup

STRANGE: tuple[Any, ...] = (
    *(None, True, -1, 10**9, 0.5, "", " ", "x" * 5000, "\u202e", "[b]", "C"),
    *([], {}, [[]], [None], ["C", "C"], {"id": "x"}, [{"name": 1}], [{}] * 70),
)
PROOFS = {
    "adventure": (adventures.shipped()["bell"], adventures.proof),
    "character": (characters.shipped()["smuggler"], characters.proof),
    "table": (table_rules.shipped()["one_deck"], table_rules.proof),
}


def places(record: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all that stands in a record."""
    inner = record.items() if isinstance(record, dict) else enumerate(record) if isinstance(record, list) else ()
    return [way, *(found for key, one in inner for found in places(one, (*way, key)))]


def spoilt(record: Any, random: Random) -> Any:
    """The record with one thing in it changed, taken away or misspelt."""
    copy = json.loads(json.dumps(dict(record)))
    *way, last = random.choice([way for way in places(copy) if way])
    at = copy
    for key in way:
        at = at[key]
    if isinstance(at, dict) and random.random() < 0.2:
        at[f"{last}x"] = at.pop(last)
    else:
        at[last] = random.choice(STRANGE)
    return copy


@pytest.mark.slow
@pytest.mark.parametrize("kind", PROOFS)
def test_a_spoilt_sheet_is_read_or_refused_with_a_sentence(kind):
    record, proof = PROOFS[kind]
    random, told = Random(6), []
    for _ in range(250):
        try:
            proof(spoilt(record, random))
        except ContentError as no:
            told.append(str(no).strip())
    assert all(told)
    assert len(told) > 100


@pytest.mark.parametrize("seed", range(40))
def test_choices_of_chance_begin_an_evening_or_are_refused(seed):
    random = Random(seed)
    choices = {
        "adventure": random.choice(["", "bell", "bel", spoilt(PROOFS["adventure"][0], random)]),
        "characters": {"1": random.choice(["", "singer", "wizard", spoilt(PROOFS["character"][0], random)])},
        "rules": random.choice(["", "own_decks", "none", spoilt(PROOFS["table"][0], random)]),
    }
    with contextlib.suppress(ContentError):
        assert GAME.view(setup(GameSetup(("1", "2"), {}, choices)), "dealer")
