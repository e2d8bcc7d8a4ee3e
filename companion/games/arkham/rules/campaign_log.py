"""Results that an ended scenario carries to the next one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine import without
from companion.games.arkham.content import MOST_OF, MOST_TOKENS, POOL
from companion.games.arkham.rules.endings import victory
from companion.games.arkham.state import State, resolution
from companion.i18n import Text, _, from_data, ngettext
from companion.schema import Faces, Seat, to_json


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
    return {"physical": who.physical, "mental": who.mental, "experience": who.experience + earned(s)}


def earned(s: State) -> int:
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
        "{scenario}: {ending}. {n} experience each", "{scenario}: {ending}. {n} experience each", earned(s), **names
    )
