"""Write files so that a power cut leaves the old content or the new one, never half.

A rename is durable only after its folder is synced, and the content only after the file is. So `write_atomically` writes
a second file, syncs it, renames it and syncs the folder.
"""

from __future__ import annotations

import errno
import os
import secrets
from contextlib import suppress
from pathlib import Path

from companion.errors import N_

PART_SUFFIX = ".part"
"""Suffix of a file that is being written. A power cut may leave one; `sweep` removes it."""
REASONS = {
    errno.ENOSPC: N_("the disk is full"),
    errno.EDQUOT: N_("this user’s share of the disk is used up"),
    errno.EROFS: N_("the disk may only be read"),
    errno.EACCES: N_("this user may not"),
    errno.EPERM: N_("this user may not"),
    errno.EIO: N_("the disk fails"),
    errno.ENOENT: N_("there is no such folder"),
    errno.ENOTDIR: N_("a part of the way there is no folder"),
    errno.EISDIR: N_("it is a folder"),
    errno.ENAMETOOLONG: N_("its name is too long"),
    errno.EMFILE: N_("too many files are open"),
    errno.EBUSY: N_("something else holds it"),
}
"""Why the system refuses a file, for translation. Other reasons keep the words of the system."""
NO_SYNC = frozenset({errno.EINVAL, errno.ENOTSUP})  # a network share has no sync for folders


def write_atomically(path: Path, content: str | bytes, *, private: bool = False) -> None:
    """Replace a file, and make its folder if needed. A power cut after the return loses nothing.

    `private`: only its owner can read it; a private file stays private. Raises OSError; the file then has its old content
    or all of the new.
    """
    if not path.name:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    content = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():
        path.write_bytes(content)  # a rename would replace /dev/null by a file; a folder raises IsADirectoryError
        return
    make_folder(path.parent)
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}{PART_SUFFIX}")
    was_private = path.exists() and not path.stat().st_mode & 0o077
    try:
        _write(fresh, content, private=private or was_private)
        fresh.replace(path)
        sync(path.parent)
    except OSError:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise


def explain_os_error(error: OSError) -> str:
    """Return the reason of an error in a few words, for a sentence.

    >>> explain_os_error(OSError(errno.ENOSPC, "No space left on device"))
    'the disk is full'
    """
    return REASONS.get(error.errno or 0, error.strerror or str(error))


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Make a folder with its parents, and sync them. Raises OSError."""
    if not path.is_dir():
        make_folder(path.parent)
        path.mkdir(mode, exist_ok=True)
        chown_like_parent(path)
        sync(path.parent)


def chown_like_parent(path: Path, handle: int | None = None) -> None:
    """Give a new file or folder to the owner of its folder: under sudo it would belong to root.

    `handle`: of the file, if it is open.
    """
    if os.geteuid() == 0:
        owner = path.parent.stat()
        if handle is not None:
            os.fchown(handle, owner.st_uid, owner.st_gid)
        else:
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def sync(path: Path) -> None:
    """Sync a folder or a file. Raises OSError."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in NO_SYNC:
            raise
    finally:
        os.close(handle)


def sync_all(folder: Path) -> None:
    """Sync everything in a folder, recursively. Raises OSError."""
    for path in folder.rglob("*"):
        sync(path)
    sync(folder)


def sweep(folder: Path) -> int:
    """Remove the unfinished files that a power cut left, and return their number. Call it before anything writes there."""
    halves = [path for path in folder.rglob(f"*{PART_SUFFIX}") if path.is_file()]
    for path in halves:
        path.unlink(missing_ok=True)
    return len(halves)


def _write(path: Path, content: bytes, *, private: bool) -> None:
    mode = 0o600 if private else 0o666
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)  # fails on a link that another user planted
    with os.fdopen(handle, "wb") as file:
        chown_like_parent(path, handle)
        file.write(content)
        file.flush()
        os.fsync(handle)
