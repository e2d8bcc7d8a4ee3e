"""Other programs: started with words, ended by themselves, their last lines told where they fail."""

from __future__ import annotations

import os
import pwd
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.updating.program_folder import UpdateError

SHOWN = 6  # lines of what failed


def run_program(
    words: Sequence[object],
    otherwise: str,
    *,
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
    owner: Path | None = None,
    timeout: float | None = None,
) -> str:
    """What it printed. Raises UpdateError with the sentence `otherwise`, and what it said last.

    `owner`: it is done as whom this folder belongs to. `timeout`: s.
    """
    command = [str(word) for word in words]
    told = {**os.environ, **(environment or {})}
    try:
        done: subprocess.CompletedProcess[str] = subprocess.run(
            command,
            cwd=cwd,
            **as_owner_of(owner, told),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UpdateError(f"{otherwise} ({error})") from error
    if done.returncode:
        last = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()][-SHOWN:]
        raise UpdateError("\n".join((otherwise, *last)))
    return done.stdout


def as_owner_of(path: Path | None, environment: Mapping[str, str]) -> dict[str, Any]:
    """For a process, its environment among it. Root becomes whom the folder belongs to, with that one's home: what is written in a
    house is the house's. Everybody else stays who they are.
    """
    if path is None or os.geteuid() != 0:
        return {"env": environment}
    owner = next(one for one in (path, *path.parents) if one.exists()).stat()
    if owner.st_uid == 0:
        return {"env": environment}
    groups, home = [owner.st_gid], "/"
    with suppress(KeyError):  # nobody has that number
        account = pwd.getpwuid(owner.st_uid)
        groups, home = os.getgrouplist(account.pw_name, owner.st_gid), account.pw_dir
    told = {**environment, "HOME": home}
    return {"env": told, "user": owner.st_uid, "group": owner.st_gid, "extra_groups": groups}
