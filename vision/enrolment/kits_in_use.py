"""Which kits the reader looks for: those of the settings, and those that people have put on the table since."""

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.system.atomic_write import write_atomically
from companion.system.safe_load import json_of
from vision.kit import Kit, KitError, load_kit, load_kits

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class KitsInUse:
    """The names of the kits on the table, kept in a file."""

    configured: tuple[str, ...]
    """Kits named in the settings."""
    file: Path
    added: tuple[str, ...] = field(default=())
    left_out: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        """Load the stored choice. Logs and forgets a damaged file."""
        try:
            kept = json_of(self.file)
            self.added, self.left_out = (tuple(map(str, kept[key])) for key in ("added", "left_out"))
        except FileNotFoundError:
            return
        except (OSError, ValueError, KeyError, TypeError) as error:
            logger.warning("which kits were put on the table cannot be read from %s (%s)", self.file, error)

    @property
    def names(self) -> tuple[str, ...]:
        """Those of the settings first."""
        return tuple(name for name in dict.fromkeys((*self.configured, *self.added)) if name not in self.left_out)

    def use(self, name: str, on: bool) -> None:
        """Put a kit on the table or take it off. Raises OSError where that cannot be kept."""
        added = tuple(known for known in self.added if known != name) + (
            (name,) if on and name not in self.configured else ()
        )
        left_out = tuple(known for known in self.left_out if known != name) + (() if on else (name,))
        write_atomically(self.file, json.dumps({"added": added, "left_out": left_out}) + "\n")
        self.added, self.left_out = added, left_out

    def load(self) -> tuple[Kit, ...]:
        """Return the kits. Raises KitError where one of the settings is missing; one that was added and is gone is left
        out.
        """
        return (
            *load_kits(name for name in self.names if name in self.configured),
            *_added(self.names, self.configured),
        )


def _added(names: Sequence[str], configured: Sequence[str]) -> tuple[Kit, ...]:
    found = []
    for name in names:
        if name not in configured:
            try:
                found.append(load_kit(name))
            except KitError as error:
                logger.warning("a kit is left out: %s", error)
    return tuple(found)
