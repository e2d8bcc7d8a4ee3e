"""Scenarios played: every ending of the shipped ones, random games of shipped and real ones, and a stored chain of events."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, reduce
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.archive.replay import compare
from companion.engine import GameSetup, Run
from companion.games.mansions import GAME
from companion.games.mansions import content as c
from companion.games.mansions.content.lint import lint_scenario
from companion.games.mansions.content.printed import condition_meanings, tiles
from companion.games.mansions.content.toml_scenarios.components import ACTION
from companion.games.mansions.facts import EventLeft, EventQueued, EventRun, ItemsChosen, VariablesSet
from companion.games.mansions.rules.story import resolve_text
from companion.games.mansions.rules.story.silent_chain import MOST_UNSEEN
from companion.games.mansions.setup import build_state
from companion.games.mansions.state import Shown, State, story_of
from companion.i18n import Text, from_data
from companion.scenarios.locate import scenario_at
from companion.scenarios.playthrough import run_once
from companion.scenarios.random_player import RandomPlayer
from companion.schema import HOUSE, Answer, from_json, to_json
from companion.sessions import Fact, GameTable, LogEntry, TableBegan, addressee
from tests.games.mansions.valkyrie.pack import HEAD
from tests.games.mansions.walker import Walker, quiet
from tests.tools.words.content_messages import LETTERS
from tests.tools.words.template import template

SHARED = Path(__file__).resolve().parents[4] / "shared" / "formats" / "scenarios"
REAL = sorted(f"{path}" for path in SHARED.iterdir() if path.is_dir()) if SHARED.is_dir() else []
BEES, SAND = "tell_the_bees", "six_hours_of_sand"

slow = pytest.mark.slow


@pytest.fixture(params=c.names())
def scenario(request):
    return c.shipped(request.param)


@slow
def test_shipped_scenario_has_no_findings(scenario):
    assert [finding.sentence for finding in lint_scenario(scenario)] == []


def test_shipped_scenario_gives_every_piece(scenario):
    components = scenario.components.values()
    added = {name for one in components for name in one.add}
    assert {one.name for one in components if isinstance(one.part, c.TilePart)} <= added
    items = {one.name for one in components if isinstance(one.part, c.ItemPart) and not one.part.starting}
    assert {effect.what for one in components for effect in one.effects if effect.kind == "item"} == items
    drawn = [scenario.components[name] for one in components if one.at_random for name in one.buttons[0].next]
    assert not [one.name for one in drawn if one.condition]


# --- every ending -----------------------------------------------------------------------------------------------------


def wait_for_the_end(walker):
    walker.wait(lambda state: False)
    return walker.ran[-1]


def drive_home(walker):
    walker.wait(quiet)
    walker.gather("Causeway")
    walker.deed("peg", 1)
    return wait_for_the_end(walker)


@slow
def test_bees_end_told_at_the_hive():
    walker = Walker(BEES)
    for token in ("kitchen_door", "dresser", "hatch", "shelves", "writing_door", "box"):
        walker.deed(token, 0)
    walker.deed("back_door", 1)
    walker.work("hive", 1)
    assert walker.ran[-1] == "ending_told"


@slow
@pytest.mark.parametrize(("name", "end"), [(BEES, "ending_late"), (SAND, "ending_drowned")])
def test_shipped_scenario_ends_when_players_wait(name, end):
    assert wait_for_the_end(Walker(name)) == end


def reach_the_rope(seats: int = 2):
    walker = Walker(SAND, seats)
    walker.deed("chapel_door", 0)
    walker.deed("tower_door", 0)
    return walker


@slow
def test_sand_ends_sea_with_the_bell():
    walker = reach_the_rope(3)
    for token in ("lisle", "vestry_door", "press", "grate"):
        walker.deed(token, 0)
    for token in ("wheel", "weights_frame"):  # in one visit or several
        walker.work(token, 0)
    walker.deed("lever", 1)
    assert drive_home(walker) == "ending_sea"


@slow
def test_sand_has_a_second_way_down():
    walker = Walker(SAND, 3)
    for token in ("chapel_door", "vestry_door", "flagstone"):
        walker.deed(token, 0)
    walker.wait(lambda state: "Drowned stair" in state.tokens.darkness)
    assert set(walker.run.state.tokens.passages) == {"Vestry", "Drowned stair"}
    walker.deed("wheel", 0)


@slow
@pytest.mark.parametrize(("deeds", "end"), [([("lisle", 1)], "ending_quiet"), ([], "ending_left")])
def test_sand_ends_quiet_or_left_after_driving_home(deeds, end):
    walker = reach_the_rope()
    for token, button in deeds:
        walker.deed(token, button)
    assert drive_home(walker) == end


@slow
def test_sand_ends_away_when_players_wait_for_the_cart():
    walker = Walker(SAND)
    walker.wait(lambda state: quiet(state) and state.story.variables.get("whistled"))
    assert drive_home(walker) == "ending_away"


@slow
def test_sand_ends_stay_when_a_seat_stays():
    walker = reach_the_rope()
    walker.deed("lisle", 0)
    walker.wait(lambda state: state.story.variables.get("whistled") and state.story.shown is None)
    walker.deed("lisle", 2)
    assert wait_for_the_end(walker) == "ending_stay"


@slow
@pytest.mark.parametrize("seats", [1, 3, 5])
def test_shipped_scenario_is_played_to_its_end_by_chance(scenario, seats):
    played = run_once(scenario, seed=seats, seats=seats)
    assert (played.error, played.stopped) == ("", "")


# --- random games of shipped and real scenarios -----------------------------------------------------------------------

RAW = re.compile(r"\{(?:c|qst|ffg|val|var|rnd)[:_][^{}]*\}")
"""Marks that the page should never show."""


@slow
@pytest.mark.parametrize("counted", [True, False])
@pytest.mark.parametrize("place", [*c.names(), *REAL], ids=lambda what: Path(what).name[-24:])
def test_random_scenario_keeps_its_properties(place: str, counted: bool) -> None:
    setup = GameSetup(("1", "2"), {"1": "Ann", "2": "Ben"}, {"counted_actions": counted})
    first = build_state(setup, scenario_at(place))
    run, player = Run(GAME, first), RandomPlayer(Random(counted))
    for _answer in range(300):
        if not run.open:
            break
        if run.at_rest:
            fresh = Run(GAME, run.state)
            assert [(p.asks, p.options) for p in fresh.open] == [(p.asks, p.options) for p in run.open]
            assert fresh.facts == ()
        assert not [p for p in run.open if p.seat != HOUSE and not addressee(GAME, GAME.sample, run.state, p)]
        facts = run.answer(player.answer(run))
        assert [from_json(type(fact), json.loads(json.dumps(to_json(fact)))) for fact in facts] == list(facts)
        records = [*run.open, *(block for seat in ("1", "table") for block in GAME.view(run.state, seat))]
        seen = [json.dumps(to_json(record, str)) for record in records]
        seen += [str(GAME.tell(run.state, fact, "table")) for fact in facts]
        assert RAW.findall(" ".join(seen)) == []
    assert reduce(GAME.apply, run.facts, first) == run.state


# --- a stored chain of silent events, close to the limit for circles --------------------------------------------------

LONG, NAMES = MOST_UNSEEN - 20, 20  # events, and operations of each


def store_chain() -> list[LogEntry[Any]]:
    """Return the log of a chain, as stored before events were counted."""
    sections = {"Quest": dict(HEAD)}
    facts: list[Any] = [ItemsChosen(())]
    for n in range(LONG):
        changes = " ".join(f"v{place},=,{n}" for place in range(NAMES))
        sections[f"EventA{n}"] = {
            "display": "false", "buttons": "1", "event1": f"EventA{n + 1}", "operations": changes,
            "trigger": "EventStart" if n == 0 else "",
        }  # fmt: skip
        values = tuple((f"v{place}", float(n)) for place in range(NAMES))
        facts += [EventRun(f"EventA{n}"), VariablesSet(values), EventLeft(f"EventA{n}"), EventQueued(f"EventA{n + 1}")]
    sections[f"EventA{LONG}"] = {"buttons": "1", "operations": "one,=,#rand6 two,=,#rand6"}
    record = {"kind": "valkyrie", "file": "a.valkyrie", "sections": sections, "texts": {}, "pictures": {}}
    began = TableBegan("mansions", GameSetup(("1",), choices={"scenario": record}))
    entries = [LogEntry(seq, Fact(fact)) for seq, fact in enumerate(facts, 2)]
    return [LogEntry(1, began, rest=True), *entries[:-1], replace(entries[-1], rest=True)]


@slow
def test_stored_chain_replays_and_continues_its_event() -> None:
    assert compare(GAME, store_chain()) == ""
    table = GameTable(GAME, store_chain())
    assert [str(prompt.title) for prompt in table.open] == ["the story draws a number, 1"]
    table.answer(Answer("a", table.open[0].id, ("3",), HOUSE))
    again = GameTable(GAME, list(table.log))
    assert again.log == table.log, "nothing of it was taken back"
    assert [str(prompt.title) for prompt in again.open] == ["the story draws a number, 2"]


@pytest.mark.slow
def test_stored_chain_counts_each_event_once() -> None:
    assert GameTable(GAME, store_chain()).run.state.story.unseen == LONG


# --- shipped texts have their messages in the catalogues --------------------------------------------------------------


@cache
def extracted(*domains: str) -> frozenset[object]:
    return frozenset(message.id for domain in domains for message in template(domain))


def missing(texts: Iterator[Text], *domains: str) -> list[str]:
    """Return the messages missing in these catalogues."""
    there = {text.msgid for text in texts if LETTERS.search(text.msgid)}
    assert there
    return sorted(there - extracted(*domains))


def begin(name: str) -> State:
    return GAME.setup(replace(GAME.sample, choices={"scenario": name}))


def texts_of_component(state: State, one: c.Component) -> Iterator[Text]:
    shown = Shown(one.name, "1", "Ann")
    labels = (button.label.removeprefix(ACTION) for button in one.buttons)
    yield from (resolve_text(state, raw, shown) for raw in (one.title, one.text, *labels))


def texts_of_scenario(state: State, scenario: c.Scenario) -> Iterator[Text]:
    for one in scenario.components.values():
        yield from texts_of_component(state, one)
    for line in scenario.activations.values():
        yield from (
            resolve_text(state, raw) for raw in (line.ability, line.master, line.move, line.passed, line.failed)
        )
    for title in (scenario.title, scenario.description, scenario.language, *scenario.rooms):
        yield resolve_text(state, title)
    yield from (resolve_text(state, raw) for kind in scenario.monsters.values() for raw in (kind.title, kind.text))


@slow
@pytest.mark.parametrize("name", c.names())
def test_shipped_scenario_texts_are_in_the_catalogue(name: str) -> None:
    state = begin(name)
    assert not missing(texts_of_scenario(state, story_of(state).scenario), "mansions", "mansions_scenarios")


@slow
def test_line_texts_are_in_the_catalogue() -> None:
    state = begin(BEES)
    foes = ("humanoid", "beast", "spirit", "other")
    pools = (*map(c.attacks, c.WEAPONS), *(pool(foe) for pool in (c.evades, c.horrors, c.activations) for foe in foes))
    fields = ("text", "attack", "passed", "failed", "not_in_range")
    texts = (getattr(line, field, "") for pool in pools for line in pool.values() for field in fields)
    assert not missing((resolve_text(state, text) for text in texts), "mansions_lines")
    perils = (text for one in c.PERILS.values() for text in texts_of_component(state, one))
    assert not missing(perils, "mansions", "mansions_lines")


def test_printed_things_are_in_the_catalogue() -> None:
    things = (*tiles().values(), *c.beasts().values(), *c.printed_cards().values(), *c.all_boxes().values())
    texts = [one.title for one in things]
    texts += [text for card in c.possessions().values() for text in (card.name, card.text, c.spoken(card.name).msgid)]
    texts += [text for condition in condition_meanings().items() for text in condition]
    figures = map(c.investigators.figure, c.investigators.shipped())
    texts += [text for figure in figures for text in (figure.calling, figure.text)]
    assert not missing(map(from_data, texts), "mansions_content")
