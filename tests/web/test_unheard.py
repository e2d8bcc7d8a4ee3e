"""Previews in Mansions contain no scenario text that was not read at the table yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from companion.errors import LamplightError
from companion.games.mansions import GAME
from companion.games.mansions.facts import EventShown, ItemFound, MonsterCame, PiecesPlaced, StoryEnded
from companion.schema import TABLE
from companion.sessions import AnswerGiven, LogState
from tests.games.course import possible
from tests.web.house import OURS
from tests.web.planted import Evening

STEPS = 60
TOLD_BY_THE_STORY = (EventShown, PiecesPlaced, ItemFound, MonsterCame, StoryEnded)


def read(moments: Sequence[LogState[Any, Any]]) -> set[str]:
    """Return the texts read so far."""
    events = (
        (m.state, event) for m in moments for event in m.entry.establishes if isinstance(event, TOLD_BY_THE_STORY)
    )
    return {GAME.tell(state, event, TABLE) for state, event in events} - {""}


def would_read(evening: Evening, seq: int, values: Any) -> set[str]:
    """Return the preview for another answer; empty where impossible."""
    try:
        table = evening.hall._shelf.get("t1").table.copy()
        table.amend(seq, values)
        return read(table.known.states)
    except LamplightError:
        return set()


@pytest.mark.slow
def test_preview_contains_no_unheard_text(begin: Callable[..., Evening]) -> None:
    evening = begin(GAME, seed=2, phones=())
    for _ in evening.steps(STEPS):
        pass
    moments = evening.hall.snapshot("t1").moments
    heard, cut = read(moments), 0
    for moment in moments:
        given, seq = moment.entry.what, moment.entry.seq
        if not isinstance(given, AnswerGiven):
            continue
        values = possible(evening.hall.history.asked_at("t1", seq), evening.random)
        news = would_read(evening, seq, values) - heard
        if news:
            dry = {"seq": seq, "values": values, "dry": True}
            told = evening.tablet.post("/api/tables/t1/amend", json=dry, headers=OURS).get_json()
            assert not [one for one in news if str(one) in told["words"] or str(one) in told["come"]], told
            assert told["come"][-1] == "What comes of it is read out then."
            cut += 1
    assert cut > 2
