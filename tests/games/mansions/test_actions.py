"""The turn card: options, refusals and effects."""

from __future__ import annotations

from dataclasses import replace

from companion.games.mansions.facts import FireRemoved, events
from companion.games.mansions.rules.actions.costs_and_moves import headline
from companion.games.mansions.state import Barricade, Tokens
from tests.games.mansions.evening import tap
from tests.games.mansions.manor import RAT, begun, card, dice, hall, ids, successes, tiles
from tests.games.mansions.table import B, S, seat, whole


def why(run, name: str) -> str:
    option = next(o for o in card(run).options if o.id == name)
    return str(option.refused.sentence) if option.refused else ""


def test_turn_card_refuses_actions_without_a_target():
    run = begun(hall(bob=seat("Bob", space="A3")))
    assert whole(run.state, card(run)) == "Ann: 2 actions left"
    assert ids(run) == {"move", "card", "test", "end"}
    assert why(run, "steal") == "No other investigator is in the space of Ann."
    assert why(run, "set_fire") == "Ann has no Light Source."
    assert why(run, "extinguish") == "Nothing burns."
    assert why(run, "attack") == "No monster is within range of Ann."


def test_move_keeps_its_unused_space():
    run = begun(hall())
    tap(run, "move", "A2")
    assert whole(run.state, card(run)) == "Ann: 1 action left and 1 space to go"
    tap(run, "card", "go", "finish", "A3")
    who = run.state.seats["1"]
    assert (who.space, who.actions, who.steps_left) == ("A3", 0, 0)


def test_move_can_be_cancelled():
    run = begun(hall())
    assert tap(run, "move", "stay") == ()
    assert run.state.seats["1"].actions == 2


def test_move_destinations_name_fire_and_monsters():
    run = begun(hall(replace(RAT, space="A2"), tokens=Tokens(fire=("A2",))))
    tap(run, "move")
    assert "Kitchen (Fire: 1 damage; Rat)" in [str(option.text) for option in card_options(run)]


def card_options(run):
    return next(p for p in run.open if p.at == "board" and p.seat == "1").options


def test_move_refuses_a_barricaded_space():
    shut = Tokens(barricades=(Barricade(frozenset(("A1", "A2")), "A2"),))
    run = begun(hall(tokens=shut))
    tap(run, "move")
    kitchen = next(o for o in card_options(run) if o.id == "A2")
    assert kitchen.refused.code == "BLOCKED_BY_BARRICADE"


def test_turn_card_suggests_the_end_without_actions():
    run = begun(hall(ann=seat("Ann", actions=0)))
    assert ids(run) == {"test", "go"}
    tap(run, "go")
    assert run.state.story.had_turn == ("1",)


def test_card_action_is_done_by_hand():
    run = begun(hall())
    tap(run, "card")
    assert run.open[0].key == "card"
    tap(run, "go")
    assert run.state.seats["1"].actions == 1


def test_skill_test_costs_no_action():
    run = begun(hall())
    tap(run, "test", "lore", "2")
    dice(run, S, S, B)
    assert run.state.last.passed
    assert run.state.seats["1"].actions == 2


def test_own_barricade_moves_without_a_test():
    run = begun(hall(tokens=Tokens(barricades=(Barricade(frozenset(("A1", "A2")), "A1"),))))
    tap(run, "barricade", "Move the one at the door to Kitchen away")
    assert not run.state.tokens.barricades[0].blocking


def test_barricade_push_allows_a_step_through():
    run = begun(hall(tokens=Tokens(barricades=(Barricade(frozenset(("A1", "A2")), "A2"),))))
    tap(run, "barricade", "A1|A2")
    dice(run, S, S, B, B)
    tap(run, "go")
    assert run.state.seats["1"].space == "A2"


def test_set_fire_burns_the_acting_seat():
    run = begun(hall(ann=seat("Ann", possessions=("Lantern",))))
    tap(run, "set_fire", "A1")
    assert run.state.tokens.fire == ("A1",)
    assert run.state.seats["1"].damage.down == 1
    assert run.state.seats["2"].damage.total == 0


