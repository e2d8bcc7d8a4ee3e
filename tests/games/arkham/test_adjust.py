"""By hand: what cards on the table do is stated as it is, and costs no action."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import GameSetup, Run
from companion.games.arkham import GAME
from companion.games.arkham.content import Counted, Enemy, Resolution, Scenario, SymbolEffect
from companion.games.arkham.facts import ActionSpent
from companion.games.arkham.rules.corrections import menu
from companion.schema import TABLE, Refused
from tests.games.arkham.table import asked, situation
from tests.games.course import begin, give, play

GHOUL = Enemy("Ghoul", "study", fight=3, evade=3, health=3, attack_damage=1, traits=("Ghoul",))


def at_table(state=None, **changes) -> Run:
    state = state or situation()
    return Run(GAME, state.with_seat("1", replace(state.seats["1"], **changes)))


def with_ghoul(**changes) -> Run:
    return at_table(situation(enemies=MappingProxyType({"ghoul": replace(GHOUL, **changes)})))


def own_scenario() -> Run:
    run = begin(GAME, GameSetup(("1", "2"), {"1": "Ann", "2": "Ben"}, {"scenario": "own"}))
    while run.open[0].seat == TABLE:
        give(run, run.open[0].options[0].id)
    return run


def by_hand(run: Run, *answers, whom: str = "1") -> Run:
    """Answer the menu of adjustments, and the prompts after it."""
    give(run, "adjust")
    return play(run, *([whom] if run.open[0].key == "by_hand.whom" else []), *answers)


def ann(run):
    return run.state.seats["1"]


def why(run: Run, option: str) -> str:
    return next(str(one.refused.sentence) for one in run.open[0].options if one.id == option)


@pytest.mark.parametrize(
    ("what", "number", "name", "value"),
    [
        ("damage", "2", "damage", 3),
        ("damage", "-1", "damage", 0),
        ("horror", "3", "horror", 5),
        ("horror", "-2", "horror", 0),
        ("resources", "4", "resources", 9),
        ("resources", "-5", "resources", 0),
        ("clues", "2", "clues", 3),
        ("clues", "-1", "clues", 0),
        ("cards", "3", "unknown", 5),
        ("actions", "2", "actions", 5),
        ("actions", "-3", "actions", 0),
        ("physical", "1", "physical", 1),
        ("mental", "2", "mental", 2),
    ],
)
def test_a_counter_is_changed_without_an_action(what, number, name, value):
    run = by_hand(at_table(damage=1, horror=2, resources=5, clues=1, unknown=2, hand=()), what, number)
    assert getattr(ann(run), name) == value
    assert run.state.active == "1"
    assert not any(isinstance(fact, ActionSpent) for fact in run.facts)


@pytest.mark.parametrize(
    ("what", "there"),
    [("damage", 1), ("horror", 2), ("resources", 5), ("clues", 1), ("actions", 3), ("place_clues", 2), ("doom", 4)],
)
def test_no_counter_sinks_below_zero(what, there):
    run = by_hand(at_table(situation(doom=4), damage=1, horror=2, resources=5, clues=1), what)
    assert run.open[0].least == -there
    with pytest.raises(Refused, match=f"{-there} to"):
        give(run, str(-there - 1))
    assert not any(prompt.key.startswith("by_hand") for prompt in play(run, "0").open)  # no change


def test_adjustment_can_concern_another_seat_that_has_not_left():
    state = situation()
    run = at_table(state.with_seat("2", replace(state.seats["2"], left="resigned")))
    give(run, "adjust")
    assert [option.id for option in run.open[0].options] == ["1", "3"]
    run = play(run, "3", "horror", "2")
    assert (run.state.seats["3"].horror, ann(run).horror) == (2, 0)


def test_placed_clues_do_not_reveal_the_location():
    state = situation()
    run = at_table(state.place("study", replace(state.locations["study"], story="It smells of ink.")))
    by_hand(run, "place_clues", "3")
    assert (run.state.locations["study"].clues, run.state.story) == (5, "")
    assert str(GAME.tell(run.state, run.facts[-1], "1")) == "Clues on Study: 5 (+3)."


def test_clues_move_to_another_location():
    """AH-ACT-MOVE-12."""
    locations = by_hand(at_table(), "move_clues", "attic", "2").state.locations
    assert (locations["study"].clues, locations["attic"].clues) == (0, 2)


def test_adjusted_hand_asks_which_cards_leave():
    run = by_hand(at_table(hand=("Notes",), unknown=1), "cards", "-1", "Notes")
    assert (ann(run).hand, ann(run).unknown, ann(run).discard) == ((), 1, ("Notes",))


@pytest.mark.parametrize(
    ("wish", "before", "after"),
    [
        (("defeat",), {"engaged": ("2",)}, {"defeated": True, "engaged": ()}),
        (("evaded",), {"engaged": ("1",)}, {"engaged": (), "exhausted": True}),
        (("exhaust",), {"engaged": ("2",)}, {"exhausted": True, "engaged": ("2",)}),
        (("ready",), {"engaged": ("2",), "exhausted": True}, {"exhausted": False}),
        (("engage",), {"engaged": ("2",)}, {"engaged": ("1",)}),
        (("move", "attic"), {"exhausted": True}, {"location": "attic"}),
        (("damage", "-1"), {"engaged": ("1",), "damage": 1}, {"damage": 0, "defeated": False}),
        (("damage", "2"), {"engaged": ("1",), "damage": 1}, {"defeated": True, "engaged": ()}),
    ],
)
def test_enemy_can_be_adjusted(wish, before, after):
    ghoul = by_hand(with_ghoul(**before), "enemy", "ghoul", *wish).state.enemies["ghoul"]
    assert {name: getattr(ghoul, name) for name in after} == after


@pytest.mark.parametrize(
    ("wish", "changes", "sentence"),
    [
        ("evaded", {"engaged": ("2",)}, "Ghoul is not engaged with Ann."),
        ("engage", {"location": "attic", "engaged": ("3",)}, "Ghoul is not where Ann is."),
        ("engage", {"keywords": ("massive",)}, "Ghoul is massive: it is engaged with everybody in its place."),
    ],
)  # fmt: skip
def test_impossible_enemy_adjustment_says_why(wish, changes, sentence):
    assert why(by_hand(with_ghoul(**changes), "enemy", "ghoul"), wish) == sentence


def test_impossible_adjustments_are_grey():
    run = by_hand(at_table())
    assert (why(run, "enemy"), why(run, "asset")) == ("There is none in play.",) * 2
    assert why(by_hand(own_scenario()), "new_enemy") == "Lay out a location first: this investigator is nowhere yet."


def test_first_location_holds_all_investigators():
    s = by_hand(own_scenario(), "new_location", "Old Mill", "3", "2").state
    assert {who.location for who in s.seats.values()} == {"old_mill"}
    assert (s.locations["old_mill"].revealed, s.locations["old_mill"].clues) == (True, 2)


def test_a_further_location_connects_both_ways():
    locations = by_hand(at_table(), "new_location", "Cellar", "4", "1", "study").state.locations
    cellar = locations["cellar"]
    assert (cellar.connects, cellar.revealed, cellar.shroud, cellar.clues) == (("study",), False, 4, 0)
    assert "cellar" in locations["study"].connects


def test_location_of_the_box_enters_as_printed():
    state = situation()
    state = state.place("attic", replace(state.locations["attic"], hidden=True))
    attic = by_hand(at_table(state), "new_location", "Attic").state.locations["attic"]
    assert (attic.hidden, attic.shroud) == (False, 4)


def test_an_enemy_is_typed_in_and_engages_who_drew_it():
    answers = ("new_enemy", "Bog Thing", "4", "5", "2", "1", "0", ("", "hunter", "retaliate"))
    thing = by_hand(at_table(), *answers).state.enemies["bog_thing"]
    assert (thing.fight, thing.health, thing.evade, thing.attack_damage, thing.attack_horror) == (4, 5, 2, 1, 0)
    assert (thing.keywords, thing.engaged, thing.location) == (("hunter", "retaliate"), ("1",), "study")


def test_an_enemy_has_the_traits_that_the_reference_card_counts():
    skull = SymbolEffect(counts=(Counted("enemies_here", "Ghoul", -1),))
    run = at_table(situation(symbols=MappingProxyType({"skull": skull})))
    by_hand(run, "new_enemy", "Gnawer", "1", "1", "1", "0", "0", ("",))
    assert asked(run) == "Ann: traits of Gnawer?"
    assert play(run, "Ghoul").state.enemies["gnawer"].traits == ("Ghoul",)


def test_a_line_is_written_into_the_campaign_log():
    assert by_hand(at_table(), "note", "The key is with Bob").state.campaign.notes == ("The key is with Bob",)


@pytest.mark.parametrize(
    ("answers", "ending"), [(("won",), ("won", "Won", 0)), (("none", "It is done", "3"), ("", "It is done", 3))]
)
def test_scenario_can_be_ended_by_hand(answers, ending):
    story = Scenario(title="A story", resolutions=MappingProxyType({"won": Resolution("Won", "It is over.", 2)}))
    run = by_hand(at_table(situation(scenario=story)), "end", *answers)
    now = run.state.ending
    assert ((now.resolution, now.title, now.victory), run.open) == (ending, ())


def test_every_adjustment_can_be_begun():
    """Each first prompt can be answered."""
    state = situation(enemies=MappingProxyType({"ghoul": replace(GHOUL, engaged=("1",))}))
    for one in menu.ADJUSTMENTS.corrections:
        assert by_hand(at_table(state, in_play=("Lamp",)), one.name).open
