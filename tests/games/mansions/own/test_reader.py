"""The documented example scenario, and its possible faults."""

import pytest

from companion.errors import ContentError
from companion.games.mansions.content import (
    Button,
    Compare,
    Effect,
    ItemPart,
    Operation,
    SpawnPart,
    TokenPart,
    Trial,
    toml_scenarios,
)
from companion.games.mansions.content.lint import lint_scenario
from tests.games.mansions.own.small import PAGE, changed, example, without


@pytest.fixture(scope="module")
def pantry():
    return toml_scenarios.scenario_of(example(), "the page")


def test_documented_example_is_read_without_findings(pantry):
    assert (pantry.title, pantry.minutes, pantry.start, pantry.exact) == ("The cold pantry", (5, 10), "Kitchen", True)
    assert not [finding for finding in lint_scenario(pantry) if finding.severity != "note"]


def test_door_token_is_between_two_spaces(pantry):
    door = pantry.components["door"]
    assert door.part == TokenPart("TokenExplore", between=("Kitchen", "Pantry"), turned=90.0)
    assert door.at == (6, -3)
    assert door.buttons == (Button("{action} Pull", ("door.1.next",), action=True),)


def test_reader_gives_a_test_two_buttons(pantry):
    test = pantry.components["door.1.next"]
    assert test.trial == Trial("strength", 1)
    assert [button.next for button in test.buttons] == [("door.1.next.passed",), ("door.1.next.failed",)]
    assert pantry.components["door.1.next.failed"].effects == (Effect("damage", 1, facing="down"),)


def test_reader_reads_triggers_conditions_and_operations(pantry):
    assert pantry.components["cold"].trigger == "Mythos"
    assert pantry.components["cold"].operations == (Operation("cold", "+", "1"),)
    assert pantry.components["frozen"].condition == (Compare("cold", ">=", "6"),)
    assert not pantry.components["cold"].display


def test_reader_reads_a_monster_with_activations(pantry):
    rat = pantry.monsters["CustomMonsterrat"]
    assert (rat.title, rat.health, rat.health_each, rat.brawn) == ("Frost Rat", 1, 0.5, 1)
    assert pantry.components["rat"].part == SpawnPart(("CustomMonsterrat",), space="Pantry")
    bites = pantry.activations["rat_bites"]
    assert (bites.moves, bites.trial) == (2, Trial("agility", injury="damage", amount=2, facing="down"))


def test_named_spawn_is_unique():
    told = toml_scenarios.scenario_of(changed("spawn", "rat", "unique", to=True), "the page")
    part = told.components["rat"].part
    assert (part.unique, part.title) == (True, "Frost Rat")


def test_item_has_a_title_and_an_inspect_event():
    told = toml_scenarios.scenario_of(
        changed("item", to={"jam": {"title": "Jam", "inspect": {"text": "Plum."}}}), "the page"
    )
    assert told.components["jam"].part == ItemPart(starting=False, title="Jam", inspect="jam.inspect")
    assert told.components["jam.inspect"].text == "Plum."


def test_quota_may_be_a_variable():
    event = {"text": "Count. ({lore}.)", "test": {"skill": "lore"}, "quota": "read", "next": "quiet"}
    told = toml_scenarios.scenario_of(changed("event", "count", to=event), "the page").components["count"]
    assert (told.quota, told.buttons) == ("read", (Button("", ("quiet",)),))


