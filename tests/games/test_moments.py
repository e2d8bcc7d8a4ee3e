"""Cues, air, odds after a throw, lost seats and the round of a moment: each game has them, the same for all seats."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

import companion.web
from companion import games
from companion.engine import Game, Run
from companion.games.arkham.facts import CluesFound
from companion.games.arkham.state import clues_needed
from companion.schema import TABLE, Cue, CueKind, Odds, Prompt
from tests.games.course import by_chance, possible

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


@pytest.mark.slow
@pytest.mark.parametrize("name", MUST)
def test_random_game_has_cues_and_an_air(name: str) -> None:
    found = [one for seed in (1, 2) for one in staged(name, seed, 150)]
    assert {cue.kind for _, _, cue in found} >= MUST[name]
    assert all(cue.title and (not cue.faces or cue.object) for _, _, cue in found)
    game = games.find(name)
    assert game.air is not None
    assert {game.air(run.state) for run, _ in by_chance(game, 1, 60)} <= {"calm", "tense", "dread"}


@pytest.mark.slow
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


# --- odds after a throw equal those shown before it, with the result marked -------------------------------------------

GAMES = [games.find(name) for name in games.names() if games.find(name).afterwards is not None]


def seen(game: Game[Any, Any], run: Run[Any, Any], prompt: Prompt) -> Odds | None:
    assert game.afterwards is not None
    return game.afterwards(run.state, prompt, possible(prompt, Random(len(run.facts))))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_odds_afterwards_mark_one_shown_bar(game: Game[Any, Any]) -> None:
    told = 0
    for seed in range(4):
        for run, _ in by_chance(game, seed, 50):
            for prompt in run.open:
                after = seen(game, run, prompt) if prompt.of else None
                if after is None:
                    continue
                told += 1
                bars = tuple(replace(bar, came=False) for bar in after.bars)
                assert replace(after, bars=bars, after="") in game.view(run.state, "table")
                assert sum(bar.came for bar in after.bars) == 1
                assert str(after.after).endswith(".")
    assert told > 0, "nothing was ever told: the property says nothing"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_lost_names_seats_only(game: Game[Any, Any]) -> None:
    assert game.lost is not None
    for run, _ in by_chance(game, 5, 30):
        assert game.lost(run.state) <= set(game.sample.seats)


# --- rounds -----------------------------------------------------------------------------------------------------------


def start(name: str) -> Any:
    game = games.find(name)
    return game.setup(game.sample)


FIGHT, STORY = start("draw_your_weapon"), start("mansions")


@pytest.mark.parametrize(
    ("name", "state", "number"),
    [
        ("arkham", start("arkham"), 1),
        ("draw_your_weapon", FIGHT, None),
        ("draw_your_weapon", replace(FIGHT, round=3, in_combat=True), 3),
        ("mansions", STORY, 1),
        ("mansions", replace(STORY, story=replace(STORY.story, ended="The house is silent.")), None),
        ("nemesis", start("nemesis"), None),
    ],
)
def test_round_number_is_that_of_the_moment(name: str, state: Any, number: int | None) -> None:
    game = games.find(name)
    assert (game.round(state) if game.round is not None else None) == number
