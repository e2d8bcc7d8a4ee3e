"""Findings of the linter, and sound scenarios without any."""

from collections.abc import Iterable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.mansions.content import (
    Button,
    Compare,
    Component,
    Condition,
    Effect,
    Finding,
    ItemPart,
    MonsterKind,
    Operation,
    PuzzlePart,
    Room,
    Scenario,
    SpawnPart,
    TilePart,
    TokenPart,
    Trial,
)
from companion.games.mansions.content.lint import lint_scenario
from companion.games.mansions.content.lint.reach import _Walk as Walk
from companion.games.mansions.content.lint.reach import reach
from companion.games.mansions.content.lint.values import COMPARED
from companion.games.mansions.content.scenario import Activation
from companion.games.mansions.content.toml_scenarios import reader
from companion.games.mansions.content.valkyrie.container import from_folder
from companion.games.mansions.content.valkyrie.record import record_of, scenario_of

SHARED = Path(__file__).resolve().parents[4] / "shared" / "formats" / "scenarios"
END = Operation("$end", "=", "1")


def event(name: str, *ways: str | Button, **more: Any) -> Component:
    """An event with buttons to these successors."""
    buttons = tuple(way if isinstance(way, Button) else Button(next=(way,) if way else ()) for way in ways)
    return Component(
        name, more.pop("kind", "event"), more.pop("text", "Words."), buttons=buttons or (Button(),), **more
    )


def start(*ways: str | Button, **more: Any) -> Component:
    return event("EventStart", *ways, trigger="EventStart", **more)


def ending(name: str = "EventWon") -> Component:
    return event(name, operations=(END,))


def made(*components: Component, **more: Any) -> Scenario:
    return Scenario("Sample", components=MappingProxyType({one.name: one for one in components}), **more)


def is_(name: str, op: Any, value: object) -> Condition:
    return (Compare(name, op, str(value)),)


def told(found: Iterable[Finding]) -> set[tuple[str, str]]:
    return {(one.code, one.place) for one in found}


KEY = Operation("key", "+", "1")
SHUT = Button(condition=is_("key", "==", 1))
OPEN = Button(next=("EventWon",), condition=is_("key", "==", 1))
SET = Operation("key", "=", "1")
SPAWN = event("SpawnX", kind="spawn", part=SpawnPart(("MonsterCultist",)))
DEAD = event("EventDead", "EventWon", trigger="DefeatedMonsterCultist")
TOKEN = event("TokenDoor", SHUT, kind="token", part=TokenPart("TokenExplore"))


def locked(*buttons: Button, change: Operation = KEY) -> Scenario:
    """An event with these buttons, after one change of `key`."""
    return made(start("EventLocked", operations=(change,)), event("EventLocked", *buttons), ending())


@pytest.mark.parametrize(
    "scenario",
    [
        made(start("EventWon"), ending()),
        locked(Button(next=("EventWon",), condition=is_("key", ">=", 3)), Button(condition=is_("key", "<", 3))),
        locked(OPEN, Button(condition=is_("key", "==", 0)), change=SET),
        made(start("EventWon", add=("TokenDoor",), operations=(SET,)), TOKEN, ending()),
        made(start(Button(next=("EventWon", "EventLost")), at_random=True), ending(), event("EventLost")),
        made(
            start(),
            event("EventLate", "EventWon", trigger="Mythos", condition=is_("night", "==", 1)),
            event("EventNight", trigger="EndRound3", operations=(Operation("night", "=", "1"),)),
            ending(),
        ),
        made(
            start(operations=(Operation("@alarm", "=", "1"),)),
            event("EventAlarm", "EventWon", trigger="Varalarm"),
            ending(),
        ),
        made(start("SpawnX"), SPAWN, DEAD, ending()),
    ],
    ids=["plain", "covered", "never set", "token", "chance", "late value", "flag", "defeat"],
)
def test_lint_accepts_a_sound_scenario(scenario: Scenario) -> None:
    assert lint_scenario(scenario) == ()


