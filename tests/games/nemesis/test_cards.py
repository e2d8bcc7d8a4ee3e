"""Action cards, sections, instructions to the players, and refusals of printed actions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.nemesis.content.ship import ActionCard, Effect, Item, Section
from companion.games.nemesis.facts import SectionDone
from companion.games.nemesis.rules.actions.printed_actions import no_section
from companion.games.nemesis.state import HeavyObject, Weapon
from companion.schema import Refused
from tests.games.course import give
from tests.games.nemesis.doing import answered, done, in_room, played
from tests.games.nemesis.ship import ANN, BEN, acting, page, state, with_character, with_room

REPAIR = ActionCard(2, "out_of_combat", (Section("mend", effects=(Effect("discard_malfunction"),)), Section("engine")))


def with_card(card=REPAIR, hand=("Search", "Rest", "Repair")):
    return with_character(state(cards={"Repair": card}), ANN, hand=hand)


def test_card_choice_may_be_cancelled():
    run = played(with_card(), "action_card", "none_of_them")
    assert run.over
    assert run.facts == ()


def test_card_choice_lists_playable_cards_first():
    s = with_card(ActionCard(1, sections=(Section("rest", "Rest a while"), Section("look", "Look around"))))
    cards = {**s.ship.cards, "Brawl": ActionCard(0, "in_combat")}
    s = with_character(replace(s, ship=replace(s.ship, cards=cards)), ANN, hand=("Brawl", "Repair", "Search"))
    texts = [str(option.text) for option in played(s, "action_card").open[0].options]
    assert texts == ["Repair, 1 more to discard: Rest a while or Look around", "None of them", "Brawl, no further card"]


MEND = Section("mend", "Repair the room", (Effect("discard_malfunction"),))
DOUSE = Section("douse", "Put the fire out", (Effect("extinguish"),))
TURN = Section("repair", "Repair the engine", (Effect("repair_engine"),))
SPOIL = Section("spoil", "Break the engine", (Effect("break_engine"),))


def playing(*sections, marks=(), **tile):
    s = page(cards={"Work": ActionCard(0, sections=sections)})
    return with_character(in_room(s, *marks, **tile), ANN, hand=("Work",))


def test_section_without_effect_is_refused():
    run = played(playing(MEND, DOUSE, marks=("fire",)), "action_card", "Work")
    with pytest.raises(Refused, match="There is no malfunction"):
        give(run, "mend")
    give(run, "douse")
    assert run.state.rooms["hall"].marks == ()


def test_card_without_possible_section_is_refused():
    assert no_section(playing(), ANN, (MEND, DOUSE)).code == "NO_MALFUNCTION"
    run = played(playing(MEND, DOUSE), "action_card")
    with pytest.raises(Refused, match="no malfunction"):
        give(run, "Work")


def test_engine_section_is_chosen_in_secret():
    run = played(playing(TURN, SPOIL, engine="1"), "action_card", "Work")
    assert run.open[0].secret
    give(run, "spoil")
    assert not [fact for fact in run.facts if isinstance(fact, SectionDone)]


def test_room_action_may_have_sections():
    s = in_room(None, "fire", effects=(), sections=(MEND, DOUSE))
    run = played(s, "room_action:hall", ("Search", "Rest"))
    give(run, "douse")
    assert run.state.rooms["hall"].marks == ()


def test_spawn_effect_adds_an_intruder_to_its_room():
    run = done(in_room(), Effect("spawn", what="creeper", where="hall"))
    assert [(i.kind, i.room) for i in run.state.intruders.values()] == [("creeper", "hall")]


def test_card_instructions_are_shown_one_by_one():
    words = (Effect("tell", what="look at the top card"), Effect("tell", what="put it back"))
    s = page(cards={"Peek": ActionCard(0, sections=(Section("peek", effects=words),))})
    run = played(with_character(s, ANN, hand=("Peek",)), "action_card", "Peek")
    first = run.open[0]
    answered(run, "go")
    assert [(first.key, first.about), (run.open[0].key, run.open[0].about)] == [
        ("tell", "card/Peek/0"),
        ("tell", "card/Peek/1"),
    ]


MENDING_CARD = ActionCard(0, sections=(Section("mend", effects=(Effect("discard_malfunction"),)), Section("rest")))


HURTLESS = Item(acts=True, effects=(Effect("heal_light"),))
EGG_HERE = {"egg": HeavyObject("egg", "hall")}


@pytest.mark.parametrize(
    ("s", "before", "value", "code", "words"),
    [
        (in_room(None, "malfunction", effects=(Effect("draw"),)), (), "room_action", "MALFUNCTION", "out of order"),
        (in_room(action=""), (), "room_action", "NO_ROOM_ACTION", "The Hall has no action"),
        (page(), (), "room_action", "NO_ROOM_ACTION", "has no action"),
        (with_room(page(), "hall", explored=False), (), "room_action", "ROOM_UNKNOWN", "Nobody knows yet"),
        (in_room(effects=(Effect("enter_pod"),)), (), "room_action", "NO_POD", "No pod hangs here"),
        (
            with_character(page(cards={"Mend": MENDING_CARD}), ANN, hand=("Mend",)),
            ("action_card", "Mend"),
            "mend",
            "NO_MALFUNCTION",
            "no malfunction",
        ),
        (
            with_character(page(items={"salve": HURTLESS}), ANN, items=("salve",)),
            ("item_action",),
            "salve",
            "NO_WOUND",
            "wound",
        ),
        (
            with_character(page(objects=EGG_HERE), ANN, weapons=(Weapon("a", 1), Weapon("b", 1))),
            (),
            "pick_up_heavy",
            "HANDS_FULL",
            "Ann has both hands full",
        ),
        (with_character(page(), BEN, room="lab"), (), "trade", "NOT_SAME_PLACE", "Nobody else is in the room"),
    ],
    ids=lambda value: value if isinstance(value, str) and value.isupper() else "",
)
def test_refusal_names_its_reason_and_changes_nothing(s, before, value, code, words):
    run = answered(acting(s), *before)
    state, asked = run.state, run.open
    with pytest.raises(Refused, match=words) as no:
        give(run, value)
    assert no.value.code == code
    assert (run.state, run.open) == (state, asked)
