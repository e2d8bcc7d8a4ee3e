"""What is put right of a character, from the menu, at any time."""

from __future__ import annotations

import pytest

from companion.games.nemesis.content.ship import Item
from companion.games.nemesis.rules.corrections import menu
from companion.games.nemesis.state import HeavyObject, Weapon
from companion.schema import Answer
from tests.games.nemesis.doing import answered
from tests.games.nemesis.ship import ANN, BEN, acting, heard, page, with_character

WORSE = {"larva": False, "slime": False, "light_wounds": 1, "serious_wounds": 1}


def told(s, *answers):
    """From the list of Ann, while she is asked for an action."""
    run = acting(s)
    place = next(n for n, p in enumerate(run.open) if (p.seat, p.key) == (ANN, "correct"))
    first, *others = answers
    run.answer(Answer("a", run.open[place].id, (first,), ANN))
    return answered(run, *others)


def ann(run):
    return run.state.characters[ANN]


@pytest.mark.parametrize(
    ("said", "field", "value"),
    [
        ("light", "light_wounds", 2),
        ("heal_light", "light_wounds", 0),
        ("serious", "serious_wounds", 2),
        ("heal_serious", "serious_wounds", 0),
        ("slime", "slime", True),
        ("larva", "larva", True),
        ("contamination", "discard", ("Contamination",)),
        ("contamination_less", "hand", ("Search", "Rest", "Signal")),
        ("signal", "signal", True),
        ("dead", "fate", "dead"),
    ],
)
def test_one_tap_puts_it_right(said, field, value):
    assert getattr(ann(told(with_character(page(), ANN, **WORSE), said)), field) == value


@pytest.mark.parametrize(("said", "field"), [("clean", "slime"), ("larva_less", "larva")])
def test_what_is_there_can_be_taken_off(said, field):
    assert not getattr(ann(told(with_character(page(), ANN, slime=True, larva=True), said)), field)


@pytest.mark.parametrize(
    ("answers", "field", "value"),
    [
        (("ammo", "pistol", "0"), "weapons", (Weapon("pistol", 0),)),
        (("item", "Lamp"), "items", ("Lamp",)),
        (("item", "gun"), "weapons", (Weapon("pistol", 2), Weapon("gun", 3))),
        (("weapon", "Long gun", "5"), "weapons", (Weapon("pistol", 2), Weapon("Long gun", 5))),
        (("object", "egg"), "heavy", ("Intruder egg 1",)),
        (("place", "nest"), "room", "nest"),
        (("actions", "0"), "actions", 0),
        (("put_down", "weapon/pistol"), "weapons", ()),
        (("put_down", "leave"), "weapons", (Weapon("pistol", 2),)),
        (("draw", "Weld"), "hand", ("Search", "Rest", "Signal", "Contamination", "Weld")),
        (("discard", "Rest"), "hand", ("Search", "Signal", "Contamination")),
    ],
    ids=lambda answers: answers[0] if isinstance(answers, tuple) and answers and isinstance(answers[0], str) else "",
)
def test_what_needs_a_word_is_asked(answers, field, value):
    s = with_character(page(items={"gun": Item(ammo=3)}), ANN, deck=("Weld",))
    assert getattr(ann(told(s, *answers)), field) == value


def test_a_correction_costs_no_action_and_no_card():
    run = told(page(), "slime")
    assert (ann(run).actions, len(ann(run).hand)) == (2, 4)


def test_an_object_is_put_down_in_the_room():
    s = page(objects={"egg 1": HeavyObject("egg", "")})
    run = told(with_character(s, ANN, heavy=("egg 1",), room="lab"), "put_down", "object/egg 1")
    assert run.state.objects["egg 1"].room == "lab"


def test_what_cannot_be_corrected_is_grey():
    (prompt,) = [way.prompt for way in menu.ways(page()) if way.prompt.seat == ANN]
    grey = {option.id for option in prompt.options if option.refused}
    assert {"heal_light", "heal_serious", "clean", "larva_less", "draw"} <= grey


def test_whoever_is_not_aboard_has_no_list():
    s = with_character(page(), BEN, fate="dead")
    assert BEN not in {way.prompt.seat for way in menu.ways(s)}


def test_nobody_reads_a_hand_from_another_ones_list():
    shown = repr([way.prompt for way in menu.ways(page())])
    assert not [card for card in ("Search", "Rest", "Signal") if card in shown]


def test_an_item_is_named_for_its_owner_alone():
    run = told(page(), "item")
    assert run.open[0].secret
    answered(run, "Lamp")
    assert all("Lamp" not in heard(run.state, fact, BEN) for fact in run.facts)
