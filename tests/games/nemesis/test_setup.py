"""Setup: choices, forms, sheets, random layout."""

import tomllib
from collections import Counter
from dataclasses import fields
from pathlib import Path

import pytest

from companion.engine import GameSetup, check_form, face_text
from companion.errors import ContentError
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Objective, Settings, Tile
from companion.games.nemesis.forms.sheets import boxes, crew, ships
from companion.games.nemesis.rules.preparation import prepare
from companion.games.nemesis.state import Room
from companion.schema import HOUSE
from tests.games.course import by_chance, give
from tests.games.nemesis import ship as sh
from tests.games.nemesis.ship import ANN, BEN, WRITTEN_SHIP


def test_setup_without_choices_uses_the_kittiwake():
    s = sh.set_up(5)
    assert (s.ship.title, s.phase) == ("The Kittiwake", "preparing")
    assert [c.role for c in s.characters.values()] == ["mate", "stoker", "medic", "watch", "surveyor"]
    assert {(c.room, c.hand, len(c.deck)) for c in s.characters.values()} == {("r6", (), 10)}
    assert s.rooms["r2"] == Room("", 28, 9, explored=False)
    assert [(pod.tile, pod.locked) for pod in s.pods.values()] == [
        ("fore_pods", True), ("fore_pods", True), ("aft_pods", True),
    ]  # fmt: skip
    assert sh.story(s) == ("The Kittiwake", s.ship.text)


@pytest.mark.parametrize(("players", "adults"), [(1, 4), (3, 6), (5, 8)])
def test_bag_has_one_more_adult_per_player(players, adults):  # NEM-X-BAG-1
    kinds = Counter(token.partition("-")[0] for token in sh.set_up(players).bag.inside)
    assert kinds == {"blank": 1, "larva": 4, "creeper": 1, "queen": 1, "adult": adults}


def test_setup_without_decks_deals_first_hands():
    s = sh.set_up(decks="none")
    assert (s.phase, len(s.characters["1"].hand), len(s.characters["1"].deck)) == ("players", 5, 5)


def test_setup_assigns_chosen_roles_first():
    s = sh.set_up(3, crew={"2": "mate"})
    assert [c.role for c in s.characters.values()] == ["stoker", "mate", "medic"]
    assert s.characters["2"].weapons[0].name == "officer's pistol"


def test_box_changes_only_its_entries():
    s = sh.set_up(box={"title": "Ours", "noise": {"1": 3, "silence": 2}, "costs": {"move": 2}})
    assert s.noise_die.sides == ("1", "1", "1", "silence", "silence")
    assert s.ship.dice.combat == ("miss", "creeper", "adult", "adult", "hit1", "hit2")
    assert (s.ship.costs["move"], s.ship.costs["careful_move"]) == (2, 2)


def test_box_fills_the_bag_by_time():
    adult, queen = {"token": "adult-3", "when": "player"}, {"token": "queen-4", "when": "later"}
    s = sh.set_up(2, box={"bag": [{"token": "blank", "count": 2}, adult, queen]})
    assert s.bag.inside == ("blank", "blank", "adult-3", "adult-3")
    assert s.ship.bag.spare == ("queen-4",)


OWN = {"title": "Cook", "weapon": "ladle", "ammo": 2, "deck": [{"title": f"Dish {n}"} for n in range(10)]}


def with_card(**card):
    """Return the choice of a custom role whose first card is this one."""
    return {"1": {**OWN, "deck": [card, *OWN["deck"][1:]]}}


def test_custom_role_brings_cards_and_weapon():
    s = sh.set_up(crew={"1": OWN})
    assert s.characters["1"].deck == tuple(f"Dish {n}" for n in range(10))
    assert (s.ship.items["ladle"].ammo, s.characters["1"].weapons[0].ammo) == (2, 2)


def test_custom_role_renames_a_different_card():
    s = sh.set_up(crew=with_card(title="Hush", cost=3))
    assert (s.ship.cards["Hush (Cook)"].cost, s.ship.cards["Hush"].cost) == (3, 0)
    assert "Hush (Cook)" in s.characters["1"].deck


def test_custom_card_is_split_at_or():
    effects = [{"do": "heal_light"}, {"do": "draw", "section": "or"}]
    sections = sh.set_up(crew=with_card(title="Stew", effects=effects)).ship.cards["Stew"].sections
    assert [[effect.do for effect in section.effects] for section in sections] == [["heal_light"], ["draw"]]