def test_steal_asks_for_seat_and_skill():
    run = begun(hall(bob=seat("Bob", clues=0, possessions=("Map",))))
    tap(run, "steal", "Bob", "Agility")
    dice(run, S, S, B)
    dice(run, B, B, B)
    tap(run, "Map")
    assert run.state.seats["1"].possessions == ("Map",)


def test_push_asks_for_target_and_destination():
    run = begun(hall())
    tap(run, "push", "Bob", "A2")
    tap(run, "go willingly", "stay")
    assert run.state.seats["2"].space == "A2"


def test_turn_card_on_tiles_refuses_nothing_by_place():
    run = begun(tiles(RAT))
    assert {"attack", "push", "steal", "barricade", "extinguish", "set_fire", "move"} <= ids(run)


def test_move_on_tiles_ends_at_the_chosen_tile():
    run = begun(tiles())
    tap(run, "move", "Attic")
    assert (run.state.seats["1"].space, run.state.seats["1"].steps_left) == ("TileAttic", 1)
    tap(run, "finish", "unsaid")
    assert run.state.seats["1"].space == ""


def test_extinguish_on_tiles_asks_which_fires():
    run = begun(tiles(tokens=Tokens(fire=("TileFoyer", "TileAttic"))))
    tap(run, "extinguish")
    dice(run, S, B, B)
    tap(run, "Attic")
    assert run.state.tokens.fire == ("TileFoyer",)


def test_barricade_push_on_tiles_is_done_by_hand():
    run = begun(tiles())
    tap(run, "barricade", "away")
    dice(run, S, B, B, B)
    assert run.state.seats["1"].actions == 1
    assert not any(isinstance(fact, events.ActionForfeited) for fact in run.facts)


def test_headline_mentions_fire_only_while_it_burns():
    state = hall(tokens=Tokens(fire=("A1",)))
    assert str(headline(state, "1")) == "2 actions left; Fire burns here"
    run = begun(state)
    run.correct(FireRemoved("A1"))
    assert str(headline(run.state, "1")) == "2 actions left"


def test_trade_moves_cards_one_by_one():
    run = begun(hall(ann=seat("Ann", possessions=("Map",)), bob=seat("Bob", clues=0, possessions=("Knife",))))
    tap(run, "trade", "Map (Ann)", "Bob", "Knife (Bob)", "Ann", "Trade like this")
    assert run.state.seats["1"].possessions == ("Knife",)
    assert run.state.seats["2"].possessions == ("Map",)
    assert run.state.seats["1"].actions == 1


def test_trade_drops_and_picks_up_cards():
    run = begun(hall(ann=seat("Ann", possessions=("Map",)), bob=seat("Bob", space="A3")))
    tap(run, "trade", "Map (Ann)", "seat:", "Trade like this")
    assert run.state.spaces["A1"].items == ("Map",)
    tap(run, "trade", "Map (lies here)", "Ann", "Trade like this")
    assert run.state.seats["1"].possessions == ("Map",)


def test_trade_by_hand_is_not_the_suggested_answer():
    run = begun(hall())
    tap(run, "trade")
    assert "go" not in ids(run)
    tap(run, "hand")
    assert run.state.seats["1"].actions == 1


def test_push_stops_when_the_monster_is_defeated():
    run = begun(hall(replace(RAT, damage=3)))
    tap(run, "push", "monster:Rat", "A2", "more:Rat", "It is defeated")
    while any(prompt.kind == "roll" for prompt in run.open):
        successes(run, 99)
    assert "Rat" not in run.state.monsters
    assert run.state.task is None


def test_push_on_tiles_asks_about_fire():
    run = begun(
        tiles(replace(RAT, space="TileFoyer"), ann=seat("Ann", space="TileFoyer"), tokens=Tokens(fire=("TileAttic",)))
    )
    tap(run, "push", "yes", "monster:Rat", "TileAttic", "yes")
    while any(prompt.kind == "roll" for prompt in run.open):
        successes(run, 99)
    tap(run, "yes: 1 damage")
    assert run.state.monsters["Rat"].damage == 1
