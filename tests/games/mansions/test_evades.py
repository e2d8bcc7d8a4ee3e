"""Evade checks in a scenario: our lines, the scenario's own event, and what a failure costs."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.games.mansions.content import MonsterKind, evades, needed_to_evade
from companion.games.mansions.facts import LineDrawn
from tests.games.mansions.evening import event, says, tap
from tests.games.mansions.manor import RAT, begun, card, dice, hall, tiles
from tests.games.mansions.table import S, seat, whole

OWN = {
    "monsters": MappingProxyType({"CustomMonsterRat": MonsterKind("CustomMonsterRat", evade="EventEvade")}),
    "components": MappingProxyType({"EventEvade": event("EventEvade", "Done")}),
}


def line_of(run):
    drawn = next(fact for fact in run.facts if isinstance(fact, LineDrawn))
    return evades(drawn.pool.removeprefix("evade."))[drawn.line]


def rolled(run, successes: int):
    prompt = next(p for p in run.open if p.kind == "roll")
    dice(run, *[S] * min(successes, prompt.most), *["blank"] * max(0, prompt.most - successes))


def test_the_check_comes_before_the_action_is_spent():
    run = begun(hall(RAT))
    tap(run, "card")
    assert run.state.seats["1"].actions == 2
    line = line_of(run)
    assert run.state.task.needed == needed_to_evade(line, RAT.awareness)
    assert str(run.state.story.aloud.title) == "Ann evades Rat"


def test_who_evades_goes_on_with_the_action():
    run = begun(hall(RAT))
    tap(run, "card")
    rolled(run, 9)
    assert card(run).key == "card"


def test_who_does_not_evade_suffers_what_the_line_says():
    run = begun(hall(RAT))
    tap(run, "card")
    rolled(run, 0)
    line, who = line_of(run), run.state.seats["1"]
    for injury in ("damage", "horror"):
        assert who.harm(injury).total == sum(e.amount for e in line.effects if e.kind == injury)
    assert (who.actions == 1) == (line.ends_action or bool([p for p in run.open if p.key == "card"]))


def test_a_move_out_of_its_space_asks_for_the_check():
    run = begun(hall(RAT))
    tap(run, "move", "A2")
    assert str(run.state.story.aloud.title) == "Ann evades Rat"
    rolled(run, 9)
    assert run.state.seats["1"].space == "A2"


def test_the_scenarios_own_event_comes_first_and_the_action_is_taken_again():
    run = begun(hall(replace(RAT, kind="CustomMonsterRat"), scenario=OWN))
    tap(run, "card")
    assert says(run) == "EventEvade"
    assert run.state.seats["1"].actions == 2
    tap(run, "Done", "card")
    assert card(run).key == "card"
    assert not run.state.seats["1"].evaded


def test_on_tiles_the_people_say_whether_it_is_here():
    run = begun(tiles(RAT, ann=seat("Ann", space="TileAttic")))
    tap(run, "card")
    assert card(run).key == "card"  # the rat is on another tile
    run = begun(tiles(replace(RAT, space="TileAttic"), ann=seat("Ann", space="TileAttic")))
    tap(run, "card")
    assert whole(run.state, card(run)) == "Ann: is Rat in the same space as Ann?"
    tap(run, "no")
    assert card(run).key == "card"
