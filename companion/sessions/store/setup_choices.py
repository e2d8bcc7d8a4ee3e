"""What people chose on the page of set-up, kept on the disk: which camera looks, and how the last test throw went."""

from __future__ import annotations

import json
import logging
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

from companion.errors import CodecError, LamplightError
from companion.schema.codec import from_json, to_json
from companion.sessions.test_throws.grade import Grade
from companion.system.atomic_write import explain_os_error, write_atomically
from companion.system.safe_load import json_of

logger = logging.getLogger(__name__)

Way: TypeAlias = Literal["", "local", "stream", "photos", "hand"]
"""How the table sees. local: a camera at this machine · stream: an address in the network, of a phone or a camera · photos: somebody
takes them now and then · hand: not at all · "": nobody has chosen yet."""


class SetupChoicesError(LamplightError):
    """A choice could not be kept; the message names the file and the reason."""

    code = "NOTCHOSEN"


@dataclass(frozen=True, slots=True)
class SetupChoices:
    """All of it."""

    way: Way = ""
    source: str = ""  # as `vision.stream.http_camera.sources.open_source` takes it, "" = no camera
    kits: bool = False  # somebody said that nothing more is to be taught
    grade: Grade = ""  # of the test throws
    graded_at: float = 0.0  # s, Unix


class SetupChoiceStore:
    """In a file of the data folder. Safe for threads."""

    def __init__(self, path: Path) -> None:
        """What cannot be read is chosen anew: the page asks for it."""
        self._path, self._lock = path, threading.Lock()
        self._now = self._read()

    @property
    def now(self) -> SetupChoices:
        return self._now

    def change(self, **told: Any) -> SetupChoices:
        """On disk first. Raises SetupChoicesError, and then nothing has changed."""
        with self._lock:
            now = replace(self._now, **told)
            text = json.dumps(to_json(now), ensure_ascii=False) + "\n"
            try:
                write_atomically(self._path, text, private=True)  # an address may hold a password
            except OSError as error:
                raise SetupChoicesError(
                    f"The choice could not be kept in {self._path}: {explain_os_error(error)}."
                ) from error
            self._now = now
            return now

    def _read(self) -> SetupChoices:
        try:
            return from_json(SetupChoices, json_of(self._path))
        except FileNotFoundError:
            return SetupChoices()
        except (OSError, ValueError, CodecError) as error:
            logger.warning("%s cannot be read, the page of set-up asks anew: %s", self._path, error)
            return SetupChoices()
