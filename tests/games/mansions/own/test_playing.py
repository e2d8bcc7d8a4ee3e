"""The documented example scenario, played."""

from companion.games.mansions.content import BLANK, toml_scenarios
from companion.games.mansions.state import Harm
from tests.games.mansions.own.small import example
from tests.games.mansions.walker import Walker, quiet


def table(face="success", **changes):
    told = example()
    for name, table in changes.items():
        told["event"][name].update(table)
    return Walker(toml_scenarios.scenario_of(told, "the page"), seats=1, face=face)


def opened():
    walker = table()
    walker.deed("door", 0)
    walker.wait(lambda state: state.monsters and quiet(state))
    return walker


def test_example_door_reveals_darkness_and_a_monster():
    state = opened().run.state
    assert state.tokens.darkness == ("Pantry",)
    assert state.monsters["Frost Rat"].space == "Pantry"
    assert state.story.board == ("kitchen", "pantry", "shelf")


def test_example_monster_moves_by_itself():
    walker = opened()
    walker.wait(lambda state: state.story.round == 2 and quiet(state))
    assert walker.run.state.monsters["Frost Rat"].space == "Kitchen"


def test_example_activation_deals_its_damage():
    told = example()
    told["event"]["begin"]["next"] = "rat"
    told["event"]["cold"]["next"] = "quiet"
    told["spawn"]["rat"]["space"] = "Kitchen"
    walker = Walker(toml_scenarios.scenario_of(told, "the page"), seats=1, face=BLANK)
    walker.wait(lambda state: state.story.phase == "horror")
    assert walker.run.state.seats["1"].damage == Harm(down=2)


def test_example_test_failure_deals_damage():
    walker = table(BLANK)
    walker.deed("door", 0)
    walker.wait(lambda state: state.seats["1"].damage.total)
    assert walker.run.state.seats["1"].damage == Harm(down=1)
    assert "door" in walker.run.state.story.board


def test_example_puzzle_ends_the_scenario():
    walker = opened()
    walker.work("shelf", 0)
    assert walker.ran[-1] == "box.next"
