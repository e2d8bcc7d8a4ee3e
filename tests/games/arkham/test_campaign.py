"""Results that an ended scenario carries to the next one."""

from __future__ import annotations

import json
from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import Bag, GameSetup
from companion.games.arkham import GAME
from companion.games.arkham.content import Enemy, Resolution, Scenario, library
from companion.games.arkham.rules.campaign_log import bag_after, carry, earned
from companion.games.arkham.state import Campaign, Ending
from tests.games.arkham.evening import played
from tests.games.arkham.table import said, situation

WON = Resolution("Won", "It is over.", 2, "They found it.", ("0", "tablet"), ("-8", "+9"), "next_one")
STORY = Scenario(title="A story", resolutions=MappingProxyType({"won": WON, "lost": Resolution("Lost", "Too late.")}))
BAG = Bag(("0", "-8", "bless", "skull"), aside=("elder_sign", "curse"))


def ended(resolution: str = "won", victory: int = 3, **changes):
    titles = {"won": "Won", "lost": "Lost", "": "The scenario ends"}
    ending = Ending(resolution, titles[resolution], victory)
    state = situation(scenario=STORY, bag=BAG, ending=ending, difficulty="hard", **changes)
    return state.with_seat("1", replace(state.seats["1"], physical=1, mental=2, experience=5))


def with_victory(**changes):
    foes = {"boss": Enemy("Boss", "study", victory=2, defeated=True), "rat": Enemy("Rat", "study", victory=1)}
    state = ended(enemies=MappingProxyType(foes), **changes)
    return state.place("attic", replace(state.locations["attic"], victory=1))


def next_evening(state):
    """The table that is set up with what is handed on."""
    choices = json.loads(json.dumps(dict(carry(state)))) | {"scenario": "flooded_archive"}
    return GAME.setup(GameSetup(tuple(state.seats), {}, choices))


def test_carried_bag_has_sealed_tokens_but_no_bless():
    assert bag_after(ended("lost")) == ("0", "-8", "skull", "elder_sign")


def test_ending_changes_the_carried_bag():
    """AH-X-BAG-2: a scenario may add a token that the bag began without."""
    assert bag_after(ended("won")) == ("0", "skull", "elder_sign", "0", "tablet")


def test_campaign_carries_trauma_and_experience():
    people = carry(ended())["people"]
    assert people["1"] == {"physical": 1, "mental": 2, "experience": 5 + 2}
    assert people["2"] == {"physical": 0, "mental": 0, "experience": 2}


def test_trauma_is_on_the_investigator_in_the_next_evening():
    who = next_evening(ended()).seats["1"]
    assert (who.damage, who.horror, who.physical, who.mental, who.experience) == (1, 2, 1, 2, 7)


def test_experience_is_what_the_ending_gives_and_what_was_won():
    assert earned(with_victory()) == 2 + 2 + 1
    assert earned(replace(with_victory(), ending=Ending("lost", "Lost", 0))) == 3


@pytest.mark.parametrize(
    "changes", [{"clues": 1}, {"revealed": False}, {"hidden": True}], ids=["clues", "unrevealed", "aside"]
)
def test_victory_counts_revealed_locations_without_clues(changes):
    state = with_victory()
    attic = replace(state.locations["attic"], **changes)
    assert earned(state.place("attic", attic)) == 2 + 2


def test_the_log_has_a_line_for_each_scenario():
    state = ended(campaign=Campaign("Winter", ("First: won. 1 experience each",), ("A note.",)))
    told = carry(state)
    assert told["campaign_name"] == "Winter"
    assert list(map(said, told["played"])) == ["First: won. 1 experience each", "A story: Won. 2 experience each"]
    assert told["notes"] == ["A note.", "They found it."]


def test_the_table_goes_on_as_it_was_played():
    told = carry(ended(pause="failure", without=("AH-X-AOO",)))
    assert (told["pause"], told["without"], told["difficulty"]) == ("failure", ["AH-X-AOO"], "hard")
    after = next_evening(ended(pause="failure", without=("AH-X-AOO",)))
    assert (after.pause, after.without) == ("failure", ("AH-X-AOO",))


def test_the_next_scenario_is_the_one_that_the_ending_names():
    assert carry(ended("won"))["scenario"] == "next_one"
    assert "scenario" not in carry(ended("lost"))


@pytest.mark.parametrize("scenario", library.boxes())
def test_every_ending_of_a_shipped_scenario_leads_to_another_evening(scenario):
    state = GAME.setup(GameSetup(("1", "2"), {}, {"scenario": scenario}))
    for name, told in {**state.scenario.resolutions, "": None}.items():
        over = replace(state, ending=Ending(name, told.title if told else "The scenario ends", 0))
        assert len(next_evening(over).campaign.played) == 1


@pytest.mark.slow
def test_campaign_continues_after_random_games():
    for seed in range(15):
        for run, _ in played(seed):
            state = run.state
        after = next_evening(state)
        assert sorted(after.bag.inside) == sorted(bag_after(state))
        assert {seat: who.physical for seat, who in after.seats.items()} == {
            seat: who.physical for seat, who in state.seats.items()
        }


def test_carried_bag_is_limited_by_token_supply():
    more = Resolution("More", "", bag_add=("frost", "frost"))
    story = Scenario(title="A story", resolutions=MappingProxyType({"more": more}))
    state = situation(scenario=story, bag=Bag(("0", *["frost"] * 7)), ending=Ending("more", "More", 0))
    assert GAME.carry(state)["bag"].count("frost") == 8
