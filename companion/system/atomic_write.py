"""How a file comes onto the disk: whole and for good, or not at all, also where the power fails in the middle.

A name that is put in the place of another is neither on the disk before the folder is written, nor is what it names before
the file is. So: write aside, fsync, rename, fsync of the folder. Pictures that are only looked at, and made anew, need none of it.
"""

from __future__ import annotations

import errno
import os
import secrets
from contextlib import suppress
from pathlib import Path

from companion.errors import N_

HALF = ".part"
"""How the name of a file ends that is being written. One that is left over is nobody's: a power cut came first."""
WHY = {
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
"""What the system refuses a file for, in words that are translated; it says the rest in its own."""
NO_SYNC = frozenset({errno.EINVAL, errno.ENOTSUP})  # a share of another machine keeps its folders itself


def write_atomically(path: Path, content: str | bytes, *, private: bool = False) -> None:
    """A file with this content, and its folder where there is none; when this returns a power cut takes nothing of it.

    `private`: its owner alone may read it, as of one that was so before. Raises OSError, and then nothing new lies there, or all of it.
    """
    if not path.name:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    content = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():
        _through(path, content)  # of a folder the system says what it is
        return
    make_folder(path.parent)
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}{HALF}")
    try:
        _write(fresh, content, private=private or _is_private(path))
        fresh.replace(path)
        sync(path.parent)
    except OSError:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise


def explain_os_error(error: OSError) -> str:
    """In a few words, to be put into a sentence.

    >>> explain_os_error(OSError(errno.ENOSPC, "No space left on device"))
    'the disk is full'
    """
    return WHY.get(error.errno or 0, error.strerror or str(error))


def make_folder(path: Path, mode: int = 0o777) -> None:
    """It is there, and so is the way to it, on the disk too. Raises OSError."""
    if not path.is_dir():
        make_folder(path.parent)
        path.mkdir(mode, exist_ok=True)
        chown_like_parent(path)
        sync(path.parent)


def chown_like_parent(path: Path, handle: int | None = None) -> None:
    """To whom the folder belongs that it lies in: with sudo, at a table that runs as an ordinary user, it would be root's.

    `handle`: of the file, where it is open.
    """
    if os.geteuid() == 0:
        owner = path.parent.stat()
        if handle is not None:
            os.fchown(handle, owner.st_uid, owner.st_gid)
        else:
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def sync(path: Path) -> None:
    """What a folder holds, or a file, is on the disk now. Raises OSError."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in NO_SYNC:
            raise
    finally:
        os.close(handle)


def sync_all(folder: Path) -> None:
    """Everything in a folder, and in the folders in it. Raises OSError."""
    for path in folder.rglob("*"):
        sync(path)
    sync(folder)


def sweep(folder: Path) -> int:
    """Remove the halves of files that were being written when the power went; returns how many. Nobody writes there now."""
    halves = [path for path in folder.rglob(f"*{HALF}") if path.is_file()]
    for path in halves:
        path.unlink(missing_ok=True)
    return len(halves)


def _through(path: Path, content: str | bytes) -> None:
    """Into a device or a pipe, as it is: who names /dev/stdout wants to see it, and root would put a file in the place of /dev/null."""
    with path.open("wb") as there:
        there.write(content.encode() if isinstance(content, str) else content)


def _is_private(path: Path) -> bool:
    """What its owner has shut stays shut."""
    return path.exists() and not path.stat().st_mode & 0o077


def _write(path: Path, content: bytes, *, private: bool) -> None:
    mode = 0o600 if private else 0o666
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)  # new, and nobody's link
    with os.fdopen(handle, "wb") as file:
        chown_like_parent(path, handle)
        file.write(content)
        file.flush()
        os.fsync(handle)