SMALL = {
    "title": "The Tern", "like": "kittiwake", "start": "hall",
    "places": [
        {"id": "hall", "x": 10, "y": 30, "tile": "beds", "explored": True},
        {"id": "bow", "x": 50, "y": 30, "tile": "", "explored": False},
    ],
    "corridors": [{"id": "c1", "a": "hall", "at_a": "1 2", "b": "bow", "at_b": "3 4"}],
    "duct": [{"place": "hall", "numbers": "3 4"}, {"place": "bow", "numbers": "1 2"}],
    "tiles": [{"id": "beds", "title": "Beds"}, {"id": "helm", "title": "Helm"}],
}  # fmt: skip


@pytest.mark.parametrize(
    ("choices", "code", "words"),
    [
        ({"crew": {"1": "mate", "2": "mate"}}, "TWICE", "aboard once"),
        ({"crew": {"1": "cat"}}, "UNKNOWN_ROLE", "mate, stoker"),
        ({"ship": {**WRITTEN_SHIP, "crew": WRITTEN_SHIP["crew"][:1]}}, "NO_ROLE_LEFT", "seat 2"),
        ({"box": "theirs"}, "UNKNOWN_BOX", "theirs"),
        ({"decks": "sometimes"}, "NOT_USABLE", "decks"),
        ({"box": {"noise": {"5": 1}}}, "NOT_USABLE", "noise: there is no '5'"),
        ({"box": {"combat": {"miss": 0}}}, "NOT_USABLE", "combat: a die needs at least one face"),
        ({"box": {"costs": {"move": -1}}}, "NOT_USABLE", "costs.move: a number from 0"),
        ({"box": {"bag": [{"token": "cat-1"}]}}, "NOT_USABLE", "bag.0.token: 'cat-1' is no token"),
        ({"box": {"bag": [{"token": "adult-3", "when": "never"}]}}, "NOT_USABLE", "bag.0.when"),
        ({"box": {"bag": [{"token": "adult-3", "when": "later"}]}}, "NOT_USABLE", "bag: 0 tokens"),
        ({"crew": {"1": {**OWN, "deck": OWN["deck"][1:]}}}, "NOT_USABLE", "deck: 9 Action cards"),
        ({"crew": {"1": {**OWN, "deck": [OWN["deck"][0]] * 10}}}, "NOT_USABLE", "Dish 0 stands there 10 times"),
        ({"crew": with_card(title="")}, "NOT_USABLE", "deck.0.title"),
        ({"crew": {"1": {**OWN, "ammo": -1}}}, "NOT_USABLE", "ammo: a number from 0 to 12"),
        ({"crew": {"1": {**OWN, "colour": "red"}}}, "NOT_USABLE", "there is no 'colour'"),
        ({"crew": {"1": 7}}, "NOT_USABLE", "The role of seat 1: a record is needed"),
        ({"ship": {**SMALL, "pods_at": "fore_pods"}}, "NOT_USABLE", "pods: there is no tile 'fore_pods'"),
    ],
)
def test_invalid_choice_is_refused_with_its_place(choices, code, words):
    refusal = sh.setup_refusal(seats=2, **choices)
    assert refusal.code == code
    assert words in str(refusal.sentence)


DEFAULTS = {field.name: field.default for field in GAME.form.fields if field.default is not None}


@pytest.mark.parametrize("choices", [DEFAULTS, {"box": "ours"}, {"ship": dict(ships()["kittiwake"])}])
def test_default_choices_give_the_default_ship(choices):
    assert sh.set_up(2, **choices).ship == sh.set_up(2).ship


def test_role_form_and_ship_give_the_same_role():
    s = sh.set_up(crew={"1": dict(crew()["medic"])})
    assert s.characters["1"].deck == sh.set_up(crew={"1": "medic"}).characters["1"].deck
    assert s.ship.cards == sh.set_up().ship.cards


def test_shipped_sheets_and_defaults_fit_their_forms():
    check_form(GAME.form.fields, DEFAULTS)
    for kind, shipped in (("ship", ships()), ("crew", crew()), ("box", boxes())):
        for data in shipped.values():
            check_form(GAME.sheets[kind].form.fields, data)
            assert str(GAME.sheets[kind].proof(data)) == data["title"]
    assert str(GAME.sheets["ship"].note(ships()["kittiwake"])) == "13 rooms · 15 turns · 1 to 5 players"


def test_role_sheet_refuses_unknown_items():
    role = with_card(title="Wish", effects=[{"do": "gain", "what": "sword"}])["1"]
    with pytest.raises(ContentError, match=r"cards\.Wish: gain: there is no item 'sword'"):
        GAME.sheets["crew"].proof(role)


def test_form_has_a_flag_for_each_setting():
    flags = {field.name: field.default for field in GAME.form.fields if field.kind == "flag"}
    assert flags == {name: getattr(Settings(), name) for name in flags}
    assert {*flags, "decks", "hands"} == {field.name for field in fields(Settings)}


