"""Endings of a scenario: by an agenda, an act, an effect, or by hand."""

from __future__ import annotations

from companion.engine import Rule, choose, count, write
from companion.games.arkham.facts import ScenarioEnded
from companion.games.arkham.names import EVERYONE
from companion.games.arkham.state import G, State
from companion.i18n import N_, _, from_data
from companion.schema import TABLE, Option


def end(g: G, resolution: str) -> None:
    """End the scenario with one of its resolutions."""
    outcome = g.state.scenario.resolutions.get(resolution)
    g.emit(ScenarioEnded(resolution, outcome.title if outcome else N_("The scenario ends"), victory(g.state)))


def end_by_hand(g: G) -> Rule[None]:
    """Ask for the ending. An unknown scenario needs its title and victory points too."""
    ends = [Option(name, from_data(outcome.title)) for name, outcome in g.state.scenario.resolutions.items()]
    ends.append(Option("none", _("It ends without a resolution of ours")))
    title = _("how does the scenario end?")
    chosen = yield from g.one(choose(TABLE, title, ends, rule="Resolution", key="ending", whom=EVERYONE))
    if chosen != "none":
        end(g, chosen)
        return
    asks = _("what is the ending called?")
    proposals = [Option(name, from_data(name)) for name in ENDINGS]
    name = yield from g.one(write(TABLE, asks, proposals, "Resolution", key="ending.name", whom=EVERYONE))
    asks = _("how much experience does each of you earn?")
    most = MOST_EXPERIENCE
    earned = yield from g.number(count(TABLE, asks, 0, most, "Resolution", key="ending.experience", whom=EVERYONE))
    g.emit(ScenarioEnded("", name, earned))


ENDINGS = (N_("It is done"), N_("It was too much for us"))
MOST_EXPERIENCE = 30


def victory(s: State) -> int:
    """Return the victory points: defeated enemies, and revealed locations without clues."""
    enemies = sum(foe.victory for foe in s.enemies.values() if foe.defeated)
    places = sum(p.victory for p in s.locations.values() if p.revealed and not p.hidden and not p.clues)
    return enemies + places
