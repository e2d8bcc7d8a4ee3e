"""Evade and horror checks: our lines, the scenario's event, and the effects of a failure."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.games.mansions.content import MonsterKind, evades, horror_of, horrors, needed_to_evade
from companion.games.mansions.facts import LineDrawn
from tests.games.mansions.evening import event, says, tap
from tests.games.mansions.manor import RAT, asked, begun, card, hall, say, successes, tiles
from tests.games.mansions.table import seat, whole

OWN = {
    "monsters": MappingProxyType({"CustomMonsterRat": MonsterKind("CustomMonsterRat", evade="EventEvade")}),
    "components": MappingProxyType({"EventEvade": event("EventEvade", "Done")}),
}


def line_of(run):
    drawn = next(fact for fact in run.facts if isinstance(fact, LineDrawn))
    return evades(drawn.pool.removeprefix("evade."))[drawn.line]


def test_evade_check_precedes_the_action():
    run = begun(hall(RAT))
    tap(run, "card")
    assert run.state.seats["1"].actions == 2
    line = line_of(run)
    assert run.state.task.needed == needed_to_evade(line, RAT.awareness)
    assert str(run.state.story.aloud.title) == "Ann evades Rat"


def test_evade_failed_applies_the_line():
    run = begun(hall(RAT))
    tap(run, "card")
    successes(run, 0)
    line, who = line_of(run), run.state.seats["1"]
    for injury in ("damage", "horror"):
        assert who.harm(injury).total == sum(e.amount for e in line.effects if e.kind == injury)
    assert (who.actions == 1) == (line.ends_action or bool([p for p in run.open if p.key == "card"]))


def test_evade_check_precedes_a_move():
    run = begun(hall(RAT))
    tap(run, "move", "A2")
    assert str(run.state.story.aloud.title) == "Ann evades Rat"
    successes(run, 9)
    assert run.state.seats["1"].space == "A2"


def test_evade_event_of_the_scenario_runs_first():
    run = begun(hall(replace(RAT, kind="CustomMonsterRat"), scenario=OWN))
    tap(run, "card")
    assert says(run) == "EventEvade"
    assert run.state.seats["1"].actions == 2
    tap(run, "Done", "card")
    assert card(run).key == "card"
    assert not run.state.seats["1"].evaded


def test_evade_check_on_tiles_asks_for_the_space():
    run = begun(tiles(RAT, ann=seat("Ann", space="TileAttic")))
    tap(run, "card")
    assert card(run).key == "card"  # the rat is on the other tile
    run = begun(tiles(replace(RAT, space="TileAttic"), ann=seat("Ann", space="TileAttic")))
    tap(run, "card")
    assert whole(run.state, card(run)) == "Ann: is Rat in the same space as Ann?"
    tap(run, "no")
    assert card(run).key == "card"


HORROR = {"phase": "horror", "to_check": ("1", "2"), "active": ""}


def test_horror_check_visits_each_seat_in_range():
    run = begun(hall(RAT, story=HORROR))
    assert str(run.state.story.aloud.title) == "Ann sees Rat"
    successes(run, 0)
    line = next(horrors("beast")[f.line] for f in run.facts if isinstance(f, LineDrawn))
    assert run.state.seats["1"].horror.total == horror_of(line, RAT.horror_rating)
    assert run.state.story.to_check == ("2",)


def test_horror_check_uses_the_most_horrible_monster():
    ghoul = replace(RAT, name="Ghoul", horror_rating=3, space="A3")
    run = begun(hall(RAT, ghoul, story=HORROR))
    assert str(run.state.story.aloud.title) == "Ann sees Ghoul"


def test_horror_event_of_the_scenario_replaces_the_line():
    own = {
        "monsters": MappingProxyType({"CustomMonsterRat": MonsterKind("CustomMonsterRat", horror_event="EventH")}),
        "components": MappingProxyType({"EventH": event("EventH", "Done")}),
    }
    run = begun(hall(replace(RAT, kind="CustomMonsterRat"), scenario=own, story=HORROR))
    assert says(run) == "EventH"
    assert run.state.story.to_check == ("2",)
    tap(run, "Done")
    assert says(run) == "EventH"


def test_horror_check_on_tiles_asks_for_the_range():
    far = tiles(RAT, replace(RAT, name="Ghoul", horror_rating=4))
    run = begun(replace(far, story=replace(far.story, **HORROR)))
    say(run, asked(run, "which of these are within range"), "Rat", "Ghoul")
    assert str(run.state.story.aloud.title) == "Ann sees Ghoul"
