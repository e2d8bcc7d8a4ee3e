"""The family of errors that are ours. Each message is a sentence with the values in it and, where there is one, the remedy."""

import os
import re
import struct
import sys
import zipfile
import zlib
from pathlib import Path
from typing import Any

ZIP_FAULTS = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    ValueError,
    RuntimeError,  # encrypted, or an unknown compression
    struct.error,
    OSError,
)
"""Exceptions that Python raises for a damaged or hostile ZIP file. Callers turn them into a sentence."""


MOST_SAID = 2000  # letters of a sentence, which may quote input


COMMANDS_TERMINAL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control letters but a tab and the end of a line, those that turn the direction of writing, and halves of letters."""


def plainly(sentence: str) -> str:
    r"""Return a sentence for a page or a terminal: bounded, with replacements for unprintable letters.

    >>> plainly("There is no table '\x1b[2J'."), plainly("x" * 3000)[-3:]
    ("There is no table '�[2J'.", 'xx…')
    >>> plainly("broker.\ufeffkind: this is no setting.")
    'broker.�kind: this is no setting.'
    """
    short = sentence if len(sentence) <= MOST_SAID else f"{sentence[: MOST_SAID - 1]}…"
    return "".join(
        letter if letter.isprintable() or letter == "\n" else "\N{REPLACEMENT CHARACTER}" for letter in short
    )


def printable(text: str) -> str:
    r"""Replace control characters, which a name from a foreign file may contain.

    >>> printable("\x1b[2J\tof two lines\n")
    '�[2J\tof two lines\n'
    """
    return COMMANDS_TERMINAL.sub("\N{REPLACEMENT CHARACTER}", text)


COMMAND = "LAMPLIGHT_COMMAND"
"""Environment variable with the name of the command, if that is not `./table`."""


def own_command(words: str = "", *, demo: bool = False) -> str:
    """Return one of our commands as the user types it: "./table pair", or "lamplight pair" in an installation.

    `demo`: for the demo's data folder.

    >>> own_command("backup now", demo=True)
    './table backup now --demo'
    """
    name = os.environ.get(COMMAND) or ("lamplight" if Path(sys.argv[0]).name == "lamplight" else "./table")
    return " ".join((name, *words.split(), *(["--demo"] if demo else [])))


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun, for sentences that are not translated.

    >>> counted(1, "picture"), counted(2, "picture"), counted(0, "entry", "entries")
    ('1 picture', '2 pictures', '0 entries')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def N_(words: str) -> str:  # noqa: N802 - gettext's own name for it
    """Mark a literal that becomes text later, with `from_data`. It stands here for the modules below `companion.i18n`."""
    return words


class LamplightError(Exception):
    """Something a person can act on; the command line prints the sentence and exits with 1."""

    code: str = "LAMPLIGHTERROR"  # in the JSON body of an HTTP error: independent of the name of the class

    @property
    def sentence(self) -> Any:
        """Return what it was raised with: text to be rendered for the reader, or a string. `str` of it is English."""
        return self.args[0] if self.args else ""


def sentence_of(error: Exception) -> Any:
    """Return the message of an error: text to be rendered, or a string."""
    return error.sentence if isinstance(error, LamplightError) else str(error)


class CodecError(LamplightError):
    """Bytes or JSON that do not have the shape they should have."""

    code = "CODECERROR"


class ContentError(LamplightError):
    """A content file does not hold what the game needs; names the file and the place in it."""

    code = "CONTENTERROR"


class StaleError(LamplightError):
    """Another process wrote to the log of this table; read it again."""

    code = "STALE"


class StoreError(LamplightError):
    """The disk or the database cannot keep or read something now. Nothing was changed; it goes on when the store does."""

    code = "STOREFAILS"


class DamagedDatabaseError(StoreError):
    """The database file is damaged."""

    code = "DAMAGEDDATABASE"


class NotOwnerError(StoreError):
    """Another process serves this table now. Nothing was changed; a new request reaches the other process."""

    code = "ELSEWHERE"
