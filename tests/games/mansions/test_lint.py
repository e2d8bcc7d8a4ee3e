"""Findings of the linter, and sound scenarios without any."""

from collections.abc import Iterable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from companion.games.mansions import content as c
from companion.games.mansions.content.lint import lint_scenario
from companion.games.mansions.content.lint.reach import find_reachable
from companion.games.mansions.content.scenario import Activation
from companion.games.mansions.content.valkyrie.container import from_folder
from companion.games.mansions.content.valkyrie.record import record_of, scenario_of

END = c.Operation("$end", "=", "1")


def event(name: str, *ways: str | c.Button, **more: Any) -> c.Component:
    """An event with buttons to these successors."""
    buttons = tuple(way if isinstance(way, c.Button) else c.Button(next=(way,) if way else ()) for way in ways)
    return c.Component(
        name, more.pop("kind", "event"), more.pop("text", "Words."), buttons=buttons or (c.Button(),), **more
    )


def start(*ways: str | c.Button, **more: Any) -> c.Component:
    return event("EventStart", *ways, trigger="EventStart", **more)


def ending(name: str = "EventWon") -> c.Component:
    return event(name, operations=(END,))


def made(*components: c.Component, **more: Any) -> c.Scenario:
    return c.Scenario("Sample", components=MappingProxyType({one.name: one for one in components}), **more)


def told(found: Iterable[c.Finding]) -> set[tuple[str, str]]:
    return {(one.code, one.place) for one in found}


KEY = c.Operation("key", "+", "1")
SHUT = c.Button(condition=(c.Compare("key", "==", "1"),))
OPEN = c.Button(next=("EventWon",), condition=(c.Compare("key", "==", "1"),))
SET = c.Operation("key", "=", "1")
SPAWN = event("SpawnX", kind="spawn", part=c.SpawnPart(("MonsterCultist",)))
DEAD = event("EventDead", "EventWon", trigger="DefeatedMonsterCultist")
TOKEN = event("TokenDoor", SHUT, kind="token", part=c.TokenPart("TokenExplore"))


def locked(*buttons: c.Button, change: c.Operation = KEY) -> c.Scenario:
    """An event with these buttons, after one change of `key`."""
    return made(start("EventLocked", operations=(change,)), event("EventLocked", *buttons), ending())


@pytest.mark.parametrize(
    "scenario",
    [
        made(start("EventWon"), ending()),
        locked(c.Button(next=("EventWon",), condition=(c.Compare("key", ">=", "3"),)), c.Button(condition=(c.Compare("key", "<", "3"),))),
        locked(OPEN, c.Button(condition=(c.Compare("key", "==", "0"),)), change=SET),
        made(start("EventWon", add=("TokenDoor",), operations=(SET,)), TOKEN, ending()),
        made(start(c.Button(next=("EventWon", "EventLost")), at_random=True), ending(), event("EventLost")),
        made(
            start(),
            event("EventLate", "EventWon", trigger="Mythos", condition=(c.Compare("night", "==", "1"),)),
            event("EventNight", trigger="EndRound3", operations=(c.Operation("night", "=", "1"),)),
            ending(),
        ),
        made(start(operations=(c.Operation("@alarm", "=", "1"),)), event("EventAlarm", "EventWon", trigger="Varalarm"), ending()),
        made(start("SpawnX"), SPAWN, DEAD, ending()),
        made(start("SpawnX"), event("SpawnX", kind="spawn", part=c.SpawnPart((), ("humanoid",))), DEAD, ending()),
    ],
    ids=["plain", "covered", "never set", "token", "chance", "late value", "flag", "defeat", "defeat by traits"],
)  # fmt: skip
def test_lint_accepts_a_sound_scenario(scenario: c.Scenario) -> None:
    assert lint_scenario(scenario) == ()