def test_custom_ship_inherits_missing_keys():
    s = sh.set_up(ship={"like": "kittiwake", "title": "The Gannet", "turns": 9, "corridors": []})
    assert (s.ship.title, s.turns, len(s.corridors), len(s.ship.events)) == ("The Gannet", 9, 19, 15)


def test_custom_ship_needs_only_a_map():
    ship = sh.set_up(ship=SMALL).ship
    assert [(way.id, way.ends, way.technical) for way in ship.corridors] == [
        ("c1", ("hall", "bow"), False), ("duct", ("hall", "bow"), True),
    ]  # fmt: skip
    assert ship.corridors[0].numbers == {"hall": ("1", "2"), "bow": ("3", "4")}
    assert ship.pods == ()
    assert {effect.where for event in ship.events for effect in event.effects} == {""}
    assert "inventory" not in {objective.id for objective in ship.objectives}  # needs eleven rooms, the ship has two


@pytest.mark.slow
@pytest.mark.parametrize("decks", ["page", "box"])
def test_custom_ship_is_playable_to_the_end(decks):
    setup = GameSetup(("1", "2"), {"1": "Ann", "2": "Ben"}, {"ship": SMALL, "decks": decks})
    *_, (run, _) = by_chance(GAME, 3, 3000, setup=setup)
    assert run.over


def test_ship_example_of_the_docs_is_playable():
    text = (Path(__file__).parents[3] / "docs" / "nemesis.md").read_text(encoding="utf-8")
    example = tomllib.loads("\n".join(line[4:] for line in text.splitlines() if line.startswith("    ")))
    ship = sh.set_up(ship=example).ship
    assert (ship.title, [event.id for event in ship.events]) == ("The Tern", ["knock"])


TILES = (Tile("hall", "Hall"), Tile("oven", "Oven", always=True), Tile("well", "Well"), Tile("loft", "Loft"))
ROOMS = {"r1": Room("Hall", tile="hall"), "r2": Room("", explored=False), "r3": Room("", explored=False)}


def preparing(**changes):
    return sh.page(phase="preparing", **{"rooms": ROOMS, "tiles": (), **changes})


def test_preparation_lays_out_a_whole_ship():
    for run, answer in by_chance(GAME, 3, 60):
        if run.state.phase == "players":
            break
        assert all(prompt.seat == HOUSE for prompt in run.open), answer
    s = run.state
    assert all(room.tile for room in s.rooms.values())
    assert Counter(room.tile for room in s.rooms.values()).most_common(1)[0][1] == 1
    assert sorted(s.engines) == sorted(tile.engine for tile in s.ship.tiles if tile.engine)
    assert sorted(s.course.planets.values()) == sorted(s.ship.planets)
    assert all(len(c.objectives) == 2 and len(c.hand) == 5 for c in s.characters.values())
    dealt = [name for c in s.characters.values() for name in c.objectives]
    assert len(set(dealt)) == len(dealt)


def test_preparation_lays_fixed_and_random_rooms():
    run = sh.run_rule(preparing(tiles=TILES), prepare)
    assert [option.id for option in run.open[0].options] == ["well", "loft"]
    give(run, "loft")
    assert sorted(option.id for option in run.open[0].options) == ["loft", "oven"]
    give(run, "loft", "oven")
    assert {name: room.tile for name, room in run.state.rooms.items()} == {"r1": "hall", "r2": "loft", "r3": "oven"}
    assert run.state.rooms["r2"].title == ""  # unexplored


def test_preparation_deals_two_kinds_of_objectives():
    kinds = (("c1", "company"), ("c2", "company"), ("o1", "own"))
    objectives = tuple(Objective(name, name.upper(), "", kind, ()) for name, kind in kinds)
    run = sh.run_rule(preparing(objectives=objectives), prepare, "c2", "o1")
    assert run.state.characters[ANN].objectives == ("c2", "o1")
    again = sh.run_rule(run.state, prepare)
    assert [[option.id for option in prompt.options] for prompt in again.open] == [["c1"], ["o1"]]  # too few own ones


def test_preparation_draws_first_hands():
    s = sh.with_character(preparing(), ANN, hand=(), deck=("Aim", "Rest", "Weld"))
    run = sh.run_rule(sh.with_character(s, BEN, deck=()), prepare, ("Weld", "Aim", "Rest"))
    assert run.state.characters[ANN].hand == ("Weld", "Aim", "Rest")


def test_preparation_titles_reveal_nothing():
    for run, _ in by_chance(GAME, 5, 40):
        for prompt in run.open:
            if prompt.seat == HOUSE:
                words = str(prompt.title).lower()
                assert not any(str(face_text(option.id)).lower() in words for option in prompt.options)
