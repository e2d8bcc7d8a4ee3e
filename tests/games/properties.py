"""Properties of every random game. A game's test module calls them with its GAME."""

from __future__ import annotations

import json
from functools import reduce
from typing import Any

from companion.engine import Game, Run
from companion.i18n import Text
from companion.schema import DEALER, TABLE, Block, Cards, Counters, from_json, to_json
from tests.games.course import by_chance


def replay_is_live(game: Game[Any, Any], seed: int, answers: int, never: tuple[str, ...] = ()) -> None:
    """Check that the same answers give the same facts, and that the facts fold to the state."""
    course = [answer for _, answer in by_chance(game, seed, answers, never)]
    live, again = (Run(game, game.setup(game.sample)) for _ in range(2))
    for answer in course:
        assert live.answer(answer) == again.answer(answer)
    assert live.state == reduce(game.apply, live.facts, game.setup(game.sample)) == again.state


def a_rest_is_everything(game: Game[Any, Any], seed: int, answers: int, never: tuple[str, ...] = ()) -> None:
    """Check that a fresh run at a rest asks the same and establishes nothing."""
    for run, _ in by_chance(game, seed, answers, never):
        if run.at_rest:
            fresh = Run(game, run.state)
            assert [p.asks for p in fresh.open] == [p.asks for p in run.open]
            assert [p.options for p in fresh.open] == [p.options for p in run.open]
            assert fresh.facts == ()
            assert getattr(run.state, "test", None) is None  # games without tests have no such field


def facts_are_json(game: Game[Any, Any], seed: int, answers: int, never: tuple[str, ...] = ()) -> None:
    """Check that every fact survives JSON."""
    runs = [run for run, _ in by_chance(game, seed, answers, never)]
    for fact in runs[-1].facts:
        assert from_json(type(fact), json.loads(json.dumps(to_json(fact)))) == fact


def all_that_is_own_is_told_as_such(game: Game[Any, Any], seed: int, answers: int, never: tuple[str, ...] = ()) -> None:
    """Check that the tablet's view of its own cards matches the whole view."""
    assert game.own is not None
    for run, _ in by_chance(game, seed, answers, never):
        public = game.view(run.state, TABLE)
        for seat in (*game.sample.seats, DEALER, TABLE):
            assert owned(game.own(run.state, seat), seat, public) == owned(game.view(run.state, seat), seat, public)


def owned(blocks: tuple[Block, ...], seat: str, public: tuple[Block, ...]) -> list[Block]:
    return [one for one in blocks if isinstance(one, Cards | Counters) and one.seat == seat and one not in public]


def every_view_travels(game: Game[Any, Any], seed: int, answers: int, never: tuple[str, ...] = ()) -> None:
    """Check that every moment can be shown and every fact told to every seat."""
    for run, answer in by_chance(game, seed, answers, never):
        for seat in (*game.sample.seats, "table"):
            assert all(to_json(block)["kind"] for block in game.view(run.state, seat))
            assert all(isinstance(game.tell(run.state, fact, seat), str | Text) for fact in run.facts[-3:])
        for prompt in run.open:
            assert prompt.title
            assert isinstance(prompt.title, Text) or ":" in prompt.title, f"a title names who is asked: {prompt.title}"
        assert answer.prompt in [prompt.id for prompt in run.open]
