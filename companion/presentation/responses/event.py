"""An event of many tables, as a table's page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.schema import Words


@dataclass(frozen=True, slots=True)
class SharedEvent:
    """All tables of a hall fight one foe."""

    id: int
    title: Words  # as the staff has typed it
    goal: int
    total: int  # of all tables: of this one as it is, of the others as far as was heard
    own: int  # of this table
    version: int  # of that number: whoever changes it names the next one
    is_over: bool
