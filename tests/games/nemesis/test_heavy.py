"""Pick Up Heavy Object."""

from __future__ import annotations

from companion.games.nemesis.content.ship import Settings
from tests.games.nemesis.doing import played
from tests.games.nemesis.ship import state, with_intruder


def test_a_dead_intruder_leaves_a_carcass():  # NEM-HEAVY-2
    s = with_intruder(state(settings=Settings(decks="box")), "hall")
    run = played(s, "shoot:pistol/adult", "Search", "hit1", "dies")
    assert [(o.kind, o.room) for o in run.state.objects.values()] == [("intruder_carcass", "hall")]
