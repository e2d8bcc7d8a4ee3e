"""Run other programs, and report their last lines if they fail."""

from __future__ import annotations

import os
import pwd
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.updating.program_folder import UpdateError

LAST_LINES = 6  # lines of what failed


def run_program(
    words: Sequence[object],
    otherwise: str,
    *,
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
    owner: Path | None = None,
    timeout: float | None = None,
) -> str:
    """Return the output of a program. Raises UpdateError with the sentence `otherwise` and the last lines of the output.

    `owner`: run as the owner of this folder. `timeout`: s.
    """
    command = [str(word) for word in words]
    variables = {**os.environ, **(environment or {})}
    try:
        completed: subprocess.CompletedProcess[str] = subprocess.run(
            command,
            cwd=cwd,
            **owner_arguments(owner, variables),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UpdateError(f"{otherwise} ({error})") from error
    if completed.returncode:
        last = [line for line in (completed.stderr + completed.stdout).splitlines() if line.strip()][-LAST_LINES:]
        raise UpdateError("\n".join((otherwise, *last)))
    return completed.stdout


def owner_arguments(path: Path | None, environment: Mapping[str, str]) -> dict[str, Any]:
    """Return arguments of Popen, with the environment. Root becomes the owner of the folder, so that the files of an installation stay its own.
    Other users stay who they are.
    """
    if path is None or os.geteuid() != 0:
        return {"env": environment}
    owner = next(ancestor for ancestor in (path, *path.parents) if ancestor.exists()).stat()
    if owner.st_uid == 0:
        return {"env": environment}
    groups, home = [owner.st_gid], "/"
    with suppress(KeyError):  # a user id without an account
        account = pwd.getpwuid(owner.st_uid)
        groups, home = os.getgrouplist(account.pw_name, owner.st_gid), account.pw_dir
    return {"env": {**environment, "HOME": home}, "user": owner.st_uid, "group": owner.st_gid, "extra_groups": groups}
