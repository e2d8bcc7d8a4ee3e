"""How a scenario ends: by an agenda, an act, an effect, or because the people say so."""

from __future__ import annotations

from companion.games.arkham.events import G, ScenarioEnded
from companion.games.arkham.scenario import Resolution
from companion.games.arkham.state import State
from companion.rules.play import Rule, choose
from companion.wire.prompt import TABLE, Option


def end(g: G, resolution: str) -> None:
    """The scenario ends with one of its resolutions."""
    told = g.state.scenario.resolutions.get(resolution)
    g.emit(ScenarioEnded(resolution, told.title if told else "The scenario ends", victory(g.state)))


def end_by_hand(g: G) -> Rule[None]:
    """The people say how it ended."""
    ends = [Option(name, told.title) for name, told in g.state.scenario.resolutions.items()]
    ends.append(Option("none", "It ends without a resolution of ours"))
    chosen = yield from g.one(choose(TABLE, "Everyone: how does the scenario end?", ends, rule="Resolution"))
    end(g, "" if chosen == "none" else chosen)


def victory(s: State) -> int:
    """Victory points: defeated enemies, and revealed locations without clues."""
    enemies = sum(foe.victory for foe in s.enemies.values() if foe.defeated)
    places = sum(p.victory for p in s.locations.values() if p.revealed and not p.hidden and not p.clues)
    return enemies + places


def resolution(s: State) -> Resolution | None:
    return s.scenario.resolutions.get(s.ending.resolution) if s.ending is not None else None
