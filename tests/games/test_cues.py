"""Cues of facts: each game has some, all seats get the same, and the page draws and sounds each kind."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest

import companion.web
from companion import games
from companion.games.arkham.facts import CluesFound
from companion.games.arkham.state import clues_needed
from companion.schema import TABLE, Cue, CueKind
from tests.games.course import by_chance

STATIC = Path(companion.web.__file__).parent / "static"
MUST = {
    "arkham": {"token", "phase", "attack"},
    "mansions": {"phase"},
    "nemesis": {"noise"},
    "draw_your_weapon": {"attack"},
}


def staged(name: str, seed: int, answers: int) -> list[tuple[Any, Any, Cue]]:
    """Return state, fact and cue of a random game."""
    game = games.find(name)
    assert game.cue is not None
    *_, (run, _) = by_chance(game, seed, answers)
    state, found = game.setup(game.sample), []
    for fact in run.facts:
        state = game.apply(state, fact)
        cue = game.cue(state, fact)
        if cue is not None:
            found.append((state, fact, cue))
    return found


@pytest.mark.parametrize("name", MUST)
def test_random_game_has_cues_and_an_air(name: str) -> None:
    found = [one for seed in (1, 2) for one in staged(name, seed, 150)]
    assert {cue.kind for _, _, cue in found} >= MUST[name]
    assert all(cue.title and (not cue.faces or cue.object) for _, _, cue in found)
    game = games.find(name)
    assert game.air is not None
    assert {game.air(run.state) for run, _ in by_chance(game, 1, 60)} <= {"calm", "tense", "dread"}


@pytest.mark.parametrize("name", MUST)
def test_cue_facts_read_the_same_for_all(name: str) -> None:
    """Every device gets a cue, so it may not show a private sentence."""
    game = games.find(name)
    for state, fact, _ in staged(name, 3, 150):
        heard = {game.tell(state, fact, seat) for seat in (*game.sample.seats, TABLE)}
        assert len(heard) == 1, fact


@pytest.mark.parametrize("file", ["cues/card.js", "sound/effects.js", "sound/captions.js"])
def test_page_covers_every_cue_kind(file: str) -> None:
    text = (STATIC / file).read_text(encoding="utf-8")
    assert [kind for kind in get_args(CueKind) if not re.search(rf"\b{kind}: \(", text)] == []


def test_clue_cue_fires_once_at_the_needed_clue() -> None:
    game = games.find("arkham")
    assert game.cue is not None
    state = game.setup(game.sample)
    found = CluesFound(game.sample.seats[0], next(iter(state.locations)), 1)
    kinds = []
    for _ in range(clues_needed(state) + 2):
        state = game.apply(state, found)
        cue = game.cue(state, found)
        kinds.append(cue.kind if cue else "")
    assert kinds == [""] * (clues_needed(state) - 1) + ["clue", "", ""]
