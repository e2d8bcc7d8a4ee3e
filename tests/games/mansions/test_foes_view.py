"""The block of the monster drawer."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from companion.games.mansions.content import Scenario
from companion.games.mansions.named import monster_name
from companion.games.mansions.rules.actions.monster_drawer import drawer_ways
from companion.games.mansions.state import Aloud, Monster, Story
from companion.games.mansions.views.drawings_and_cues import kind_drawing, token_drawing
from companion.games.mansions.views.map import foes
from companion.i18n import Text, _
from tests.games.mansions.manor import RAT, hall, seat, situation, start, tap

HOUND = Monster("Hound 2", "A1", 3, 4, 2, 5, 1, "MonsterHoundOfTindalos")
STATE = situation(monsters=MappingProxyType({"Hound 2": HOUND}), story=Story(Scenario("A test")))


def test_foe_has_name_health_damage_and_drawing() -> None:
    (foe,) = foes(STATE).foes
    assert (str(foe.title), foe.health, foe.damage, foe.icon) == ("Hound 2", 5, 1, "beast")


def test_foe_note_lists_its_numbers() -> None:
    (hound,) = foes(STATE).foes
    assert str(hound.note) == "{awareness} 4 · {horror} 2 · {brawn} 3"
    assert isinstance(hound.note, Text)
    assert "4" not in hound.note.msgid, "one message for all numbers"


def test_foes_carry_each_option_of_the_drawer() -> None:
    (foe,) = foes(STATE).foes
    asked = {option.id for way in drawer_ways(STATE) for option in way.prompt.options}
    assert asked == {foe.more, foe.less, foe.option}


@pytest.mark.parametrize(
    ("story", "taps"),
    [
        ({}, ("foe:Rat", "Attack", "Knife (bladed, 2 damage)")),
        ({}, ("card",)),
        ({"phase": "horror", "to_check": ("1",), "active": ""}, ()),
        ({"phase": "monsters", "to_activate": ("Rat", "Ghoul"), "active": ""}, ()),
    ],
    ids=["attack", "evade", "horror", "activation"],
)
def test_foe_is_now_while_it_is_read_about(story: dict[str, Any], taps: tuple[str, ...]) -> None:
    far = replace(RAT, name="Ghoul", space="A3", awareness=0, horror_rating=0)
    run = start(hall(RAT, far, ann=seat("Ann", possessions=("Knife",)), story=story))
    tap(run, *taps)
    now = {foe.id: foe.now for foe in foes(run.state).foes}
    assert sum(now.values()) == 1
    assert now["Rat"] or story.get("phase") == "monsters", "the house draws which one activates"


@pytest.mark.parametrize(
    ("kind", "traits", "drawing"),
    [
        ("MonsterGhost", ("spirit",), "spirit"),
        ("MonsterManiac", ("humanoid",), "human"),
        ("CustomMonsterThing", (), "many"),
        ("MonsterCultist", ("humanoid",), "hood"),
        ("MonsterDeepOneHybrid", (), "fish"),
    ],
)
def test_monster_drawing_follows_name_or_trait(kind: str, traits: tuple[str, ...], drawing: str) -> None:
    assert kind_drawing(kind, traits) == drawing


@pytest.mark.parametrize(
    ("kind", "sign"),
    [
        ("TokenInvestigators", "investigators"),
        ("TokenDoorInside", "door"),
        ("TokenTempleWall2", "wall"),
        ("TokenSecretPassage", "secret"),
        ("TokenUniqueRope", "item"),
        ("TokenZadocAllen", "person"),
        ("TokenDog", "animal"),
        ("TokenShoggoth", "many"),
    ],
)
def test_token_drawing_follows_its_type(kind: str, sign: str) -> None:
    assert token_drawing(kind) == sign


def test_foe_is_now_by_its_whole_name() -> None:
    two = MappingProxyType({name: replace(HOUND, name=name) for name in ("Hound", "Hound 2")})
    state = replace(
        STATE,
        monsters=two,
        story=Story(
            Scenario("A test"), aloud=Aloud(_("{monster} activates", monster=monster_name("Hound 2")), "It barks.")
        ),
    )
    assert [foe.now for foe in foes(state).foes] == [False, True]
