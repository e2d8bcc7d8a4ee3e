"""Whole games as scripts: each is played to its end, holds what it says after every part, and replays from its log."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import pytest

from companion.games.arkham import GAME
from companion.games.arkham.content import bags
from companion.sessions import AnswerGiven, GameTable
from tests.games.arkham.golden.script import Evening, script
from tests.games.arkham.table import said

pytestmark = pytest.mark.slow


@cache
def played(name: str) -> Evening:
    """Play a golden game once for all tests."""
    evening = Evening(script(name))
    evening.play()
    return evening


@cache
def after_the_defeat() -> Evening:
    """The second scenario of a campaign, begun with what the first one hands on, as it travels."""
    carried = json.loads(json.dumps(GAME.carry(played("defeated").state)))
    evening = Evening(script("defeated_after"), carried)
    evening.play()
    evening.check_log()
    return evening


def test_golden_game_prefixes_open_the_same_prompts():
    evening = played("evening")
    for entries, questions in list(evening.asked.items())[::5]:
        loaded = GameTable(GAME, evening.table.log[:entries])
        assert loaded.open == questions


def test_golden_game_undone_and_replayed_is_the_same():
    evening = Evening(script("resigned"))
    evening.play()
    once = evening.state
    evening.table.undo(1)
    evening.play()
    assert evening.state == once


def test_amended_token_replays_the_fitting_answers():
    table = played("evening").table.copy()
    skull = next(e for e in table.log if isinstance(e.what, AnswerGiven) and e.what.answer.values == ("skull",))
    table.amend(skull.seq, ("auto_fail",))
    ann = table.run.state.seats["1"]
    assert ann.clues == 2  # one less: the act could not be advanced in the third round
    assert (table.run.state.round, table.run.state.act) == (2, 0)  # without the clue her turn has ended by itself
    assert table.trail.aside
    assert table.copy().run.state == table.run.state


def test_won_game_carries_experience_and_an_easier_bag():
    carried = GAME.carry(played("evening").state)
    assert Counter(carried["bag"]) - Counter(bags()["night_of_the_zealot"].standard) == Counter({"0": 1})
    assert {who["experience"] for who in carried["people"].values()} == {6}  # four, and two for the Keeper
    assert list(map(said, carried["played"])) == ["The flooded archive: The register is dry. 6 experience each"]


def test_lost_game_carries_an_elder_thing():
    carried = GAME.carry(played("water").state)
    assert carried["bag"].count("elder_thing") == 1
    assert carried["people"]["1"]["experience"] == 1  # the borrower


def test_carried_campaign_has_notes_but_no_bless():
    carried = GAME.carry(played("bless").state)
    assert not {"bless", "curse"} & set(carried["bag"])
    assert carried["bag"].count("frost") == 2
    assert carried["notes"][0] == "Tom has promised the cataloguer a book."


def test_campaign_of_two_scenarios_carries_its_log():
    first, second = GAME.carry(played("defeated").state), GAME.carry(after_the_defeat().state)
    assert first["people"]["1"] == {"physical": 1, "mental": 0, "experience": 1}
    assert second["people"]["2"] == {"physical": 0, "mental": 1, "experience": 3}
    assert second["campaign_name"] == "The wet year"
    assert [said(line).partition(".")[0] for line in second["played"]] == [
        "The flooded archive: The archive is given up",
        "The flooded archive: The door is walled up",
    ]
    assert second["notes"][1] == "They know the way now."
    assert Counter(second["bag"]) == Counter(first["bag"])


def test_the_second_scenario_of_a_campaign_replays_from_its_log():
    evening = after_the_defeat()
    assert evening.table.copy().run.state == evening.state