@pytest.mark.parametrize(
    ("scenario", "findings"),
    [
        (made(start()), [("no-ending", "", "warning")]),
        (made(start("EventWon"), ending(), ending("EventLost")), [("unreachable-ending", "EventLost", "warning")]),
        (
            made(start(Button(next=("EventGone", "EventWon")), "EventLost"), ending()),
            [("missing-component", "EventStart", "error"), ("missing-component", "EventStart", "warning")],
        ),
        (made(start("EventWon", "next/quest.ini"), ending()), [("another-scenario", "EventStart", "note")]),
        (
            made(start("EventWon"), ending(), event("EventOld", text="{c:SpawnGone}")),
            [("unreachable", "EventOld", "note")],
        ),
        (
            made(start(Button(next=("EventWon", "EventLost"))), ending(), event("EventLost")),
            [("unreachable", "EventLost", "note")],
        ),
        (made(start("EventWon", "", quota="0"), ending()), [("quota", "EventStart", "warning")]),
        (made(start("EventWon", trial=Trial("lore", 2)), ending()), [("test", "EventStart", "error")]),
        (
            made(start("EventWon", effects=(Effect("item", what="QItemGone"),)), ending()),
            [("missing-component", "EventStart", "error")],
        ),
        (
            made(start(Button(next=("EventWon",)), Button(condition=is_("kye", "==", 1))), ending()),
            [("never-set", "EventStart", "note")],
        ),
    ],
    ids=["no end", "end", "lost", "another", "unread", "hidden", "quota", "test", "effect", "unset"],
)
def test_lint_names_code_place_and_severity(scenario: Scenario, findings: list[tuple[str, str, str]]) -> None:
    assert [(one.code, one.place, one.severity) for one in lint_scenario(scenario)] == findings


def test_lint_needs_a_beginning_and_a_reachable_ending() -> None:
    assert [one.severity for one in lint_scenario(made(ending())) if one.code == "no-start"] == ["error"]
    assert ("no-ending", "") in told(lint_scenario(made(start(), ending())))
    assert "EventDead" not in reach(made(start(), SPAWN, DEAD, ending()))


