"""Setup, endings, and what a campaign carries on."""

from __future__ import annotations

import json
from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import Bag, GameSetup, Run
from companion.games.arkham import GAME
from companion.games.arkham.content import SKILLS, Enemy, Resolution, Scenario, library
from companion.games.arkham.rules.actions import basic_actions
from companion.games.arkham.rules.endings import bag_after, carry, earned_experience
from companion.games.arkham.state import Ending
from companion.schema import Refused
from tests.games.arkham.table import situation
from tests.games.course import play

ANN = {"name": "Ann's own", "willpower": 1, "intellect": 2, "combat": 3, "agility": 4, "health": 9, "sanity": 5}
WALLET = {"name": "Wallet", "count": 2, "type": "asset", "cost": 1, "intellect": 1, "wild": 1}


def at_table(seats: int = 2, **choices):
    names = dict(zip("1234", ("Ann", "Ben", "Cleo", "Dee"), strict=True))
    places = tuple("1234")[:seats]
    return GAME.setup(GameSetup(places, {seat: names[seat] for seat in places}, choices))


def refused(**choices) -> str:
    with pytest.raises(Refused) as wrong:
        at_table(**choices)
    return str(wrong.value.sentence)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_setup_gives_resources_cards_and_clues(seats):
    state = at_table(seats)
    for who in state.seats.values():
        assert (who.resources, who.unknown, who.hand, who.clues, who.actions) == (5, 5, (), 0, 3)
    assert (state.locations["reading_room"].revealed, state.locations["reading_room"].clues) == (True, seats)


def test_clue_count_includes_investigators_who_left():
    state = at_table(3)
    left = state.with_seat("3", replace(state.seats["3"], left="resigned"))
    run = play(Run(GAME, replace(left, active="1")), "move", "stacks")
    assert run.state.locations["stacks"].clues == 3


@pytest.mark.parametrize(
    ("difficulty", "side"), [("easy", "easy"), ("standard", "easy"), ("hard", "hard"), ("expert", "hard")]
)
@pytest.mark.parametrize("campaign", library.bags())
def test_difficulty_decides_bag_and_reference_card(campaign, difficulty, side):
    """AH-X-GATHERING-1, AH-X-GATHERING-2."""
    state = at_table(campaign=campaign, difficulty=difficulty, reference="the_gathering")
    bag = state.bag
    assert (bag.inside, bag.out, bag.aside) == (library.bags()[campaign].of(difficulty), (), ())
    assert state.symbols == getattr(library.references()["the_gathering"], side)


def test_typed_investigator_may_have_a_partial_deck():
    state = at_table(investigators={"1": {**ANN, "deck": [WALLET], "elder_sign": {"x": "horror"}}})
    who = state.seats["1"]
    assert [who.skills[skill] for skill in SKILLS] == [1, 2, 3, 4]
    assert (who.title, who.health, who.sanity, who.list) == ("Ann's own", 9, 5, ("Wallet", "Wallet"))
    assert (who.unknown, who.deck) == (5, 25)  # two of thirty cards are listed
    assert (state.cards["Wallet"].icons, state.cards["Wallet"].cost) == (("intellect", "wild"), 1)
    assert who.elder_sign.counts[0].each == 1


def test_cards_of_one_name_share_a_record():
    ben = {**ANN, "name": "Ben's own"}
    both = at_table(investigators={"1": {**ANN, "deck": [WALLET]}, "2": {**ben, "deck": [WALLET]}})
    assert both.cards["Wallet"].cost == 1
    other = {**ben, "deck": [{**WALLET, "cost": 2}]}
    assert refused(investigators={"1": {**ANN, "deck": [WALLET]}, "2": other}) == (
        "Wallet is one card in the deck of Ann's own and another in that of Ben's own: give one of them another name."
    )


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"scenario": "the_moon"}, "There is no scenario 'the_moon'; there are flooded_archive, own."),
        ({"scenario": ["own"]}, "There is no scenario ['own']; there are flooded_archive, own."),
        ({"difficulty": "mild"}, "There is no difficulty 'mild'; there are easy, standard, hard, expert."),
        ({"campaign": "the_moon"}, "There is no campaign 'the_moon'; there are night_of_the_zealot,"),
        ({"reference": "the_moon"}, "There is no reference card 'the_moon'; there are the_gathering"),
        ({"bag": ["0", "+9"]}, "The chaos bag: there is no token '+9'"),
        ({"bag": []}, "The chaos bag: a bag holds 1 to 60 tokens, not 0."),
        ({"bag": ["bless"] * 11}, "The chaos bag: 11 of bless, there are only 10."),
        ({"reference": {"title": "Mine", "easy": {"moon": {}}}}, "The reference card"),
        ({"reference": {"easy": {}}}, "The reference card"),
        ({"investigators": {"1": "the_baker"}}, "There is no investigator 'the_baker'; there are the_archivist"),
        ({"investigators": {"1": {**ANN, "combat": "three"}}}, "The investigator of seat 1: "),
        ({"investigators": {"1": {"name": "Half"}}}, "The investigator of seat 1"),
    ],
)
def test_setup_refuses_an_invalid_choice(choices, sentence):
    assert refused(**choices).startswith(sentence)


def test_a_table_may_play_without_attacks_of_opportunity():
    ghoul = Enemy("Ghoul", "study", attack_damage=1, engaged=("1",))
    state = situation(enemies={"ghoul": ghoul}, without=at_table(without=["AH-X-AOO"]).without)
    run = play(Run(GAME, state), "resource")
    assert (run.state.seats["1"].damage, run.state.seats["1"].resources) == (0, 1)


def test_a_table_may_let_aloof_enemies_be_attacked():
    """AH-AMB-6."""
    state = situation(enemies={"ghoul": Enemy("Ghoul", "study", aloof=True)})
    assert basic_actions.fight_refusal(state, "1", "ghoul").code == "ALOOF_UNENGAGED"
    assert basic_actions.fight_refusal(replace(state, without=("AH-X-ALOOF",)), "1", "ghoul") is None


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


@pytest.mark.parametrize(
    ("ending", "bag"),
    [("lost", ("0", "-8", "skull", "elder_sign")), ("won", ("0", "skull", "elder_sign", "0", "tablet"))],
)
def test_carried_bag_has_sealed_tokens_but_no_bless(ending, bag):
    """AH-X-BAG-2: a scenario may add a token that the bag began without."""
    assert bag_after(ended(ending)) == bag


def test_campaign_carries_trauma_and_experience():
    people = carry(ended())["people"]
    assert people["1"] == {"physical": 1, "mental": 2, "experience": 5 + 2}
    assert people["2"] == {"physical": 0, "mental": 0, "experience": 2}


@pytest.mark.parametrize(
    ("changes", "victory"), [({}, 3), ({"clues": 1}, 2), ({"revealed": False}, 2), ({"hidden": True}, 2)]
)
def test_victory_counts_revealed_locations_without_clues(changes, victory):
    state = with_victory()
    state = state.place("attic", replace(state.locations["attic"], **changes))
    assert earned_experience(state) == 2 + victory  # 2 of the ending
    assert earned_experience(replace(state, ending=Ending("lost", "Lost", 0))) == victory


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


def test_carried_bag_is_limited_by_token_supply():
    more = Resolution("More", "", bag_add=("frost", "frost"))
    story = Scenario(title="A story", resolutions=MappingProxyType({"more": more}))
    state = situation(scenario=story, bag=Bag(("0", *["frost"] * 7)), ending=Ending("more", "More", 0))
    assert GAME.carry(state)["bag"].count("frost") == 8
