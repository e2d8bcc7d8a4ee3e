"""`./table scenario play`: chance plays through the same rules, the same way for the same seed, and tells what broke."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from companion.engine import choose, count, roll, write
from companion.games.mansions.content import Button, Component, Operation, Scenario, TokenPart
from companion.games.mansions.state import State
from companion.scenarios.locate import scenario_at
from companion.scenarios.playthrough import ROUNDS, PlaythroughResult, run_once
from companion.scenarios.random_player import RandomPlayer, ends_by_hand
from companion.scenarios.simulate import GOOD, RAISED, UNREADABLE, CrashedRun, lines, play, report
from companion.schema import TABLE, Option, Refusal

pytestmark = pytest.mark.slow

SHARED = Path(__file__).resolve().parents[3] / "shared" / "formats" / "scenarios"


def made(*components: Component) -> Scenario:
    return Scenario("Sample", components=MappingProxyType({one.name: one for one in components}))


def start(*names: str, **more: Any) -> Component:
    buttons = (Button(next=names),)
    return Component(
        "EventStart", "event", more.pop("text", "It begins."), buttons=buttons, trigger="EventStart", **more
    )


def ending(name: str) -> Component:
    return Component(name, "event", "It ends.", buttons=(Button(),), operations=(Operation("$end", "=", "1"),))


TABLE_OF_ONE = State(seats=MappingProxyType({}))
SHORT = made(start("EventWon"), ending("EventWon"))
EITHER = made(start("EventWon", "EventLost", at_random=True), ending("EventWon"), ending("EventLost"))
SEARCH = made(
    start(add=("TokenChest",)),
    Component(
        "TokenChest",
        "token",
        "A chest.",
        buttons=(Button("Open", ("EventWon",)),),
        at=(0, 0),
        part=TokenPart("TokenSearch"),
    ),
    ending("EventWon"),
)
BROKEN = made(start("EventBad"), Component("EventBad", "event", "Bad.", operations=(Operation("a", "?", "1"),)))
ENDLESS = made(start())


def test_scenarios_are_played_to_their_endings() -> None:
    played = run_once(SHORT, seed=1)
    assert (played.ending, played.error, played.stopped) == ("EventWon", "", "")
    assert played.seen == {"EventStart", "EventWon"}
    assert run_once(SEARCH, seed=1).ending == "EventWon", "a token is tapped"
    assert {run_once(EITHER, seed).ending for seed in range(20)} == {"EventWon", "EventLost"}
    endless = run_once(ENDLESS, seed=1)
    assert (endless.stopped, endless.sentence) == (ROUNDS, "")


def test_same_seed_plays_the_same_game() -> None:
    first, second = (run_once(scenario_at("tell_the_bees"), seed=3) for _ in range(2))
    assert replace(first, seconds=0, slowest=0) == replace(second, seconds=0, slowest=0)


def test_play_reports_an_exception_with_its_seed() -> None:
    played = run_once(BROKEN, seed=7)
    assert played.seed == 7
    assert played.error.startswith("ValueError: ?")
    told = report(BROKEN, [played])
    assert told.exceptions == (CrashedRun(7, played.taps, played.error, played.trace),)
    assert any("EXCEPTION with seed 7" in line for line in lines(told))


def test_report_sums_up_the_runs() -> None:
    summary = report(EITHER, [run_once(EITHER, seed=1)])
    assert summary.endings in ({"EventWon": 1}, {"EventLost": 1})
    assert (summary.runs, summary.ended, summary.events, summary.seen) == (1, 1, 3, 2)
    assert summary.never_seen in (("EventWon",), ("EventLost",))
    marks = frozenset({"{c:X}"})
    runs = [
        PlaythroughResult(seed=n, taps=1, rounds=n, seconds=1.0, slowest=0.002, seen=frozenset(), raw=marks)
        for n in (2, 5)
    ]
    summary = report(SHORT, runs)
    assert (summary.rounds_mean, summary.rounds_most) == (3.5, 5)
    assert (summary.taps_per_s, summary.slowest_tap_ms) == (1, 2.0)
    assert "  people would read: {c:X}" in list(lines(summary))


def test_run_collects_marks_left_in_texts() -> None:
    raw = made(start(text="You meet {c:SpawnX} and {foo:bar}."), ending("EventWon"))
    assert report(raw, [run_once(raw, seed=1)]).unresolved == ()


def test_play_reports_marks_left_in_texts() -> None:
    raw = made(start(text="You meet {c:SpawnX} and {foo:bar}."), ending("EventWon"))
    assert report(raw, [run_once(raw, seed=1)]).unresolved == ()
    said = PlaythroughResult(
        seed=1, taps=1, rounds=1, seconds=1.0, slowest=0.0, seen=frozenset(), raw=frozenset({"{c:X}"})
    )
    assert "  people would read: {c:X}" in list(lines(report(raw, [said])))


def test_play_reports_mean_and_most_rounds() -> None:
    two = [PlaythroughResult(seed=n, taps=1, rounds=n, seconds=1.0, slowest=0.002, seen=frozenset()) for n in (2, 5)]
    told = report(SHORT, two)
    assert (told.rounds_mean, told.rounds_most) == (3.5, 5)
    assert (told.taps_per_s, told.slowest_tap_ms) == (1, 2.0)


def test_play_exits_with_the_code(tmp_path: Path) -> None:
    said: list[str] = []
    assert play("tell_the_bees", 1, 1, 2, as_json=True, tell=said.append) in {GOOD, RAISED}
    assert json.loads(said[0])["runs"] == 1
    assert play(f"{tmp_path / 'nowhere'}", 1, 1, 2, as_json=True, tell=said.append) == UNREADABLE


def test_random_player_chooses_no_refused_option() -> None:
    grey = choose(TABLE, "Which?", [Option("a", refused=Refusal("NO", "No.")), "b", "c"], 1, 2)
    for seed in range(30):
        values = RandomPlayer(Random(seed))._choose(grey, TABLE_OF_ONE)
        assert set(values) <= {"b", "c"}
        assert 1 <= len(values) == len(set(values)) <= 2
    assert ends_by_hand(choose(TABLE, "End?", ["won", "lost"]))  # not an ending
    assert not ends_by_hand(choose(TABLE, "What?", ["won", "tied"]))


@pytest.mark.parametrize(
    ("prompt", "least"),
    [
        (count(TABLE, "How many?", 2, 2), 1),
        (roll("1", "Roll", ("x", "y"), 3), 3),
        (write("1", "A name?", ("Ann",)), 1),
        (write("1", "A name?"), 1),
        (choose("1", "Any?", ["a"], 0, 1), 0),
    ],
    ids=lambda value: value.kind if hasattr(value, "kind") else "",
)
def test_random_player_answers_every_kind_of_prompt(prompt: object, least: int) -> None:
    values = RandomPlayer(Random(1))._values(prompt, TABLE_OF_ONE)  # type: ignore[arg-type]
    assert len(values) >= least


def test_closing_a_scenario_by_hand_is_not_for_the_bot() -> None:
    assert ends_by_hand(choose(TABLE, "End?", ["won", "lost"]))
    assert not ends_by_hand(choose(TABLE, "What?", ["won", "tied"]))


@pytest.mark.parametrize("name", ["ExoticMaterial", "TheFallofHouseLynch"])
def test_community_scenario_is_played_without_an_exception(name: str) -> None:
    found = list(SHARED.glob(f"*_{name}")) if SHARED.is_dir() else []
    if not found:
        pytest.skip("the freely licensed scenarios do not lie beside this clone")
    scenario = scenario_at(f"{found[0]}")
    played = [run_once(scenario, seed) for seed in range(3)]
    assert [one.error for one in played] == [""] * 3
    assert all(one.sentence for one in played)
