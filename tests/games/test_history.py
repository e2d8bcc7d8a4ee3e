"""Amendments: previews match them, nothing is lost, and every past moment can be shown."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion import games
from companion.engine import nothing_hidden
from companion.presentation import amendment_preview, now_line
from companion.presentation.visibility import title_of
from companion.schema import DEALER, HOUSE, TABLE, Faces, Prompt, Refused
from companion.sessions import (
    AnswerGiven,
    GameTable,
    RuleError,
    TableSession,
    last_standing,
    snapshot_of,
    to_entry,
    to_row,
)
from companion.sessions import preview as would_be
from companion.sessions.session import past_of
from tests.games import golden
from tests.games.chances import played
from tests.games.course import possible

TRIES = 5
"""Amended answers of each game."""
COURSES = [
    "arkham evening", "arkham water", "draw_your_weapon contest", "draw_your_weapon attack",
    "nemesis noise", "nemesis fight", "mansions 2", "mansions 3",
]  # fmt: skip
"""Golden games by name, random games by seed."""


def course(name: str) -> GameTable[Any, Any]:
    game, which = name.split()
    if which.isdigit():
        return played(games.find(game), int(which)).table
    script = golden.course(game, which)
    script.play()
    return script.table


def given(table: GameTable[Any, Any]) -> list[tuple[int, AnswerGiven]]:
    return [
        (e.seq, e.what) for e in table.trail.in_force if isinstance(e.what, AnswerGiven) and e.what.prompt.seat != HOUSE
    ]


def another(prompt: Prompt, values: Faces, random: Random) -> Faces:
    """Return another possible answer, if any."""
    tries = [possible(prompt, random) for _ in range(8)]
    return next((one for one in tries if one != values), values)


def seen_of(table: GameTable[Any, Any]) -> object:
    """Return everything visible of a table."""
    return table.log, table.run.state, table.open, table.trail.aside, table.run.over


@pytest.mark.slow
@pytest.mark.parametrize("name", COURSES)
def test_amendment_preview_matches_the_amendment(name: str) -> None:
    table, random = course(name), Random(name)
    for seq, was in random.sample(given(table), min(TRIES, len(given(table)))):
        values = another(was.prompt, was.answer.values, random)
        now = snapshot_of(TableSession("t", table), "left")
        preview, before = table.copy(), seen_of(table)
        try:
            preview.amend(seq, values)
        except (Refused, RuleError) as no:
            with pytest.raises(type(no)):
                table.amend(seq, values)
            assert seen_of(table) == before
            continue
        all_known = GameTable(replace(table.game, veil=nothing_hidden), table.log)
        seats = frozenset({*table.setup.seats, HOUSE, DEALER})
        said = amendment_preview(now, would_be(all_known, seq, values, seats), seq, TABLE)
        later = [one for at, one in given(table) if at > seq]
        table.amend(seq, values)
        assert seen_of(table) == seen_of(preview)
        follows = [one for at, one in given(table) if at > seq][1:]
        assert [one.prompt.asks for one in follows] == [one.prompt.asks for one in later[: said.replayed]]
        assert said.dropped == tuple(title_of(now, one.prompt) for one in later[said.replayed :])
        assert (said.asks or now_line(now)) == now_line(snapshot_of(TableSession("t", table), "left"))
        table.redo(table.trail.way_back.seq)
        assert (table.run.state, [p.asks for p in table.open]) == (now.state, [p.asks for p in now.open])


@pytest.mark.slow
@pytest.mark.parametrize("name", COURSES)
def test_past_moments_are_shown_as_they_were(name: str) -> None:
    table = course(name)
    random, seated = Random(name), TableSession("t", table)
    stored = [to_entry(table.game, to_row(entry)) for entry in table.log]
    for seq, _ in random.sample(given(table), min(TRIES, len(given(table)))):
        as_it_was = GameTable(
            table.game, [entry for entry in stored if entry.seq <= last_standing(table.trail.in_force, seq - 1)]
        )
        then = past_of(seated, "left", seq - 1)
        assert (then.state, [p.asks for p in then.open]) == (as_it_was.run.state, [p.asks for p in as_it_was.open])
        assert [m.entry for m in then.moments] == as_it_was.trail.in_force