@pytest.mark.parametrize(
    ("scenario", "findings"),
    [
        (made(start()), [("no-ending", "", "warning")]),
        (made(start("EventWon"), ending(), ending("EventLost")), [("unreachable-ending", "EventLost", "warning")]),
        (
            made(start(c.Button(next=("EventGone", "EventWon")), "EventLost"), ending()),
            [("missing-component", "EventStart", "error"), ("missing-component", "EventStart", "warning")],
        ),
        (made(start("EventWon", "next/quest.ini"), ending()), [("another-scenario", "EventStart", "note")]),
        (made(start("EventWon"), ending(), event("EventOld", text="{c:SpawnGone}")), [("unreachable", "EventOld", "note")]),
        (made(start(c.Button(next=("EventWon", "EventLost"))), ending(), event("EventLost")), [("unreachable", "EventLost", "note")]),
        (made(start("EventWon", "", quota="0"), ending()), [("quota", "EventStart", "warning")]),
        (made(start("EventWon", quota="2"), ending()), [("quota", "EventStart", "note")]),
        (made(start("EventWon", trial=c.Trial("lore", 2)), ending()), [("test", "EventStart", "error")]),
        (made(start("EventWon", effects=(c.Effect("item", what="QItemGone"),)), ending()), [("missing-component", "EventStart", "error")]),
        (made(start(c.Button(next=("EventWon",)), c.Button(condition=(c.Compare("kye", "==", "1"),))), ending()), [("never-set", "EventStart", "note")]),
    ],
    ids=["no end", "end", "lost", "another", "unread", "hidden", "quota", "quota of one", "test", "effect", "unset"],
)  # fmt: skip
def test_lint_names_code_place_and_severity(scenario: c.Scenario, findings: list[tuple[str, str, str]]) -> None:
    assert [(one.code, one.place, one.severity) for one in lint_scenario(scenario)] == findings


def test_lint_needs_a_beginning_and_a_reachable_ending() -> None:
    assert [one.severity for one in lint_scenario(made(ending())) if one.code == "no-start"] == ["error"]
    assert ("no-ending", "") in told(lint_scenario(made(start(), ending())))
    assert "EventDead" not in find_reachable(made(start(), SPAWN, DEAD, ending()))


