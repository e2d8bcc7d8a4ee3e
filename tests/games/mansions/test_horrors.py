"""Horror checks in a scenario."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.games.mansions.content import MonsterKind, horror_of, horrors
from companion.games.mansions.facts import LineDrawn
from tests.games.mansions.evening import event, says, tap
from tests.games.mansions.manor import RAT, asked, begun, dice, hall, say, tiles
from tests.games.mansions.table import seat

HORROR = {"phase": "horror", "to_check": ("1", "2"), "active": ""}


def line_of(run):
    drawn = [fact for fact in run.facts if isinstance(fact, LineDrawn)][-1]
    return horrors(drawn.pool.removeprefix("horror."))[drawn.line]


def test_everybody_in_range_checks_one_after_the_other():
    run = begun(hall(RAT, story=HORROR))
    assert str(run.state.story.aloud.title) == "Ann sees Rat"
    dice(run, *["blank"] * next(p for p in run.open if p.kind == "roll").most)
    line = next(horrors("beast")[f.line] for f in run.facts if isinstance(f, LineDrawn))
    assert run.state.seats["1"].horror.total == horror_of(line, RAT.horror_rating)
    assert run.state.story.to_check == ("2",)


def test_without_a_monster_in_range_there_is_no_check():
    run = begun(hall(ann=seat("Ann"), story=HORROR))
    assert not [fact for fact in run.facts if isinstance(fact, LineDrawn)]
    assert run.state.story.round == 2


def test_the_most_horrible_one_counts():
    ghoul = replace(RAT, name="Ghoul", horror_rating=3, space="A3")
    run = begun(hall(RAT, ghoul, story=HORROR))
    assert str(run.state.story.aloud.title) == "Ann sees Ghoul"


def test_the_scenarios_own_event_takes_its_place():
    own = {
        "monsters": MappingProxyType({"CustomMonsterRat": MonsterKind("CustomMonsterRat", horror_event="EventH")}),
        "components": MappingProxyType({"EventH": event("EventH", "Done")}),
    }
    run = begun(hall(replace(RAT, kind="CustomMonsterRat"), scenario=own, story=HORROR))
    assert says(run) == "EventH"
    assert run.state.story.to_check == ("2",)
    tap(run, "Done")
    assert says(run) == "EventH"


def test_on_tiles_the_people_say_what_is_within_range():
    far = tiles(RAT, replace(RAT, name="Ghoul", horror_rating=4))
    run = begun(replace(far, story=replace(far.story, **HORROR)))
    say(run, asked(run, "which of these are within range"), "Rat", "Ghoul")
    assert str(run.state.story.aloud.title) == "Ann sees Ghoul"
