"""Sections split by [OR]: one of them is chosen (NEM-ACARD-5)."""

from __future__ import annotations

from companion.engine.play import Rule, choose
from companion.games.nemesis.content.ship import Deed, Section
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.rules.effects.effects import cannot
from companion.games.nemesis.state import State
from companion.schema.prompt import Option, Refusal, Seat

FACE_DOWN: frozenset[Deed] = frozenset({"repair_engine", "break_engine"})
"""What is done so that nobody else sees which of them it was (NEM-ACARD-8)."""


def is_hidden(section: Section) -> bool:
    return any(effect.do in FACE_DOWN for effect in section.effects)


def no_section(s: State, seat: Seat, sections: tuple[Section, ...]) -> Refusal | None:
    """Why none of them can be done now; None where one can, and where there are none at all."""
    refused = [cannot(s, seat, section.effects) for section in sections]
    return refused[0] if refused and all(refused) else None


def choose_section(g: G, seat: Seat, of: str, sections: tuple[Section, ...]) -> Rule[Section]:
    """The one that is done; what can do nothing now is grey. `of`: whose sections they are, a card or a room."""
    if len(sections) == 1:
        return sections[0]
    options = [Option(one.id, section_words(one), cannot(g.state, seat, one.effects)) for one in sections]
    if all(option.refused for option in options):  # a correction came between, and what was paid is paid
        options = [Option(one.id, section_words(one)) for one in sections]
    title = f"{g.state.characters[seat].name}: which section of {of}?"
    secret = any(is_hidden(one) for one in sections)
    chosen = yield from g.one(choose(seat, title, options, rule="NEM-ACARD-5", secret=secret))
    return next(one for one in sections if one.id == chosen)


def section_words(section: Section) -> str:
    """The text of its button.

    >>> section_words(Section("repair_engine"))
    'Repair engine'
    """
    return section.text or section.id.replace("_", " ").capitalize()