@pytest.mark.parametrize(
    ("component", "place"),
    [
        (event("EventMap", add=("TileGone",)), "EventMap"),
        (Component("QItemGone", "item", part=ItemPart(("ItemCommonKnife",), inspect="EventGone")), "QItemGone"),
        (event("SpawnGone", kind="spawn", part=SpawnPart(("CustomMonsterGone",))), "SpawnGone"),
        (event("EventMap", "EventWon", text="You meet {c:SpawnGone}."), "EventMap"),
        (event("EventMap", "EventWon", text="You meet {qst:GONE}."), "EventMap"),
        (event("EventMap", trigger="DefeatedSpawnGone"), "EventMap"),
        (event("EventMap", trigger="Teatime"), "EventMap"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_lint_finds_unknown_names(component: Component, place: str) -> None:
    found = lint_scenario(made(start(component.name, "EventWon"), component, ending()))
    assert place in {
        one.place for one in found if one.severity == "warning" and one.code.startswith(("missing", "unknown"))
    }


def test_lint_finds_the_missing_events_of_a_monster() -> None:
    kind = MonsterKind("CustomMonsterX", activations=("EventGone", "ActivationGone", "ActivationX"), evade="EventGone")
    monsters = MappingProxyType({kind.name: kind})
    activations = MappingProxyType({"ActivationX": Activation("ActivationX")})
    found = lint_scenario(made(start("EventWon"), ending(), monsters=monsters, activations=activations))
    assert [one.sentence for one in found] == [
        "CustomMonsterX runs EventGone, which does not exist.",
        "CustomMonsterX does ActivationGone, which does not exist.",
    ]


def test_lint_finds_a_dead_end_with_its_values() -> None:
    scenario = locked(OPEN, Button(condition=is_("key", "==", 2)))
    (found,) = (one for one in lint_scenario(scenario) if one.code == "dead-end")
    assert found.sentence == "EventLocked cannot be left where key is 0: no button is possible then."


def test_lint_finds_a_button_whose_event_never_runs() -> None:
    shut = event("EventShut", condition=is_("key", "==", 1))
    late = event("EventLate", "EventWon", trigger="Mythos")
    found = lint_scenario(made(start("EventOn"), event("EventOn", "EventShut"), shut, late, ending()))
    assert ("leads-nowhere", "EventOn") in told(found)


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        (PuzzlePart(skill="luck"), "is no skill"),
        (PuzzlePart("code", level=0), "has no size"),
        (PuzzlePart("image", level=1, other_level=1), "one piece only"),
        (PuzzlePart("code", level=3, solution=("1", "2")), "has 3 places, and its solution 2"),
        (PuzzlePart("code", level=2, solution=("1", "x")), "counted from 1"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_lint_finds_impossible_puzzles(part: PuzzlePart, sentence: str) -> None:
    puzzle = event("PuzzleX", "EventWon", kind="puzzle", part=part)
    found = lint_scenario(made(start("PuzzleX"), puzzle, ending()))
    assert [one.code for one in found] == ["puzzle"]
    assert sentence in found[0].sentence


@pytest.mark.parametrize(
    ("component", "code"),
    [
        (Component("TileX", "tile", part=TilePart("TileSideNowhere")), "unknown-tile"),
        (event("SpawnX", kind="spawn", part=SpawnPart(("MonsterNobody",))), "unknown-monster"),
        (Component("QItemX", "item", part=ItemPart(("ItemCommonNothing",))), "unknown-item"),
        (Component("QItemX", "item", part=ItemPart(traits=("sharp", "blunt"))), "unknown-item"),
        (Component("QItemX", "item", part=ItemPart()), "unknown-item"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_lint_finds_unknown_printed_things(component: Component, code: str) -> None:
    found = lint_scenario(made(start("EventWon", add=(component.name,)), component, ending()))
    assert (code, component.name) in told(found)


def test_lint_finds_overlapping_tiles_once() -> None:
    tiles = [Component(f"Tile{n}", "tile", at=(n * 2.0, 0), part=TilePart(title="x", w=7, h=7)) for n in range(2)]
    found = lint_scenario(made(start("EventWon", add=("Tile0", "Tile1")), *tiles, ending()))
    assert [(one.code, one.severity) for one in found] == [("overlap", "note")]


def test_lint_names_needed_and_missing_boxes() -> None:
    scenario = made(start("EventWon"), ending(), packs=("BtT",))
    assert [one.severity for one in lint_scenario(scenario)] == ["note"]
    assert [one.code for one in lint_scenario(scenario, owned=())] == ["missing-box"]
    assert lint_scenario(scenario, owned=("BtT",)) == ()


def hall(*names: str, **more: Any) -> Scenario:
    """A scenario with rooms in a row."""
    beside = zip(names, ((*names[1:], ""))[: len(names)], strict=True)
    rooms = {name: Room(name, "TileHall", 0, 0, 3, 3, adjacent=(other,) if other else ()) for name, other in beside}
    tile = Component("TileHall", "tile", part=TilePart(w=9, h=3))
    token = Component(
        "TokenX", "token", "Words.", buttons=(Button(),), part=TokenPart("TokenSearch", space=more.pop("at", "A"))
    )
    own = start("EventWon", add=("TileHall", "TokenX"))
    return made(own, tile, token, ending(), rooms=MappingProxyType(rooms), **more)


def test_lint_finds_an_unreachable_room() -> None:
    island = Room("Island", "TileHall", 9, 9, 3, 3)
    good = hall("A", "B", start="A")
    rooms = MappingProxyType({**good.rooms, "Island": island})
    bad = made(*good.components.values(), rooms=rooms, start="A")
    assert lint_scenario(good) == ()
    assert [(one.code, one.place) for one in lint_scenario(bad)] == [("unreachable-room", "Island")]


def test_lint_finds_a_token_in_a_missing_room() -> None:
    assert ("missing-room", "TokenX") in told(lint_scenario(hall("A", "B", start="A", at="C")))


NAMES = st.sampled_from(
    ["EventStart", "EventA", "EventB", "SpawnX", "TokenX", "TileX", "QItemX", "Gone", "#tokens", ""]
)
WORDS = st.sampled_from(["", "Words.", "{c:SpawnX}", "{c:Gone} {qst:GONE}", "{", "{var:x}", "({lore}; 2)"])
COMPARES = st.builds(
    Compare,
    st.sampled_from(["a", "b", "$end", "#round", "1"]),
    st.sampled_from(list(COMPARED)),
    st.sampled_from(["0", "1", "b", "-"]),
)
CONDITIONS = st.lists(COMPARES | st.sampled_from(["AND", "OR", "(", ")"]), max_size=4).map(tuple)
BUTTONS = st.builds(Button, WORDS, st.lists(NAMES, max_size=3).map(tuple), CONDITIONS)
OPERATIONS = st.builds(
    Operation,
    st.sampled_from(["a", "b", "@a", "$end"]),
    st.sampled_from("=+-*/%?"),
    st.sampled_from(["0", "1", "b", "#rand6", ""]),
)
PARTS = st.one_of(
    st.none(),
    st.builds(SpawnPart, st.lists(NAMES | st.just("MonsterCultist"), max_size=2).map(tuple)),
    st.builds(ItemPart, st.lists(NAMES, max_size=2).map(tuple), inspect=NAMES),
    st.builds(
        PuzzlePart,
        st.sampled_from(["slide", "code", "image", "tower"]),
        st.sampled_from(["lore", ""]),
        st.integers(-1, 9),
        st.integers(-1, 9),
    ),
    st.builds(TilePart, NAMES, st.floats(0, 360)),
    st.builds(TokenPart, NAMES, NAMES),
)
COMPONENTS = st.builds(
    Component,
    NAMES,
    st.sampled_from(["event", "token", "tile", "ui", "spawn", "item", "puzzle"]),
    WORDS,
    buttons=st.lists(BUTTONS, max_size=3).map(tuple),
    display=st.booleans(),
    add=st.lists(NAMES, max_size=2).map(tuple),
    remove=st.lists(NAMES, max_size=2).map(tuple),
    trigger=st.sampled_from(["", "EventStart", "Mythos", "Vara", "DefeatedSpawnX", "Tea"]),
    operations=st.lists(OPERATIONS, max_size=2).map(tuple),
    condition=CONDITIONS,
    at_random=st.booleans(),
    quota=st.sampled_from(["", "0", "2", "a"]),
    part=PARTS,
)


@pytest.mark.slow
@given(st.lists(COMPONENTS, max_size=8))
def test_lint_accepts_any_scenario(components: list[Component]) -> None:
    for finding in lint_scenario(made(*components), owned=()):
        assert finding.sentence.endswith((".", "menu."))


@pytest.mark.parametrize("name", reader.names())
def test_lint_of_shipped_scenarios_has_notes_only(name: str) -> None:
    assert [one for one in lint_scenario(reader.shipped(name)) if one.severity != "note"] == []


@pytest.fixture(scope="module")
def real() -> dict[str, Scenario]:
    if not SHARED.is_dir():
        pytest.skip("the freely licensed scenarios do not lie beside this clone")
    return {path.name: scenario_of(record_of(from_folder(path))) for path in SHARED.iterdir() if path.is_dir()}


def test_lint_of_real_scenarios_has_few_findings(real: dict[str, Scenario]) -> None:
    for name, scenario in real.items():
        serious = [one for one in lint_scenario(scenario) if one.severity != "note"]
        assert len(serious) <= 5, name
        assert not [one for one in serious if one.severity == "error"], name
    (clean,) = (scenario for name, scenario in real.items() if name.endswith("ExoticMaterial"))
    assert lint_scenario(clean) == ()
    (large,) = (scenario for name, scenario in real.items() if "ConsumingShadow" in name)
    never = [one.place for one in lint_scenario(large) if one.code == "unreachable"]
    assert never
    assert all(name.startswith("EventTest_") for name in never)


def test_reach_gives_up_on_long_value_chains(monkeypatch: pytest.MonkeyPatch) -> None:
    followed: list[str] = []
    follow = Walk._follow
    monkeypatch.setattr(Walk, "_follow", lambda walk, one: (followed.append(one.name), follow(walk, one)))
    events = [
        event(f"EventE{n}", "On", trigger="EventStart", operations=(Operation(f"v{n}", "=", f"v{n + 1}"),))
        for n in range(200)
    ]
    found = reach(made(*events, event("EventLast", trigger="Mythos", operations=(Operation("v200", "=", "1"),))))
    assert len(followed) < 201 * 25, "else it grows with the square of the events"
    assert found.values.of("v0") is None, "what was not followed can be anything"


def test_reach_visits_trait_spawns_once_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    offered: list[str] = []
    offer = Walk._offer
    monkeypatch.setattr(Walk, "_offer", lambda walk, name: (offered.append(name), offer(walk, name))[1])
    spawns = [
        Component(f"Spawn{n}", "spawn", trigger="EventStart", part=SpawnPart((), ("beast",), ())) for n in range(60)
    ]
    waiting = [event(f"EventE{n}", trigger=f"DefeatedMonster{n}") for n in range(60)]
    found = reach(made(*spawns, *waiting))
    assert all(one.name in found for one in waiting)
    assert len(offered) < 60 * 10


def test_lint_bounds_the_overlaps_of_an_event() -> None:
    tiles_there = [Component(f"Tile{n}", "tile", part=TilePart(w=1, h=1), at=(0, 0)) for n in range(200)]
    found = lint_scenario(made(start("On", add=tuple(one.name for one in tiles_there)), *tiles_there))
    assert 0 < sum(finding.code == "overlap" for finding in found) < 1_000
