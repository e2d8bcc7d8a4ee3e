"""Rounds, passes, turns, and a scripted game."""

from __future__ import annotations

from dataclasses import replace

from companion.engine import GameSetup, Run
from companion.games.nemesis import GAME
from tests.games.course import give
from tests.games.nemesis.doing import answered
from tests.games.nemesis.ship import ANN, BEN, aboard, page, state, with_character


def test_sample_asks_for_an_action_at_once():
    run = aboard()
    assert run.at_rest
    assert [str(p.title) for p in run.open if p.at != "menu"] == ["choose an action, 2 actions left"]


def test_round_ends_after_two_actions():  # NEM-X-TURN-1
    run = Run(GAME, state())
    answered(run, "move:lab", "Search", "1", "move:nest", "Rest", "1")
    assert run.state.active == BEN
    assert run.at_rest


def test_passed_character_waits_for_the_next_turn():
    run = Run(GAME, state())
    give(run, "pass")
    answered(run, "move:lab", "Search", "1", "move:nest", "Rest", "silence")
    assert run.state.active == BEN
    assert run.state.characters[BEN].actions == 2


def test_new_turn_fills_hands_to_five_cards():  # NEM-X-TURN-1
    run = Run(GAME, with_character(state(), ANN, deck=("Aim", "Weld")))
    answered(run, "pass", "pass")
    (draw,) = run.open
    assert (draw.seat, draw.kind, draw.least) == ("house", "draw", 1)
    give(run, "Weld")
    assert run.state.characters[ANN].hand[-1] == "Weld"
    assert (run.state.active, run.state.turns) == (BEN, 14)  # who begins the turn changes with it
    assert not any(c.passed for c in run.state.characters.values())


def test_bag_has_one_more_adult_per_player():  # NEM-X-BAG-1
    for players in (1, 3, 5):
        bag = GAME.setup(GameSetup(tuple(str(n + 1) for n in range(players)))).bag.inside
        kinds = [token.partition("-")[0] for token in bag]
        assert {k: kinds.count(k) for k in kinds} == {
            "blank": 1,
            "larva": 4,
            "creeper": 1,
            "queen": 1,
            "adult": 3 + players,
        }


def test_game_with_real_decks_follows_a_script():
    run = aboard()
    script = (
        ["move:r4"], ["Listen"], ["nothing"], ["1"],  # noise
        ["move:r3"], ["Sprint"], ["slime"], ["1"], ["adult-4"], ["light"],  # an encounter, and a surprise
        ["pass"],  # Ben
        ["pass"],  # Cleo
        ["shoot:pistol/adult1"], ["Patch up"], ["hit1"], ["stays"],
        ["shoot:pistol/adult1"], ["Search"], ["hit2"], ["dies"],
        ["move:r9"], ["Brace"], ["silence"], ["pass"],  # Silence is Danger for who carries slime
    )  # fmt: skip
    for values in script:
        give(run, *values)
    ann = run.state.characters[ANN]
    assert (ann.room, ann.light_wounds, ann.slime, ann.weapons[0].ammo, ann.hand) == ("r9", 1, True, 1, ())
    assert run.state.intruders == {}
    assert {name for name, c in run.state.corridors.items() if c.noise} == {"c5", "c6", "c8"}
    assert run.state.phase == "event"


def test_phase_does_not_begin_without_a_crew():
    s = with_character(page(), BEN, fate="dead")
    run = Run(GAME, with_character(s, ANN, serious_wounds=3, actions=1, room="lab"))
    burning = replace(run.state.rooms["lab"], marks=("fire",))
    run = Run(GAME, replace(run.state, rooms={**run.state.rooms, "lab": burning}))
    give(run, "pass")
    assert run.over
    assert "PhaseBegan" not in {type(fact).__name__ for fact in run.facts}
