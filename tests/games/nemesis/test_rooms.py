"""The action of the own room."""

from __future__ import annotations

from companion.games.nemesis.rules.actions.printed_actions import cannot_use_room
from tests.games.nemesis.doing import in_room, played
from tests.games.nemesis.ship import ANN, state


def test_the_action_of_the_own_room_costs_two():  # NEM-ROOM-1
    run = played(in_room(), "room_action:hall", ("Search", "Rest"))
    assert run.state.characters[ANN].actions == 1
    assert cannot_use_room(state(), ANN, "lab").code == "NOT_SAME_PLACE"
