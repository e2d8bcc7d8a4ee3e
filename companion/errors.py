"""The family of errors that are ours. Each message is a sentence with the values in it and, where there is one, the remedy."""

import struct
import zipfile
import zlib

ZIP_FAULTS = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    ValueError,
    RuntimeError,  # encrypted, or packed in a way that is not implemented
    struct.error,
    OSError,
)
"""What Python may raise where a ZIP that came from elsewhere is damaged or made to do harm; each reader of one makes it a sentence."""


class LamplightError(Exception):
    """Something a person can act on; the command line prints the sentence and exits with 1."""


class CodecError(LamplightError):
    """Bytes or JSON that do not have the shape they should have."""


class ContentError(LamplightError):
    """A content file does not hold what the game needs; names the file and the place in it."""


class Stale(LamplightError):
    """Somebody else wrote to this table's log in between; read it again."""


class StoreFails(LamplightError):
    """The disk or the database cannot keep or read something now. Nothing was changed; it goes on when the store does."""
