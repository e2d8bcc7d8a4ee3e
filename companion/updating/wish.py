"""What somebody who updates has said, and how the course speaks to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from companion.updating.house import PATIENCE

Tell: TypeAlias = Callable[[str], None]
Confirm: TypeAlias = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class UpdateArguments:
    """The words of the command."""

    source: str = ""  # a folder, an archive, a clone or a bundle; "" = the upstream
    to: str = ""  # a release, a branch or a commit; "" = the newest
    config: str = ""
    unit: str = ""
    wheels: str = ""  # a folder with packages
    anyway: bool = False  # also where a table would ask something else
    without_backup: bool = False  # of a house in PostgreSQL: its keeper has made one
    patience: float = PATIENCE  # s
