"""Other programs: started with words, ended by themselves, their last lines told where they fail."""

from __future__ import annotations

import os
import pwd
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.updating.place import UpdateError

SHOWN = 6  # lines of what failed


def run(
    words: Sequence[object],
    otherwise: str,
    *,
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
    user: Mapping[str, Any] | None = None,
    timeout: float | None = None,
) -> str:
    """What it printed. Raises UpdateError with the sentence `otherwise`, and what it said last. `timeout`: s."""
    command = [str(word) for word in words]
    told = {**os.environ, **(environment or {})}
    try:
        done: subprocess.CompletedProcess[str] = subprocess.run(
            command,
            cwd=cwd,
            env=told,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout,
            check=False,
            **(user or {}),
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UpdateError(f"{otherwise} ({error})") from error
    if done.returncode:
        last = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()][-SHOWN:]
        raise UpdateError("\n".join((otherwise, *last)))
    return done.stdout


def as_owner_of(path: Path) -> dict[str, Any]:
    """Root becomes whom the folder belongs to: what is written in a house is the house's. Everybody else stays who they are."""
    owner = next(one for one in (path, *path.parents) if one.exists()).stat()
    if os.geteuid() != 0 or owner.st_uid == 0:
        return {}
    try:
        groups = os.getgrouplist(pwd.getpwuid(owner.st_uid).pw_name, owner.st_gid)
    except KeyError:
        groups = [owner.st_gid]
    return {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": groups}