@pytest.mark.parametrize(
    ("component", "place"),
    [
        (event("EventMap", add=("TileGone",)), "EventMap"),
        (c.Component("QItemGone", "item", part=c.ItemPart(("ItemCommonKnife",), inspect="EventGone")), "QItemGone"),
        (event("SpawnGone", kind="spawn", part=c.SpawnPart(("CustomMonsterGone",))), "SpawnGone"),
        (event("EventMap", "EventWon", text="You meet {c:SpawnGone}."), "EventMap"),
        (event("EventMap", "EventWon", text="You meet {qst:GONE}."), "EventMap"),
        (event("EventMap", trigger="DefeatedSpawnGone"), "EventMap"),
        (event("EventMap", trigger="Teatime"), "EventMap"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_lint_finds_unknown_names(component: c.Component, place: str) -> None:
    found = lint_scenario(made(start(component.name, "EventWon"), component, ending()))
    assert place in {
        one.place for one in found if one.severity == "warning" and one.code.startswith(("missing", "unknown"))
    }


def test_lint_finds_the_missing_events_of_a_monster() -> None:
    kind = c.MonsterKind(
        "CustomMonsterX", activations=("EventGone", "ActivationGone", "ActivationX"), evade="EventGone"
    )
    monsters = MappingProxyType({kind.name: kind})
    activations = MappingProxyType({"ActivationX": Activation("ActivationX")})
    found = lint_scenario(made(start("EventWon"), ending(), monsters=monsters, activations=activations))
    assert [one.sentence for one in found] == [
        "CustomMonsterX runs EventGone, which does not exist.",
        "CustomMonsterX does ActivationGone, which does not exist.",
    ]


def test_lint_finds_a_dead_end_with_its_values() -> None:
    scenario = locked(OPEN, c.Button(condition=(c.Compare("key", "==", "2"),)))
    (found,) = (one for one in lint_scenario(scenario) if one.code == "dead-end")
    assert found.sentence == "EventLocked cannot be left where key is 0: no button is possible then."


def test_lint_finds_a_button_whose_event_never_runs() -> None:
    shut = event("EventShut", condition=(c.Compare("key", "==", "1"),))
    late = event("EventLate", "EventWon", trigger="Mythos")
    found = lint_scenario(made(start("EventOn"), event("EventOn", "EventShut"), shut, late, ending()))
    assert ("leads-nowhere", "EventOn") in told(found)


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        (c.PuzzlePart(skill="luck"), "is no skill"),
        (c.PuzzlePart("code", level=0), "has no size"),
        (c.PuzzlePart("image", level=1, other_level=1), "one piece only"),
        (c.PuzzlePart("code", level=3, solution=("1", "2")), "has 3 places, and its solution 2"),
        (c.PuzzlePart("code", level=2, solution=("1", "x")), "counted from 1"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_lint_finds_impossible_puzzles(part: c.PuzzlePart, sentence: str) -> None:
    puzzle = event("PuzzleX", "EventWon", kind="puzzle", part=part)
    found = lint_scenario(made(start("PuzzleX"), puzzle, ending()))
    assert [one.code for one in found] == ["puzzle"]
    assert sentence in found[0].sentence


@pytest.mark.parametrize(
    ("component", "code"),
    [
        (c.Component("TileX", "tile", part=c.TilePart("TileSideNowhere")), "unknown-tile"),
        (event("SpawnX", kind="spawn", part=c.SpawnPart(("MonsterNobody",))), "unknown-monster"),
        (c.Component("QItemX", "item", part=c.ItemPart(("ItemCommonNothing",))), "unknown-item"),
        (c.Component("QItemX", "item", part=c.ItemPart(traits=("sharp", "blunt"))), "unknown-item"),
        (c.Component("QItemX", "item", part=c.ItemPart()), "unknown-item"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_lint_finds_unknown_printed_things(component: c.Component, code: str) -> None:
    found = lint_scenario(made(start("EventWon", add=(component.name,)), component, ending()))
    assert (code, component.name) in told(found)


def test_lint_finds_overlapping_tiles_once() -> None:
    tiles = [c.Component(f"Tile{n}", "tile", at=(n * 2.0, 0), part=c.TilePart(title="x", w=7, h=7)) for n in range(2)]
    found = lint_scenario(made(start("EventWon", add=("Tile0", "Tile1")), *tiles, ending()))
    assert [(one.code, one.severity) for one in found] == [("overlap", "note")]


def test_lint_names_needed_and_missing_boxes() -> None:
    scenario = made(start("EventWon"), ending(), packs=("BtT",))
    assert [one.severity for one in lint_scenario(scenario)] == ["note"]
    assert [one.code for one in lint_scenario(scenario, owned=())] == ["missing-box"]
    assert lint_scenario(scenario, owned=("BtT",)) == ()


def hall(*names: str, **more: Any) -> c.Scenario:
    """A scenario with rooms in a row."""
    beside = zip(names, ((*names[1:], ""))[: len(names)], strict=True)
    rooms = {name: c.Room(name, "TileHall", 0, 0, 3, 3, adjacent=(other,) if other else ()) for name, other in beside}
    tile = c.Component("TileHall", "tile", part=c.TilePart(w=9, h=3))
    token = c.Component(
        "TokenX", "token", "Words.", buttons=(c.Button(),), part=c.TokenPart("TokenSearch", space=more.pop("at", "A"))
    )
    own = start("EventWon", add=("TileHall", "TokenX"))
    return made(own, tile, token, ending(), rooms=MappingProxyType(rooms), **more)


def test_lint_finds_an_unreachable_room() -> None:
    island = c.Room("Island", "TileHall", 9, 9, 3, 3)
    good = hall("A", "B", start="A")
    rooms = MappingProxyType({**good.rooms, "Island": island})
    bad = made(*good.components.values(), rooms=rooms, start="A")
    assert lint_scenario(good) == ()
    assert [(one.code, one.place) for one in lint_scenario(bad)] == [("unreachable-room", "Island")]


def test_lint_finds_a_token_in_a_missing_room() -> None:
    assert ("missing-room", "TokenX") in told(lint_scenario(hall("A", "B", start="A", at="C")))


def test_lint_visits_circular_spawns_once() -> None:
    spawns = [event(f"Spawn{n}", kind="spawn", part=c.SpawnPart((f"Spawn{1 - n}",) * 400)) for n in range(2)]
    found = lint_scenario(made(start("EventWon", add=("Spawn0",)), *spawns, ending()))
    assert [(one.code, one.place) for one in found] == [("unreachable", "Spawn1")]


def test_reach_gives_up_on_long_value_chains() -> None:
    events = [
        event(f"E{n}", "On", trigger="EventStart", operations=(c.Operation(f"v{n}", "=", f"v{n + 1}"),))
        for n in range(200)
    ]
    found = find_reachable(
        made(*events, event("EventLast", trigger="Mythos", operations=(c.Operation("v200", "=", "1"),)))
    )
    assert found.values.of("v0") is None, "what was not followed can be anything"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "most"), [("ExoticMaterial", 0), ("ConsumingShadow", 5), ("TheTruth", 5), ("wiltshire", 5)]
)
def test_lint_of_real_scenarios_has_few_findings(name: str, most: int, shared: Path) -> None:
    (folder,) = (shared / "formats" / "scenarios").glob(f"*{name}*")
    found = lint_scenario(scenario_of(record_of(from_folder(folder))))
    assert len([one for one in found if one.severity != "note"]) <= most
    assert not [one for one in found if one.severity == "error"]
