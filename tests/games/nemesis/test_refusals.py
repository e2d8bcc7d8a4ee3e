"""What cannot be is refused by name; nothing changes, and the question stays open."""

from __future__ import annotations

import pytest

from companion.games.nemesis.content.ship import ActionCard, Effect, Item, Section
from companion.games.nemesis.state import HeavyObject, Weapon
from companion.schema import Answer, Refused
from tests.games.nemesis.doing import answered, in_room
from tests.games.nemesis.ship import ANN, BEN, acting, page, with_character, with_intruder, with_noise

MEND = ActionCard(0, sections=(Section("mend", effects=(Effect("discard_malfunction"),)), Section("rest")))


def refused(s, before, *values):
    """The refusal of an answer after some others; the state and the open questions are what they were."""
    run = answered(acting(s), *before)
    state, asked = run.state, run.open
    with pytest.raises(Refused) as no:
        run.answer(Answer("bad", run.open[0].id, values, run.open[0].seat))
    assert (run.state, run.open) == (state, asked)
    return no.value


@pytest.mark.parametrize(
    ("s", "before", "values", "code", "names"),
    [
        (page(), ("move:lab",), ("Contamination",), "CONTAMINATION_CANNOT_PAY", "Contamination"),
        (page(), ("move:lab",), ("Search", "Rest"), "WRONG_COUNT", "1 wanted, 2 came"),
        (page(), ("move:lab",), ("Weld",), "UNKNOWN_FACE", "Weld"),
        (page(), ("move:lab", "Search"), ("7",), "UNKNOWN_FACE", "7"),
        (page(), ("move:lab", "Search"), ("1", "2"), "WRONG_COUNT", "2 came"),
        (page(), (), ("move:nest",), "UNKNOWN_FACE", "move:nest"),
        (
            with_noise(page(), "c1"),
            ("careful_move:lab", ("Search", "Rest")),
            ("c1",),
            "CORRIDOR_ALREADY_NOISY",
            "has a",
        ),
        (
            with_character(with_intruder(page(), "hall"), ANN, weapons=(Weapon("pistol", 0),)),
            (),
            ("shoot:pistol/adult",),
            "NO_AMMO",
            "The pistol has no ammo",
        ),
        (in_room(None, "malfunction", effects=(Effect("draw"),)), (), ("room_action",), "MALFUNCTION", "out of order"),
        (in_room(action=""), (), ("room_action",), "NO_ROOM_ACTION", "The Hall has no action"),
        (page(), (), ("room_action",), "NO_ROOM_ACTION", "has no action"),
        (in_room(effects=(Effect("enter_pod"),)), (), ("room_action",), "NO_POD", "No pod hangs here"),
        (
            with_character(page(cards={"Mend": MEND}), ANN, hand=("Mend",)),
            ("action_card", "Mend"),
            ("mend",),
            "NO_MALFUNCTION",
            "no malfunction",
        ),
        (
            with_character(
                page(items={"salve": Item(acts=True, effects=(Effect("heal_light"),))}), ANN, items=("salve",)
            ),
            ("item_action",),
            ("salve",),
            "NO_WOUND",
            "wound",
        ),
        (
            with_character(
                page(objects={"egg": HeavyObject("egg", "hall")}),
                ANN,
                weapons=(Weapon("a", 1), Weapon("b", 1)),
            ),
            (),
            ("pick_up_heavy",),
            "HANDS_FULL",
            "Ann has both hands full",
        ),
        (with_character(page(), BEN, room="lab"), (), ("trade",), "NOT_SAME_PLACE", "Nobody else is in the room"),
    ],
    ids=[
        "contamination as payment",
        "two cards for one",
        "a card of somebody else",
        "a face that the die has not",
        "two dice for one",
        "a room far away",
        "a second marker",
        "a shot without ammo",
        "a room out of order",
        "a room without an action",
        "a place without a tile",
        "no pod",
        "a section that does nothing",
        "an item that does nothing",
        "a third hand",
        "a trade alone",
    ],
)
def test_it_is_refused_by_name(s, before, values, code, names):
    no = refused(s, before, *values)
    assert no.code == code
    assert names in str(no.sentence)
