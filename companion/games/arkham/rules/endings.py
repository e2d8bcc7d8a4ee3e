"""How a scenario ends: by an agenda, an act, an effect, or because the people say so."""

from __future__ import annotations

from companion.engine import Rule, choose, count, write
from companion.games.arkham.facts import G, ScenarioEnded
from companion.games.arkham.state import State
from companion.schema import TABLE, Option


def end(g: G, resolution: str) -> None:
    """The scenario ends with one of its resolutions."""
    told = g.state.scenario.resolutions.get(resolution)
    g.emit(ScenarioEnded(resolution, told.title if told else "The scenario ends", victory(g.state)))


def end_by_hand(g: G) -> Rule[None]:
    """The people say how it ended; of a scenario that we do not know, what it is called and what it gave."""
    ends = [Option(name, told.title) for name, told in g.state.scenario.resolutions.items()]
    ends.append(Option("none", "It ends without a resolution of ours"))
    chosen = yield from g.one(choose(TABLE, "Everyone: how does the scenario end?", ends, rule="Resolution"))
    if chosen != "none":
        end(g, chosen)
        return
    title = yield from g.one(write(TABLE, "Everyone: what is the ending called?", ENDINGS, "Resolution"))
    title_of = "Everyone: how much experience does each of you earn?"
    earned = yield from g.number(count(TABLE, title_of, 0, MOST_EXPERIENCE, "Resolution"))
    g.emit(ScenarioEnded("", title, earned))


ENDINGS = ("It is done", "It was too much for us")
MOST_EXPERIENCE = 30


def victory(s: State) -> int:
    """Victory points: defeated enemies, and revealed locations without clues."""
    enemies = sum(foe.victory for foe in s.enemies.values() if foe.defeated)
    places = sum(p.victory for p in s.locations.values() if p.revealed and not p.hidden and not p.clues)
    return enemies + places
