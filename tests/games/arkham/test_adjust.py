"""By hand: what cards on the table do is stated as it is, and costs no action."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import GameSetup, Run
from companion.games.arkham import GAME
from companion.games.arkham.content import Card, Counted, Enemy, Resolution, Scenario, SymbolEffect
from companion.games.arkham.facts import ActionSpent
from companion.games.arkham.rules.corrections import menu
from companion.games.arkham.state import InPlay
from companion.schema import TABLE, Refused
from tests.games.arkham.table import CARDS, asked, situation
from tests.games.course import begin, give, play

GHOUL = Enemy("Ghoul", "study", fight=3, evade=3, health=3, attack_damage=1, traits=("Ghoul",))


def at_table(state=None, **changes) -> Run:
    state = state or situation()
    return Run(GAME, state.with_seat("1", replace(state.seats["1"], **changes)))


def with_ghoul(**changes) -> Run:
    return at_table(situation(enemies=MappingProxyType({"ghoul": replace(GHOUL, **changes)})))


def by_hand(run: Run, what: str, *answers: str, whom: str = "1"):
    """In Ann's turn; the facts of the last answer."""
    give(run, "adjust")
    if run.open[0].key == "by_hand.whom":
        give(run, whom)
    facts = give(run, what)
    for answer in answers:
        facts = give(run, answer)
    return facts


def ann(run):
    return run.state.seats["1"]


def why(run: Run, what: str) -> str:
    play(run, "adjust", "1")
    return next(str(option.refused.sentence) for option in run.open[0].options if option.id == what)


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
    ],
)
def test_a_counter_is_changed_without_an_action(what, number, name, value):
    run = at_table(damage=1, horror=2, resources=5, clues=1, unknown=2, hand=())
    by_hand(run, what, number)
    assert getattr(ann(run), name) == value
    assert run.state.active == "1"
    assert not any(isinstance(fact, ActionSpent) for fact in run.facts)


@pytest.mark.parametrize(
    ("what", "there"),
    [("damage", 1), ("horror", 2), ("resources", 5), ("clues", 1), ("actions", 3), ("place_clues", 2), ("doom", 4)],
)
def test_no_counter_sinks_below_zero(what, there):
    run = at_table(situation(doom=4), damage=1, horror=2, resources=5, clues=1)
    by_hand(run, what)
    assert run.open[0].least == -there
    with pytest.raises(Refused, match=f"{-there} to"):
        give(run, str(-there - 1))


def test_adjustment_can_concern_another_seat():
    run = at_table()
    by_hand(run, "horror", "2", whom="3")
    assert (run.state.seats["3"].horror, ann(run).horror) == (2, 0)


def test_adjusted_damage_can_go_to_an_asset():
    state = situation(cards=MappingProxyType({**CARDS, "Dog": Card("asset", health=2)}))
    run = at_table(state, in_play=("Dog",), assets=MappingProxyType({"Dog": InPlay()}), damage=6)
    by_hand(run, "damage", "1")
    give(run)
    assert ann(run).left == "killed"


def test_placed_clues_do_not_reveal_the_location():
    state = situation()
    told = replace(state.locations["study"], story="It smells of ink.")
    run = at_table(state.place("study", told))
    (fact,) = by_hand(run, "place_clues", "3")
    assert (run.state.locations["study"].clues, run.state.story) == (5, "")
    assert str(GAME.tell(run.state, fact, "1")) == "Clues on Study: 5 (+3)."


def test_clues_move_to_another_location():
    """AH-ACT-MOVE-12."""
    run = at_table()
    by_hand(run, "move_clues", "attic", "2")
    assert (run.state.locations["study"].clues, run.state.locations["attic"].clues) == (0, 2)


def test_adjusted_hand_asks_which_cards_leave():
    run = at_table(hand=("Notes",), unknown=1)
    by_hand(run, "cards", "-1", "Notes")
    assert (ann(run).hand, ann(run).unknown, ann(run).discard) == ((), 1, ("Notes",))


def test_adjusted_move_engages_waiting_enemies():
    """AH-ACT-MOVE-7, AH-X-ENGAGED-1."""
    state = situation(enemies=MappingProxyType({"ghoul": replace(GHOUL, location="attic")}))
    run = at_table(state.with_seat("3", replace(state.seats["3"], location="study")))
    by_hand(run, "moved", "attic")
    assert (ann(run).location, run.state.enemies["ghoul"].engaged) == ("attic", ("1",))
    assert (run.state.locations["hall"].revealed, ann(run).actions) == (False, 3)


@pytest.mark.parametrize(
    ("wish", "before", "after"),
    [
        ("defeat", {"engaged": ("2",)}, {"defeated": True, "engaged": ()}),
        ("evaded", {"engaged": ("1",)}, {"engaged": (), "exhausted": True}),
        ("exhaust", {"engaged": ("2",)}, {"exhausted": True, "engaged": ("2",)}),
        ("ready", {"engaged": ("2",), "exhausted": True}, {"exhausted": False}),
        ("engage", {"engaged": ("2",)}, {"engaged": ("1",)}),
    ],
)
def test_enemy_can_be_adjusted(wish, before, after):
    run = with_ghoul(**before)
    by_hand(run, "enemy", "ghoul", wish)
    ghoul = run.state.enemies["ghoul"]
    assert {name: getattr(ghoul, name) for name in after} == after


