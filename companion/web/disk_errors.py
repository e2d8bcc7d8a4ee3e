"""What a disk says when it cannot, as a sentence for the page with the remedy. The database says its own: `sessions.store.database`."""

from __future__ import annotations

import errno

FULL = "The disk is full: free some space, then do it again. Nothing was changed."
READ_ONLY = (
    "The disk may not be written: make it and its folders writable again, then do it once more. Nothing was changed."
)
FAILS = "The disk fails: look whether it is broken or pulled out. Nothing was changed."
SENTENCES = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EFBIG: FULL,
    errno.EROFS: READ_ONLY,
    errno.EACCES: READ_ONLY,
    errno.EPERM: READ_ONLY,
    errno.EIO: FAILS,
    errno.ENODEV: FAILS,
    errno.ENXIO: FAILS,
}


def sentence(error: OSError) -> str:
    """What to say; "" where it is no matter of the disk.

    >>> sentence(ConnectionResetError())
    ''
    """
    return SENTENCES.get(error.errno or 0, "")
