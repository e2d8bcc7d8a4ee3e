"""The documented example of a TOML scenario: how it is read, its possible faults, and the scenario played."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ContentError
from companion.games.mansions import content as c
from companion.games.mansions.content.lint import lint_scenario
from tests.games.mansions.own.small import PAGE, changed, example, without
from tests.games.mansions.walker import Walker, quiet


def read(record: dict) -> c.Scenario:
    return c.toml_scenarios.scenario_of(record, "the page")


def test_documented_example_is_read_without_findings():
    pantry = read(example())
    assert (pantry.title, pantry.minutes, pantry.start, pantry.exact) == ("The cold pantry", (5, 10), "Kitchen", True)
    assert not [finding for finding in lint_scenario(pantry) if finding.severity != "note"]
    rat, bites = pantry.monsters["CustomMonsterrat"], pantry.activations["rat_bites"]
    assert (rat.title, rat.health, rat.health_each, rat.brawn) == ("Frost Rat", 1, 0.5, 1)
    assert (bites.moves, bites.trial) == (2, c.Trial("agility", injury="damage", amount=2, facing="down"))


COUNT = {"text": "Count. ({lore}.)", "test": {"skill": "lore"}, "quota": "read", "next": "quiet"}
DIG = {"text": "Dig.", "quota": 4, "passed": "quiet", "failed": "quiet"}
JAM = {"jam": {"title": "Jam", "inspect": {"text": "Plum."}}}


@pytest.mark.parametrize(
    ("record", "name", "fields"),
    [
        (
            example(),
            "door",
            {
                "part": c.TokenPart("TokenExplore", between=("Kitchen", "Pantry"), turned=90.0),
                "at": (6, -3),
                "buttons": (c.Button("{action} Pull", ("door.1.next",), action=True),),
            },
        ),
        (
            example(),
            "door.1.next",
            {
                "trial": c.Trial("strength", 1),
                "buttons": (c.Button("Passed", ("door.1.next.passed",)), c.Button("Failed", ("door.1.next.failed",))),
            },
        ),
        (example(), "door.1.next.failed", {"effects": (c.Effect("damage", 1, facing="down"),)}),
        (example(), "cold", {"trigger": "Mythos", "operations": (c.Operation("cold", "+", "1"),), "display": False}),
        (example(), "frozen", {"condition": (c.Compare("cold", ">=", "6"),)}),
        (example(), "rat", {"part": c.SpawnPart(("CustomMonsterrat",), space="Pantry")}),
        (changed("spawn", "rat", "unique", to=True), "rat", {"part": c.SpawnPart(("CustomMonsterrat",), unique=True, title="Frost Rat", space="Pantry")}),
        (changed("item", to=JAM), "jam", {"part": c.ItemPart(starting=False, title="Jam", inspect="jam.inspect")}),
        (changed("item", to=JAM), "jam.inspect", {"text": "Plum."}),
        (changed("event", "count", to=COUNT), "count", {"quota": "read", "buttons": (c.Button("", ("quiet",)),)}),
        (changed("event", "dig", to=DIG), "dig", {"quota": "4", "buttons": (c.Button("Passed", ("quiet",)), c.Button("Failed", ("quiet",)))}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_reader_builds_the_component(record, name, fields):
    component = read(record).components[name]
    assert {field: getattr(component, field) for field in fields} == fields


def nowhere() -> dict:
    """The example without any ending."""
    record = without("event", "frozen")
    del record["puzzle"]["box"]["solved"]["ending"]
    record["event"]["cold"]["next"] = "quiet"
    return record


@pytest.mark.parametrize(
    ("record", "sentence"),
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
        (changed("event", "quiet", "text", to="Test {lore}."), "the text shows {lore} and there is no test"),
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
        (nowhere(), "no event is an ending; one says ending = true"),
    ],
)
def test_reader_names_the_place_of_a_fault(record, sentence):
    with pytest.raises(ContentError, match=sentence):
        read(record)


WORDS = st.sampled_from(
    ["", "Kitchen", "door", "rat", "start", "mythos", "fear >= 1", "a(", "{c:x}", "signal x", "each", "kp"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.floats(allow_nan=False) | WORDS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(WORDS | st.sampled_from(["next", "text", "choice"]), inner)
    ),
    max_leaves=6,
)
HEADS = st.sampled_from(["event", "token", "room", "map", "title", "start", "monster", "puzzle", "item"])


def places(table, path=()):
    """Yield the path of each table and value."""
    keys = table if isinstance(table, dict) else range(len(table)) if isinstance(table, list) else ()
    for key in keys:
        yield (*path, key)
        yield from places(table[key], (*path, key))


def outcome(record) -> str:
    try:
        return f"the page: {read(record).title}"
    except ContentError as error:
        return str(error)


@pytest.mark.slow
@given(st.sampled_from(list(places(example()))), VALUES, st.dictionaries(HEADS, VALUES))
def test_changed_record_reads_or_names_its_fault(path, value, record):
    assert outcome(changed(*path, to=value)).startswith("the page: ")
    assert outcome(record).startswith("the page: ")


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The example in two files."""
    text = PAGE.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
    head, rest = text.split("[tile.kitchen]", 1)
    (tmp_path / "a.toml").write_text(head, encoding="utf-8")
    (tmp_path / "b.toml").write_text(f"[tile.kitchen]{rest}", encoding="utf-8")
    return tmp_path


def test_folder_of_files_is_one_scenario(folder):
    assert c.toml_scenarios.read(folder) == read(example())
    (folder / "c.toml").write_text("[event.quiet]\ntext = 'again'\n")
    with pytest.raises(ContentError, match=r"c.toml: event.'quiet' is given in another file"):
        c.toml_scenarios.read(folder)


def test_reader_refuses_a_scenario_that_is_not_there(tmp_path):
    with pytest.raises(ContentError, match="there is none here"):
        c.toml_scenarios.read(tmp_path)
    with pytest.raises(ContentError, match=r"No scenario called nothing ships; there are .*tell_the_bees"):
        c.toml_scenarios.shipped("nothing")


# --- played -----------------------------------------------------------------------------------------------------------


def test_example_door_reveals_darkness_and_a_monster():
    walker = Walker(read(example()), seats=1)
    walker.deed("door", 0)
    walker.wait(lambda state: state.monsters and quiet(state))
    state = walker.run.state
    assert state.tokens.darkness == ("Pantry",)
    assert state.monsters["Frost Rat"].space == "Pantry"
    assert state.story.board == ("kitchen", "pantry", "shelf")
    walker.wait(lambda state: state.story.round == 2 and quiet(state))
    assert walker.run.state.monsters["Frost Rat"].space == "Kitchen"  # it moves by itself
    walker.work("shelf", 0)
    assert walker.ran[-1] == "box.next"
