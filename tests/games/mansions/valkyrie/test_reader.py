"""Sections and texts of community scenarios."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ContentError
from companion.games.mansions.content import (
    ItemPart,
    Operation,
    OverlayPart,
    PuzzlePart,
    Scenario,
    SpawnPart,
    TokenPart,
)
from companion.games.mansions.content.scenario import Activation
from companion.games.mansions.content.valkyrie.reader import read
from tests.games.mansions.valkyrie.pack import HEAD, one, scenario

END = Operation("$end", "=", "1")


def test_reader_reads_the_head() -> None:
    found = scenario(
        {}, {"quest.name": "The Mill", "quest.description": "A wheel.", "quest.authors": "Ann"},
        packs="MoM1E BtT", minhero="1", maxhero="4", difficulty="0.6", lengthmin="60", lengthmax="90", image="mill.jpg",
    )  # fmt: skip
    assert (found.title, found.description, found.authors, found.format) == ("The Mill", "A wheel.", "Ann", 18)
    assert found.packs == ("MoM1ET", "MoM1EI", "MoM1EM", "BtT")
    assert (found.investigators, found.difficulty, found.minutes, found.picture) == ((1, 4), 0.6, (60, 90), "mill.jpg")


@pytest.mark.parametrize("form", ["3", "22", "0", "", "new", "-5", "99999"])
def test_reader_refuses_an_unknown_format(form: str) -> None:
    with pytest.raises(ContentError, match=r"quest.ini says format .*; formats 4 to 21 are read"):
        scenario({}, format=form)


@pytest.mark.parametrize("form", range(4, 22))
def test_reader_accepts_formats_4_to_21(form: int) -> None:
    assert scenario({}, format=f"{form}").format == form


def test_reader_refuses_another_game() -> None:
    with pytest.raises(ContentError, match="of another game"):
        scenario({}, type="D2E")


def test_reader_reads_an_event() -> None:
    found = one(
        "EventA", {"EventA.text": "It creaks."},
        add="TokenA TokenB", remove="#monsters", trigger="Mythos", randomevents="True", quota="3", highlight="true",
        xposition="-8.6", yposition="4,5", audio="AudioDoor", music="A.ogg B.ogg", minhero="1", maxhero="2",
    )  # fmt: skip
    assert (found.kind, found.text, found.display, found.part) == ("event", "It creaks.", True, None)
    assert (found.add, found.remove, found.trigger) == (("TokenA", "TokenB"), ("#monsters",), "Mythos")
    assert (found.at_random, found.quota, found.highlight, found.at) == (True, "3", True, (-8.6, 4.5))
    assert (found.audio, found.music, found.heroes) == ("AudioDoor", ("A.ogg", "B.ogg"), (1, 2))


@pytest.mark.parametrize(("told", "quota"), [("2", "2"), ("count", "count"), ("0", ""), ("", "")])
def test_quota_is_a_number_or_a_variable(told: str, quota: str) -> None:
    assert one("EventA", quota=told).quota == quota


def test_camera_event_has_no_place() -> None:
    assert one("EventA", xposition="1", yposition="2", mincam="true").at is None
    assert one("EventA").at is None


def test_token_and_tile_default_to_the_origin() -> None:
    assert one("TokenA", type="TokenSearch").at == (0.0, 0.0) == one("TileA", side="TileSideFoyer").at


@pytest.mark.parametrize("word", ["false", "False", "FALSE", "no", "0", ""])
def test_flag_is_false_unless_true(word: str) -> None:
    assert one("EventA", display=word).display is False


def test_reader_reads_a_token() -> None:
    told = {"type": "TokenWallInside", "rotation": "90", "tokensize": "small", "customImage": "art\\well.png"}
    assert one("TokenA", **told).part == TokenPart("TokenWallInside", turned=90, size="small", picture="art/well.png")


def test_overlay_is_centred_by_default() -> None:
    assert one("UIA", {"UIA.uitext": "Long ago"}, image="").part == OverlayPart(
        words="Long ago", across="center", down="center"
    )
    told = {"image": "ImageScroll", "size": "0.4", "textsize": "2", "vunits": "True", "border": "True"}
    told |= {"textaspect": "4", "halign": "left", "valign": "Top", "textcolor": "red", "textAlignment": "TOP"}
    assert one("UIA", **told, textbackgroundcolor="black").part == OverlayPart(
        "ImageScroll", "", 0.4, 2, "red", "black", 4, "left", "top", tall=True, border=True, align="top"
    )


def test_reader_reads_a_spawn() -> None:
    told = {"monster": "CustomMonsterA MonsterGhost", "traits": "spirit", "traitpool": "beast horror", "unique": "true"}
    texts = {"SpawnA.uniquetitle": "Old Tom", "SpawnA.uniquetext": "He waits."}
    assert one("SpawnA", texts, **told, uniquehealth="5", uniquehealthhero="1.5", activated="true").part == SpawnPart(
        ("CustomMonsterA", "MonsterGhost"), ("spirit",), ("beast", "horror"), unique=True, title="Old Tom",
        text="He waits.", health=5, health_each=1.5, activated=True,
    )  # fmt: skip


def test_item_is_starting_by_default() -> None:
    told = {"itemname": "ItemCommonKnife ItemCommonAxe", "traits": "weapon", "inspect": "EventLook"}
    assert one("QItemA", **told).part == ItemPart(
        ("ItemCommonKnife", "ItemCommonAxe"), ("weapon",), starting=True, inspect="EventLook"
    )
    part = one("QItemA", starting="False").part
    assert isinstance(part, ItemPart) and not part.starting


def test_item_may_use_its_old_name() -> None:
    assert one("StartingItemA", itemname="ItemCommonAxe").kind == "item"


def test_reader_reads_a_puzzle() -> None:
    told = {
        "class": "code",
        "skill": "{lore}",
        "puzzlelevel": "5",
        "puzzlealtlevel": "6",
        "puzzlesolution": "1 3 5 4 2",
    }
    assert one("PuzzleA", **told, image="symbols").part == PuzzlePart(
        "code", "lore", 5, 6, ("1", "3", "5", "4", "2"), "symbols"
    )
    assert one("PuzzleA").part == PuzzlePart("slide", "observation", 4, 3)


def test_unknown_puzzle_shape_becomes_slide() -> None:
    found = scenario({"PuzzleA": {"class": "maze"}})
    assert found.components["PuzzleA"].part == PuzzlePart()
    assert found.findings[0].startswith("PuzzleA: class: there is no puzzle 'maze'")


MONSTER = {
    "base": "MonsterRiot",
    "traits": "humanoid",
    "health": "6",
    "healthperhero": "2",
    "horror": "4",
    "awareness": "7",
}


def test_reader_reads_a_monster() -> None:
    texts = {
        "CustomMonsterA.monstername": "The Mob",
        "CustomMonsterA.info": "-",
        "CustomMonsterA.Attack_bladed_1": "Cut.",
    }
    texts |= {"CustomMonsterA.Attack_bladed_2": "-", "CustomMonsterA.Attack_bladed_3": "Slash."}
    told = {
        "attacks": "bladed:3 spell:1 heavy",
        "evadeevent": "EventE",
        "horrorevent": "EventH",
        "activation": "EventGo Rage",
    }
    found = scenario({"CustomMonsterA": {**MONSTER, **told}, "ActivationRage": {}}, texts)
    kind = found.monsters["CustomMonsterA"]
    assert (kind.title, kind.text, kind.base, kind.traits) == ("The Mob", "", "MonsterRiot", ("humanoid",))
    assert (kind.health, kind.health_each, kind.horror, kind.awareness, kind.brawn) == (6, 2, 4, 7, None)
    assert (kind.evade, kind.horror_event, kind.activations) == ("EventE", "EventH", ("EventGo", "ActivationRage"))
    assert dict(kind.attacks) == {"bladed": ("Cut.", "Slash."), "spell": ()}
    assert len(found.findings) == 1


def test_monster_without_health_uses_its_base() -> None:
    kinds = scenario({"CustomMonsterA": {"base": "MonsterGhost"}, "CustomMonsterB": {"healthperhero": "0"}}).monsters
    assert (kinds["CustomMonsterA"].health, kinds["CustomMonsterA"].health_each) == (None, None)
    assert (kinds["CustomMonsterB"].health, kinds["CustomMonsterB"].health_each) == (0, 0)


def test_reader_expands_texts_in_names() -> None:
    texts = {
        "CustomMonsterA.monstername": "{qst:WHO}",
        "WHO": "Old {qst:FIRST}",
        "FIRST": "Tom",
        "quest.name": "{qst:WHO}",
    }
    found = scenario({"CustomMonsterA": {}, "SpawnA": {}}, {**texts, "SpawnA.uniquetitle": "{qst:WHO} {qst:GONE}"})
    assert (found.monsters["CustomMonsterA"].title, found.title) == ("Old Tom", "Old Tom")
    part = found.components["SpawnA"].part
    assert isinstance(part, SpawnPart) and part.title == "Old Tom {qst:GONE}"


def test_reader_limits_circular_texts() -> None:
    assert scenario({}, {"quest.name": "{qst:A}{qst:A}", "A": "{qst:A}{qst:A}" * 200}).title


def test_reader_reads_an_activation() -> None:
    texts = {f"ActivationA.{key}": key for key in ("ability", "master", "minion", "move", "movebutton")}
    found = scenario({"ActivationA": {}}, texts).activations["ActivationA"]
    assert found == Activation("ActivationA", "ability", "master", "minion", "move", "movebutton")


def test_old_formats_end_by_event_name() -> None:
    told = {"EventEndBad": {}, "EventB": {"operations": "$end,=,1"}}
    assert scenario(told, format="8").components["EventEndBad"].operations == (END,)
    assert scenario(told, format="9").components["EventEndBad"].operations == ()


@pytest.mark.parametrize("form", ["8", "18", "21"])
def test_scenario_without_end_uses_event_names(form: str) -> None:
    found = scenario({"EventEndBad": {"operations": "a,=,1"}, "EventB": {}}, format=form)
    assert found.components["EventEndBad"].operations == (Operation("a", "=", "1"), END)
    assert found.components["EventB"].operations == ()


def test_reader_leaves_out_and_reports_unknown_sections() -> None:
    found = scenario({"MPlaceA": {}, "EventA": {}})
    assert list(found.components) == ["EventA"]
    assert found.findings == ("MPlaceA: no section begins so, it is left out.",)


def test_reader_reports_bad_numbers() -> None:
    found = scenario({"TokenA": {"rotation": "left", "xposition": "1e400", "yposition": "nan"}})
    assert found.components["TokenA"].at == (0.0, 0.0)
    assert len(found.findings) == 3


NAMES = st.sampled_from(
    ["EventA", "TokenA", "TileA", "UIA", "SpawnA", "QItemA", "PuzzleA", "CustomMonsterA", "ActivationA", "?"]
)
KEYS = st.sampled_from(
    [
        "buttons",
        "event1",
        "event1Condition",
        "vartests",
        "operations",
        "quota",
        "xposition",
        "health",
        "attacks",
        "class",
    ]
)
WORDS = st.one_of(
    st.text(max_size=12), st.sampled_from(["1", "-1", "1e9", "nan", "bladed:3", "a,==,1", "VarTestsParenthesis:("])
)


@given(
    st.dictionaries(NAMES, st.dictionaries(KEYS, WORDS, max_size=6), max_size=5), st.dictionaries(st.text(), st.text())
)
def test_reader_accepts_any_sections(sections: dict[str, dict[str, str]], texts: dict[str, str]) -> None:
    assert isinstance(read({"Quest": HEAD, **sections}, texts), Scenario)
