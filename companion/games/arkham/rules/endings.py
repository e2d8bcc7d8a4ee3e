"""Endings of a scenario, by an agenda, an act, an effect or hand, and what a campaign carries on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine import Rule, choose, count, without, write
from companion.games.arkham.content import MOST_OF, MOST_TOKENS, POOL
from companion.games.arkham.facts import ScenarioEnded
from companion.games.arkham.names import EVERYONE
from companion.games.arkham.state import G, State, resolution
from companion.i18n import N_, Text, _, from_data, ngettext
from companion.schema import TABLE, Faces, Option, Seat, to_json

ENDING_TITLES = (N_("It is done"), N_("It was too much for us"))
MOST_EXPERIENCE = 30


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
    question = _("what is the ending called?")
    proposals = [Option(name, from_data(name)) for name in ENDING_TITLES]
    name = yield from g.one(write(TABLE, question, proposals, "Resolution", key="ending.name", whom=EVERYONE))
    question = _("how much experience does each of you earn?")
    most = MOST_EXPERIENCE
    experience = yield from g.number(
        count(TABLE, question, 0, most, "Resolution", key="ending.experience", whom=EVERYONE)
    )
    g.emit(ScenarioEnded("", name, experience))


def victory(s: State) -> int:
    """Return the victory points: defeated enemies, and revealed locations without clues."""
    enemies = sum(foe.victory for foe in s.enemies.values() if foe.defeated)
    places = sum(p.victory for p in s.locations.values() if p.revealed and not p.hidden and not p.clues)
    return enemies + places


def carry(s: State) -> Mapping[str, Any]:
    """Return the choices of the next scenario: bag, trauma, experience and log."""
    outcome = resolution(s)
    carried = {
        "difficulty": s.difficulty,
        "campaign_name": s.campaign.name,
        "bag": list(bag_after(s)),
        "people": {seat: person(s, seat) for seat in s.seats},
        "played": [line if isinstance(line, str) else to_json(line) for line in (*s.campaign.played, summary(s))],
        "notes": [*s.campaign.notes, *([outcome.note] if outcome is not None and outcome.note else [])],
        "pause": s.pause,
        "without": list(s.without),
    }
    return carried | ({"scenario": outcome.next} if outcome is not None and outcome.next else {})


def bag_after(s: State) -> Faces:
    """Return the next bag: with sealed tokens, without bless and curse, changed by the resolution."""
    bag = tuple(token for token in s.bag.all if token not in POOL)
    outcome = resolution(s)
    if outcome is None:
        return bag
    for token in outcome.bag_remove:
        bag = without(bag, token) if token in bag else bag
    for token in outcome.bag_add:
        full = bag.count(token) >= MOST_OF.get(token, MOST_TOKENS) or len(bag) >= MOST_TOKENS
        bag = bag if full else (*bag, token)  # the next setup would refuse more tokens
    return bag


def person(s: State, seat: Seat) -> Mapping[str, int]:
    """Return trauma and all experience."""
    who = s.seats[seat]
    return {"physical": who.physical, "mental": who.mental, "experience": who.experience + earned_experience(s)}


def earned_experience(s: State) -> int:
    """Return victory points and the experience of the resolution, for each investigator."""
    outcome = resolution(s)
    by_hand = s.ending is not None and not s.ending.resolution  # players have named the ending
    won = s.ending.victory if by_hand and s.ending is not None else victory(s)
    return won + (outcome.experience if outcome is not None else 0)


def summary(s: State) -> Text:
    """Return one line of the log, as in "The flooded archive: The pages are dry. 3 experience each"."""
    ended = from_data(s.ending.title) if s.ending is not None else _("unfinished")
    names = {"scenario": from_data(s.scenario.title), "ending": ended}
    return ngettext(
        "{scenario}: {ending}. {n} experience each",
        "{scenario}: {ending}. {n} experience each",
        earned_experience(s),
        **names,
    )
