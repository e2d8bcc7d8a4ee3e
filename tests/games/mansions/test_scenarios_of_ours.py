"""Shipped scenarios: everything can be reached, and every ending can be played."""

import pytest

from companion.games.mansions.content import ItemPart, TilePart, toml_scenarios
from companion.games.mansions.content.lint import lint_scenario
from companion.games.mansions.content.lint.reach import reach
from companion.scenarios.playthrough import run_once
from tests.games.mansions.walker import Walker, quiet

pytestmark = pytest.mark.slow

NAMES = toml_scenarios.names()
BEES, SAND = "tell_the_bees", "six_hours_of_sand"


@pytest.fixture(params=NAMES)
def scenario(request):
    return toml_scenarios.shipped(request.param)


def test_shipped_scenario_has_no_findings(scenario):
    assert [finding.sentence for finding in lint_scenario(scenario)] == []


def test_shipped_scenario_reaches_every_component(scenario):
    reached = reach(scenario)
    assert [name for name in scenario.components if name not in reached] == []


def test_shipped_scenario_connects_every_space(scenario):
    found, edge = {scenario.start}, [scenario.start]
    while edge:
        here = edge.pop()
        for name, room in scenario.rooms.items():
            joined = name in (*scenario.rooms[here].adjacent, *scenario.rooms[here].doors)
            if name not in found and (joined or here in (*room.adjacent, *room.doors)):
                found.add(name)
                edge.append(name)
    assert found == set(scenario.rooms)


def test_shipped_scenario_places_every_tile(scenario):
    added = {name for one in scenario.components.values() for name in one.add}
    assert {one.name for one in scenario.components.values() if isinstance(one.part, TilePart)} <= added


def test_shipped_scenario_gives_every_item(scenario):
    given = {effect.what for one in scenario.components.values() for effect in one.effects if effect.kind == "item"}
    items = {one.name: one.part for one in scenario.components.values() if isinstance(one.part, ItemPart)}
    assert {name for name, part in items.items() if not part.starting} == given


def test_shipped_scenario_random_events_have_no_condition(scenario):
    for one in scenario.components.values():
        if one.at_random:
            for name in one.buttons[0].next:
                assert scenario.components[name].condition == (), name


# --- played -----------------------------------------------------------------------------------------------------------


def ending(walker):
    return walker.ran[-1]


def test_bees_end_told_at_the_hive():
    walker = Walker(BEES)
    for token, button in (
        ("kitchen_door", 0), ("dresser", 0), ("hatch", 0), ("shelves", 0), ("writing_door", 0), ("box", 0),
        ("back_door", 1),
    ):  # fmt: skip
        walker.deed(token, button)
    walker.work("hive", 1)
    assert ending(walker) == "ending_told"


@pytest.mark.parametrize(("name", "end"), [(BEES, "ending_late"), (SAND, "ending_drowned")])
def test_shipped_scenario_ends_when_players_wait(name, end):
    walker = Walker(name)
    walker.wait(lambda state: False)
    assert ending(walker) == end


def to_the_rope(walker):
    walker.deed("chapel_door", 0)
    walker.deed("tower_door", 0)


def home(walker):
    walker.wait(quiet)
    walker.gather("Causeway")
    walker.deed("peg", 1)
    walker.wait(lambda state: False)


def test_sand_ends_sea_with_the_bell():
    walker = Walker(SAND, 3)
    to_the_rope(walker)
    for token in ("lisle", "vestry_door", "press", "grate"):
        walker.deed(token, 0)
    for token in ("wheel", "weights_frame"):  # in one visit or several
        walker.work(token, 0)
    walker.deed("lever", 1)
    home(walker)
    assert ending(walker) == "ending_sea"


def test_sand_has_a_second_way_down():
    walker = Walker(SAND, 3)
    walker.deed("chapel_door", 0)
    walker.deed("vestry_door", 0)
    walker.deed("flagstone", 0)
    walker.wait(lambda state: "Drowned stair" in state.tokens.darkness)
    assert set(walker.run.state.tokens.passages) == {"Vestry", "Drowned stair"}
    walker.deed("wheel", 0)


@pytest.mark.parametrize(("deeds", "end"), [([("lisle", 1)], "ending_quiet"), ([], "ending_left")])
def test_sand_ends_quiet_or_left_after_driving_home(deeds, end):
    walker = Walker(SAND)
    to_the_rope(walker)
    for token, button in deeds:
        walker.deed(token, button)
    home(walker)
    assert ending(walker) == end


def test_sand_ends_away_when_players_wait_for_the_cart():
    walker = Walker(SAND)
    walker.wait(lambda state: quiet(state) and state.story.variables.get("whistled"))
    home(walker)
    assert ending(walker) == "ending_away"


def test_sand_ends_stay_when_a_seat_stays():
    walker = Walker(SAND)
    to_the_rope(walker)
    walker.deed("lisle", 0)
    walker.wait(lambda state: state.story.variables.get("whistled") and state.story.shown is None)
    walker.deed("lisle", 2)
    walker.wait(lambda state: False)
    assert ending(walker) == "ending_stay"


@pytest.mark.parametrize("seats", [1, 3, 5])
def test_shipped_scenario_is_played_to_its_end_by_chance(scenario, seats):
    played = run_once(scenario, seed=seats, seats=seats)
    assert (played.error, played.stopped) == ("", "")
