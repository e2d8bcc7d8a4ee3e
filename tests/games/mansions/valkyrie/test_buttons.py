"""The ways on from an event."""

from __future__ import annotations

import pytest

from companion.games.mansions.content import Button, Compare
from tests.games.mansions.valkyrie.pack import one

TEXTS = {"EventA.button1": "{action} Enter", "EventA.button2": "{qst:LEAVE}", "LEAVE": "{action} Leave"}


def test_a_button_has_its_label_and_leads_to_the_first_that_fits() -> None:
    found = one("EventA", TEXTS, buttons="2", event1="EventB EventC", event2="")
    assert found.buttons[0] == Button("{action} Enter", ("EventB", "EventC"), action=True)
    assert found.buttons[1].next == ()


def test_a_label_that_names_other_words_keeps_the_name_and_still_costs_an_action() -> None:
    assert one("EventA", TEXTS, buttons="2").buttons[1] == Button("{qst:LEAVE}", action=True)


@pytest.mark.parametrize(
    ("values", "count"),
    [
        ({"buttons": "0"}, 1),
        ({}, 1),
        ({"buttons": "0", "display": "false"}, 0),
        ({"buttons": "2", "display": "False"}, 2),
        ({"buttons": "1", "event3": "EventB"}, 1),
        ({"event1": "EventB", "display": "false"}, 0),
        ({"buttons": "-4", "display": "false"}, 0),
        ({"buttons": "1000000"}, 20),
        ({"buttons": "two"}, 1),
    ],
)
def test_an_event_that_is_shown_has_a_button(values: dict[str, str], count: int) -> None:
    assert len(one("EventA", **values).buttons) == count


def test_a_button_may_have_a_condition_and_what_becomes_of_it_where_it_does_not_hold() -> None:
    told = {"event1": "EventB", "event1Condition": "VarOperation:a,==,1", "event1ConditionAction": "Hide"}
    assert one("EventA", buttons="1", **told).buttons == (
        Button("", ("EventB",), (Compare("a", "==", "1"),), unmet="hide"),
    )


def test_a_condition_alone_greys_the_button() -> None:
    assert one("EventA", buttons="1", event1Condition="VarOperation:a,==,1").buttons[0].unmet == "disable"


@pytest.mark.parametrize(
    ("action", "unmet"), [("", "disable"), (",HIDE", "hide"), (",none", "none"), (",?", "disable")]
)
def test_a_condition_may_stand_behind_the_names(action: str, unmet: str) -> None:
    found = one("EventA", buttons="1", event1=f"EventB EventC,a,==,1{action}").buttons[0]
    assert (found.next, found.condition, found.unmet) == (("EventB", "EventC"), (Compare("a", "==", "1"),), unmet)


def test_a_button_may_have_a_color_and_an_old_label_in_the_section() -> None:
    found = one("EventA", buttons="1", buttoncolor1="red", button1="Go on").buttons[0]
    assert (found.color, found.label) == ("red", "Go on")


def test_words_over_the_map_can_be_tapped_where_they_change_something() -> None:
    assert one("UIText", display="false", buttons="0").buttons == ()
    for key in ("add", "remove", "operations"):
        assert one("UIText", display="false", buttons="0", **{key: "a,=,1"}).buttons == (Button(),)
