"""The readers that were configured on the page, and the ignored boards: one file, written completely or not at all.
Another one has the status of the readers, for commands that run while the bridge holds the ports.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, replace
from pathlib import Path

from companion.errors import CodecError, LamplightError, sentence_of
from companion.i18n import _
from companion.schema import Words, codec
from companion.system.atomic_write import write_atomically
from companion.system.safe_load import json_of
from firmware_bridge.settings import ReaderSettings

logger = logging.getLogger(__name__)

READERS_FILE = "readers.json"
UNREADABLE_SUFFIX = ".unreadable"
KNOWN_FILE = "known.json"


class RosterError(LamplightError):
    """The file of the readers that were set up cannot be read."""

    code = "ROSTERERROR"


@dataclass(frozen=True, slots=True)
class ConfiguredReaders:
    """The content of the file."""

    readers: tuple[ReaderSettings, ...] = ()
    left: tuple[str, ...] = ()  # ports of our boards that must not be used automatically

    def with_reader(self, config: ReaderSettings) -> ConfiguredReaders:
        """With that reader, in place of another of its name or at its line."""
        others = tuple(other for other in self.readers if other.name != config.name and other.port != config.port)
        return ConfiguredReaders((*others, config), tuple(where for where in self.left if where != config.port))

    def without_line(self, where: str) -> ConfiguredReaders:
        left = (*(other for other in self.left if other != where), where)
        return ConfiguredReaders(tuple(reader for reader in self.readers if reader.port != where), left)

    def with_moved(self, name: str, where: str) -> ConfiguredReaders:
        """With the reader of that name at another line."""
        return replace(
            self,
            readers=tuple(replace(reader, port=where) if reader.name == name else reader for reader in self.readers),
        )


class ReaderRoster:
    """The file in the bridge's folder. `trouble`: why it could not be read, "" = it could."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / READERS_FILE
        self.trouble: Words = ""
        self.current = self._load()

    def save(self, readers: ConfiguredReaders) -> None:
        """Write it, and only then let it hold. Raises OSError where the disk fails; the one before stands then."""
        write_atomically(self.path, json.dumps(codec.to_json(readers), indent=1))
        self.current = readers

    def _load(self) -> ConfiguredReaders:
        try:
            return load_configured_readers(self.path.parent)
        except RosterError as error:
            self.trouble = error.sentence
            logger.warning("%s", self.trouble)
            self.path.replace(self.path.with_suffix(UNREADABLE_SUFFIX))
            return ConfiguredReaders()


def load_configured_readers(folder: Path) -> ConfiguredReaders:
    """Load the readers set up on the page, or none where the file is missing. Raises RosterError."""
    path = folder / READERS_FILE
    try:
        return codec.from_json(ConfiguredReaders, json_of(path))
    except FileNotFoundError:
        return ConfiguredReaders()
    except (OSError, ValueError, CodecError, RecursionError) as error:
        raise RosterError(
            _(
                "what was set up in {file} cannot be read ({why}); {kept} keeps it: set the readers up again",
                file=str(path),
                why=sentence_of(error),
                kept=f"{path.stem}{UNREADABLE_SUFFIX}",
            )
        ) from error


@dataclass(frozen=True, slots=True)
class KnownReader:
    """One reader."""

    name: str
    where: str
    driver: str
    model: str  # with the firmware's version, after a board's HELLO
    uid: str = ""


@dataclass(frozen=True, slots=True)
class KnownReaders:
    """All of one bridge."""

    pid: int  # of the bridge that knows them
    readers: tuple[KnownReader, ...] = ()


def write_status(folder: Path, readers: KnownReaders) -> None:
    """Write it completely. Raises OSError."""
    write_atomically(folder / KNOWN_FILE, json.dumps(codec.to_json(readers), indent=1))


def read_status(folder: Path) -> KnownReaders | None:
    """Return the stored status, or None where it is missing or unreadable."""
    try:
        return codec.from_json(KnownReaders, json.loads((folder / KNOWN_FILE).read_text(encoding="utf-8")))
    except (OSError, ValueError, CodecError, RecursionError):
        return None