def test_quota_with_a_number_has_two_buttons():
    event = {"text": "Dig.", "quota": 4, "passed": "quiet", "failed": "quiet"}
    told = toml_scenarios.scenario_of(changed("event", "dig", to=event), "the page").components["dig"]
    assert (told.quota, len(told.buttons)) == ("4", 2)


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (changed("colour", to="blue"), "the page: there is no 'colour'; there are title, start"),
        (changed("event", "begin", "txt", to="a"), "the page: event.begin: there is no 'txt'; there are add, choice"),
        (changed("token", "door", "type", to="trap"), "token.door: there is no token 'trap'; there are search"),
        (changed("event", "begin", "add", to=["cellar"]), "event.begin: add names 'cellar', which is not there"),
        (changed("event", "begin", "next", to="nowhere"), "event.begin: next names 'nowhere', which is not there"),
        (changed("event", "cold", "remove", to="nothing"), "event.cold: remove names 'nothing'"),
        (changed("event", "quiet", "effects", to={"fire": "Attic"}), "event.quiet: fire names 'Attic'"),
        (changed("event", "quiet", "effects", to={"item": "door"}), "event.quiet: item names 'door'"),
        (changed("event", "quiet", "effects", to={"hurt": 1, "what": "door"}), "event.quiet: hurt names 'door'"),
        (changed("event", "quiet", "effects", to={"cure": 1}), "event.quiet: cure names no condition"),
        (changed("event", "quiet", "text", to="{c:nobody}"), r"event.quiet: \{c:\} names 'nobody'"),
        (changed("event", "quiet", "text", to="{wisdom}"), "event.quiet: the text names 'wisdom'"),
        (
            changed("event", "quiet", "text", to="Test {lore}."),
            "event.quiet: the text shows {lore} and there is no test",
        ),
        (changed("event", "quiet", "on", to="defeated nobody"), "event.quiet: on defeated names 'nobody'"),
        (changed("event", "breath", "test", "skill", to="luck"), "event.breath: test names 'luck'"),
        (changed("event", "quiet", "passed", to="breath"), "passed and failed belong to a test with needed"),
        (changed("event", "breath", "test", "needed", to=2), "passed and failed belong to a test with needed"),
        (changed("event", "door", to={}), "2 things are called 'door'; a name is given once"),
        (changed("puzzle", "box", "skill", to="luck"), "puzzle.box: skill names 'luck'"),
        (changed("spawn", "rat", "monster", to="cat"), "spawn.rat: monster names 'CustomMonstercat'"),
        (changed("spawn", "rat", "space", to="Attic"), "spawn.rat: space names 'Attic'"),
        (changed("monster", "rat", "activations", to=["purrs"]), "monster Frost Rat: activations names 'purrs'"),
        (changed("activation", "rat_bites", "moves", to="far"), "activation.rat_bites"),
        (changed("activation", "rat_bites", "speed", to=2), "activation.rat_bites: there is no 'speed'"),
        (changed("start", to="Attic"), "start = 'Attic' is no room"),
        (changed("tile", "attic", to={}), "tile.attic: no room lies on this tile"),
        (changed("event", "begin", "on", to="mythos"), 'nothing begins; one event says on = "start"'),
        (changed("event", "quiet", to=3), r"event holds tables, \[event.name\]"),
        (without("tile", "pantry"), "room.Pantry: there is no tile 'pantry'"),
        (without("title"), "title"),
    ],
)
def test_reader_names_the_place_of_a_fault(told, sentence):
    with pytest.raises(ContentError, match=sentence):
        toml_scenarios.scenario_of(told, "the page")


def test_reader_refuses_a_scenario_without_an_ending():
    told = without("event", "frozen")
    del told["puzzle"]["box"]["solved"]["ending"]
    told["event"]["cold"]["next"] = "quiet"
    with pytest.raises(ContentError, match="no event is an ending; one says ending = true"):
        toml_scenarios.scenario_of(told, "the page")


# --- files ------------------------------------------------------------------------------------------------------------


def written(folder, **files):
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


def page_parts():
    text = PAGE.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
    head, rest = text.split("[tile.kitchen]", 1)
    return head, f"[tile.kitchen]{rest}"


def test_folder_of_files_is_one_scenario(tmp_path):
    head, rest = page_parts()
    assert toml_scenarios.read(written(tmp_path, head=head, rest=rest)) == toml_scenarios.scenario_of(
        example(), "the page"
    )


def test_folder_refuses_a_table_in_two_files(tmp_path):
    head, rest = page_parts()
    folder = written(tmp_path, a=head, b=rest, c="[event.quiet]\ntext = 'again'\n")
    with pytest.raises(ContentError, match=r"c.toml: event.'quiet' is given in another file"):
        toml_scenarios.read(folder)


def test_reader_refuses_an_empty_folder(tmp_path):
    with pytest.raises(ContentError, match="there is none here"):
        toml_scenarios.read(tmp_path)


def test_unknown_scenario_lists_the_shipped_ones():
    with pytest.raises(ContentError, match=r"No scenario called nothing ships; there are .*tell_the_bees"):
        toml_scenarios.shipped("nothing")