def test_adjusted_enemy_damage_can_defeat_and_heal():
    run = with_ghoul(engaged=("1",), damage=1)
    by_hand(run, "enemy", "ghoul", "damage", "-1")
    assert run.state.enemies["ghoul"].damage == 0
    by_hand(run, "enemy", "ghoul", "damage", "3")
    assert (run.state.enemies["ghoul"].defeated, run.state.enemies["ghoul"].engaged) == (True, ())


@pytest.mark.parametrize(
    ("wish", "changes", "sentence"),
    [
        ("evaded", {"engaged": ("2",)}, "Ghoul is not engaged with Ann."),
        ("engage", {"location": "attic", "engaged": ("3",)}, "Ghoul is not where Ann is."),
    ],
)
def test_impossible_enemy_adjustment_says_why(wish, changes, sentence):
    run = with_ghoul(**changes)
    by_hand(run, "enemy", "ghoul")
    assert next(str(o.refused.sentence) for o in run.open[0].options if o.id == wish) == sentence


def test_without_enemies_and_assets_their_buttons_are_grey():
    assert why(at_table(), "enemy") == "There is none in play."
    assert why(at_table(), "asset") == "There is none in play."


def test_adjustments_without_locations_say_what_to_do():
    run = begin(GAME, GameSetup(("1", "2"), {"1": "Ann", "2": "Ben"}, {"scenario": "own"}))
    while run.open[0].seat == TABLE:
        give(run, run.open[0].options[0].id)
    assert why(run, "new_enemy") == "Lay out a location first: this investigator is nowhere yet."


def test_first_location_holds_all_investigators():
    run = begin(GAME, GameSetup(("1", "2"), {"1": "Ann", "2": "Ben"}, {"scenario": "own"}))
    while run.open[0].seat == TABLE:
        give(run, run.open[0].options[0].id)
    by_hand(run, "new_location", "Old Mill", "3", "2")
    assert {who.location for who in run.state.seats.values()} == {"old_mill"}
    assert (run.state.locations["old_mill"].revealed, run.state.locations["old_mill"].clues) == (True, 2)


def test_a_further_location_connects_both_ways():
    run = at_table()
    by_hand(run, "new_location", "Cellar", "4", "1", "study")
    cellar = run.state.locations["cellar"]
    assert (cellar.connects, cellar.revealed, cellar.shroud, cellar.clues) == (("study",), False, 4, 0)
    assert "cellar" in run.state.locations["study"].connects


def test_location_of_the_box_enters_as_printed():
    state = situation()
    run = at_table(state.place("attic", replace(state.locations["attic"], hidden=True)))
    by_hand(run, "new_location", "Attic")
    assert (run.state.locations["attic"].hidden, run.state.locations["attic"].shroud) == (False, 4)


def test_an_enemy_is_typed_in_and_engages_who_drew_it():
    run = at_table()
    by_hand(run, "new_enemy", "Bog Thing", "4", "5", "2", "1", "0")
    give(run, "hunter", "retaliate")
    thing = run.state.enemies["bog_thing"]
    assert (thing.fight, thing.health, thing.evade, thing.attack_damage, thing.attack_horror) == (4, 5, 2, 1, 0)
    assert (thing.keywords, thing.engaged, thing.location) == (("hunter", "retaliate"), ("1",), "study")


def test_an_enemy_has_the_traits_that_the_reference_card_counts():
    skull = SymbolEffect(counts=(Counted("enemies_here", "Ghoul", -1),))
    run = at_table(situation(symbols=MappingProxyType({"skull": skull})))
    by_hand(run, "new_enemy", "Gnawer", "1", "1", "1", "0", "0")
    give(run)
    assert asked(run) == "Ann: traits of Gnawer?"
    give(run, "Ghoul")
    assert run.state.enemies["gnawer"].traits == ("Ghoul",)


def test_a_line_is_written_into_the_campaign_log():
    run = at_table()
    by_hand(run, "note", "The key is with Bob")
    assert run.state.campaign.notes == ("The key is with Bob",)


def test_scenario_can_be_ended_by_hand():
    story = Scenario(title="A story", resolutions=MappingProxyType({"won": Resolution("Won", "It is over.", 2)}))
    run = at_table(situation(scenario=story))
    by_hand(run, "end", "won")
    assert (run.state.ending.resolution, run.state.ending.title, run.open) == ("won", "Won", ())
    other = at_table(situation(scenario=story))
    by_hand(other, "end", "none", "It is done", "3")
    assert (other.state.ending.resolution, other.open) == ("", ())


def test_adjustment_leaves_out_seats_that_left():
    state = situation()
    run = play(at_table(state.with_seat("3", replace(state.seats["3"], left="resigned"))), "adjust")
    assert [option.id for option in run.open[0].options] == ["1", "2"]


def test_every_adjustment_can_be_begun():
    """Each first prompt can be answered."""
    state = situation(enemies=MappingProxyType({"ghoul": replace(GHOUL, engaged=("1",))}))
    for one in menu.ADJUSTMENTS.corrections:
        run = at_table(state, in_play=("Lamp",))
        by_hand(run, one.name)
        assert run.open
